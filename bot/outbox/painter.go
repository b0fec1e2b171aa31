package outbox

import (
	"context"
	"slices"
	"time"

	"keepsake/bot/telegram"
	"keepsake/delivery"
	"keepsake/internal/failpoint"
	"keepsake/lease"
	"keepsake/markdown"
)

// painter makes the platform's messages show one outgoing message. Every call to Telegram
// about it goes through attempt.
type painter struct {
	box *Outbox
	out delivery.Outgoing // its Messages grow
	// guard wraps the storing of ids: by the lease of the row, or of a live turn's lane.
	guard func(ctx context.Context, write func(ctx context.Context) error) error
	shown []markdown.Text // what each part shows, as far as we know
	// isBehind is set when the limits left something out.
	isBehind bool
	// failure is set where the text has to arrive, by whatever way there is; nil = a live view.
	failure *failure
	// hasFormer is set while another process may have sent the next placeholder.
	hasFormer bool
	// unsaved is how many of out.Strays are not in the database yet.
	unsaved int
	// view is the live view that paints, nil for the outbox itself.
	view *View
	// wasReplaced and isBlind are a live view's: its message was gone once and placed again;
	// it cannot be edited, so only the final text is shown.
	wasReplaced, isBlind bool
}

// attempt makes one call that shows a text, as soon as the limits allow. Formatting that
// Telegram refuses is given up before the text is.
func (p *painter) attempt(ctx context.Context, t markdown.Text, call func(ctx context.Context, t markdown.Text) error) error {
	if err := p.box.client.Wait(ctx, p.out.Chat); err != nil {
		return err
	}
	return p.attemptNow(ctx, t, call)
}

// attemptNow is attempt for a call whose place is taken already.
func (p *painter) attemptNow(ctx context.Context, t markdown.Text, call func(ctx context.Context, t markdown.Text) error) error {
	err := call(ctx, t)
	if telegram.VerdictOf(err) != telegram.Refused || len(t.Entities) == 0 {
		return err
	}
	p.box.log.Error("formatting refused", "id", p.out.ID)
	if err := p.box.client.Wait(ctx, p.out.Chat); err != nil {
		return err
	}
	return call(ctx, markdown.Text{Text: t.Text})
}

// message returns part i of the outgoing message.
func (p *painter) message(i int, t markdown.Text, buttons [][]delivery.Button) telegram.Message {
	m := telegram.Message{
		Chat: p.out.Chat, Topic: p.out.Topic, Text: t, Silent: p.out.Body.Silent, Buttons: buttons,
	}
	if i == 0 {
		m.ReplyTo = p.out.ReplyTo
	}
	return m
}

// send sends a text as part i and returns the new message's id.
func (p *painter) send(ctx context.Context, i int, t markdown.Text, buttons [][]delivery.Button) (id int64, err error) {
	err = p.attempt(ctx, t, func(ctx context.Context, t markdown.Text) error {
		id, err = p.box.client.Send(ctx, p.message(i, t, buttons))
		return err
	})
	return id, err
}

// edit makes part i show a text. isPaid says that its place by the limits is taken.
func (p *painter) edit(ctx context.Context, i int, t markdown.Text, buttons [][]delivery.Button, isPaid bool) error {
	try := p.attempt
	if isPaid {
		try = p.attemptNow
	}
	return try(ctx, t, func(ctx context.Context, t markdown.Text) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return p.box.client.Edit(p.callContext(ctx), p.out.Chat, p.out.Messages[i], t, buttons)
	})
}

// callContext returns what a call lives on: ctx, but the life of a live view, whose calls
// outlast its rest.
func (p *painter) callContext(ctx context.Context) context.Context {
	if p.view != nil {
		return p.view.life
	}
	return ctx
}

// isPlaced reports whether the message is shown by placeholder: what has to arrive, and
// cannot be asked for again.
func (p *painter) isPlaced() bool {
	o := p.out
	return o.Kind == delivery.Reply || o.Kind == delivery.Send && o.MustArrive && !o.Body.ForceReply && o.Body.File == nil
}

// addStray counts a placeholder that may be in the chat, whose id nobody learned.
func (p *painter) addStray() {
	p.out.Strays++
	p.unsaved++
}

// keptPlaces is how many places by the limits calls that can wait leave in a chat: for the
// final edit, and for a part that follows it.
const keptPlaces = 2

// noteStray counts and stores a placeholder that another process may have sent.
func (p *painter) noteStray(ctx context.Context) error {
	err := p.guard(context.WithoutCancel(ctx), func(ctx context.Context) error {
		return p.box.cfg.Delivery.NoteAttempt(ctx, p.out.ID, delivery.AttemptNote{Strays: 1})
	})
	if err == nil {
		p.out.Strays++
	}
	return err
}

// paint makes the messages show the parts; the buttons go under the last. isLive leaves
// out what the limits do not allow now: a live edit can wait.
func (p *painter) paint(ctx context.Context, parts []markdown.Text, buttons [][]delivery.Button, isLive bool) error {
	p.isBehind = false
	noEdits := p.box.client.Lacks(telegram.EditMethod)
	if p.failure == nil && (p.isBlind || noEdits) {
		return nil
	}
	for i, part := range parts {
		if i < len(p.out.Messages) && p.failure.isWritten(p.out.Messages[i]) {
			continue
		}
		isPaid := isLive // the place of the edit by the limits is taken
		if i >= len(p.out.Messages) && !noEdits {
			if p.isBehind = isLive && !p.box.client.TryTake(ctx, p.out.Chat, keptPlaces); p.isBehind {
				return nil
			}
			if !isLive { // the text does not wait for a rate that its placeholder has used
				var err error
				if isPaid, err = p.box.client.WaitForTwo(ctx, p.out.Chat); err != nil {
					return err
				}
			}
			if err := p.place(ctx, i, true); err != nil {
				return err
			}
		}
		var under [][]delivery.Button
		if i == len(parts)-1 {
			under = buttons
		}
		if len(under) == 0 && p.shows(i, part) {
			continue
		}
		kept := keptPlaces
		if len(p.shown) == 0 { // the first words of an answer are worth one
			kept--
		}
		if p.isBehind = isLive && !p.box.client.TryTake(ctx, p.out.Chat, kept); p.isBehind {
			return nil
		}
		if err := p.fill(ctx, i, part, under, isPaid); err != nil || p.isBlind {
			return err
		}
		for len(p.shown) <= i {
			p.shown = append(p.shown, markdown.Text{})
		}
		p.shown[i] = part
		p.failure.noteProgress()
	}
	return nil
}

func (p *painter) shows(i int, part markdown.Text) bool {
	return i < len(p.shown) && p.shown[i].Text == part.Text && slices.Equal(p.shown[i].Entities, part.Entities)
}

// fill edits a part into its message. When Telegram says that the message is gone, or
// cannot be edited, it is placed again, once; when that does not help either, there is
// no such thing as an edit here, or the edit is refused, a final text is sent as a message of its own.
func (p *painter) fill(ctx context.Context, i int, part markdown.Text, buttons [][]delivery.Button, isPaid bool) error {
	if p.failure != nil && p.box.client.Lacks(telegram.EditMethod) {
		return p.write(ctx, i, part, buttons)
	}
	err := p.edit(ctx, i, part, buttons, isPaid)
	if telegram.VerdictOf(err) == telegram.MessageGone && !p.wasReplaced {
		p.wasReplaced = p.failure == nil
		old := p.out.Messages[i]
		if err = p.place(ctx, i, false); err == nil {
			if p.isPlaced() { // perhaps it is there still, and only cannot be edited
				p.takeBack(ctx, old)
			}
			err = p.edit(ctx, i, part, buttons, false)
		}
	}
	switch v := telegram.VerdictOf(err); {
	case v == telegram.Refused && p.failure != nil:
		p.box.log.Error("edit refused", "id", p.out.ID)
	case v != telegram.MessageGone && v != telegram.NoMethod:
		return err
	case p.failure == nil:
		p.isBlind = true
		return nil
	}
	return p.write(ctx, i, part, buttons)
}

// write sends part i as a message of its own, in the place of one that cannot be edited.
// A crash just now may show it twice; the other way would be to lose it.
func (p *painter) write(ctx context.Context, i int, part markdown.Text, buttons [][]delivery.Button) error {
	id, err := p.send(ctx, i, part, buttons)
	if telegram.VerdictOf(err) == telegram.Refused && len(buttons) > 0 { // the text is worth more than its buttons
		p.box.log.Error("buttons refused", "id", p.out.ID)
		id, err = p.send(ctx, i, part, nil)
	}
	if err != nil {
		return err
	}
	failpoint.Hit(failpoint.AfterSend)
	p.failure.noteWritten(id)
	if i < len(p.out.Messages) && p.isPlaced() { // it says "…", or half of the answer
		p.takeBack(ctx, p.out.Messages[i])
	}
	return p.store(ctx, i, id)
}

// place sends the placeholder of part i and stores its id. isPaid says that its place by the
// limits is taken.
func (p *painter) place(ctx context.Context, i int, isPaid bool) error {
	if p.view != nil {
		p.view.isPlacing.Store(true)
		defer p.view.isPlacing.Store(false)
	}
	if !isPaid {
		if err := p.box.client.Wait(ctx, p.out.Chat); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if p.hasFormer {
		if err := p.noteStray(ctx); err != nil {
			return err
		}
		p.hasFormer = false
	}
	// Not to be cut short: Telegram may have taken it already, and a placeholder whose id
	// nobody learned would stay.
	id, err := p.box.client.Send(p.callContext(context.WithoutCancel(ctx)), p.message(i, markdown.Text{Text: placeholder}, nil))
	if telegram.VerdictOf(err) == telegram.Unknown {
		p.addStray()
	}
	if err != nil {
		return err
	}
	failpoint.Hit(failpoint.AfterSend)
	if err := p.store(ctx, i, id); err != nil {
		p.takeBack(lease.With(ctx, nil), id) // nobody else knows of it: that needs no hold
		return err
	}
	p.failure.noteProgress()
	return nil
}

// takeBack deletes a placeholder that is of no use: its id could not be stored (the lane
// was lost, whoever goes on sends their own), or it cannot be edited. Best effort.
func (p *painter) takeBack(ctx context.Context, id int64) {
	if p.box.client.Lacks(telegram.DeleteMethod) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	err := p.box.client.Delete(ctx, p.out.Chat, id)
	if err != nil && telegram.VerdictOf(err) != telegram.MessageGone {
		p.box.log.Warn("placeholder not taken back", "error", err)
	}
}

// store keeps the id of part i, 0 for one whose outcome is unknown. It is stored even if we
// are asked to stop in the middle: the message is there.
func (p *painter) store(ctx context.Context, i int, id int64) error {
	write := func(ctx context.Context) error {
		if err := p.box.cfg.Delivery.SetPart(ctx, p.out.ID, i, id); err != nil || p.unsaved == 0 {
			return err
		}
		return p.box.cfg.Delivery.NoteAttempt(ctx, p.out.ID, delivery.AttemptNote{Strays: p.unsaved})
	}
	ctx = context.WithoutCancel(ctx)
	err := p.guard(ctx, func(ctx context.Context) error {
		if p.unsaved == 0 {
			return write(ctx)
		}
		return p.box.cfg.Tx.InTx(ctx, write)
	})
	if err != nil {
		return err
	}
	p.unsaved = 0
	if p.out.Messages = slices.Clone(p.out.Messages); i < len(p.out.Messages) {
		p.out.Messages[i] = id
	} else {
		p.out.Messages = append(p.out.Messages, id)
	}
	return nil
}

// trim deletes the messages that the final answer has no part for: an answer begun again
// came out shorter.
func (p *painter) trim(ctx context.Context, parts int) error {
	if len(p.out.Messages) <= parts {
		return nil
	}
	for i := parts; i < len(p.out.Messages); i++ {
		if p.out.Messages[i] == 0 {
			continue
		}
		if err := p.box.client.Wait(ctx, p.out.Chat); err != nil {
			return err
		}
		err := p.box.client.Delete(ctx, p.out.Chat, p.out.Messages[i])
		switch telegram.VerdictOf(err) {
		case telegram.NoMethod, telegram.Refused: // at least it shall not show a part of another answer
			if err := p.edit(ctx, i, markdown.Text{Text: placeholder}, nil, false); err != nil {
				p.box.log.Debug("surplus part not emptied", "error", err)
			}
		case telegram.OK, telegram.MessageGone:
		default:
			return err
		}
	}
	kept := slices.Clone(p.out.Messages[:parts])
	return p.guard(context.WithoutCancel(ctx), func(ctx context.Context) error {
		return p.box.cfg.Delivery.SetMessages(ctx, p.out.ID, kept)
	})
}
