package delivery

import (
	"context"
	"time"
)

// Pace is a rate limit for all processes together: one call in Every on average, and up to
// Burst calls at once after a pause.
type Pace struct {
	Name  string
	Every time.Duration
	Burst int
}

// Place returns when the next call may be made, and the value of next for the call after it. It
// implements the generic cell rate algorithm: each call moves next ahead of the clock by Every,
// and calls have to wait once next is Burst calls ahead.
func (p Pace) Place(next, now time.Time) (at, after time.Time) {
	if next.Before(now) {
		next = now
	}
	at = next.Add(-time.Duration(max(p.Burst, 1)-1) * p.Every)
	if at.Before(now) {
		at = now
	}
	return at, next.Add(p.Every)
}

// paceStore is the part of Store that Paces uses.
type paceStore interface {
	Book(ctx context.Context, p Pace, now time.Time, wait bool) (at time.Time, ok bool, err error)
	ClosePace(ctx context.Context, name string, until time.Time) error
	ClosedPace(ctx context.Context, name string) (time.Time, error)
}

// Paces are the rate limits that all processes share.
type Paces struct{ store paceStore }

// Book reserves the next call of a pace and returns when it may be made. If that is later than
// now and wait is not set, it reserves nothing and ok is false.
func (p *Paces) Book(ctx context.Context, pace Pace, now time.Time, wait bool) (at time.Time, ok bool, err error) {
	return p.store.Book(ctx, pace, now, wait)
}

// ClosePace allows no call of a pace before a time.
func (p *Paces) ClosePace(ctx context.Context, name string, until time.Time) error {
	return p.store.ClosePace(ctx, name, until)
}

// ClosedPace returns the time until which a pace was closed, or the zero time.
func (p *Paces) ClosedPace(ctx context.Context, name string) (time.Time, error) {
	return p.store.ClosedPace(ctx, name)
}
