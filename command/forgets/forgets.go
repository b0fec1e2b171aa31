// Package forgets is what offers memories to be forgotten, each with a button: the pages of an answer that offered more than one message
// shows (R20), what is described after /forget, and the taps.
//
// It forgets nothing without a tap, and only what the tapping person may have forgotten. Start reading at Desk.
package forgets

import (
	"context"
	"errors"
	"slices"
	"strconv"

	receipts "keepsake/agent/receipt"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/templates"
)

// Desk offers memories of one chat.
type Desk struct {
	Scopes []scope.Scope // of the chat
	Memory *memory.Service
	Forget *forget.Service
	People *people.Service
	// RestoreButton returns the button that restores a memory.
	RestoreButton func(m memory.Memory) delivery.Button
}

// Tap is one of the buttons.
func (d *Desk) Tap(ctx context.Context, a *answer.Answer) error {
	switch a.Tap.Action {
	case receipts.ActionForgo:
		return d.one(ctx, a)
	case receipts.ActionForgoAll:
		return d.all(ctx, a)
	case receipts.ActionForgetMore: // under an answer, which stays
		return d.page(ctx, a, a.Send)
	}
	return d.page(ctx, a, a.Show)
}

// mostRestored is how many buttons that restore stand under one message.
const mostRestored = 20

// one forgets one memory of an offer to forget (R20).
func (d *Desk) one(ctx context.Context, a *answer.Answer) error {
	offer, err := d.Memory.Decision(ctx, d.Scopes, a.Tap.Ref)
	if err != nil {
		return err
	}
	m, c, err := d.Forget.One(ctx, a.Actor(), d.Scopes, offer.MemoryID)
	if err != nil {
		return err
	}
	a.RetireButton()
	content := m.Content
	if a.Chat.IsGroup() {
		content = people.WithoutTags(content)
	}
	a.Send(delivery.Body{
		Text:    a.Say("memory.deleted", templates.Data{"Text": answer.Literal(content)}),
		Buttons: [][]delivery.Button{{a.Button("button.undo", "undo", c.ID)}},
	})
	return nil
}

// all forgets all that an answer offered to forget and that is still there. In a group it
// leaves out what this member may not delete.
func (d *Desk) all(ctx context.Context, a *answer.Answer) error {
	offers, err := d.offers(ctx, a, a.Tap.Ref)
	if err != nil {
		return err
	}
	refused := error(forget.ErrForgotten)
	var gone []memory.Memory
	for _, offer := range offers {
		if offer.State != memory.DecisionOpen {
			continue
		}
		m, _, err := d.Forget.One(ctx, a.Actor(), d.Scopes, offer.MemoryID)
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
		return slices.ContainsFunc(row, func(b delivery.Button) bool { return slices.Contains(forgetActions, b.Action) })
	}))
	if len(gone) > mostRestored && !a.Chat.IsGroup() {
		a.Reply("memory.forgotten_many", templates.Data{"Number": len(gone)})
		return nil
	}
	body := delivery.Body{Text: a.Say("memory.forgotten_all", templates.Data{"Count": len(gone)})}
	for _, m := range gone[:min(len(gone), mostRestored)] {
		body.Buttons = append(body.Buttons, []delivery.Button{d.RestoreButton(m)})
	}
	a.Send(body)
	return nil
}

// forgetActions are those of the buttons of what could be forgotten.
var forgetActions = []string{receipts.ActionForgo, receipts.ActionForgoAll, receipts.ActionForgetMore, receipts.ActionForgetPage}

// MemberTaps are the actions of buttons that any member of a group may press, whoever was answered: who may have a memory forgotten is
// for the memory to say.
var MemberTaps = []string{receipts.ActionForgo, receipts.ActionForgoAll}

// offers returns what an answer offered to forget, also what is forgotten since, in the order in which it was shown; ErrNotFound when
// there is none.
func (d *Desk) offers(ctx context.Context, a *answer.Answer, turn string) ([]memory.Decision, error) {
	if turn == "" {
		return nil, memory.ErrNotFound
	}
	all, err := d.Memory.Decisions(ctx, d.Scopes, "", turn)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(o memory.Decision) bool { return o.Op != memory.OpDelete })
	if len(all) == 0 {
		return nil, memory.ErrNotFound
	}
	return all, nil
}

// page shows a page of what an answer offered to forget.
func (d *Desk) page(ctx context.Context, a *answer.Answer, show func(delivery.Body)) error {
	turn, page := answer.CutRef(a.Tap.Ref)
	offers, err := d.offers(ctx, a, turn)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(offers, func(o memory.Decision) bool { return o.State == memory.DecisionOpen }) {
		return forget.ErrForgotten
	}
	return d.show(ctx, a, offers, answer.PageNumber(page), show)
}

// show shows one page of offers to forget.
func (d *Desk) show(ctx context.Context, a *answer.Answer, offers []memory.Decision, page int, show func(delivery.Body)) error {
	last := (len(offers) + receipts.ForgetRows - 1) / receipts.ForgetRows
	page = min(page, last)
	pager := answer.Pager(page, last, func(n int) (action, ref string) {
		return receipts.ActionForgetPage, offers[0].Actor.TurnID + "." + strconv.Itoa(n)
	})
	first := (page - 1) * receipts.ForgetRows
	who, err := forget.WhoMay(ctx, d.Memory, d.People, a.Actor(), offers[first:min(len(offers), first+receipts.ForgetRows)], a.Plain("group.the_one", nil))
	if err != nil {
		return err
	}
	show(receipts.Forgettable(offers, page, who, pager, receipts.Voice{Words: a.Words, Lang: a.Words.Match(a.Person.Languages()...), Zone: a.Zone}))
	return nil
}

// About is "/forget Alec": it shows what names that, as offer_to_forget does (R20). Nothing is forgotten without a tap. found is false
// where nothing matches; isAll says that all is meant, and that the person may have all erased: then nothing is shown.
func (d *Desk) About(ctx context.Context, a *answer.Answer, about string) (isAll, found bool, err error) {
	ms, isAll, err := forget.Match(ctx, d.Memory, a.Actor(), d.Scopes[0], about, nil)
	if err != nil || isAll && (!a.Chat.IsGroup() || a.IsAdmin()) || len(ms) == 0 {
		return isAll && (!a.Chat.IsGroup() || a.IsAdmin()), false, err
	}
	ids := make([]string, 0, mostOffered)
	for _, m := range ms[:min(len(ms), mostOffered)] {
		ids = append(ids, m.ID)
	}
	who := a.Actor()
	who.TurnID = shortid.New(shortid.LongLen) // the offers of one command belong together, as those of a turn
	offers, err := d.Memory.OfferForgetting(ctx, who, d.Scopes, ids)
	if err != nil {
		return false, false, err
	}
	return false, true, d.show(ctx, a, offers, 1, a.Send)
}

// mostOffered is how many memories one command offers to forget.
const mostOffered = 100
