package delivery

import (
	"context"
	"time"
)

// Pace is how often something may be done by all processes together: once in Every, and
// Burst times at once after a pause.
type Pace struct {
	Name  string
	Every time.Duration
	Burst int
}

// Place returns when the next call may be made, and what is next for the one after it. It
// is the generic cell rate algorithm: next runs ahead of the clock by Every for each call,
// and calls wait once it is Burst of them ahead.
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

// paceStore is what the database does for the Paces.
type paceStore interface {
	Book(ctx context.Context, p Pace, now time.Time, wait bool) (at time.Time, ok bool, err error)
	ClosePace(ctx context.Context, name string, until time.Time) error
	ClosedPace(ctx context.Context, name string) (time.Time, error)
}

// Paces are the limits that all processes keep together.
type Paces struct{ store paceStore }

// Book takes the next place of a pace and returns when the call may be made. A place that is
// not free at now is left alone unless wait is set (ok=false).
func (p *Paces) Book(ctx context.Context, pace Pace, now time.Time, wait bool) (at time.Time, ok bool, err error) {
	return p.store.Book(ctx, pace, now, wait)
}

// ClosePace lets no place of a pace be booked for before a time.
func (p *Paces) ClosePace(ctx context.Context, name string, until time.Time) error {
	return p.store.ClosePace(ctx, name, until)
}

// ClosedPace returns until when a pace is closed, the zero time when it is not.
func (p *Paces) ClosedPace(ctx context.Context, name string) (time.Time, error) {
	return p.store.ClosedPace(ctx, name)
}
