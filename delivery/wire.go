package delivery

import "context"

// Wire carries signals between the processes on one database. A signal may be lost, because
// every process also polls the tables.
type Wire interface {
	// Announce sends a signal to the other processes soon. It does not block.
	Announce(what string)
	// Listen calls heard for each signal of the other processes until ctx ends. Whenever it
	// has connected it calls lost, because signals may have been missed before.
	Listen(ctx context.Context, heard func(what string), lost func()) error
}

// Signals.
const (
	inboxNews  = "inbox"
	outboxNews = "outbox"
)
