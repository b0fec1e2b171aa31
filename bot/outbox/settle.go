package outbox

import (
	"context"
	"errors"
	"time"

	"keepsake/bot/panics"
	"keepsake/bot/telegram"
	"keepsake/clock"
	"keepsake/delivery"
)

// settle looks after a message that is shown whole while older calls about it have no known
// outcome: the text is painted again, less and less often, until no older edit can be
// carried out any more; stray placeholders are deleted.
func (b *Outbox) settle(ctx context.Context, o delivery.Outgoing) {
	err := panics.Catch(b.log, func() error {
		now, again := b.cfg.Now.UTC(), false
		if o.Repaint {
			again = b.repaint(ctx, o)
		}
		if o.Strays > 0 && (o.SentAt == nil || now.Sub(*o.SentAt) < giveUpTidy) {
			return b.beginTidy(ctx, o)
		}
		if due, open := nextRepaint(o, now, again || b.replies.view(o.ID) != nil); open {
			return b.cfg.Delivery.Resettle(ctx, o.ID, due, 0)
		}
		b.forget(o.ID)
		return b.cfg.Delivery.EndSettling(ctx, o.ID)
	})
	if err != nil && !errors.Is(err, delivery.ErrNotFound) && ctx.Err() == nil {
		b.log.Error("message not settled", "id", o.ID, "error", err)
		clock.Wait(ctx, time.Second)
	}
}

// giveUpRepaint is how long a repaint that Telegram does not take is tried.
const giveUpRepaint = 10 * time.Minute

// nextRepaint returns when a settling message is looked at again; open=false: never.
func nextRepaint(o delivery.Outgoing, now time.Time, again bool) (due time.Time, open bool) {
	left := o.SettleUntil.Sub(now)
	switch {
	case again && left > -giveUpRepaint:
		return now.Add(firstRepaint), true
	case left <= 0:
		return now, false
	case !o.Repaint:
		return o.SettleUntil, true
	}
	passed := max(settleFor-left, firstRepaint)
	return now.Add(min(passed, left)), true
}

// repaint edits a message's text in again, as far as the limits have room. again=true
// means that it could not be done now.
func (b *Outbox) repaint(ctx context.Context, o delivery.Outgoing) (again bool) {
	p := &painter{box: b, out: o}
	if o.Kind == delivery.Edit && len(o.Messages) == 0 {
		p.out.Messages = []int64{o.Target}
	}
	isDone := func(err error) bool {
		v := telegram.VerdictOf(err)
		return err == nil || v != "" && !v.IsAway() && v != telegram.Flooded
	}
	if o.Kind == delivery.Edit && o.Body.Text == "" {
		return !b.client.TryTake(ctx, o.Chat, keptPlaces) || !isDone(b.client.EditButtons(ctx, o.Chat, o.Target, o.Body.Buttons))
	}
	parts := b.parts(ctx, o)
	for i, part := range parts {
		if i >= len(p.out.Messages) || p.out.Messages[i] == 0 {
			continue
		}
		var under [][]delivery.Button
		if i == len(parts)-1 {
			under = o.Body.Buttons
		}
		if !b.client.TryTake(ctx, o.Chat, keptPlaces) || !isDone(p.edit(ctx, i, part, under, true)) {
			return true
		}
	}
	return false
}
