package deliveries

import (
	"context"
	"time"

	"keepsake/delivery"
	"keepsake/store/column"
	"keepsake/store/database"
)

func (s deliveries) Backlog(ctx context.Context, bot string) (delivery.Backlog, error) {
	g := s.Read(ctx)
	var in struct {
		Waiting, Lanes, Deepest, Dead, Unsent int
	}
	err := g.Raw(`SELECT
		(SELECT count(*) FROM inbox WHERE bot = ? AND state = 'waiting') AS waiting,
		(SELECT count(DISTINCT lane) FROM inbox WHERE bot = ? AND state = 'waiting') AS lanes,
		(SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM inbox WHERE bot = ? AND state = 'waiting' GROUP BY lane) AS per_lane) AS deepest,
		(SELECT count(*) FROM inbox WHERE bot = ? AND state = 'dead') AS dead,
		(SELECT count(*) FROM outbox WHERE bot = ? AND state = 'ready') AS unsent`,
		bot, bot, bot, bot, bot).Scan(&in).Error
	if err != nil {
		return delivery.Backlog{}, database.Wrap(err, "count the backlog")
	}
	b := delivery.Backlog{Waiting: in.Waiting, Lanes: in.Lanes, Deepest: in.Deepest, Dead: in.Dead, Unsent: in.Unsent}
	var oldest inboxRow
	err = g.Select("received_at").Where("bot = ? AND state = 'waiting'", bot).Order("received_at").Limit(1).Find(&oldest).Error
	if err != nil {
		return delivery.Backlog{}, database.Wrap(err, "find the oldest update")
	}
	if !oldest.ReceivedAt.IsZero() {
		b.Oldest = column.UTC(oldest.ReceivedAt)
	}
	var due time.Time
	if due, _, err = s.nextDueOut(ctx, bot); err != nil {
		return delivery.Backlog{}, err
	}
	b.DueOut = due
	return b, nil
}
