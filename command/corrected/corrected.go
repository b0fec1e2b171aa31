package memories

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/text"
	"keepsake/trust"
)

// This file is what happens to memories when a person corrects the message they were made from
// (W14). Nothing changes without a tap. The offer keeps no state of its own: what a tap stores is
// worked out again from the message and the memory, and compared with what was shown.

// Actions of the buttons under an offer.
const (
	ActionCorrect = "correct"
	ActionLeave   = "leave"
)

// mostCorrected is how many memories one offer names.
const mostCorrected = 3

// correction is a memory that rests on a message which reads differently now.
type correction struct {
	memory  memory.Memory
	content string // what it would say now; "" = only the person knows
}

// ref returns the reference of the buttons under an offer.
func (c correction) ref(message int64) string {
	shown := sha256.Sum256([]byte(c.content))
	return fmt.Sprintf("%s.%d.%d.%s", c.memory.ID, c.memory.Version, message, hex.EncodeToString(shown[:4]))
}

// OfferCorrection says which memories rest on a message that its writer changed, and offers to
// update them; it reports false when there are none that this person may change.
func (d *Desk) OfferCorrection(ctx context.Context, a *answer.Answer, m session.Message) (bool, error) {
	q := memory.ActiveQuery(d.scopes(a)...)
	q.Message = m.ID
	resting, _, err := d.Memory.List(ctx, q)
	if err != nil {
		return false, err
	}
	var all []correction
	for _, r := range resting {
		_, err := d.Memory.Editable(ctx, a.Actor(), d.scopes(a), r.ID)
		if kind := fault.KindOf(err); kind == fault.Denied || kind == fault.NotFound {
			continue
		}
		if err != nil {
			return false, err
		}
		c, err := d.correct(ctx, a, r.ID, m)
		if err != nil {
			return false, err
		}
		all = append(all, c)
	}
	// Two facts of one message: the one that the change is about.
	if slices.ContainsFunc(all, correction.isClear) {
		all = slices.DeleteFunc(all, func(c correction) bool { return !c.isClear() })
	}
	if len(all) == 0 {
		return false, nil
	}
	a.Send(d.correctionBody(a, all[:min(len(all), mostCorrected)], m.External))
	return true, nil
}

func (c correction) isClear() bool { return c.content != "" }

// correctionBody returns the message of an offer: each memory with two buttons.
func (d *Desk) correctionBody(a *answer.Answer, all []correction, message int64) delivery.Body {
	lines := []string{a.Say("memory.corrected", nil)}
	var rows [][]delivery.Button
	for i, c := range all {
		number := ""
		if len(all) > 1 {
			number = strconv.Itoa(i+1) + ". "
		}
		id, data := "memory.corrected.row", templates.Data{"Number": number, "Text": answer.Literal(c.memory.Content)}
		if c.isClear() {
			id, data["After"] = "memory.corrected.change", answer.Literal(c.content)
		}
		lines = append(lines, a.Say(id, data))
		update, leave := a.Button("button.update", ActionCorrect, c.ref(message)), a.Button("button.leave", ActionLeave, c.ref(message))
		update.Text, leave.Text = number+update.Text, number+leave.Text
		rows = append(rows, []delivery.Button{update, leave})
	}
	return delivery.Body{Text: strings.Join(lines, "\n\n"), Buttons: rows}
}

// TapCorrect is Update under an offer: it stores what was shown, byte for byte, or asks for the
// new wording where none was shown. If the message or the memory has changed since, it shows the
// offer as it is now.
func (d *Desk) TapCorrect(ctx context.Context, a *answer.Answer) error {
	parts := strings.Split(a.Tap.Ref, ".")
	if len(parts) != 4 {
		return memory.ErrNotFound
	}
	external, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return memory.ErrNotFound
	}
	m, isKept, err := d.Sessions.FindMessage(ctx, a.Place, external)
	if err != nil {
		return err
	}
	if !isKept || m.Masked != nil {
		return memory.ErrNotFound
	}
	c, err := d.correct(ctx, a, parts[0], m)
	switch {
	case err != nil:
		return err
	case c.ref(external) != a.Tap.Ref:
		a.Show(d.correctionBody(a, []correction{c}, external))
		return nil
	case !c.isClear():
		a.RetireButton()
		return d.askEdit(ctx, a, c.memory.ID)
	}
	_, after, change, err := d.Memory.Update(ctx, a.Actor(), d.scopes(a), c.memory.ID, memory.Edit{
		Content: c.content, IfVersion: c.memory.Version, Reason: "the person corrected the message it came from",
		Evidence: []memory.Evidence{{MessageID: m.ID, Quote: m.View().Content, Trust: trust.Person, SaidAt: m.At, Author: m.Author}},
	})
	if d.offerMerge(a, c.memory.ID, err) {
		return nil
	}
	if err != nil {
		return err
	}
	a.RetireButton()
	receipt(a, "memory.updated", after.Content, change, true)
	return nil
}

// TapLeave is Leave under an offer: the memory stays as it is. An offer about a memory that is gone is not touched again.
func (d *Desk) TapLeave(ctx context.Context, a *answer.Answer) error {
	update := a.Tap.Ref
	id, _, _ := strings.Cut(update, ".")
	if _, err := d.Memory.Get(ctx, d.scopes(a), id); err != nil {
		return err
	}
	rows := slices.DeleteFunc(slices.Clone(a.Tap.Keyboard), func(row []delivery.Button) bool {
		return slices.ContainsFunc(row, func(b delivery.Button) bool { return b.Ref == update })
	})
	a.SetKeyboard(a.Tap.Message, rows)
	a.Note = a.Plain("memory.left_note", nil)
	return nil
}

// correct returns what a memory would say after the later wording of a message that it rests on.
func (d *Desk) correct(ctx context.Context, a *answer.Answer, id string, m session.Message) (correction, error) {
	history, err := d.Memory.History(ctx, d.scopes(a), id)
	if err != nil {
		return correction{}, err
	}
	if history.Memory.DeletedAt != nil { // what was forgotten is not shown again
		return correction{}, memory.ErrNotFound
	}
	c := correction{memory: history.Memory}
	for _, v := range history.Versions {
		if v.Number != c.memory.Version {
			continue
		}
		for _, e := range v.Evidence {
			if e.MessageID != m.ID || e.Trust != trust.Person || m.Trust != trust.Person {
				continue
			}
			before := e.Quote
			if strings.Contains(m.Content, before) { // a part of what was said: the rest stood around it
				before = m.Content
			}
			c.content = reword(c.memory.Content, before, m.View().Content)
		}
	}
	return c, nil
}

// maxReworded is how many words may be exchanged for others without a model.
const maxReworded = 6

// reword returns a content with the words exchanged that differ between two wordings of its
// source: "User lives in Berlin" for "I live in Berlin" and "I live in Munich" is "User lives in
// Munich". It returns "" unless one stretch of words was exchanged for another, without
// quotations and secrets, and stands in the content exactly once.
func reword(content, before, after string) string {
	if strings.Contains(after, "> ") || strings.Contains(before, "> ") {
		return ""
	}
	old, now := strings.Fields(before), strings.Fields(after)
	isMark := func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSpace(r) }
	isSame := func(a, b string) bool { // but for capitals and punctuation
		return text.Fold(strings.TrimFunc(a, isMark)) == text.Fold(strings.TrimFunc(b, isMark))
	}
	for len(old) > 0 && len(now) > 0 && isSame(old[0], now[0]) {
		old, now = old[1:], now[1:]
	}
	for len(old) > 0 && len(now) > 0 && isSame(old[len(old)-1], now[len(now)-1]) {
		old, now = old[:len(old)-1], now[:len(now)-1]
	}
	if len(old) == 0 || len(now) == 0 || len(old) > maxReworded || len(now) > maxReworded {
		return ""
	}
	gone, come := strings.TrimFunc(strings.Join(old, " "), isMark), strings.TrimFunc(strings.Join(now, " "), isMark)
	if gone == "" || come == "" || strings.Contains(come, text.Mask) || strings.Count(content, gone) != 1 {
		return ""
	}
	head, tail, _ := strings.Cut(content, gone)
	isLetter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	last, _ := utf8.DecodeLastRuneInString(head)
	next, _ := utf8.DecodeRuneInString(tail)
	if isLetter(last) || isLetter(next) { // amid a word
		return ""
	}
	return head + come + tail
}
