package memories

import (
	"context"
	"errors"

	receipts "keepsake/agent/receipt"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/session"
	"keepsake/templates"
)

// TapUsed shows the memories that were looked up for an answer, as far as they are still remembered, each with Edit
// and Forget. The button stays.
func (d *Desk) TapUsed(ctx context.Context, a *answer.Answer) error {
	t, err := d.Sessions.Turn(ctx, a.Tap.Ref)
	if err != nil && !errors.Is(err, session.ErrNotFound) {
		return err
	}
	var ms []memory.Memory
	if len(t.Used) > 0 {
		q := memory.ActiveQuery(d.scopes(a)...) // the scopes are whose button it is: another's turn shows nothing
		q.IDs = t.Used
		if ms, err = d.Memory.Find(ctx, q); err != nil {
			return err
		}
	}
	if len(ms) == 0 {
		a.Note = a.Plain("used.gone", nil)
		return nil
	}
	a.Send(receipts.ListUsed(receipts.InOrder(ms, t.Used), receipts.Voice{Words: a.Words, Lang: a.Words.Match(a.Person.Languages()...), Zone: a.Zone}))
	return nil
}

// TapForgetUsed forgets one of them, and takes its buttons off.
func (d *Desk) TapForgetUsed(ctx context.Context, a *answer.Answer) error {
	m, c, err := d.Forget.One(ctx, a.Actor(), d.scopes(a), a.Tap.Ref)
	if err != nil {
		return err
	}
	a.RetireButton()
	a.Send(delivery.Body{
		Text:    a.Say("memory.deleted", templates.Data{"Text": answer.Literal(plain(a, m.Content))}),
		Buttons: [][]delivery.Button{{a.Button("button.undo", "undo", c.ID)}},
	})
	return nil
}

// TapKept shows what was kept unasked and is told of under an answer, as far as it is still remembered, each with Undo and
// Edit. The button stays.
func (d *Desk) TapKept(ctx context.Context, a *answer.Answer) error {
	told, err := d.Ingest.Told(ctx, d.scopes(a)[0], a.Tap.Ref) // the scope is whose button it is, as with TapUsed
	if err != nil {
		return err
	}
	if len(told) == 0 {
		a.Note = a.Plain("used.gone", nil)
		return nil
	}
	kept := make([]receipts.Kept, len(told))
	for i, t := range told {
		kept[i] = receipts.Kept(t)
	}
	a.Send(receipts.KeptUnasked(kept, receipts.Voice{Words: a.Words, Lang: a.Words.Match(a.Person.Languages()...), Zone: a.Zone}))
	return nil
}
