package bot

import (
	"context"
	"log/slog"
	"time"

	"keepsake/delivery"
)

// sharedPaces are the limits that all processes of a bot keep together. Without a Wire
// there is one process, and nothing to share. Where the database does not answer, each
// keeps its own limits.
type sharedPaces struct {
	delivery *delivery.Service
	bot      string
	now      func() time.Time
	log      *slog.Logger
}

// unshared is how little time between two calls is not worth a question: Telegram's limits
// are far from it, and a Bot API server of one's own has none.
const unshared = 10 * time.Millisecond

func (s sharedPaces) on(p *delivery.Pace) bool {
	p.Name = "say:" + s.bot + ":" + p.Name
	return s.delivery.Shared() && p.Every >= unshared
}

// wait returns when a call may be made. What Telegram forbade meanwhile is heeded.
func (s sharedPaces) wait(ctx context.Context, p delivery.Pace) error {
	if !s.on(&p) {
		return nil
	}
	at, _, err := s.delivery.Book(ctx, p, s.now(), true)
	for err == nil && at.After(s.now()) {
		if !pause(ctx, at.Sub(s.now())) {
			return context.Cause(ctx)
		}
		at, err = s.delivery.ClosedPace(ctx, p.Name)
	}
	return s.or(ctx, err)
}

// or lets a call be made where only the database is away.
func (s sharedPaces) or(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s.log.Warn("limits not shared", "err", err)
	return nil
}

// allow takes a place if one is free now.
func (s sharedPaces) allow(ctx context.Context, p delivery.Pace) bool {
	if !s.on(&p) {
		return true
	}
	_, ok, err := s.delivery.Book(ctx, p, s.now(), false)
	return ok && err == nil
}

// close tells all processes to leave something alone for a while.
func (s sharedPaces) close(ctx context.Context, name string, d time.Duration) {
	p := delivery.Pace{Name: name, Every: unshared}
	if !s.on(&p) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = s.or(ctx, s.delivery.ClosePace(ctx, p.Name, s.now().Add(d)))
}
