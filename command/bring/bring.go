// Package bring takes in what a person brings from another assistant, or exported here, in a chat: a pasted list or a file becomes
// proposals, of facts and of wishes, one paged card shows them in full, and only a tap keeps them.
//
// The proposals are decisions of package memory under one turn of their own (Pending), so they survive a restart, are erased
// with the person, and a list that is brought twice waits once. What a person declined or deleted before is left out and
// counted. In a group there is none of it.
//
// Start reading at Desk.Do.
package bring

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/memory/digest"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/templates"
	"keepsake/text"
	"keepsake/trust"
)

// Action is the action of all buttons. A reference is a step and what it is about.
const (
	Action = "bring"

	stepPage = "p" // page
	stepDrop = "d" // page . decision
	stepKeep = "k"
	stepNone = "n"
	stepUndo = "u" // batch
)

// Form is the purpose of the question for a list.
const Form = "memory.bring"

// Pending is the turn that the proposals of all imports belong to.
const Pending = "import"

// Bounds of one import and of its card.
const (
	maxFacts  = 200
	pageUnits = 2400 // of what one page says, in UTF-16 units; one fact is at most memory.DefaultMaxContent runes
)

// Desk is what is brought, and where it goes. Its methods run inside the transaction of a request and write into its Answer.
type Desk struct {
	Store   string
	Memory  *memory.Service
	Digests *digest.Service // nil = wishes are left out
	Typed   string          // behind the command, or in answer to the question; its secrets are masked
	File    []byte          // or a file
}

// Do does the command, one of its buttons, or takes what was asked for (asked).
func (d *Desk) Do(ctx context.Context, a *answer.Answer, asked bool) error {
	if a.Tap != nil {
		return d.tap(ctx, a)
	}
	if asked || d.Typed != "" {
		return d.take(ctx, a)
	}
	waiting, err := d.waiting(ctx, a)
	if err != nil {
		return err
	}
	if len(waiting) > 0 {
		a.Send(d.card(a, waiting, 1))
	}
	a.Ask(Form, "", a.Say("import.ask", nil), a.Plain("import.hint", nil))
	return nil
}

func (d *Desk) owner(a *answer.Answer) scope.Scope {
	return scope.Scope{Store: d.Store, Kind: scope.User, ID: a.Person.ID}
}

// waiting returns what was brought and is not decided, in the order in which it was brought.
func (d *Desk) waiting(ctx context.Context, a *answer.Answer) ([]memory.Decision, error) {
	return d.Memory.Decisions(ctx, []scope.Scope{d.owner(a)}, memory.DecisionOpen, Pending)
}

// tally counts what became of the facts of one import.
type tally struct{ known, refused, secret, unfit, over, noWishes int }

// take proposes what was brought and shows the card.
func (d *Desk) take(ctx context.Context, a *answer.Answer) error {
	given := d.File
	if len(given) == 0 {
		given = []byte(d.Typed)
	}
	facts, ok := archive.Facts(given)
	wishes := archive.Wishes(given)
	if !ok && len(wishes) == 0 {
		a.Ask(Form, "", a.Say("import.unknown", nil), a.Plain("import.hint", nil))
		return nil
	}
	var t tally
	if len(facts) > maxFacts {
		t.over, facts = len(facts)-maxFacts, facts[:maxFacts]
	}
	who := a.Actor()
	who.TurnID = Pending
	for _, f := range facts {
		if err := d.propose(ctx, who, d.owner(a), f, &t); err != nil {
			return err
		}
	}
	if len(wishes) > maxFacts {
		t.over, wishes = t.over+len(wishes)-maxFacts, wishes[:maxFacts]
	}
	for _, w := range wishes {
		if err := d.proposeWish(ctx, who, d.owner(a), w, &t); err != nil {
			return err
		}
	}
	waiting, err := d.waiting(ctx, a)
	if err != nil {
		return err
	}
	left := strings.TrimSpace(t.say(a))
	if len(waiting) == 0 {
		a.Send(delivery.Body{Text: strings.TrimSpace(a.Say("import.nothing", nil) + "\n\n" + left)})
		return nil
	}
	if left != "" {
		a.Send(delivery.Body{Text: left})
	}
	a.Send(d.card(a, waiting, 1))
	return nil
}

// propose proposes one fact, or counts why it does not. A line in which a secret was masked is one that held a secret.
func (d *Desk) propose(ctx context.Context, who actor.Actor, owner scope.Scope, f archive.Fact, t *tally) error {
	content := text.OneLine(text.Clean(f.Content))
	if strings.Contains(content, text.Mask) {
		t.secret++
		return nil
	}
	_, err := d.Memory.Propose(ctx, who, []scope.Scope{owner}, memory.Decision{
		Op: memory.OpAdd, Scope: owner, Content: content, Category: f.Category, Reason: "brought from another assistant",
	}, memory.Limits{})
	return t.count(err)
}

// proposeWish proposes a wish that was exported, or counts why it does not.
func (d *Desk) proposeWish(ctx context.Context, who actor.Actor, owner scope.Scope, w archive.Wish, t *tally) error {
	if d.Digests == nil {
		t.noWishes++
		return nil
	}
	content := text.OneLine(text.Clean(w.Content))
	err := d.Digests.Check(ctx, owner, content)
	if err == nil {
		one := memory.Decision{Op: memory.OpWish, Scope: owner, Content: content, Category: "preference", Reason: "a wish that was exported"}
		for _, said := range w.Said {
			one.Evidence = append(one.Evidence, memory.Evidence{Quote: said, Trust: trust.Person, SaidAt: w.SaidAt, Author: who.ID})
		}
		_, err = d.Memory.Propose(ctx, who, []scope.Scope{owner}, one, memory.Limits{})
	}
	return t.count(err)
}

// count counts why something is not proposed; it returns an error that is no reason.
func (t *tally) count(err error) error {
	switch {
	case err == nil:
	case errors.Is(err, memory.ErrKnown), errors.Is(err, memory.ErrSimilar), errors.Is(err, digest.ErrKnown):
		t.known++
	case errors.Is(err, memory.ErrDeclined):
		t.refused++
	case errors.Is(err, memory.ErrSecret):
		t.secret++
	case fault.KindOf(err) == fault.Invalid:
		t.unfit++
	default:
		return err
	}
	return nil
}

// say says what was left out and why, "" when nothing was.
func (t tally) say(a *answer.Answer) string {
	var lines []string
	for _, l := range []struct {
		id string
		n  int
	}{
		{"import.known", t.known}, {"import.refused", t.refused}, {"import.secret", t.secret},
		{"import.unfit", t.unfit}, {"import.over", t.over}, {"import.no_wishes", t.noWishes},
	} {
		if l.n > 0 {
			lines = append(lines, a.Say(l.id, templates.Data{"Count": l.n}))
		}
	}
	return strings.Join(lines, "\n")
}

// pages cuts what waits into pages that fit a message.
func pages(ds []memory.Decision) (out [][]memory.Decision) {
	units := 0
	for i, d := range ds {
		n := text.UTF16Len(text.Visible(d.Content))
		if i == 0 || units+n > pageUnits || len(out[len(out)-1]) == answer.PageRows {
			out, units = append(out, nil), 0
		}
		out[len(out)-1] = append(out[len(out)-1], d)
		units += n
	}
	return out
}

// wishMark stands before a wish on the card.
const wishMark = "🧭 "

// perRow is how many short buttons stand side by side.
const perRow = 4

// card shows a page of what waits, each fact in full with a button that leaves it out.
func (d *Desk) card(a *answer.Answer, waiting []memory.Decision, page int) delivery.Body {
	all := pages(waiting)
	page = min(page, len(all))
	first := 1
	for _, p := range all[:page-1] {
		first += len(p)
	}
	lines := []string{a.Say("import.card", templates.Data{"Count": len(waiting)}), ""}
	var drop []delivery.Button
	for i, w := range all[page-1] {
		n, mark := strconv.Itoa(first+i), ""
		if w.Op == memory.OpWish {
			mark = wishMark
		}
		lines = append(lines, n+". "+mark+string(answer.Literal(w.Content)))
		drop = append(drop, delivery.Button{Text: "✖️ " + n, Action: Action, Ref: strings.Join([]string{stepDrop, strconv.Itoa(page), w.ID}, ".")})
	}
	if slices.ContainsFunc(all[page-1], func(w memory.Decision) bool { return w.Op == memory.OpWish }) {
		lines = append(lines, "", a.Say("import.wishes_join", nil))
	}
	rows := slices.Collect(slices.Chunk(drop, perRow))
	if pager := answer.Pager(page, len(all), func(n int) (action, ref string) { return Action, stepPage + "." + strconv.Itoa(n) }); pager != nil {
		rows = append(rows, pager)
	}
	keep := delivery.Button{Text: a.Plain("button.import_all", templates.Data{"Count": len(waiting)}), Action: Action, Ref: stepKeep + "." + waiting[len(waiting)-1].ID}
	rows = append(rows, []delivery.Button{keep, a.Button("button.import_none", Action, stepNone+"."+waiting[len(waiting)-1].ID)})
	return delivery.Body{Text: strings.Join(lines, "\n"), Buttons: rows}
}

// tap does a button of the card, or takes an import back.
func (d *Desk) tap(ctx context.Context, a *answer.Answer) error {
	step, ref := answer.CutRef(a.Tap.Ref)
	if step == stepUndo {
		return d.undo(ctx, a, ref)
	}
	waiting, err := d.waiting(ctx, a)
	if err != nil {
		return err
	}
	page := 1
	switch step {
	case stepKeep, stepNone: // what came after the card was shown is not on it
		shown := slices.IndexFunc(waiting, func(w memory.Decision) bool { return w.ID == ref }) + 1
		if shown == 0 {
			break
		}
		if step == stepKeep {
			return d.keep(ctx, a, waiting[:shown])
		}
		for _, w := range waiting[:shown] {
			if _, err := d.Memory.Decline(ctx, a.Actor(), []scope.Scope{d.owner(a)}, w.ID); err != nil {
				return err
			}
		}
		a.Show(delivery.Body{Text: a.Say("import.none", nil)})
		return nil
	case stepDrop:
		at, id := answer.CutRef(ref)
		page = answer.PageNumber(at)
		if i := slices.IndexFunc(waiting, func(w memory.Decision) bool { return w.ID == id }); i >= 0 {
			if _, err := d.Memory.Decline(ctx, a.Actor(), []scope.Scope{d.owner(a)}, id); err != nil {
				return err
			}
			waiting = slices.Delete(waiting, i, i+1)
			a.Note = a.Plain("memory.never_note", nil)
		}
	default:
		page = answer.PageNumber(ref)
	}
	if len(waiting) == 0 {
		a.Show(delivery.Body{Text: a.Say("import.empty", nil)})
		return nil
	}
	a.Show(d.card(a, waiting, page))
	return nil
}

// keep stores what the card shows, as one batch, and says what went where: to the list, or to the archive for want of room.
func (d *Desk) keep(ctx context.Context, a *answer.Answer, ds []memory.Decision) error {
	before, err := d.countArchived(ctx, a)
	if err != nil {
		return err
	}
	who, kept, known := a.Actor(), 0, 0
	who.TurnID = Pending + "-" + shortid.New(shortid.LongLen)
	for _, w := range ds {
		if w.Op == memory.OpWish {
			switch err := d.keepWish(ctx, who, d.owner(a), w); {
			case errors.Is(err, digest.ErrKnown):
				known++
			case err != nil:
				return err
			default:
				kept++
			}
			continue
		}
		switch _, c, err := d.Memory.Save(ctx, who, []scope.Scope{d.owner(a)}, w.ID, ""); {
		case err != nil:
			return err
		case c.ID == "": // the same was kept since
			known++
		default:
			kept++
		}
	}
	after, err := d.countArchived(ctx, a)
	if err != nil {
		return err
	}
	lines := []string{a.Say("import.kept", templates.Data{"Count": kept})}
	if known > 0 {
		lines = append(lines, a.Say("import.known", templates.Data{"Count": known}))
	}
	if after > before {
		lines = append(lines, a.Say("import.archived", templates.Data{"Count": after - before}))
	}
	body := delivery.Body{Text: strings.Join(lines, "\n")}
	if kept > 0 {
		body.Buttons = [][]delivery.Button{{a.Button("button.undo", Action, stepUndo+"."+who.TurnID)}}
	}
	a.Show(body)
	return nil
}

// keepWish lets a wish that was brought count: it waits beside the digest, which nothing is lost from.
func (d *Desk) keepWish(ctx context.Context, who actor.Actor, owner scope.Scope, w memory.Decision) error {
	if d.Digests == nil {
		return memory.ErrNotFound
	}
	if _, _, err := d.Memory.Save(ctx, who, []scope.Scope{owner}, w.ID, ""); err != nil {
		return err
	}
	one := digest.Directive{Content: w.Content, Evidence: w.Evidence}
	for _, e := range w.Evidence {
		one.SaidAt = e.SaidAt
	}
	return d.Digests.Bring(ctx, who, owner, who.TurnID, one)
}

// countArchived returns how many of the person's memories are in the archive.
func (d *Desk) countArchived(ctx context.Context, a *answer.Answer) (int, error) {
	q := memory.ArchivedQuery(d.owner(a))
	q.Limit = 1
	_, n, err := d.Memory.List(ctx, q)
	return n, err
}

// undo takes back all that one tap kept.
func (d *Desk) undo(ctx context.Context, a *answer.Answer, batch string) error {
	if !strings.HasPrefix(batch, Pending+"-") {
		return memory.ErrNotFound
	}
	wishes := 0
	if d.Digests != nil {
		var err error
		if wishes, err = d.Digests.TakeBack(ctx, a.Actor(), d.owner(a), batch); err != nil {
			return err
		}
	}
	_, err := d.Memory.Revert(ctx, a.Actor(), []scope.Scope{d.owner(a)}, batch)
	if err != nil && (wishes == 0 || !errors.Is(err, memory.ErrNotFound)) {
		return err
	}
	a.Show(delivery.Body{Text: a.Say("import.undone", nil)})
	return nil
}
