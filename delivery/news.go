package delivery

import (
	"context"
	"sync"

	"keepsake/fault"
	"keepsake/tx"
)

// news wakes whoever works the inbox or the outbox, here and in other processes, once a
// write that gives them work has committed.
type news struct {
	commits tx.Committer
	wire    Wire

	inbox, outbox signal
}

// afterInbox wakes the lanes after the commit, unless err; it returns err with the operation.
func (n *news) afterInbox(ctx context.Context, err error, op string) error {
	return n.after(ctx, err, op, &n.inbox, inboxNews)
}

// afterOutbox wakes the dispatcher after the commit, unless err.
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

// signal wakes one waiter of each bot, whichever of them it is for: looking once too often
// costs a query. Signals that nobody took yet are one. The zero value is ready.
type signal struct {
	mu    sync.Mutex
	byBot map[string]chan struct{}
	sent  bool // before anybody asked
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
