package corrected

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/command/memories"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/trust"
)

// This file is what happens to memories when a person corrects the message they were made from
// (W14). Nothing changes without a tap. What a tap stores is worked out again from the message and
// the memory, and compared with what was shown.

// Actions of the buttons under an offer.
const (
	ActionCorrect = "correct"
	ActionDrop    = "uncorrect"
	ActionLeave   = "leave"
)

// mostCorrected is how many memories, or writes that waited, one card names.
const mostCorrected = 3

// correction is a memory that rests on a message which reads differently now.
type correction struct {
	memory  memory.Memory
	content string // what it would say now; "" = only the person knows
	isHeld  bool   // the message says the same of it as before
}

// ref returns the reference of the buttons under an offer.
func (c correction) ref(message int64) string {
	return fmt.Sprintf("%s.%d.%d.%s", c.memory.ID, c.memory.Version, message, hashOf(c.content))
}

// hashOf returns a short name of a text.
func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:4])
}

// Offer says which memories rest on a message that its writer changed, and offers to update them: in place of
// what it said of an earlier change, as long as that is the last word on it, and once for each wording. It reports false
// when there are none that this person may change.
func (d *Desk) Offer(ctx context.Context, a *answer.Answer, m session.Message) (bool, error) {
	all, isHeld, err := d.corrections(ctx, a, m)
	if err != nil || len(all) == 0 && !isHeld {
		return false, err
	}
	last, err := d.lastNotice(ctx, a, purposeCorrected, m.External)
	switch {
	case err != nil:
		return false, err
	case len(all) > 0 && last.wording == noticeOf(m, true).wording: // said, and perhaps left as it is
	case len(all) > 0:
		d.show(a, last, purposeCorrected, d.correctionBody(a, all, m.External), noticeOf(m, true))
	case last.isOpen:
		d.show(a, last, purposeCorrected, delivery.Body{Text: a.Say("memory.corrected.same", nil)}, noticeOf(m, false))
	default:
		return false, nil
	}
	return true, nil
}

// corrections returns what a message that was changed makes of the memories that rest on it; isHeld says that there are
// some that it leaves as they are.
func (d *Desk) corrections(ctx context.Context, a *answer.Answer, m session.Message) (all []correction, isHeld bool, err error) {
	q := memory.ActiveQuery(d.scopes(a)...)
	q.Message = m.ID
	resting, _, err := d.Memories.Memory.List(ctx, q)
	if err != nil {
		return nil, false, err
	}
	for _, r := range resting {
		_, err := d.Memories.Memory.Editable(ctx, a.Actor(), d.scopes(a), r.ID)
		if kind := fault.KindOf(err); kind == fault.Denied || kind == fault.NotFound {
			continue
		}
		if err != nil {
			return nil, false, err
		}
		c, err := d.correct(ctx, a, r.ID, m)
		if err != nil {
			return nil, false, err
		}
		if c.isHeld {
			isHeld = true
		} else {
			all = append(all, c)
		}
	}
	// Two facts of one message: the one that the change is about.
	if slices.ContainsFunc(all, correction.isClear) {
		all = slices.DeleteFunc(all, func(c correction) bool { return !c.isClear() })
	}
	return all[:min(len(all), mostCorrected)], isHeld, nil
}

func (c correction) isClear() bool { return c.content != "" }

// correctionBody returns the message of an offer: each memory with its buttons.
func (d *Desk) correctionBody(a *answer.Answer, all []correction, message int64) delivery.Body {
	lines := []string{a.Say("memory.corrected", nil)}
	var rows [][]delivery.Button
	for i, c := range all {
		number := ""
		if len(all) > 1 {
			number = strconv.Itoa(i+1) + ". "
		}
		id, data := "memory.corrected.row", templates.Data{"Number": number, "Text": answer.Literal(c.memory.Content)}
		button := func(id, action string) delivery.Button {
			b := a.Button(id, action, c.ref(message))
			b.Text = number + b.Text
			return b
		}
		update, leave := button("button.update", ActionCorrect), button("button.leave", ActionLeave)
		if c.isClear() {
			id, data["After"] = "memory.corrected.change", answer.Literal(c.content)
			rows = append(rows, []delivery.Button{update, leave})
		} else {
			rows = append(rows, []delivery.Button{update, button("button.forget", ActionDrop)}, []delivery.Button{leave})
		}
		lines = append(lines, a.Say(id, data))
	}
	return delivery.Body{Text: strings.Join(lines, "\n\n"), Buttons: rows}
}

// TapCorrect is Update under an offer: it stores what was shown, byte for byte, or asks for the
// new wording where none was shown.
func (d *Desk) TapCorrect(ctx context.Context, a *answer.Answer) error {
	c, m, isShown, err := d.tapped(ctx, a)
	if err != nil || !isShown {
		return err
	}
	if !c.isClear() {
		d.settle(a, m)
		return d.Memories.AskEdit(ctx, a, c.memory.ID)
	}
	_, after, change, err := d.Memories.Memory.Update(ctx, a.Actor(), d.scopes(a), c.memory.ID, memory.Edit{
		Content: c.content, IfVersion: c.memory.Version, Reason: "the person corrected the message it came from",
		Evidence: []memory.Evidence{evidenceOf(m)},
	})
	if d.Memories.OfferMerge(a, c.memory.ID, err) {
		return nil
	}
	if err != nil {
		return err
	}
	d.settle(a, m)
	memories.Receipt(a, "memory.updated", after.Content, change, true)
	return nil
}

// evidenceOf returns what a message says now as evidence.
func evidenceOf(m session.Message) memory.Evidence {
	return memory.Evidence{MessageID: m.ID, Quote: m.View().Content, Trust: trust.Person, SaidAt: m.At, Author: m.Author}
}

// TapDrop is Forget under an offer.
func (d *Desk) TapDrop(ctx context.Context, a *answer.Answer) error {
	c, m, isShown, err := d.tapped(ctx, a)
	if err != nil || !isShown {
		return err
	}
	gone, change, err := d.Memories.Forget.One(ctx, a.Actor(), d.scopes(a), c.memory.ID)
	if err != nil {
		return err
	}
	d.settle(a, m)
	memories.Receipt(a, "memory.deleted", gone.Content, change, false)
	return nil
}

// TapLeave is Leave under an offer: the memory stays as it is. An offer about a memory that is gone is not touched again.
func (d *Desk) TapLeave(ctx context.Context, a *answer.Answer) error {
	_, m, isShown, err := d.tapped(ctx, a)
	if err != nil || !isShown {
		return err
	}
	d.settle(a, m)
	a.Note = a.Plain("memory.left_note", nil)
	return nil
}

// tapped returns what the tapped button of an offer is about. If the message or the memory has changed since it was
// shown, isShown is false, and the offer is shown as it is now.
func (d *Desk) tapped(ctx context.Context, a *answer.Answer) (c correction, m session.Message, isShown bool, err error) {
	parts := strings.Split(a.Tap.Ref, ".")
	if len(parts) != 4 {
		return c, m, false, memory.ErrNotFound
	}
	external, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return c, m, false, memory.ErrNotFound
	}
	m, isKept, err := d.Memories.Sessions.FindMessage(ctx, a.Place, external)
	if err != nil {
		return c, m, false, err
	}
	if !isKept || m.Masked != nil {
		return c, m, false, memory.ErrNotFound
	}
	if c, err = d.correct(ctx, a, parts[0], m); err != nil || !c.isHeld && c.ref(external) == a.Tap.Ref {
		return c, m, err == nil, err
	}
	all, _, err := d.corrections(ctx, a, m)
	if err != nil {
		return c, m, false, err
	}
	body := delivery.Body{Text: a.Say("memory.corrected.same", nil)}
	if len(all) > 0 {
		body = d.correctionBody(a, all, external)
	}
	a.Show(body)
	mark(a, purposeCorrected, noticeOf(m, len(all) > 0))
	return c, m, false, nil
}

// settle takes the buttons of the tapped memory off an offer.
func (d *Desk) settle(a *answer.Answer, m session.Message) {
	rest := slices.DeleteFunc(slices.Clone(a.Tap.Keyboard), func(row []delivery.Button) bool {
		return slices.ContainsFunc(row, func(b delivery.Button) bool { return b.Ref == a.Tap.Ref })
	})
	a.SetKeyboard(a.Tap.Message, rest)
	mark(a, purposeCorrected, noticeOf(m, len(rest) > 0))
}

// correct returns what a memory would say after the later wording of a message that it rests on.
func (d *Desk) correct(ctx context.Context, a *answer.Answer, id string, m session.Message) (correction, error) {
	history, err := d.Memories.Memory.History(ctx, d.scopes(a), id)
	if err != nil {
		return correction{}, err
	}
	if history.Memory.DeletedAt != nil { // what was forgotten is not shown again
		return correction{}, memory.ErrNotFound
	}
	c := correction{memory: history.Memory}
	for _, v := range history.Versions {
		if v.Number == c.memory.Version {
			c.content, c.isHeld = recast(c.memory.Content, v.Evidence, m)
		}
	}
	return c, nil
}

// recast returns what a content that rests on a message would say after its later wording, "" where only the person knows;
// isHeld says that it would say the same.
func recast(content string, evidence []memory.Evidence, m session.Message) (now string, isHeld bool) {
	after := m.View().Content
	for _, e := range evidence {
		if e.MessageID != m.ID || e.Trust != trust.Person || m.Trust != trust.Person {
			continue
		}
		before := e.Quote
		if strings.Contains(m.Content, before) { // a part of what was said: the rest stood around it
			before = m.Content
		}
		if saysTheSame(content, before, after) {
			return "", true
		}
		now = reword(content, before, after)
	}
	return now, false
}
