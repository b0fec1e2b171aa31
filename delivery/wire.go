package delivery

import "context"

// Wire carries signals between the processes on one database. Rows are the truth: a signal
// that is lost is made up for by looking again.
type Wire interface {
	// Announce tells the others, soon and without waiting.
	Announce(what string)
	// Listen calls heard for what others announce, until ctx ends. After it was cut off it
	// calls lost: anything may have been announced in between.
	Listen(ctx context.Context, heard func(what string), lost func()) error
}

// What is announced.
const (
	inboxNews  = "inbox"
	outboxNews = "outbox"
)
