package outbox

import (
	"context"
	"errors"
	"time"

	"keepsake/bot/panics"
	"keepsake/delivery"
	"keepsake/internal/failpoint"
	"keepsake/lease"
	"keepsake/tracing"
)

// deliver sends one message and records how it went. An error here is the end of the
// line: it becomes a later attempt, or the end of the row.
func (b *Outbox) deliver(ctx context.Context, o delivery.Outgoing) {
	if o.State == delivery.Settling {
		b.settle(ctx, o)
		return
	}
	f := b.failures.of(o.ID)
	ctx, span := tracing.Start(tracing.Continue(ctx, o.Trace), "send")
	span.Text("message.kind", string(o.Kind)).Count("message.attempt", o.Attempts+1)
	p := &painter{box: b, out: o, failure: f, guard: func(ctx context.Context, write func(ctx context.Context) error) error {
		return b.guard(ctx, o.ID, write)
	}}
	err := panics.Catch(b.log, func() error {
		if gone, err := b.isUnreachable(ctx, o); gone || err != nil {
			return err
		}
		if err := b.show(ctx, p); err != nil {
			return err
		}
		failpoint.Hit(failpoint.BeforeMark)
		return b.finish(context.WithoutCancel(ctx), p)
	})
	span.End(err)
	switch {
	case err == nil:
		b.failures.forget(o.ID)
	case errors.Is(err, delivery.ErrNotFound), // erased since
		errors.Is(err, lease.ErrLost): // another process sends it
		b.forget(o.ID)
	case ctx.Err() == nil: // else it goes on at the next start
		b.undelivered(ctx, p, err)
	}
}

// isUnreachable reports whether a message has nowhere to go any more, having settled its row.
// The chat is read only where the claim saw that something is amiss with it.
func (b *Outbox) isUnreachable(ctx context.Context, o delivery.Outgoing) (bool, error) {
	if !o.IsAway {
		return false, nil
	}
	return b.cfg.Chats.Unreachable(ctx, o)
}

// forget drops what this process knows of a row.
func (b *Outbox) forget(row int64) {
	b.failures.forget(row)
	b.replies.forget(row)
}

// show makes one outgoing message visible.
func (b *Outbox) show(ctx context.Context, p *painter) error {
	o := p.out
	switch {
	case o.Kind == delivery.Edit:
		return p.replace(ctx)
	case p.isPlaced():
		if err := b.awaitPlacing(ctx, p); err != nil {
			return err
		}
		parts := b.parts(ctx, o)
		if err := b.suspectStray(ctx, p, len(parts)); err != nil {
			return err
		}
		if err := p.paint(ctx, parts, o.Body.Buttons, false); err != nil {
			return err
		}
		return p.trim(ctx, len(parts))
	case o.Body.File != nil:
		return p.showFile(ctx)
	}
	return p.sendParts(ctx, b.parts(ctx, o))
}

// awaitPlacing waits for a placeholder that the turn's view is still sending: its id is
// the one to edit.
func (b *Outbox) awaitPlacing(ctx context.Context, p *painter) error {
	v := b.replies.view(p.out.ID)
	if v == nil || !v.isPlacing.Load() {
		return nil
	}
	select {
	case <-v.done:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	p.out.Messages = v.paint.out.Messages
	p.out.Strays = max(p.out.Strays, v.paint.out.Strays)
	return nil
}

// suspectStray notes a placeholder that a process which has died since may have sent for the
// next part of a message. It is noted before another is sent: this process may die, too.
func (b *Outbox) suspectStray(ctx context.Context, p *painter, parts int) error {
	o := p.out
	hasFormer := o.Former != ""
	if !b.cfg.Delivery.IsShared() {
		hasFormer = o.DueAt.Before(b.started) && !b.replies.isKnown(o.ID)
	}
	if !hasFormer || len(o.Messages) >= parts {
		return nil
	}
	return p.noteStray(ctx)
}

// finish marks a message as sent. It stays open while calls about it may still be carried
// out.
func (b *Outbox) finish(ctx context.Context, p *painter) error {
	o, now := p.out, b.cfg.Now.UTC()
	if b.replies.view(o.ID) == nil && o.SettleUntil.IsZero() && o.Strays == 0 {
		b.replies.forget(o.ID)
		return b.cfg.Delivery.MarkSent(ctx, o.ID, now)
	}
	due := o.SettleUntil
	if o.Repaint || o.Strays > 0 {
		due = now.Add(firstRepaint)
	}
	if due.Before(now) {
		due = now
	}
	return b.cfg.Delivery.Settle(ctx, o.ID, now, due)
}

// settleFor is how long an edit whose outcome is unknown is taken for one that may still be
// carried out; firstRepaint is when the newer text is painted over it the first time.
const (
	settleFor    = 64 * time.Second
	firstRepaint = 2 * time.Second
)
