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

// Place returns when the next call may be made, and from when on the one after it counts,
// given where the last one left next. It is the generic cell rate algorithm: next runs ahead of the clock
// by Every for each call, and at most Burst calls ahead.
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

// Wire carries signals between the processes on one database. Rows are the truth: a signal
// that is lost is made up for by looking again.
type Wire interface {
	// Announce tells the others, soon and without waiting.
	Announce(what string)
	// Listen calls heard for what others announce, until ctx ends. After it was cut off it
	// calls lost: anything may have been announced meanwhile.
	Listen(ctx context.Context, heard func(what string), lost func()) error
}

// What is announced.
const (
	inboxNews  = "inbox"
	outboxNews = "outbox"
)

// Shared reports whether other processes may work on the same database.
func (s *Service) Shared() bool { return s.Wire != nil }

// Listen passes on the signals of other processes until ctx ends.
func (s *Service) Listen(ctx context.Context) error {
	if s.Wire == nil {
		<-ctx.Done()
		return nil
	}
	return s.Wire.Listen(ctx, func(what string) {
		switch what {
		case inboxNews:
			s.inbox.send()
		case outboxNews:
			s.outbox.send()
		}
	}, s.Wake)
}
