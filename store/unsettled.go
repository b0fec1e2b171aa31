package store

import (
	"context"

	"keepsake/delivery"
)

// Unsettled counts in one statement, so that an update that has just become a ready reply
// is not missed between two looks.
func (s deliveries) Unsettled(ctx context.Context, bot string) (int, error) {
	var n int
	err := s.read(ctx).Raw(`SELECT (SELECT count(*) FROM inbox WHERE bot = ? AND state = ?)
		+ (SELECT count(*) FROM outbox WHERE bot = ? AND state IN (?, ?))`,
		bot, string(delivery.Waiting), bot, string(delivery.Drafting), string(delivery.Ready)).Scan(&n).Error
	return n, wrap(err, "count unsettled")
}
