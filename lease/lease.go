// Package lease keeps what a process has leased in the database: a lane, the poller's
// place, messages of the outbox.
//
// The database decides who owns a lease; this package renews it while the work goes on,
// ends the work when it is lost, and tells from this machine's clocks that it must be over
// even before the database could be asked. It takes no lease and gives none back: the
// owner does (delivery.Service).
//
// Start reading at Keep.
package lease

import (
	"context"
	"errors"
	"sync"
	"time"

	"keepsake/clock"
	"keepsake/fault"
)

// ErrLost says that the lease is over or another owner's: stop, write nothing.
var ErrLost = fault.New(fault.Conflict, "the lease is lost")

// Hold is how long a lease is certainly ours by this machine's clocks, counted from
// before it was asked for. A process that was frozen (SIGSTOP, a sleeping machine) reads
// from it that its lease is over. The methods may be called from any goroutine.
type Hold struct {
	length time.Duration
	mu     sync.Mutex
	asked  time.Time
}

// NewHold returns the hold of a lease of the given length that was asked for at asked,
// a time.Now() of before the question to the database.
func NewHold(asked time.Time, length time.Duration) *Hold {
	return &Hold{length: length, asked: asked}
}

// Renew starts the lease anew at asked.
func (h *Hold) Renew(asked time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = asked
}

// RenewIfHeld starts the lease anew at asked unless it has ended: then another process
// may have what it was about.
func (h *Hold) RenewIfHeld(asked time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isHeldAt(time.Now()) {
		h.asked = asked
	}
}

// Age returns how long ago, at a time, the lease was last asked for.
func (h *Hold) Age(now time.Time) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	return max(now.Sub(h.asked), now.Round(0).Sub(h.asked.Round(0)))
}

// IsHeld reports whether the lease has not ended.
func (h *Hold) IsHeld() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.isHeldAt(time.Now())
}

// isHeldAt compares by both clocks: the monotonic one, which stops while a machine
// sleeps, and the wall clock, which can be set.
func (h *Hold) isHeldAt(now time.Time) bool {
	return now.Sub(h.asked) < h.length && now.Round(0).Sub(h.asked.Round(0)) < h.length
}

type holdKey struct{}

// With returns a context for work that is done under the hold (Check); under none when h is nil.
func With(ctx context.Context, h *Hold) context.Context {
	return context.WithValue(ctx, holdKey{}, h)
}

// Check returns ErrLost when the hold of ctx has ended, nil when it has not or ctx has
// none. Call it before anything that the next owner must not see done.
func Check(ctx context.Context) error {
	if h, ok := ctx.Value(holdKey{}).(*Hold); ok && h != nil && !h.IsHeld() {
		return ErrLost
	}
	return nil
}

// Keep renews a lease three times in its length until stop is called or ctx ends. The
// returned context carries the hold and is cancelled with the cause ErrLost once renew
// returns an error that wraps it; any other error goes to failed (nil: it is dropped) and
// the lease is tried again at the next beat. stop may be called more than once; it returns
// when no renewal is under way and none will follow.
func Keep(ctx context.Context, h *Hold, renew func(ctx context.Context) error, failed func(err error)) (held context.Context, stop func()) {
	held, cancel := context.WithCancelCause(With(ctx, h))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for clock.Wait(held, h.length/3) {
			asked := time.Now()
			switch err := renew(held); {
			case err == nil:
				h.Renew(asked)
			case errors.Is(err, ErrLost):
				cancel(ErrLost)
				return
			case failed != nil && held.Err() == nil:
				failed(err)
			}
		}
	}()
	return held, func() {
		cancel(nil)
		<-done
	}
}
