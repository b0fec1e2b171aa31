package delivery

import (
	"context"

	"keepsake/clock"
	"keepsake/fault"
	"keepsake/lease"
	"keepsake/tx"
)

var (
	// ErrNotFound says that there is no such update or message.
	ErrNotFound = fault.New(fault.NotFound, "no such delivery")
	// ErrLeaseLost is lease.ErrLost: another owner has the lane; stop, write nothing.
	ErrLeaseLost = lease.ErrLost
	// ErrDenied says that the actor may not erase these deliveries.
	ErrDenied = fault.New(fault.Denied, "the actor may not erase these deliveries")
)

// Config is what a Service is made of.
type Config struct {
	Store  Store
	Now    clock.Now
	Wire   Wire   // nil = this is the only process on the database
	Events Events // what is told of committed writes; the zero value tells nobody
}

// Store is what a database must do for deliveries: the sum of what the parts ask for.
// Methods called with a context from tx.Runner.InTx join that transaction.
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

// Service is all parts of the room together.
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

// New returns a Service. It starts nothing; Listen must run where Config.Wire is set.
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

// InboxSignal receives, for one bot, after lanes may have got work; one signal may stand
// for several writes. Rows are the truth: a signal lost in a crash costs nothing, because
// workers also look at the due times when they start.
func (s *Service) InboxSignal(bot string) <-chan struct{} { return s.news.inbox.channel(bot) }

// OutboxSignal receives, for one bot, after messages may have become ready.
func (s *Service) OutboxSignal(bot string) <-chan struct{} { return s.news.outbox.channel(bot) }

// Wake signals both: for a clock that was moved, or a lease that ended.
func (s *Service) Wake() { s.news.wake() }

// Shared reports whether other processes may work on the same database.
func (s *Service) Shared() bool { return s.news.wire != nil }

// Listen passes on the signals of other processes until ctx ends.
func (s *Service) Listen(ctx context.Context) error { return s.news.listen(ctx) }
