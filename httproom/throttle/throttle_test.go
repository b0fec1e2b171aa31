package throttle_test

import (
	"strconv"
	"testing"
	"time"

	"keepsake/httproom/throttle"
)

// Each name has tries of its own, which come back with time; very many names begin anew.
func TestAllows(t *testing.T) {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	l := &throttle.Limiter{Now: func() time.Time { return now }, PerSecond: 0.5, AtOnce: 2}
	tries := func(name string) (n int) {
		for range 10 {
			if l.Allows(name) {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		after time.Duration
		name  string
		want  int
	}{{0, "a", 2}, {0, "b", 2}, {0, "a", 0}, {2 * time.Second, "a", 1}, {time.Hour, "a", 2}} {
		now = now.Add(c.after)
		if got := tries(c.name); got != c.want {
			t.Errorf("%s after %s: %d tries, want %d", c.name, c.after, got, c.want)
		}
	}
	for n := range 10_000 {
		l.Allows(strconv.Itoa(n))
	}
	if got := tries("a"); got != 2 {
		t.Errorf("after very many names: %d tries", got)
	}
}
