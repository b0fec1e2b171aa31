package memories

import (
	"context"
	"strconv"

	"keepsake/command/answer"
	"keepsake/command/forgets"
	"keepsake/delivery"
	"keepsake/templates"
	"keepsake/text"
)

// TapForgets is a button of what could be forgotten.
func (d *Desk) TapForgets(ctx context.Context, a *answer.Answer) error {
	return d.forgets(a).Tap(ctx, a)
}

// forgets returns what offers memories of this chat to be forgotten.
func (d *Desk) forgets(a *answer.Answer) *forgets.Desk {
	return &forgets.Desk{Scopes: d.scopes(a), Memory: d.Memory, Forget: d.Forget, People: d.People, RestoreButton: restoreButton}
}

// forgetAbout is "/forget Alec" and "/memory delete Alec". done is false where an id was typed; so it is where nothing matches, unless
// that is to be said (saysNone). What means everything asks whether all is to be erased, where the person may have that.
func (d *Desk) forgetAbout(ctx context.Context, a *answer.Answer, about string, saysNone bool) (done bool, err error) {
	if described, err := d.isDescription(ctx, a, about); err != nil || !described {
		return false, err
	}
	isAll, found, err := d.forgets(a).About(ctx, a, about)
	switch {
	case err != nil || found:
		return found, err
	case isAll:
		return true, d.askForgetAll(ctx, a)
	case saysNone:
		a.Reply("memory.forget_nothing", templates.Data{"Text": answer.Literal(text.Cut(about, 60))})
	}
	return saysNone, nil
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
