package clock_test

import (
	"context"
	"testing"
	"time"

	"keepsake/clock"
)

func TestUTCIsWhatDatabasesKeep(t *testing.T) {
	zone := time.FixedZone("east", 2*60*60)
	now := clock.Now(func() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 123456789, zone) })
	want := time.Date(2026, 11, 22, 10, 0, 0, 123456000, time.UTC)
	if got := now.UTC(); !got.Equal(want) || got.Location() != time.UTC {
		t.Errorf("UTC() = %v, want %v", got, want)
	}
	if d := time.Since(clock.Now(nil).UTC()); d < 0 || d > time.Minute {
		t.Errorf("the nil clock is %v off", d)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	if !clock.Wait(t.Context(), time.Millisecond) {
		t.Error("Wait did not wait")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if clock.Wait(ctx, time.Hour) {
		t.Error("Wait outlived its context")
	}
}
