package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/go-telegram/bot/models"

	"keepsake/bot/markdown"
	"keepsake/delivery"
	"keepsake/internal/failpoint"
	"keepsake/text"
)

// dispatch sends what is ready, one message of a chat after the other, chats side by
// side, until lanesDone is closed and what was ready then has gone out (at most flush).
func (b *Bot) dispatch(ctx context.Context, lanesDone <-chan struct{}) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	busy, done := map[int64]bool{}, make(chan int64)
	last := false // the lanes are done: what is ready now is all there will be
	for {
		var ready []delivery.Outgoing
		var err error
		if ctx.Err() == nil {
			ready, err = b.cfg.Delivery.ClaimOut(ctx, b.cfg.Name, b.now(), slices.Collect(maps.Keys(busy)), 32)
			if err != nil && ctx.Err() == nil {
				b.log.Error("outbox not read", "err", err)
			}
		}
		for _, o := range ready {
			if busy[o.Chat] {
				continue
			}
			busy[o.Chat] = true
			go func() {
				defer func() { done <- o.Chat }()
				b.deliver(ctx, o)
			}()
		}
		if last && len(busy) == 0 && len(ready) == 0 {
			return nil
		}
		timer := time.NewTimer(b.outboxIdle(ctx, len(busy) > 0, err))
		select {
		case chat := <-done:
			delete(busy, chat)
		case <-b.cfg.Delivery.OutboxSignal():
		case <-timer.C:
		case <-lanesDone:
			last, lanesDone = true, nil
			stop := time.AfterFunc(flush, func() { cancel(errDrained) })
			defer stop.Stop()
		}
		timer.Stop()
	}
}

// outboxIdle returns how long nothing gets due, unless a signal says otherwise.
func (b *Bot) outboxIdle(ctx context.Context, busy bool, failed error) time.Duration {
	wait := 5 * time.Second
	if failed != nil {
		return time.Second
	}
	if due, ok, err := b.cfg.Delivery.NextDueOut(ctx, b.cfg.Name); err == nil && ok {
		switch d := due.Sub(b.now()); {
		case d > 0:
			wait = min(wait, d)
		case !busy:
			wait = 500 * time.Millisecond // it waits behind one that is tried again
		}
		// Else it waits for its chat, which reports when it is free.
	}
	return wait
}

// deliver sends one message and records how it went. An error here is the end of the
// line: it becomes a later attempt, or the end of the row.
func (b *Bot) deliver(ctx context.Context, o delivery.Outgoing) {
	_, err := b.guarded(func() (bool, error) {
		if o.Kind == delivery.Reply {
			if err := b.lives.wait(ctx, o.ID); err != nil {
				return false, err
			}
			// The live view may have stored more parts since the row was read.
			fresh, err := b.cfg.Delivery.Out(ctx, o.ID)
			if err != nil {
				return false, err
			}
			if fresh.State != delivery.Ready {
				return false, nil
			}
			o = fresh
		}
		if gone, err := b.unreachable(ctx, o); gone || err != nil {
			return false, err
		}
		if err := b.show(ctx, o); err != nil {
			return false, err
		}
		failpoint.Hit(failpoint.BeforeMark)
		return false, b.cfg.Delivery.MarkSent(context.WithoutCancel(ctx), o.ID, b.now())
	})
	if err == nil || ctx.Err() != nil || errors.Is(err, delivery.ErrNotFound) {
		return // done; or goes on at the next start; or erased meanwhile
	}
	b.undelivered(ctx, o, err)
}

func (b *Bot) undelivered(ctx context.Context, o delivery.Outgoing, err error) {
	var e *apiError
	reason := "failed"
	due := b.now().Add(backoff(o.Attempts + 1))
	if errors.As(err, &e) {
		reason = string(e.verdict)
		switch e.verdict {
		case flooded:
			due = b.now().Add(e.retryAfter) // exactly
		case chatMoved:
			if err := b.moveChat(ctx, o.Chat, e.movedTo); err != nil {
				b.log.Error("group not moved", "err", err)
			}
			return
		case chatClosed:
			// All that waits for the chat is given up with it, once.
			if err := b.closeTo(ctx, o.Chat); err != nil {
				b.log.Error("outbox not written", "id", o.ID, "err", err)
			}
			return
		case refused, messageGone:
			b.log.Warn("message given up", "id", o.ID, "err", err)
			if err := b.cfg.Delivery.MarkFailed(ctx, o.ID, reason); err != nil {
				b.log.Error("outbox not written", "id", o.ID, "err", err)
			}
			return
		}
	}
	b.log.Warn("message not sent yet", "id", o.ID, "attempt", o.Attempts+1, "err", err)
	if err := b.cfg.Delivery.RetryOut(ctx, o.ID, due, reason); err != nil {
		b.log.Error("outbox not written", "id", o.ID, "err", err)
	}
}

// show makes one outgoing message visible.
func (b *Bot) show(ctx context.Context, o delivery.Outgoing) error {
	keyboard := b.keyboardOf(o.Body.Buttons)
	p := &painter{bot: b, out: o, guard: unguarded}
	switch {
	case o.Kind == delivery.Reply:
		parts := render(o.Body.Text)
		if err := p.paint(ctx, parts, keyboard, true); err != nil {
			return err
		}
		return p.trim(ctx, len(parts))
	case o.Kind == delivery.Edit:
		return b.showEdit(ctx, o, keyboard)
	case o.Body.File != nil:
		if len(o.Messages) > 0 {
			return nil
		}
		id, err := b.sendFile(ctx, o, markup(o, keyboard))
		if err != nil {
			return err
		}
		return p.store(ctx, []int64{id})
	}
	parts := render(o.Body.Text)
	if o.Body.ForceReply && o.Chat < 0 {
		parts[0] = b.mentioning(ctx, o, parts[0])
	}
	for i := len(p.out.Messages); i < len(parts); i++ {
		var k models.ReplyMarkup
		if i == len(parts)-1 {
			k = markup(o, keyboard)
		}
		id, err := b.send(ctx, o, parts[i], k, i == 0)
		if err != nil {
			return err
		}
		failpoint.Hit(failpoint.AfterSend)
		if err := p.store(ctx, append(slices.Clone(p.out.Messages), id)); err != nil {
			return err
		}
	}
	return nil
}

// showEdit replaces a message; what does not fit goes behind it.
func (b *Bot) showEdit(ctx context.Context, o delivery.Outgoing, k *models.InlineKeyboardMarkup) error {
	if len(o.Messages) == 0 {
		o.Messages = []int64{o.Target}
	}
	if o.Body.Text == "" {
		return b.editKeyboard(ctx, o.Chat, o.Target, k)
	}
	p := &painter{bot: b, out: o, guard: unguarded}
	return p.paint(ctx, render(o.Body.Text), k, true)
}

// unguarded stores what the outbox did: a message is sent by one dispatcher only.
func unguarded(ctx context.Context, fn func(ctx context.Context) error) error { return fn(ctx) }

// markup returns the keyboard of a message that is sent anew, untyped nil when there is
// none.
func markup(o delivery.Outgoing, k *models.InlineKeyboardMarkup) models.ReplyMarkup {
	switch {
	case o.Body.ForceReply:
		// In a group only the phone of whom the message mentions opens the answer.
		return &models.ForceReply{ForceReply: true, InputFieldPlaceholder: o.Body.Hint, Selective: o.Chat < 0}
	case k != nil:
		return k
	}
	return nil
}

// mentioning puts the name of whom a message is for before it, as a mention.
func (b *Bot) mentioning(ctx context.Context, o delivery.Outgoing, t markdown.Text) markdown.Text {
	p, err := b.cfg.People.Get(ctx, o.Person)
	id, numbered := strings.CutPrefix(o.Person, "telegram:")
	name := text.OneLine(text.StripInvisible(p.Name))
	if err != nil || !numbered || name == "" {
		return t
	}
	before := text.UTF16Len(name) + 2
	out := markdown.Text{Text: name + ": " + t.Text, Entities: []markdown.Entity{
		{Type: mentioned, Length: before - 2, URL: id},
	}}
	for _, e := range t.Entities {
		e.Offset += before
		out.Entities = append(out.Entities, e)
	}
	return out
}
