package bot

import (
	"context"
	"time"
)

// outboxAtOnce bounds how many messages are on their way at once.
const outboxAtOnce = 256

// holdingOut returns a context for what is sent of a message claimed at asked.
func (b *Bot) holdingOut(ctx context.Context, asked time.Time) (context.Context, *hold) {
	if !b.cfg.Delivery.Shared() { // nobody else sends
		return ctx, &hold{}
	}
	return holding(ctx, asked, b.cfg.Lease)
}

// extendOut keeps other processes from what is being sent here.
func (b *Bot) extendOut(ctx context.Context, held []*hold) {
	if len(held) == 0 || !b.cfg.Delivery.Shared() {
		return
	}
	asked := time.Now()
	if err := b.cfg.Delivery.ExtendOut(ctx, b.cfg.Name, b.cfg.Owner, b.now().Add(b.cfg.Lease)); err != nil {
		b.log.Warn("outbox not held on to", "err", err)
		return
	}
	for _, h := range held {
		h.renewUnlessOver(asked)
	}
}

// releaseOut leaves to others what is not sent when we stop.
func (b *Bot) releaseOut(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := b.cfg.Delivery.ReleaseOut(ctx, b.cfg.Name, b.cfg.Owner); err != nil {
		b.log.Warn("outbox not given back", "err", err)
	}
}

// guardOut stores what the outbox did, unless another process has taken the message over.
func (b *Bot) guardOut(id int64) func(ctx context.Context, fn func(ctx context.Context) error) error {
	return func(ctx context.Context, fn func(ctx context.Context) error) error {
		if !b.cfg.Delivery.Shared() {
			return fn(ctx)
		}
		return b.cfg.Tx.InTx(ctx, func(ctx context.Context) error {
			if err := b.cfg.Delivery.GuardOut(ctx, id, b.cfg.Owner); err != nil {
				return err
			}
			return fn(ctx)
		})
	}
}
