package outbox

import (
	"context"
	"strings"

	"keepsake/bot/telegram"
	"keepsake/delivery"
	"keepsake/internal/failpoint"
	"keepsake/markdown"
)

// sendParts sends the parts that were not sent yet; the buttons go under the last. Each is
// sent at most once: where the outcome of a call is unknown, the next part follows, and
// whoever misses something asks again.
func (p *painter) sendParts(ctx context.Context, parts []markdown.Text) error {
	for i := len(p.out.Messages); i < len(parts); i++ {
		m := p.message(i, parts[i], nil)
		if i == len(parts)-1 {
			m.Buttons, m.ForceReply, m.Hint = p.out.Body.Buttons, p.out.Body.ForceReply, p.out.Body.Hint
			m.Position = p.out.Body.Position
		}
		err := p.once(ctx, i, parts[i], func(ctx context.Context, t markdown.Text) (int64, error) {
			m.Text = t
			return p.box.client.Send(ctx, m)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// once sends part i unless that was tried before with an unknown outcome, and stores its
// id, 0 where the outcome is unknown. The attempt is noted before the call, so that a crash
// after it is such an outcome, too.
func (p *painter) once(ctx context.Context, i int, t markdown.Text, send func(ctx context.Context, t markdown.Text) (int64, error)) error {
	if p.out.Tried == i+1 {
		return p.store(ctx, i, 0)
	}
	if err := p.box.client.Wait(ctx, p.out.Chat); err != nil {
		return err
	}
	return p.onceNow(ctx, i, t, send)
}

// onceNow is once for a call that was not tried before and whose place is taken already.
func (p *painter) onceNow(ctx context.Context, i int, t markdown.Text, send func(ctx context.Context, t markdown.Text) (int64, error)) error {
	err := p.guard(ctx, func(ctx context.Context) error {
		return p.box.cfg.Delivery.NoteAttempt(ctx, p.out.ID, delivery.AttemptNote{Tried: i + 1})
	})
	if err != nil {
		return err
	}
	var id int64
	err = p.attemptNow(ctx, t, func(ctx context.Context, t markdown.Text) (err error) {
		id, err = send(ctx, t)
		return err
	})
	switch telegram.VerdictOf(err) {
	case telegram.OK:
		failpoint.Hit(failpoint.AfterSend)
		p.failure.noteProgress()
	case telegram.Unknown:
		p.box.log.Warn("message sent with unknown outcome", "id", p.out.ID, "kind", p.out.Kind)
	default:
		return err
	}
	return p.store(ctx, i, id)
}

// showFile sends a document; where there are none, what is in it.
func (p *painter) showFile(ctx context.Context) error {
	if p.box.client.Lacks(telegram.FileMethod) {
		return p.sendParts(ctx, p.box.spell(ctx, p.out))
	}
	if len(p.out.Messages) > 0 {
		return nil
	}
	err := p.once(ctx, 0, caption(p.out), func(ctx context.Context, t markdown.Text) (int64, error) {
		return p.box.client.SendFile(ctx, p.message(0, t, p.out.Body.Buttons), *p.out.Body.File)
	})
	if telegram.VerdictOf(err) == telegram.NoMethod {
		return p.sendParts(ctx, p.box.spell(ctx, p.out))
	}
	return err
}

// replace edits a message that was sent before, its text with the buttons or the buttons
// alone. What does not fit goes behind it.
func (p *painter) replace(ctx context.Context) error {
	if err := p.box.overtake(ctx, p.out); err != nil {
		return err
	}
	if p.out.Body.Text == "" {
		return p.replaceButtons(ctx)
	}
	if len(p.out.Messages) == 0 {
		p.out.Messages = []int64{p.out.Target}
	}
	return p.paint(ctx, p.box.parts(ctx, p.out), p.out.Body.Buttons, false)
}

// replaceButtons replaces only the keyboard under a message.
func (p *painter) replaceButtons(ctx context.Context) error {
	if err := p.box.client.Wait(ctx, p.out.Chat); err != nil {
		return err
	}
	if t, ok := p.settled(); ok && p.box.client.Edit(ctx, p.out.Chat, p.out.Target, t, p.out.Body.Buttons) == nil {
		return nil
	}
	err := p.box.client.EditButtons(ctx, p.out.Chat, p.out.Target, p.out.Body.Buttons)
	switch telegram.VerdictOf(err) {
	case telegram.NotModified, telegram.MessageGone, telegram.NoMethod:
		return nil // buttons that are left do nothing a second time
	}
	return err
}

// settled returns what the message is to show in which questions were answered; ok is false where it has none of them, or what it shows is not known.
func (p *painter) settled() (t markdown.Text, ok bool) {
	if t, ok = p.box.client.Shown(p.out.Chat, p.out.Target); !ok {
		return t, false
	}
	ok = false
	for _, s := range p.out.Body.Settled {
		if changed, found := markdown.ReplaceLine(t, markdown.Render(s.Question), markdown.Render(s.Result)); found {
			t, ok = changed, true
		}
	}
	return t, ok
}

// overtake sees to it that an older edit of the same message, which may still be carried
// out, does not end above this one: the row that watches over it paints this one's text and
// buttons again.
func (b *Outbox) overtake(ctx context.Context, o delivery.Outgoing) error {
	older, found, err := b.cfg.Delivery.SettlingAt(ctx, b.cfg.Bot, o.Chat, o.Target)
	if err != nil || !found {
		return err
	}
	body := older.Body
	body.Buttons = o.Body.Buttons
	if o.Body.Text != "" && len(older.Messages) <= 1 {
		body.Text = o.Body.Text
	}
	for _, s := range o.Body.Settled {
		body.Text = strings.Replace(body.Text, s.Question, s.Result, 1)
	}
	now := b.cfg.Now.UTC()
	return b.cfg.Delivery.ReplaceSettling(ctx, older.ID, body, now.Add(firstRepaint), now.Add(settleFor))
}
