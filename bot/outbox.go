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
	"keepsake/people"
	"keepsake/templates"
	"keepsake/text"
	"keepsake/tracing"
)

// dispatch sends what is ready, one message of a chat after the other, chats side by
// side, until lanesDone is closed and what was ready then has gone out (at most flush).
func (b *Bot) dispatch(ctx context.Context, lanesDone <-chan struct{}) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer b.releaseOut(ctx)
	busy, done := map[int64]*hold{}, make(chan int64)
	beat := time.NewTicker(b.cfg.Lease / 3)
	defer beat.Stop()
	last := false // the lanes are done: what is ready now is all there will be
	for {
		var ready []delivery.Outgoing
		var err error
		asked := time.Now()
		if room := outboxAtOnce - len(busy); ctx.Err() == nil && room > 0 {
			ready, err = b.cfg.Delivery.ClaimOut(ctx, b.cfg.Name, b.cfg.Owner, b.now(), b.now().Add(b.cfg.Lease),
				slices.Collect(maps.Keys(busy)), room)
			if err != nil && ctx.Err() == nil {
				b.log.Error("outbox not read", "err", err)
			}
		}
		for _, o := range ready {
			if busy[o.Chat] != nil {
				continue
			}
			ctx, held := b.holdingOut(ctx, asked)
			busy[o.Chat] = held
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
		case <-b.cfg.Delivery.OutboxSignal(b.cfg.Name):
		case <-timer.C:
		case <-beat.C:
			b.extendOut(ctx, slices.Collect(maps.Values(busy)))
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
	t := b.troubles.of(o.ID)
	ctx, span := tracing.Start(tracing.Continue(ctx, o.Trace), "send")
	span.Text("message.kind", string(o.Kind)).Count("message.attempt", o.Attempts+1)
	_, err := b.guarded(func() (bool, error) {
		if gone, err := b.unreachable(ctx, o); gone || err != nil {
			return false, err
		}
		if err := b.show(ctx, o, t); err != nil {
			return false, err
		}
		failpoint.Hit(failpoint.BeforeMark)
		return false, b.cfg.Delivery.MarkSent(context.WithoutCancel(ctx), o.ID, b.now())
	})
	span.End(err)
	switch {
	case err == nil, errors.Is(err, delivery.ErrNotFound), // done, or erased meanwhile
		errors.Is(err, delivery.ErrLeaseLost): // another process sends it
		b.troubles.forget(o.ID)
	case ctx.Err() == nil: // else it goes on at the next start
		b.undelivered(ctx, o, t, err)
	}
}

// show makes one outgoing message visible.
func (b *Bot) show(ctx context.Context, o delivery.Outgoing, t *trouble) error {
	keyboard := b.keyboardOf(o.Body.Buttons)
	p := &painter{bot: b, out: o, guard: b.guardOut(o.ID), final: t}
	switch {
	case o.Kind == delivery.React:
		return b.react(ctx, o)
	case o.Kind == delivery.Reply:
		parts := render(o.Body.Text)
		if blank(parts) { // nothing but what nobody sees
			parts = render(b.say(b.recipient(ctx, o), "turn.empty", nil))
		}
		if err := p.paint(ctx, parts, keyboard, true); err != nil {
			return err
		}
		return p.trim(ctx, len(parts))
	case o.Kind == delivery.Edit && o.Body.Text == "":
		return b.editKeyboard(ctx, o.Chat, o.Target, keyboard)
	case o.Kind == delivery.Edit: // what does not fit goes behind it
		if len(o.Messages) == 0 {
			p.out.Messages = []int64{o.Target}
		}
		return p.paint(ctx, render(o.Body.Text), keyboard, true)
	case o.Body.File != nil:
		return b.showFile(ctx, p, keyboard)
	}
	parts := render(o.Body.Text)
	if o.Body.ForceReply && o.Chat < 0 {
		parts[0] = b.mentioning(ctx, o, parts[0])
	}
	return p.send(ctx, parts, keyboard)
}

// send sends the parts that were not sent yet; the keyboard goes under the last.
func (p *painter) send(ctx context.Context, parts []markdown.Text, keyboard *models.InlineKeyboardMarkup) error {
	for i := len(p.out.Messages); i < len(parts); i++ {
		var k models.ReplyMarkup
		if i == len(parts)-1 {
			k = markup(p.out, keyboard)
		}
		id, err := p.bot.send(ctx, p.out, parts[i], k, i == 0)
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

// showFile sends a document; where there are none, what is in it.
func (b *Bot) showFile(ctx context.Context, p *painter, keyboard *models.InlineKeyboardMarkup) error {
	if !b.lacking.has(fileMethod) {
		if len(p.out.Messages) > 0 {
			return nil
		}
		id, err := b.sendFile(ctx, p.out, markup(p.out, keyboard))
		if err == nil {
			return p.store(ctx, []int64{id})
		}
		if verdictOf(err) != noMethod {
			return err
		}
	}
	return p.send(ctx, b.spelled(ctx, p.out), keyboard)
}

// recipient is whom a message is for, as far as we know them.
func (b *Bot) recipient(ctx context.Context, o delivery.Outgoing) people.Person {
	p, err := b.cfg.People.Get(ctx, o.Person)
	if err != nil {
		return people.Person{ID: o.Person}
	}
	return p
}

// maxSpelled is how much of a file is sent as text, in UTF-16 units: about five messages.
const maxSpelled = 20_000

// spelled is a file as text: its caption, then what is in it, or that it is too long.
func (b *Bot) spelled(ctx context.Context, o delivery.Outgoing) []markdown.Text {
	data := text.Clean(string(o.Body.File.Data))
	if n := text.UTF16Len(data); n <= maxSpelled {
		content := markdown.Text{Text: data, Entities: []markdown.Entity{{Type: markdown.Pre, Length: n}}}
		return append(render(o.Body.Text), split(content)...)
	}
	return render(b.say(b.recipient(ctx, o), "file.too_long", templates.Data{"Name": o.Body.File.Name}))
}

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
