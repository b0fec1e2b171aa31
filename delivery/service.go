package delivery

import (
	"context"
	"sync"
	"time"

	"keepsake/fault"
	"keepsake/tracing"
)

// Service is the one door to deliveries for every other room: the Store, and a signal to
// whoever works the inbox or the outbox as soon as a write that gives them work has
// committed. Rows are the truth; a signal lost in a crash costs nothing, because workers
// also look at the due times when they start.
type Service struct {
	Store
	Now  func() time.Time
	Wire Wire // nil = this is the only process

	inbox, outbox signal
}

// InboxSignal receives, for one bot, after lanes may have got work; one signal may stand for many.
func (s *Service) InboxSignal(bot string) <-chan struct{} { return s.inbox.channel(bot) }

// OutboxSignal receives, for one bot, after messages may have become ready.
func (s *Service) OutboxSignal(bot string) <-chan struct{} { return s.outbox.channel(bot) }

// Wake signals both: for a clock that was moved, or a lease that ended.
func (s *Service) Wake() {
	s.inbox.send()
	s.outbox.send()
}

// Receive stores new updates and wakes the lanes.
func (s *Service) Receive(ctx context.Context, us []Update) (int, error) {
	n, err := s.Store.Receive(ctx, us)
	return n, s.afterInbox(ctx, err, "receive updates")
}

// Retry counts an attempt of rows and sets when they are tried again.
func (s *Service) Retry(ctx context.Context, ids []int64, due time.Time, reason string) error {
	return s.afterInbox(ctx, s.Store.Retry(ctx, ids, due, reason), "retry updates")
}

// Delay sets when a lane is worked next.
func (s *Service) Delay(ctx context.Context, lane string, due time.Time) error {
	return s.afterInbox(ctx, s.Store.Delay(ctx, lane, due), "delay lane")
}

// Replay makes a dead letter waiting again.
func (s *Service) Replay(ctx context.Context, id int64, due time.Time) error {
	return s.afterInbox(ctx, s.Store.Replay(ctx, id, due), "replay update")
}

// Release ends a lease early, so that another worker may take the lane at once.
func (s *Service) Release(ctx context.Context, c Claim) error {
	return s.afterInbox(ctx, s.Store.Release(ctx, c), "release lane")
}

// Put stores an outgoing message (State "" = Ready; DueAt zero = now) and wakes the
// outbox.
func (s *Service) Put(ctx context.Context, o Outgoing) (int64, error) {
	if o.State == "" {
		o.State = Ready
	}
	if o.DueAt.IsZero() {
		o.DueAt = s.now()
	}
	o.Trace = tracing.Carry(ctx)
	id, err := s.Store.Put(ctx, o)
	return id, s.afterOutbox(ctx, err, "put outgoing")
}

// Ready gives a drafting reply its final body and wakes the outbox.
func (s *Service) Ready(ctx context.Context, id int64, b Body, due time.Time) error {
	return s.afterOutbox(ctx, s.Store.Ready(ctx, id, b, due), "ready reply")
}

// RetryOut counts an attempt of an outgoing message and sets when it is tried again.
func (s *Service) RetryOut(ctx context.Context, id int64, due time.Time, reason string) error {
	return s.afterOutbox(ctx, s.Store.RetryOut(ctx, id, due, reason), "retry outgoing")
}

// Move takes what waits for a chat along to the one that it became.
func (s *Service) Move(ctx context.Context, bot string, from, to int64) error {
	err := s.afterInbox(ctx, s.Store.Move(ctx, bot, from, to), "move deliveries")
	return s.afterOutbox(ctx, err, "move deliveries")
}

func (s *Service) afterInbox(ctx context.Context, err error, op string) error {
	if err != nil {
		return fault.Op(err, "%s", op)
	}
	s.AfterCommit(ctx, func() { s.tell(&s.inbox, inboxNews) })
	return nil
}

func (s *Service) afterOutbox(ctx context.Context, err error, op string) error {
	if err != nil {
		return fault.Op(err, "%s", op)
	}
	s.AfterCommit(ctx, func() { s.tell(&s.outbox, outboxNews) })
	return nil
}

// tell wakes those who wait here, and in other processes.
func (s *Service) tell(here *signal, others string) {
	here.send()
	if s.Wire != nil {
		s.Wire.Announce(others)
	}
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// signal wakes one waiter of each bot, whichever of them it is for: looking once too often
// costs a query. Signals that nobody took yet are one. The zero value is ready.
type signal struct {
	mu   sync.Mutex
	of   map[string]chan struct{}
	sent bool // before anybody asked
}

func (s *signal) channel(bot string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.of[bot]
	if !ok {
		if s.of == nil {
			s.of = map[string]chan struct{}{}
		}
		c = make(chan struct{}, 1)
		s.of[bot] = c
		if s.sent {
			c <- struct{}{}
		}
	}
	return c
}

func (s *signal) send() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = true
	for _, c := range s.of {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}
