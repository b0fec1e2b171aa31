package store

import (
	"context"
	"math"
	"time"

	"gorm.io/gorm"

	"keepsake/delivery"
)

// due selects the oldest message of each chat that is ready and due. A message waits for
// the older ones of its chat that are due, and for those that were tried: a retry keeps its
// place. One that is only scheduled holds nobody up.
const due = `o.bot = ? AND o.state = 'ready' AND o.due_at <= ?
	AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.bot = o.bot AND p.chat = o.chat AND p.state = 'ready'
		AND p.id < o.id AND (p.due_at <= ? OR p.attempts > 0))
	AND o.chat NOT IN ?`

func (s deliveries) ClaimOut(ctx context.Context, bot, owner string, now, until time.Time, busy []int64, limit int) ([]delivery.Outgoing, error) {
	now = utc(now)
	if len(busy) == 0 {
		busy = []int64{math.MinInt64} // no chat has this number
	}
	if limit <= 0 {
		limit = 1000
	}
	find, args := "SELECT o.* FROM outbox o WHERE "+due, []any{bot, now, now, busy}
	const order = " ORDER BY o.due_at, o.id LIMIT ?"
	var rows []outboxRow
	var err error
	if s.dialect.alone() {
		err = s.read(ctx).Raw(find+order, append(args, limit)...).Scan(&rows).Error
	} else {
		args = append(args, owner, now, limit)
		rows, err = s.holdOut(ctx, find+" AND (o.owner IN ('', ?) OR o.held_until <= ?)"+order, args, owner, until)
	}
	if err != nil {
		return nil, wrap(err, "claim outgoing")
	}
	os, err := outgoings(s.read(ctx), rows)
	return os, wrap(err, "claim outgoing")
}

// holdOut gives owner the messages that a query finds. Those that another claims just now
// are left to them.
func (s deliveries) holdOut(ctx context.Context, find string, args []any, owner string, until time.Time) (rows []outboxRow, err error) {
	// Most looks find nothing: they need not write.
	if err := s.read(ctx).Raw(find, args...).Scan(&rows).Error; err != nil || len(rows) == 0 {
		return nil, err
	}
	rows = nil
	err = s.write(ctx, func(g *gorm.DB) error {
		return g.Raw(`WITH found AS MATERIALIZED (`+find+s.dialect.skipLocked("o")+`),
			held AS (UPDATE outbox SET owner = ?, held_until = ? FROM found WHERE outbox.id = found.id RETURNING outbox.*)
			SELECT * FROM held ORDER BY due_at, id`, append(args, owner, utc(until))...).Scan(&rows).Error
	})
	return rows, err
}

func (s deliveries) ExtendOut(ctx context.Context, bot, owner string, until time.Time) error {
	if s.dialect.alone() {
		return nil
	}
	return s.write(ctx, func(g *gorm.DB) error {
		done := g.Model(&outboxRow{}).Where("bot = ? AND owner = ? AND state = 'ready' AND held_until < ?", bot, owner, utc(until)).
			UpdateColumn("held_until", utc(until))
		return wrap(done.Error, "extend outgoing")
	})
}

func (s deliveries) GuardOut(ctx context.Context, id int64, owner string) error {
	if s.dialect.alone() {
		return nil
	}
	return s.write(ctx, func(g *gorm.DB) error {
		var row outboxRow
		if err := g.Clauses(s.dialect.lock()...).Select("id", "owner").Where("id = ?", id).Limit(1).Find(&row).Error; err != nil {
			return wrap(err, "guard outgoing")
		}
		if row.Owner != owner {
			return delivery.ErrLeaseLost
		}
		return nil
	})
}

func (s deliveries) ReleaseOut(ctx context.Context, bot, owner string) error {
	if s.dialect.alone() {
		return nil
	}
	return s.write(ctx, func(g *gorm.DB) error {
		done := g.Model(&outboxRow{}).Where("bot = ? AND owner = ? AND state = 'ready'", bot, owner).
			Updates(map[string]any{"owner": "", "held_until": nil})
		return wrap(done.Error, "release outgoing")
	})
}
