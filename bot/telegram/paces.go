package telegram

import (
	"context"
	"log/slog"
	"time"

	"keepsake/clock"
	"keepsake/delivery"
)

// Paces are the limits that the processes of a bot keep together in the database
// (delivery.Service).
type Paces interface {
	IsShared() bool
	Book(ctx context.Context, p delivery.Pace, now time.Time, wait bool) (at time.Time, ok bool, err error)
	ClosePace(ctx context.Context, name string, until time.Time) error
	ClosedPace(ctx context.Context, name string) (time.Time, error)
}

// sharedPaces asks the database for places. Where it does not answer, each process keeps
// its own limits.
type sharedPaces struct {
	paces Paces
	bot   string
	now   clock.Now
	log   *slog.Logger
}

// minShared is how little time between two calls is not worth a question: Telegram's limits
// are far from it, and a Bot API server of one's own has none.
const minShared = 10 * time.Millisecond

// isOn reports whether a pace is shared, and gives it its full name.
func (s sharedPaces) isOn(p *delivery.Pace) bool {
	p.Name = "say:" + s.bot + ":" + p.Name
	return s.paces != nil && s.paces.IsShared() && p.Every >= minShared
}

// wait returns when a call may be made. What Telegram forbids in the meantime is heeded.
func (s sharedPaces) wait(ctx context.Context, p delivery.Pace) error {
	if !s.isOn(&p) {
		return nil
	}
	at, _, err := s.paces.Book(ctx, p, s.now.UTC(), true)
	for err == nil && at.After(s.now.UTC()) {
		if !clock.Wait(ctx, at.Sub(s.now.UTC())) {
			return context.Cause(ctx)
		}
		at, err = s.paces.ClosedPace(ctx, p.Name)
	}
	return s.tolerate(ctx, err)
}

// tolerate lets a call be made where only the database is away.
func (s sharedPaces) tolerate(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s.log.Warn("limits not shared", "error", err)
	return nil
}

// tryTake takes a place if one is free now.
func (s sharedPaces) tryTake(ctx context.Context, p delivery.Pace) bool {
	if !s.isOn(&p) {
		return true
	}
	_, ok, err := s.paces.Book(ctx, p, s.now.UTC(), false)
	return ok && err == nil
}

// close tells all processes to leave a pace alone for a while.
func (s sharedPaces) close(ctx context.Context, name string, d time.Duration) {
	p := delivery.Pace{Name: name, Every: minShared}
	if !s.isOn(&p) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = s.tolerate(ctx, s.paces.ClosePace(ctx, p.Name, s.now.UTC().Add(d)))
}
