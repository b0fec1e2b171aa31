package deliveries

import (
	"context"
	"time"

	"gorm.io/gorm"

	"keepsake/delivery"
	"keepsake/store/column"
	"keepsake/store/database"
)

func (s deliveries) ClaimLane(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (delivery.Claim, bool, error) {
	return s.claim(ctx, bot, owner, now, lease, "")
}

func (s deliveries) ClaimControl(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (delivery.Claim, bool, error) {
	return s.claim(ctx, bot, owner, now, lease, " AND l.name LIKE '%:control'")
}

// waitingLanes joins updates with their lanes. CROSS JOIN makes SQLite start with the waiting
// updates in the order of their due times, instead of reading every lane that a bot ever had.
const waitingLanes = `inbox i CROSS JOIN lanes l WHERE l.name = i.lane`

func (s deliveries) claim(ctx context.Context, bot, owner string, now time.Time, lease time.Duration, only string) (delivery.Claim, bool, error) {
	now = column.UTC(now)
	var row laneRow
	err := s.Write(ctx, func(g *gorm.DB) error {
		return g.Raw(`UPDATE lanes SET owner = ?, fence = fence + 1, lease_until = ?
			WHERE name = (
				SELECT l.name FROM `+waitingLanes+`
				AND l.bot = ? AND i.state = 'waiting' AND i.due_at <= ? AND (l.lease_until IS NULL OR l.lease_until <= ?)`+only+`
				ORDER BY i.due_at, i.id LIMIT 1`+s.SkipLocked("l")+`)
			RETURNING name, owner, fence`, owner, now.Add(lease), bot, now, now).Find(&row).Error
	})
	if err != nil || row.Name == "" {
		return delivery.Claim{}, false, database.Wrap(err, "claim lane")
	}
	return delivery.Claim{Lane: row.Name, Owner: row.Owner, Fence: row.Fence}, true, nil
}

func (s deliveries) TakeLane(ctx context.Context, bot string, chat int64, topic int, owner string, now time.Time, lease time.Duration) (delivery.Claim, bool, error) {
	now = column.UTC(now)
	name := delivery.Lane(bot, chat, topic)
	var row laneRow
	err := s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		if err := makeLanes(g, []delivery.Update{{Lane: name, Bot: bot, Chat: chat}}); err != nil {
			return err
		}
		return g.Raw(`UPDATE lanes SET owner = ?, fence = fence + 1, lease_until = ?
			WHERE name = ? AND (owner = ? OR lease_until IS NULL OR lease_until <= ?)
			RETURNING name, owner, fence`, owner, now.Add(lease), name, owner, now).Find(&row).Error
	})
	if err != nil || row.Name == "" {
		return delivery.Claim{}, false, database.Wrap(err, "take lane")
	}
	return delivery.Claim{Lane: row.Name, Owner: row.Owner, Fence: row.Fence}, true, nil
}

func (s deliveries) Extend(ctx context.Context, c delivery.Claim, until time.Time) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		done := selectClaimed(g, c).UpdateColumn("lease_until", column.UTC(until))
		return database.CheckChanged(done, delivery.ErrLeaseLost, "extend lease")
	})
}

// selectClaimed starts a query of the claim's lane, which finds no row when the claim was lost.
func selectClaimed(g *gorm.DB, c delivery.Claim) *gorm.DB {
	return g.Model(&laneRow{}).Where("name = ? AND fence = ? AND owner = ?", c.Lane, c.Fence, c.Owner)
}

// guardedClaim is the claim that Guard has verified in a transaction.
type guardedClaim struct{ delivery.Claim }

func (s deliveries) Guard(ctx context.Context, c delivery.Claim) error {
	// The row must be locked and current, so this uses write and not read. The lock lasts until
	// the transaction ends, so one query per transaction is enough.
	guarded := database.TxValue[guardedClaim](ctx, s.Access)
	if guarded != nil && guarded.Claim == c {
		return nil
	}
	return s.Write(ctx, func(g *gorm.DB) error {
		var row laneRow
		if err := g.Clauses(s.LockRows()...).Where("name = ?", c.Lane).Limit(1).Find(&row).Error; err != nil {
			return database.Wrap(err, "guard lane")
		}
		if row.Name == "" || row.Owner != c.Owner || row.Fence != c.Fence {
			return delivery.ErrLeaseLost
		}
		if guarded != nil {
			guarded.Claim = c
		}
		return nil
	})
}

// freeColumns are the columns of a lane without an owner.
var freeColumns = map[string]any{"owner": "", "lease_until": nil}

func (s deliveries) Release(ctx context.Context, c delivery.Claim) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(selectClaimed(g, c).Updates(freeColumns).Error, "release lane")
	})
}

// ReleaseIdle queries the inbox again on PostgreSQL, because the release does not see an update
// that another process commits at the same time.
func (s deliveries) ReleaseIdle(ctx context.Context, c delivery.Claim) (released, overlooked bool, err error) {
	err = s.Write(ctx, func(g *gorm.DB) error {
		done := selectClaimed(g, c).Where("NOT EXISTS (SELECT 1 FROM inbox WHERE lane = ? AND state = 'waiting')", c.Lane).Updates(freeColumns)
		released = done.RowsAffected > 0
		return database.Wrap(done.Error, "release idle lane")
	})
	if err != nil || !released || s.IsSingleProcess() {
		return released, false, err
	}
	err = s.Read(ctx).Raw("SELECT EXISTS (SELECT 1 FROM inbox WHERE lane = ? AND state = 'waiting')", c.Lane).Find(&overlooked).Error
	return released, overlooked, database.Wrap(err, "release idle lane")
}

func (s deliveries) ReleaseAll(ctx context.Context) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		return database.Wrap(database.FirstError(
			g.Model(&laneRow{}).Where("owner <> ''").Updates(revokedColumns()).Error,
			g.Exec("DELETE FROM leases").Error,
		), "release all")
	})
}

func (s deliveries) BumpFences(ctx context.Context, bot string, chat int64) error {
	return s.Write(ctx, func(g *gorm.DB) error {
		if guarded := database.TxValue[guardedClaim](ctx, s.Access); guarded != nil {
			guarded.Claim = delivery.Claim{}
		}
		return database.Wrap(g.Model(&laneRow{}).Where("bot = ? AND chat = ?", bot, chat).Updates(revokedColumns()).Error, "bump fences")
	})
}

// revokedColumns free a lane and increment its fence, which invalidates all claims.
func revokedColumns() map[string]any {
	return map[string]any{"owner": "", "lease_until": nil, "fence": gorm.Expr("fence + 1")}
}

func (s deliveries) NextDue(ctx context.Context, bot string) (time.Time, bool, error) {
	var row struct {
		DueAt      time.Time
		LeaseUntil *time.Time
	}
	found := s.Read(ctx).Raw(`SELECT i.due_at, l.lease_until FROM `+waitingLanes+`
		AND l.bot = ? AND i.state = 'waiting' AND i.due_at > ?
		ORDER BY CASE WHEN l.lease_until IS NOT NULL AND l.lease_until > i.due_at THEN l.lease_until ELSE i.due_at END
		LIMIT 1`, bot, time.Time{}).Find(&row) // the zero time selects all, with the index on due_at
	if found.Error != nil || found.RowsAffected == 0 {
		return time.Time{}, false, database.Wrap(found.Error, "next due")
	}
	due := column.UTC(row.DueAt)
	if row.LeaseUntil != nil && row.LeaseUntil.After(due) {
		due = column.UTC(*row.LeaseUntil)
	}
	return due, true, nil
}

func (s deliveries) TakeLease(ctx context.Context, name, owner string, now, until time.Time) (bool, error) {
	var taken bool
	err := s.Write(ctx, func(g *gorm.DB) error {
		done := g.Exec(`INSERT INTO leases (name, owner, held_until) VALUES (?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, held_until = excluded.held_until
			WHERE leases.owner = excluded.owner OR leases.held_until <= ?`, name, owner, column.UTC(until), column.UTC(now))
		taken = done.RowsAffected > 0
		return database.Wrap(done.Error, "take lease")
	})
	return taken, err
}
