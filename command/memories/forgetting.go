package memories

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/templates"
	"keepsake/text"
)

// Actions of the buttons of an offer to forget (agent/receipt).
const (
	actionForgo    = "forgo"
	actionForgoAll = "forgoall"
)

// TapForgo forgets one memory of an offer to forget (R20).
func (d *Desk) TapForgo(ctx context.Context, a *answer.Answer) error {
	offer, err := d.Memory.Decision(ctx, d.scopes(a), a.Tap.Ref)
	if err != nil {
		return err
	}
	m, c, err := d.Forget.One(ctx, a.Actor(), d.scopes(a), offer.MemoryID)
	if err != nil {
		return err
	}
	a.RetireButton()
	Receipt(a, "memory.deleted", m.Content, c, false)
	return nil
}

// TapForgoAll forgets all that an answer offered to forget and that is still there. In a group it
// leaves out what this member may not delete.
func (d *Desk) TapForgoAll(ctx context.Context, a *answer.Answer) error {
	if a.Tap.Ref == "" {
		return memory.ErrNotFound
	}
	offers, err := d.Memory.Decisions(ctx, d.scopes(a), memory.DecisionOpen, a.Tap.Ref)
	if err != nil {
		return err
	}
	refused := error(memory.ErrNotFound)
	var gone []memory.Memory
	for _, offer := range offers {
		if offer.Op != memory.OpDelete {
			continue
		}
		m, _, err := d.Forget.One(ctx, a.Actor(), d.scopes(a), offer.MemoryID)
		switch {
		case err == nil:
			gone = append(gone, m)
		case errors.Is(err, memory.ErrNotFound) || fault.KindOf(err) == fault.Denied:
			refused = err
		default:
			return err
		}
	}
	if len(gone) == 0 {
		return refused
	}
	a.SetKeyboard(a.Tap.Message, slices.DeleteFunc(slices.Clone(a.Tap.Keyboard), func(row []delivery.Button) bool {
		return slices.ContainsFunc(row, func(b delivery.Button) bool { return b.Action == actionForgo || b.Action == actionForgoAll })
	}))
	body := delivery.Body{Text: a.Say("memory.forgotten_all", templates.Data{"Count": len(gone)})}
	for _, m := range gone {
		body.Buttons = append(body.Buttons, []delivery.Button{restoreButton(m)})
	}
	a.Send(body)
	return nil
}

// TapRefused turns the pages of what the person did not want kept.
func (d *Desk) TapRefused(ctx context.Context, a *answer.Answer) error {
	return d.refusedPage(ctx, a, answer.PageNumber(a.Tap.Ref))
}

// refusedPage lists what was declined, each with a button that erases it (R18).
func (d *Desk) refusedPage(ctx context.Context, a *answer.Answer, page int) error {
	all, err := d.Memory.Refused(ctx, d.scopes(a))
	if err != nil {
		return err
	}
	if len(all) == 0 {
		a.Show(delivery.Body{Text: a.Say("memory.refused_none", nil)})
		return nil
	}
	last := answer.LastPage(len(all))
	page = min(page, last)
	body := delivery.Body{Text: a.Say("memory.refused_title", nil) + "\n"}
	for _, t := range all[(page-1)*answer.PageRows : min(len(all), page*answer.PageRows)] {
		body.Text += "\n• " + string(answer.Literal(text.Cut(t.Content, rowRunes)))
		label := "✖️ " + text.Cut(text.OneLine(text.Visible(t.Content)), answer.TapRunes)
		body.Buttons = append(body.Buttons, []delivery.Button{{Text: label, Action: "unrefuse", Ref: t.ID}})
	}
	if pager := answer.Pager(page, last, func(n int) (action, ref string) { return "refused", strconv.Itoa(n) }); pager != nil {
		body.Buttons = append(body.Buttons, pager)
	}
	a.Show(body)
	return nil
}

// TapUnrefuse erases what was declined.
func (d *Desk) TapUnrefuse(ctx context.Context, a *answer.Answer) error {
	if err := d.Memory.EraseRefusal(ctx, a.Actor(), d.scopes(a), a.Tap.Ref); err != nil {
		return err
	}
	a.Note = a.Plain("memory.refused_erased", nil)
	return d.refusedPage(ctx, a, 1)
}

// refusedRow returns the row with the button that lists what was declined; nil when there is nothing.
func (d *Desk) refusedRow(ctx context.Context, a *answer.Answer) ([]delivery.Button, error) {
	all, err := d.Memory.Refused(ctx, d.scopes(a))
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return []delivery.Button{{Text: a.Plain("button.refused", nil), Action: "refused", Ref: "1"}}, nil
}
