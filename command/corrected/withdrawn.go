package corrected

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/command/memories"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/memory/grounds/own"
	"keepsake/people"
	"keepsake/phrase"
	"keepsake/phrase/request"
	"keepsake/phrase/retract"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/text"
	"keepsake/trust"
)

// This file is what happens to what waits for the person's yes or tap when they change the message that it came from: it
// no longer holds, and what the message says now is asked about instead, where that can be told without a model.

// withdrawal is what waited for the person and rested on a message which reads differently now.
type withdrawal struct {
	gone memory.Decision
	next memory.Decision // what is asked about instead; its ID is "" where there is nothing
}

// Withdraw closes what waits for a yes or a tap and rests on a message that its writer changed, and says so, with what is
// asked about instead. It reports false when nothing does.
func (d *Desk) Withdraw(ctx context.Context, a *answer.Answer, m session.Message) (bool, error) {
	isGone := func(e memory.Evidence, content string) bool {
		_, isHeld := recast(content, []memory.Evidence{e}, m)
		return e.MessageID == m.ID && !isHeld
	}
	if err := d.Memories.Ingest.Withdraw(ctx, d.scopes(a)[0], isGone); err != nil { // nobody was asked: nobody is told
		return false, err
	}
	last, err := d.lastNotice(ctx, a, purposeWithdrawn, m.External)
	if err != nil {
		return false, err
	}
	all, err := d.withdrawOpen(ctx, a, m)
	isAgain := err == nil && len(all) == 0 && last.wording != ""
	if isAgain { // an earlier change left nothing to ask about: this one may
		all, err = d.withdrawnBefore(ctx, a, m)
	}
	if err != nil || len(all) == 0 {
		return false, err
	}
	if !isAgain {
		if err := d.retire(ctx, a, all); err != nil {
			return false, err
		}
	}
	asks := false
	for i, w := range all {
		if all[i].next, err = d.proposeInstead(ctx, a, w.gone, m); err != nil {
			return false, err
		}
		asks = asks || all[i].next.ID != ""
	}
	if isAgain && !asks {
		return false, nil
	}
	d.show(a, last, purposeWithdrawn, withdrawnBody(a, all, asks), noticeOf(m, asks))
	if o := &a.Out[len(a.Out)-1]; o.Kind == delivery.Send { // a reply to it is for that question
		o.TurnID = all[0].gone.Actor.TurnID
	}
	return true, nil
}

// withdrawOpen closes the open decisions that a message no longer supports.
func (d *Desk) withdrawOpen(ctx context.Context, a *answer.Answer, m session.Message) (all []withdrawal, err error) {
	open, err := d.Memories.Memory.Decisions(ctx, d.scopes(a), memory.DecisionOpen, "")
	if err != nil {
		return nil, err
	}
	for _, o := range open {
		if !restsOn(o, m) {
			continue
		}
		if _, isHeld := recast(o.Content, o.Evidence, m); isHeld {
			continue
		}
		err := d.Memories.Memory.Withdraw(ctx, a.Actor(), d.scopes(a), o.ID)
		switch {
		case err == nil:
			all = append(all, withdrawal{gone: o})
		case fault.KindOf(err) != fault.Denied:
			return nil, err
		}
	}
	return all[:min(len(all), mostCorrected)], nil
}

// withdrawnBefore returns the decision that an earlier change of a message closed last, unless the person has decided about that
// message since.
func (d *Desk) withdrawnBefore(ctx context.Context, a *answer.Answer, m session.Message) ([]withdrawal, error) {
	if m.TurnID == "" {
		return nil, nil
	}
	isOther := func(x memory.Decision) bool { return !restsOn(x, m) }
	for _, state := range []memory.DecisionState{memory.DecisionSaved, memory.DecisionDeclined, memory.DecisionOpen, memory.DecisionWithdrawn} {
		ds, err := d.Memories.Memory.Decisions(ctx, d.scopes(a), state, m.TurnID)
		if err != nil {
			return nil, err
		}
		if ds = slices.DeleteFunc(ds, isOther); len(ds) == 0 {
			continue
		}
		if state != memory.DecisionWithdrawn {
			return nil, nil
		}
		return []withdrawal{{gone: ds[len(ds)-1]}}, nil
	}
	return nil, nil
}

// restsOn reports whether a write that waits came from a message. What was proposed in its turn without naming any did.
func restsOn(x memory.Decision, m session.Message) bool {
	if x.Op == memory.OpDelete {
		return false
	}
	named := slices.DeleteFunc(slices.Clone(x.Evidence), func(e memory.Evidence) bool { return e.MessageID == "" })
	if len(named) == 0 {
		return m.TurnID != "" && x.Actor.TurnID == m.TurnID
	}
	return slices.ContainsFunc(named, func(e memory.Evidence) bool { return e.MessageID == m.ID })
}

// retire takes the buttons of what was withdrawn off the answers that asked.
func (d *Desk) retire(ctx context.Context, a *answer.Answer, all []withdrawal) error {
	done := map[string]bool{"": true}
	for _, w := range all {
		turn := w.gone.Actor.TurnID
		if done[turn] || d.RetireButtons == nil {
			continue
		}
		done[turn] = true
		if err := d.RetireButtons(ctx, turn, a.Person); err != nil && !errors.Is(err, session.ErrNotFound) && !errors.Is(err, delivery.ErrNotFound) {
			return err
		}
	}
	return nil
}

// proposeInstead stores what is asked about in the place of what was withdrawn; it returns the zero Decision where
// nothing can be told, or nothing is to be asked.
func (d *Desk) proposeInstead(ctx context.Context, a *answer.Answer, gone memory.Decision, m session.Message) (memory.Decision, error) {
	if m.Trust != trust.Person || gone.Op != memory.OpAdd && gone.Op != memory.OpUpdate {
		return memory.Decision{}, nil
	}
	content, err := d.contentInstead(ctx, a, gone, m)
	if err != nil || content == "" {
		return memory.Decision{}, err
	}
	next := memory.Decision{
		Op: gone.Op, Scope: gone.Scope, MemoryID: gone.MemoryID, Content: content, Category: gone.Category, Subject: gone.Subject,
		Reason: gone.Reason, Evidence: []memory.Evidence{evidenceOf(m)},
	}
	out, err := d.Memories.Memory.Propose(ctx, gone.Actor, d.scopes(a), next, memory.ToolLimits)
	var similar *memory.SimilarError
	if errors.As(err, &similar) && gone.Op == memory.OpAdd { // the person decides about another fact of the same subject
		var ids []string
		for _, x := range similar.Existing {
			ids = append(ids, x.ID)
		}
		out, err = d.Memories.Memory.Propose(ctx, gone.Actor, d.scopes(a), next, memory.ToolLimits, ids...)
	}
	switch fault.KindOf(err) {
	case fault.Invalid, fault.NotFound, fault.Conflict, fault.Denied:
		return memory.Decision{}, nil
	}
	return out, err
}

// contentInstead returns what a message says now of what was withdrawn: with the words exchanged that were changed, as it was
// before an earlier change, or in the person's own words; "" where it says nothing of it.
func (d *Desk) contentInstead(ctx context.Context, a *answer.Answer, gone memory.Decision, m session.Message) (string, error) {
	before := []memory.Decision{gone}
	if turn := gone.Actor.TurnID; turn != "" {
		ds, err := d.Memories.Memory.Decisions(ctx, d.scopes(a), memory.DecisionWithdrawn, turn)
		if err != nil {
			return "", err
		}
		before = append(ds, gone)
	}
	for _, x := range slices.Backward(before) {
		if x.Op != gone.Op || x.MemoryID != gone.MemoryID || !restsOn(x, m) {
			continue
		}
		content, isHeld := recast(x.Content, x.Evidence, m)
		if isHeld {
			content = x.Content
		}
		if content != "" {
			return content, nil
		}
	}
	if gone.Op == memory.OpUpdate {
		return "", nil
	}
	label := ""
	if a.Chat.IsGroup() {
		label = people.Label(a.Person.Name, a.Person.ID)
	}
	said := ownWords(m.View().Content)
	if said == "" || grounds.SharedWords(gone.Content, said) == 0 {
		return "", nil
	}
	content, _ := own.Keep(said, label, m.At.In(a.Clock()))
	return content, nil
}

// ownWords returns what a message states, as it would be kept in the person's own words; "" where it asks, or takes something back.
func ownWords(said string) string {
	said = text.OneLine(strings.Join(slices.DeleteFunc(strings.Fields(said), func(f string) bool { return strings.HasPrefix(f, "@") }), " "))
	if strings.ContainsAny(said, "?？؟") || strings.Contains(said, "> ") || phrase.RefusesKeeping(said) || retract.Blank(said) != said || len(phrase.Statements(said)) == 0 {
		return ""
	}
	if parts := request.Find(said); len(parts) > 0 {
		return said[parts[0].From:parts[0].To]
	}
	return said
}

// withdrawnBody returns the message about what was withdrawn, and the buttons of what is asked about instead.
func withdrawnBody(a *answer.Answer, all []withdrawal, asks bool) delivery.Body {
	lines := []string{a.Say("memory.withdrawn", nil)}
	var rows [][]delivery.Button
	for i, w := range all {
		number := ""
		if len(all) > 1 {
			number = strconv.Itoa(i+1) + ". "
		}
		id, data := "memory.corrected.row", templates.Data{"Number": number, "Text": answer.Literal(w.gone.Content)}
		if w.next.ID != "" {
			id, data["After"] = "memory.corrected.change", answer.Literal(w.next.Content)
			row := memories.DecisionRow(a, w.next.ID)
			if w.next.IsOffer() {
				row = []delivery.Button{a.Button("button.yes", "save", w.next.ID), a.Button("button.edit", "amend", w.next.ID), a.Button("button.no", "never", w.next.ID)}
			}
			for k := range row {
				row[k].Text = number + row[k].Text
			}
			rows = append(rows, row)
		}
		lines = append(lines, a.Say(id, data))
	}
	if asks {
		lines = append(lines, a.Say("memory.withdrawn.ask", nil))
	}
	return delivery.Body{Text: strings.Join(lines, "\n\n"), Buttons: rows}
}
