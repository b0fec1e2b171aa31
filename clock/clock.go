// Package clock is how every room reads the time and waits, so that a test can move it.
//
// Stored times are UTC, cut to microseconds: that is what both databases keep.
//
// It is no scheduler: what waits for days is a row with a due time. Start reading at Now.
package clock

import (
	"context"
	"time"
)

// Now returns the present time. The nil Now is the machine's clock.
type Now func() time.Time

// UTC returns the present time as it is stored: UTC, cut to microseconds.
func (n Now) UTC() time.Time {
	if n == nil {
		return Truncate(time.Now())
	}
	return Truncate(n())
}

// Truncate returns t as the databases keep it: UTC, cut to microseconds.
func Truncate(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// Wait returns true after d, or false as soon as ctx has ended. It waits by the machine's
// clock; what tests must be able to move is a row with a due time instead.
func Wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
