package lease_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"go.uber.org/goleak"

	"keepsake/lease"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestHoldEndsByItself(t *testing.T) {
	h := lease.NewHold(time.Now(), time.Hour)
	if !h.IsHeld() {
		t.Error("a new lease is not held")
	}
	h.Renew(time.Now().Add(-time.Hour))
	if h.IsHeld() {
		t.Error("a lease of an hour is held an hour after it was asked for")
	}
	h.RenewIfHeld(time.Now())
	if h.IsHeld() {
		t.Error("RenewIfHeld brought back a lease that had ended")
	}
	h.Renew(time.Now())
	h.RenewIfHeld(time.Now())
	if !h.IsHeld() {
		t.Error("a renewed lease is not held")
	}
}

func TestCheckAsksTheHoldOfTheContext(t *testing.T) {
	if err := lease.Check(t.Context()); err != nil {
		t.Errorf("without a hold: %v", err)
	}
	h := lease.NewHold(time.Now(), time.Hour)
	ctx := lease.With(t.Context(), h)
	if err := lease.Check(ctx); err != nil {
		t.Errorf("held: %v", err)
	}
	h.Renew(time.Now().Add(-2 * time.Hour))
	if err := lease.Check(ctx); !errors.Is(err, lease.ErrLost) {
		t.Errorf("ended: %v, want ErrLost", err)
	}
	if err := lease.Check(lease.With(ctx, nil)); err != nil {
		t.Errorf("work under no hold: %v", err)
	}
}

func TestKeepRenewsUntilStopped(t *testing.T) {
	h := lease.NewHold(time.Now().Add(-time.Hour), 3*time.Millisecond)
	renewed, beats := make(chan struct{}), 0
	ctx, stop := lease.Keep(t.Context(), h, func(context.Context) error {
		if beats++; beats == 3 {
			close(renewed)
		}
		return nil
	}, nil)
	<-renewed
	stop()
	after := beats // stop has waited: the goroutine writes beats no more
	stop()
	if after < 3 || context.Cause(ctx) != context.Canceled {
		t.Errorf("beats = %d, cause = %v", after, context.Cause(ctx))
	}
}

func TestKeepEndsTheWorkOfALostLease(t *testing.T) {
	failures, beats := 0, 0
	ctx, stop := lease.Keep(t.Context(), lease.NewHold(time.Now(), 3*time.Millisecond), func(context.Context) error {
		if beats++; beats < 3 {
			return errors.New("the database is away")
		}
		return lease.ErrLost
	}, func(error) { failures++ })
	<-ctx.Done()
	stop()
	if !errors.Is(context.Cause(ctx), lease.ErrLost) || failures != 2 {
		t.Errorf("cause = %v after %d failures, want ErrLost after 2", context.Cause(ctx), failures)
	}
}

func TestKeepEndsWithItsContext(t *testing.T) {
	parent, cancel := context.WithCancel(t.Context())
	_, stop := lease.Keep(parent, lease.NewHold(time.Now(), time.Hour), func(context.Context) error { return nil }, nil)
	cancel()
	stop()
}
