package bot

import (
	"context"
	"sync"
	"time"

	"keepsake/delivery"
)

// hold is how long a lease is surely ours, by this machine's clock: from before it was asked
// for. A process that was paused (a frozen machine, SIGSTOP) reads from it that it may not
// speak any more, before it has asked the database.
type hold struct {
	lease time.Duration
	mu    sync.Mutex
	asked time.Time
}

type holdKey struct{}

// holding returns a context whose calls to Telegram are refused once the lease has ended.
func holding(ctx context.Context, asked time.Time, lease time.Duration) (context.Context, *hold) {
	h := &hold{lease: lease, asked: asked}
	return context.WithValue(ctx, holdKey{}, h), h
}

// renew begins the lease anew.
func (h *hold) renew(asked time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = asked
}

// renewUnlessOver begins the lease anew if it has not ended: then somebody else may have
// what it was about.
func (h *hold) renewUnlessOver(asked time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.left(time.Now()) {
		h.asked = asked
	}
}

// left reports whether the lease goes on. Both clocks count: the one that stops while a
// machine sleeps, and the one that can be set.
func (h *hold) left(now time.Time) bool {
	return now.Sub(h.asked) < h.lease && now.Round(0).Sub(h.asked.Round(0)) < h.lease
}

// stillHeld returns delivery.ErrLeaseLost when the hold of ctx has ended.
func stillHeld(ctx context.Context) error {
	h, ok := ctx.Value(holdKey{}).(*hold)
	if !ok {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.left(time.Now()) {
		return nil
	}
	return delivery.ErrLeaseLost
}

// settle is how long a call to Telegram that is under way may go on after its work was
// called off. Cut short, it might still be carried out, and later than what follows it: an
// older text would replace a newer one.
const settle = 2 * time.Second

// settling returns a context that ends that much later than ctx.
func settling(ctx context.Context) (context.Context, context.CancelFunc) {
	calm, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		time.AfterFunc(settle, func() { cancel(context.Cause(ctx)) })
	})
	return calm, func() { stop(); cancel(nil) }
}
