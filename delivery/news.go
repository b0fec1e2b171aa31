package delivery

import (
	"context"
	"sync"

	"keepsake/fault"
	"keepsake/tx"
)

// news wakes the workers of the inbox and the outbox, in this and in other processes, after a
// write that gives them work has committed.
type news struct {
	commits tx.Committer
	wire    Wire

	inbox, outbox signal
}

// afterInbox wakes the lanes after the commit unless err is set. It returns err with the
// operation.
func (n *news) afterInbox(ctx context.Context, err error, op string) error {
	return n.after(ctx, err, op, &n.inbox, inboxNews)
}

// afterOutbox is afterInbox for the dispatcher.
func (n *news) afterOutbox(ctx context.Context, err error, op string) error {
	return n.after(ctx, err, op, &n.outbox, outboxNews)
}

func (n *news) after(ctx context.Context, err error, op string, here *signal, others string) error {
	if err != nil {
		return fault.Op(err, "%s", op)
	}
	n.commits.AfterCommit(ctx, func() {
		here.send()
		if n.wire != nil {
			n.wire.Announce(others)
		}
	})
	return nil
}

func (n *news) wake() {
	n.inbox.send()
	n.outbox.send()
}

func (n *news) listen(ctx context.Context) error {
	if n.wire == nil {
		<-ctx.Done()
		return nil
	}
	return n.wire.Listen(ctx, func(what string) {
		switch what {
		case inboxNews:
			n.inbox.send()
		case outboxNews:
			n.outbox.send()
		}
	}, n.wake)
}

// signal wakes one waiter of every bot, because an unnecessary wake-up costs only a query.
// Signals that were not received yet are merged. The zero value is ready for use.
type signal struct {
	mu    sync.Mutex
	byBot map[string]chan struct{}
	sent  bool // a signal was sent before channel was called
}

func (s *signal) channel(bot string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.byBot[bot]
	if !ok {
		if s.byBot == nil {
			s.byBot = map[string]chan struct{}{}
		}
		c = make(chan struct{}, 1)
		s.byBot[bot] = c
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
	for _, c := range s.byBot {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}
