package deliveries

import (
	"context"

	"keepsake/delivery"
)

// DropUnsent implements delivery.Store.
func (s deliveries) DropUnsent(ctx context.Context, bot string, chat int64, topic int, purpose string) (int, error) {
	ends, err := s.changeOutbox(ctx, "drop what is unsent", map[string]any{"state": string(delivery.Dropped), "body": ""},
		"bot = ? AND state = 'ready' AND chat = ? AND topic = ? AND (kind = 'reply' OR purpose = ?) AND NOT EXISTS (SELECT 1 FROM outbox_messages AS m WHERE m.outbox_id = outbox.id)",
		bot, chat, topic, purpose)
	return len(ends), err
}
