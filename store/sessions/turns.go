package sessions

import (
	"cmp"
	"context"
	"errors"

	"gorm.io/gorm"

	"keepsake/session"
	"keepsake/store/database"
)

func (s sessions) OpenTurn(ctx context.Context, t session.Turn) error {
	row := turnOf(t)
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(g.Create(&row).Error, "open turn")
	})
}

func (s sessions) Turn(ctx context.Context, id string) (session.Turn, error) {
	return takeTurn(s.Read(ctx).Where("id = ?", id))
}

func (s sessions) LaneTurn(ctx context.Context, lane string) (session.Turn, error) {
	return takeTurn(s.Read(ctx).Where("lane = ? AND "+unfinishedTurn, lane).Order("opened_at DESC, id DESC"))
}

func takeTurn(q *gorm.DB) (session.Turn, error) {
	var row turnRow
	err := q.Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return session.Turn{}, session.ErrNotFound
	}
	return row.turn(), database.Wrap(err, "read turn")
}

func (s sessions) SaveTurn(ctx context.Context, t session.Turn) error {
	row := turnOf(t)
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&turnRow{}).Where("id = ? AND "+unfinishedTurn, t.ID).Updates(map[string]any{
			"state": row.State, "reply_id": row.ReplyID, "retry_at": row.RetryAt, "closed_at": row.ClosedAt,
			"calls": row.Calls, "prompt_tokens": row.PromptTokens, "cached_tokens": row.CachedTokens,
			"answer_tokens": row.AnswerTokens, "cost": row.Cost, "model": row.Model, "used": row.Used, "spoken": row.Spoken,
		})
		return database.CheckChanged(done, session.ErrTurnEnded, "save turn")
	})
	if errors.Is(err, session.ErrTurnEnded) {
		_, err = s.Turn(ctx, t.ID) // ErrNotFound if the turn does not exist
		return cmp.Or(err, error(session.ErrTurnEnded))
	}
	return err
}

func (s sessions) AskStop(ctx context.Context, lane string) (bool, error) {
	var n int64
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Model(&turnRow{}).Where("lane = ? AND "+unfinishedTurn, lane).UpdateColumn("stop_asked", true)
		n = done.RowsAffected
		return database.Wrap(done.Error, "ask to stop")
	})
	return n > 0, err
}
