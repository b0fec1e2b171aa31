package memories

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	receipts "keepsake/agent/receipt"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/offer"
	"keepsake/templates"
)

// ShowProposal shows the proposal that a link leads to, such as what another assistant asks to keep.
func (d *Desk) ShowProposal(ctx context.Context, a *answer.Answer, id string) error {
	proposal, err := d.Memory.Decidable(ctx, a.Actor(), d.scopes(a), id)
	if err != nil {
		return err
	}
	return d.showProposal(ctx, a, proposal, 1, 1)
}

// DecisionRow returns the buttons under what waits for the person.
func DecisionRow(a *answer.Answer, id string) []delivery.Button {
	return []delivery.Button{a.Button("button.save", "save", id), a.Button("button.edit", "amend", id), a.Button("button.never", "never", id)}
}

// MayDecide reports whether a tap decides about something that the person may decide about, also where somebody else was asked.
func (d *Desk) MayDecide(ctx context.Context, a *answer.Answer) (bool, error) {
	if !slices.Contains([]string{"save", "amend", "never"}, a.Tap.Action) {
		return false, nil
	}
	_, err := d.Memory.Decidable(ctx, a.Actor(), d.scopes(a), a.Tap.Ref)
	switch {
	case err == nil || errors.Is(err, memory.ErrDecided):
		return true, nil
	case fault.KindOf(err) == fault.Denied || errors.Is(err, memory.ErrNotFound):
		return false, nil
	}
	return false, err
}

// TapSave stores what a decision proposed, byte for byte as it was shown.
func (d *Desk) TapSave(ctx context.Context, a *answer.Answer) error {
	asked, err := d.Memory.Decision(ctx, d.scopes(a), a.Tap.Ref)
	if err != nil {
		return err
	}
	m, c, err := d.Memory.Save(ctx, a.Actor(), d.scopes(a), a.Tap.Ref, "")
	if err != nil {
		return retireOr(a, d.mergeOr(ctx, a, a.Tap.Ref, err))
	}
	a.RetireButton(d.settled(ctx, a, asked, c.Before)...)
	a.Note = a.Plain("memory.saved_note", nil)
	c.MemoryID = m.ID
	Receipt(a, "memory.saved", m.Content, c, true)
	return d.afterKeeping(ctx, a, m.Content)
}

// settled returns what the line that asked about a decision says now. before is what the memory said that it changes.
func (d *Desk) settled(ctx context.Context, a *answer.Answer, asked memory.Decision, before string) []delivery.Settled {
	now, err := d.Memory.Decision(ctx, d.scopes(a), asked.ID)
	if err != nil {
		return nil
	}
	return receipts.Settled(asked, now, before, receipts.Voice{Words: a.Words, Lang: a.Language(), Zone: a.Clock()})
}

func (d *Desk) afterKeeping(ctx context.Context, a *answer.Answer, content string) error {
	if d.Kept == nil {
		return nil
	}
	return d.Kept(ctx, a, content)
}

// retireOr takes the buttons off a card that asks about what the person has said otherwise since, and says so; otherwise it returns the cause.
func retireOr(a *answer.Answer, cause error) error {
	if !errors.Is(cause, memory.ErrOutdated) {
		return cause
	}
	a.RetireButton()
	a.Note = a.Plain("memory.outdated", nil)
	return nil
}

// mergeOr offers to merge the memory of a decision with the one that says the same already, if
// that is why the decision could not be saved; otherwise it returns the cause.
func (d *Desk) mergeOr(ctx context.Context, a *answer.Answer, id string, cause error) error {
	proposal, err := d.Memory.Decision(ctx, d.scopes(a), id)
	if err != nil || proposal.Op != memory.OpUpdate || !d.OfferMerge(a, proposal.MemoryID, cause) {
		return cause
	}
	return nil
}

// TapAmend asks for another wording of what a decision proposed.
func (d *Desk) TapAmend(ctx context.Context, a *answer.Answer) error {
	proposal, err := d.Memory.Decidable(ctx, a.Actor(), d.scopes(a), a.Tap.Ref)
	if err != nil {
		return retireOr(a, err)
	}
	question := a.Say("memory.amend_question", templates.Data{"Text": answer.Literal(proposal.Content)})
	// The answer takes the buttons off: it has to know where they are, and which stay.
	stay, err := json.Marshal(a.OtherRows())
	if err != nil {
		return err
	}
	ref := proposal.ID + "." + strconv.FormatInt(a.Tap.Message, 10) + "." + string(stay)
	a.Ask(FormAmend, ref, question, a.Plain("memory.edit_hint", nil))
	return nil
}

// AnswerAmend stores a decision in the wording that was typed; ref is that of the question
// (FormAmend).
func (d *Desk) AnswerAmend(ctx context.Context, a *answer.Answer, ref, wording string) error {
	content, err := checkWording(strings.TrimSpace(wording))
	if err != nil {
		return err
	}
	decision, where := answer.CutRef(ref)
	asked, err := d.Memory.Decision(ctx, d.scopes(a), decision)
	if err != nil {
		return err
	}
	m, c, err := d.Memory.Save(ctx, a.Actor(), d.scopes(a), decision, content)
	if err != nil {
		return d.mergeOr(ctx, a, decision, err)
	}
	message, rest := answer.CutRef(where)
	var stay [][]delivery.Button
	if id, err := strconv.ParseInt(message, 10, 64); err == nil && json.Unmarshal([]byte(rest), &stay) == nil {
		a.SetKeyboard(id, stay, d.settled(ctx, a, asked, c.Before)...)
	}
	c.MemoryID = m.ID
	Receipt(a, "memory.saved", m.Content, c, true)
	return d.afterKeeping(ctx, a, m.Content)
}

// TapNever declines what a decision proposed, for good.
func (d *Desk) TapNever(ctx context.Context, a *answer.Answer) error {
	declined, err := d.Memory.Decline(ctx, a.Actor(), d.scopes(a), a.Tap.Ref)
	if err != nil {
		return retireOr(a, err)
	}
	before, err := offer.FindBefore(ctx, d.Memory, d.scopes(a), []memory.Decision{declined})
	if err != nil {
		return err
	}
	a.RetireButton(d.settled(ctx, a, declined, before[declined.MemoryID])...)
	a.Note = a.Plain("memory.never_note", nil)
	a.Reply("memory.never", nil)
	return nil
}
