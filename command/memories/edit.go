package memories

import (
	"context"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/templates"
	"keepsake/text"
)

// TapEdit is Edit under a memory.
func (d *Desk) TapEdit(ctx context.Context, a *answer.Answer) error {
	return d.AskEdit(ctx, a, a.Tap.Ref)
}

// AskEdit asks for the new wording of a memory.
func (d *Desk) AskEdit(ctx context.Context, a *answer.Answer, id string) error {
	m, err := d.Memory.Editable(ctx, a.Actor(), d.scopes(a), id)
	if err != nil {
		return err
	}
	question := a.Say("memory.edit_question", templates.Data{"Text": answer.Literal(m.Content)})
	a.Ask(FormEdit, m.ID+"."+strconv.Itoa(m.Version), question, a.Plain("memory.edit_hint", nil))
	return nil
}

// AnswerEdit takes the new wording of a memory; ref is that of the question (FormEdit).
func (d *Desk) AnswerEdit(ctx context.Context, a *answer.Answer, ref, wording string) error {
	id, version := answer.CutRef(ref)
	v, _ := strconv.Atoi(version)
	return d.edit(ctx, a, id, v, strings.TrimSpace(wording))
}

// edit gives a memory a new wording; version 0 = whatever it says now.
func (d *Desk) edit(ctx context.Context, a *answer.Answer, id string, version int, content string) error {
	content, err := checkWording(content)
	if err != nil {
		return err
	}
	_, after, c, err := d.Memory.Update(ctx, a.Actor(), d.scopes(a), id, memory.Edit{
		Content: content, IfVersion: version, Reason: "edited by the person",
	})
	if d.OfferMerge(a, id, err) {
		return nil
	}
	if err != nil {
		return err
	}
	Receipt(a, "memory.updated", after.Content, c, true)
	return nil
}

// checkWording returns a text that is to become a memory, or why it may not: a secret was
// masked when it arrived, so the mask is what is found of it.
func checkWording(s string) (string, error) {
	if strings.Contains(s, text.Mask) {
		return "", memory.ErrSecret
	}
	if strings.TrimSpace(s) == "" {
		return "", fault.Field("content", "is empty")
	}
	return s, nil
}
