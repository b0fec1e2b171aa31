package deliveries

import (
	"context"

	"gorm.io/gorm"

	"keepsake/delivery"
	"keepsake/store/database"
)

func (s deliveries) Move(ctx context.Context, bot string, from, to int64) error {
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		if err := s.BumpFences(ctx, bot, from); err != nil {
			return err
		}
		var in []inboxRow
		if err := g.Where("bot = ? AND chat = ? AND state = ?", bot, from, string(delivery.Waiting)).Find(&in).Error; err != nil {
			return err
		}
		for _, r := range in {
			_, _, topic, _ := delivery.LanePlace(r.Lane)
			lane := delivery.Lane(bot, to, topic)
			if delivery.IsControl(r.Lane) {
				lane = delivery.ControlLane(bot, to, topic)
			}
			if err := makeLanes(g, []delivery.Update{{Lane: lane, Bot: bot, Chat: to}}); err != nil {
				return err
			}
			if err := g.Model(&inboxRow{}).Where("id = ?", r.ID).Updates(map[string]any{"lane": lane, "chat": to}).Error; err != nil {
				return err
			}
		}
		// Message ids of the old chat are not valid in the new one. A placeholder is therefore
		// sent again, and an edit of an old message is dropped.
		open := g.Model(&outboxRow{}).Select("id").Where("bot = ? AND chat = ? AND state IN ?", bot, from,
			[]delivery.OutState{delivery.Drafting, delivery.Ready})
		return database.FirstError(
			g.Where("outbox_id IN (?)", open).Delete(&outMessageRow{}).Error,
			g.Model(&outboxRow{}).Where("bot = ? AND chat = ? AND kind = ? AND state = ?", bot, from, string(delivery.Edit), string(delivery.Ready)).
				Updates(map[string]any{"state": string(delivery.Dropped), "body": ""}).Error,
			g.Model(&outboxRow{}).Where("bot = ? AND chat = ? AND state IN ?", bot, from,
				[]delivery.OutState{delivery.Drafting, delivery.Ready}).Updates(map[string]any{"chat": to, "reply_to": 0, "after_message": 0, "tried": 0, "strays": 0}).Error,
		)
	})
	return database.Wrap(err, "move deliveries")
}

func (s deliveries) FailChat(ctx context.Context, bot string, chat int64, reason string) ([]delivery.OutgoingEnd, error) {
	return s.changeOutbox(ctx, "fail a chat's messages",
		map[string]any{"state": string(delivery.Failed), "body": "", "error": reason}, "bot = ? AND chat = ? AND state = 'ready'", bot, chat)
}
