package sessions

import (
	"context"
	"time"

	"gorm.io/gorm"

	"keepsake/delivery"
	"keepsake/store/column"
	"keepsake/store/database"
)

func (s sessions) EndChat(ctx context.Context, bot string, chat int64, at time.Time) (int, error) {
	var n int64
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&sessionRow{}).Where("bot = ? AND chat = ? AND ended_at IS NULL", bot, chat).UpdateColumn("ended_at", column.UTC(at))
		n = done.RowsAffected
		return database.Wrap(done.Error, "end a chat's sessions")
	})
	return int(n), err
}

func (s sessions) Move(ctx context.Context, bot string, from, to int64) error {
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		var rows []sessionRow
		if err := g.Where("bot = ? AND chat = ?", bot, from).Find(&rows).Error; err != nil {
			return err
		}
		for _, r := range rows {
			lane := delivery.Lane(bot, to, r.Topic)
			err := database.FirstError(
				g.Model(&messageRow{}).Where("session_id = ?", r.ID).UpdateColumn("external", 0).Error,
				g.Model(&turnRow{}).Where("session_id = ?", r.ID).UpdateColumn("lane", lane).Error,
				g.Model(&sessionRow{}).Where("id = ?", r.ID).UpdateColumn("chat", to).Error,
			)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return database.Wrap(err, "move sessions")
}
