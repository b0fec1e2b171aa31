package delivery

import "time"

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
