package delivery

import "context"

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
