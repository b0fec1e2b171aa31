package outbox

import (
	"context"
	"time"

	"keepsake/lease"
)

// hold returns a context for sending a message that was claimed at asked, and its hold:
// nil where no other process sends.
func (b *Outbox) hold(ctx context.Context, asked time.Time) (context.Context, *lease.Hold) {
	if !b.cfg.Delivery.IsShared() {
		return ctx, nil
	}
	h := lease.NewHold(asked, b.cfg.Lease)
	return lease.With(ctx, h), h
}

// extend keeps other processes from what is being sent here.
func (b *Outbox) extend(ctx context.Context, busy []*sending) {
	if len(busy) == 0 || !b.cfg.Delivery.IsShared() {
		return
	}
	asked := time.Now()
	if err := b.cfg.Delivery.ExtendOut(ctx, b.cfg.Bot, b.cfg.Owner, b.cfg.Now.UTC().Add(b.cfg.Lease)); err != nil {
		b.log.Warn("outbox not held on to", "error", err)
		return
	}
	for _, s := range busy {
		s.hold.RenewIfHeld(asked)
	}
}

// release leaves to others what is not sent when we stop.
func (b *Outbox) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := b.cfg.Delivery.ReleaseOut(ctx, b.cfg.Bot, b.cfg.Owner); err != nil {
		b.log.Warn("outbox not given back", "error", err)
	}
}

// guard runs a write about one of the rows that processes share; it is refused when
// another process has taken the row over.
func (b *Outbox) guard(ctx context.Context, row int64, write func(ctx context.Context) error) error {
	if !b.cfg.Delivery.IsShared() {
		return write(ctx)
	}
	return b.cfg.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := b.cfg.Delivery.GuardOut(ctx, row, b.cfg.Owner); err != nil {
			return err
		}
		return write(ctx)
	})
}
