package deliveries

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"keepsake/delivery"
	"keepsake/store/column"
	"keepsake/store/database"
)

func (s deliveries) Book(ctx context.Context, p delivery.Pace, now time.Time, wait bool) (at time.Time, ok bool, err error) {
	now = column.UTC(now)
	err = s.withPace(ctx, p.Name, func(g *gorm.DB, row paceRow) error {
		var after time.Time
		at, after = p.Place(column.UTC(row.NextAt), now)
		if row.ClosedUntil != nil && row.ClosedUntil.After(at) {
			at = column.UTC(*row.ClosedUntil)
		}
		if ok = wait || !at.After(now); !ok {
			return nil
		}
		return g.Model(&paceRow{}).Where("name = ?", p.Name).UpdateColumn("next_at", column.UTC(after)).Error
	})
	return at, ok && err == nil, database.Wrap(err, "book a pace")
}

func (s deliveries) ClosePace(ctx context.Context, name string, until time.Time) error {
	until = column.UTC(until)
	return database.Wrap(s.withPace(ctx, name, func(g *gorm.DB, row paceRow) error {
		if row.ClosedUntil != nil && row.ClosedUntil.After(until) {
			return nil
		}
		return g.Model(&paceRow{}).Where("name = ?", name).UpdateColumn("closed_until", until).Error
	}), "close a pace")
}

func (s deliveries) ClosedPace(ctx context.Context, name string) (time.Time, error) {
	var row paceRow
	err := s.Read(ctx).Where("name = ?", name).Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) || err == nil && row.ClosedUntil == nil {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, database.Wrap(err, "read a pace")
	}
	return column.UTC(*row.ClosedUntil), nil
}

// withPace runs fn with the locked row of a pace. It creates a missing row.
func (s deliveries) withPace(ctx context.Context, name string, fn func(g *gorm.DB, row paceRow) error) error {
	return s.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		row := paceRow{Name: name, NextAt: time.Unix(0, 0).UTC()}
		if err := g.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
		if err := g.Clauses(s.LockRows()...).Where("name = ?", name).Take(&row).Error; err != nil {
			return err
		}
		return fn(g, row)
	})
}
