package sessions

import (
	"context"
	"time"

	"gorm.io/gorm"

	"keepsake/cursor"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
)

// cursors implements cursor.Store.
type cursors struct{ database.Access }

var _ cursor.Store = cursors{}

type cursorRow struct {
	Follower  string `gorm:"primaryKey"`
	SessionID string `gorm:"primaryKey"`
	Position  int64
	MovedAt   time.Time
}

func (cursorRow) TableName() string { return "session_cursors" }

func (s cursors) Position(ctx context.Context, follower, sessionID string) (int64, error) {
	var positions []int64
	err := s.Read(ctx).Model(&cursorRow{}).Where("follower = ? AND session_id = ?", follower, sessionID).Pluck("position", &positions).Error
	if err != nil || len(positions) == 0 {
		return 0, database.Wrap(err, "read a cursor")
	}
	return positions[0], nil
}

func (s cursors) Move(ctx context.Context, follower, sessionID string, from, to int64, at time.Time) (moved bool, err error) {
	err = s.Transact(ctx, func(_ context.Context, g *gorm.DB) error {
		var sessions int64
		if err := g.Model(&sessionRow{}).Where("id = ?", sessionID).Count(&sessions).Error; err != nil {
			return err
		}
		if sessions == 0 {
			return cursor.ErrNotFound
		}
		if from == 0 { // when two processes begin at the same time, one of them inserts the row
			done := g.Exec("INSERT INTO session_cursors (follower, session_id, position, moved_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
				follower, sessionID, to, column.UTC(at))
			moved = done.RowsAffected == 1
			return done.Error
		}
		done := g.Model(&cursorRow{}).Where("follower = ? AND session_id = ? AND position = ?", follower, sessionID, from).
			Updates(map[string]any{"position": to, "moved_at": column.UTC(at)})
		moved = done.RowsAffected == 1
		return done.Error
	})
	return moved, database.Wrap(err, "move a cursor")
}

func (s cursors) Erase(ctx context.Context, owner scope.Scope) (n int, err error) {
	err = s.Write(ctx, func(g *gorm.DB) error {
		theirs := inScope(g.Session(&gorm.Session{NewDB: true}).Model(&sessionRow{}).Select("id"), owner)
		done := g.Where("session_id IN (?)", theirs).Delete(&cursorRow{})
		n = int(done.RowsAffected)
		return done.Error
	})
	return n, database.Wrap(err, "erase cursors")
}
