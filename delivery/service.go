package delivery

import (
	"context"

	"keepsake/clock"
	"keepsake/fault"
	"keepsake/lease"
	"keepsake/tx"
)

var (
	// ErrNotFound means that the update or message does not exist.
	ErrNotFound = fault.New(fault.NotFound, "no such delivery")
	// ErrLeaseLost is lease.ErrLost: another owner has the lane. The caller must stop and write
	// nothing.
	ErrLeaseLost = lease.ErrLost
	// ErrDenied means that the actor may not erase these deliveries.
	ErrDenied = fault.New(fault.Denied, "the actor may not erase these deliveries")
)

// Config configures a Service.
type Config struct {
	Store  Store
	Now    clock.Now
	Wire   Wire   // nil = this is the only process on the database
	Events Events // called after committed writes; may be empty
}

// Store is the interface of the database, the sum of the parts' interfaces. Methods called with
// a context from tx.Runner.InTx join that transaction.
type Store interface {
	tx.Committer
	inboxStore
	letterStore
	stopStore
	laneStore
	outboxStore
	dispatchStore
	settleStore
	leaseStore
	paceStore
	upkeepStore
}

// Service is the sum of all parts.
type Service struct {
	*Inbox
	*Letters
	*Stops
	*Lanes
	*Outbox
	*Dispatch
	*Settler
	*Leases
	*Paces
	*Upkeep

	news *news
}

// New returns a Service. If Config.Wire is set, the caller must run Listen.
func New(c Config) *Service {
	n := &news{commits: c.Store, wire: c.Wire}
	e := &announcer{Events: c.Events, commits: c.Store}
	return &Service{
		Inbox:    &Inbox{store: c.Store, news: n, events: e, now: c.Now},
		Letters:  &Letters{store: c.Store, news: n},
		Stops:    &Stops{store: c.Store},
		Lanes:    &Lanes{store: c.Store, news: n},
		Outbox:   &Outbox{store: c.Store, news: n, events: e, now: c.Now},
		Dispatch: &Dispatch{store: c.Store},
		Settler:  &Settler{store: c.Store, news: n, events: e},
		Leases:   &Leases{store: c.Store},
		Paces:    &Paces{store: c.Store},
		Upkeep:   &Upkeep{store: c.Store, news: n, events: e},
		news:     n,
	}
}

// InboxSignal returns a channel that receives a value when the lanes of a bot may have new
// work. One value may stand for several writes. A crash may lose a signal, because workers also
// query the due times when they start.
func (s *Service) InboxSignal(bot string) <-chan struct{} { return s.news.inbox.channel(bot) }

// OutboxSignal is InboxSignal for messages that have become ready.
func (s *Service) OutboxSignal(bot string) <-chan struct{} { return s.news.outbox.channel(bot) }

// Wake sends both signals, after a change of the clock or the end of a lease.
func (s *Service) Wake() { s.news.wake() }

// IsShared reports whether other processes may use the same database.
func (s *Service) IsShared() bool { return s.news.wire != nil }

// Listen passes on the signals of other processes until ctx ends.
func (s *Service) Listen(ctx context.Context) error { return s.news.listen(ctx) }
