package intake

import (
	"context"
	"net/http"
	"sync"
	"time"
)

const (
	// The answer to the first wrong secret waits firstDelay, each further one twice as long
	// as the one before, up to maxDelay.
	firstDelay = 50 * time.Millisecond
	maxDelay   = 5 * time.Second
	// forgetAfter is how long without a wrong secret it takes to begin anew.
	forgetAfter = time.Minute
	// maxDelayed is how many answers wait at the same time; what is more is refused at once.
	maxDelayed = 32
)

// slowdown makes guessing a webhook's secret slow, for everybody together: an attacker has
// many addresses, and behind a proxy all have one. The right secret never comes here.
type slowdown struct {
	mu      sync.Mutex
	delay   time.Duration // of the latest wrong secret
	latest  time.Time
	waiting int
}

// enter returns how long the answer to a wrong secret waits, and ok=false when too many wait
// already. Unless it is refused, leave must be called after the wait.
func (s *slowdown) enter(now time.Time) (delay time.Duration, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting >= maxDelayed {
		return 0, false
	}
	if now.Sub(s.latest) >= forgetAfter {
		s.delay = 0
	}
	s.delay, s.latest = min(max(2*s.delay, firstDelay), maxDelay), now
	s.waiting++
	return s.delay, true
}

func (s *slowdown) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting--
}

// refuseSecret returns the status for a wrong secret, after a while. The wait ends early when
// the other side has gone or the intake stops.
func (i *Intake) refuseSecret(ctx context.Context) int {
	delay, ok := i.wrong.enter(time.Now())
	if !ok {
		return http.StatusTooManyRequests
	}
	defer i.wrong.leave()
	t := time.NewTimer(delay)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	case <-i.stopped:
	}
	return http.StatusUnauthorized
}
