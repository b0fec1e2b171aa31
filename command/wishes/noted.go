package wishes

import (
	"context"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
	"keepsake/templates"
)

// ActionNoted is the action of the buttons under what was noted in a group: what to do, a dot, and the id.
const ActionNoted = "wished"

// What a button under what was noted does.
const (
	doForget = "forget" // a directive
	doKeep   = "keep"   // a decision
	doNever  = "never"  // a decision
)

// TellOfNoted shows a person which wishes were noted of their words in a group. Each has a button that forgets it, and one that
// waits for their consent also has one that keeps it.
func TellOfNoted(a *answer.Answer, noted []consolidate.Noted) {
	head, below := "wishes.noted", "wishes.noted_below"
	if a.Chat.IsGroup() {
		head = "wishes.noted_here"
	}
	lines := []string{a.Say(head, templates.Data{"Name": answer.Literal(a.Person.Name)}), ""}
	var rows [][]delivery.Button
	for i, n := range noted {
		number := strconv.Itoa(i + 1)
		line, row := "wishes.noted_line", []delivery.Button{{Text: "🗑 " + number, Action: ActionNoted, Ref: doForget + "." + n.ID}}
		if n.IsPending {
			line, below = "wishes.noted_question", "wishes.noted_ask"
			row = []delivery.Button{{Text: "✅ " + number, Action: ActionNoted, Ref: doKeep + "." + n.ID}, {Text: "🗑 " + number, Action: ActionNoted, Ref: doNever + "." + n.ID}}
		}
		lines = append(lines, a.Say(line, templates.Data{"Number": number, "Text": answer.Literal(n.Content)}))
		rows = append(rows, row)
	}
	a.Send(delivery.Body{Text: strings.Join(append(lines, "", a.Say(below, nil)), "\n"), Buttons: rows, Silent: true})
}

// TapNoted forgets a wish that its person was told of, or keeps one that they were asked about. Others change nothing.
func (d *Desk) TapNoted(ctx context.Context, a *answer.Answer) error {
	verb, id := answer.CutRef(a.Tap.Ref)
	var err error
	note := "wishes.forgotten_note"
	switch verb {
	case doForget:
		err = d.Forget(ctx, a.Actor(), d.owner(a), id)
	case doNever:
		err = d.decideNoted(ctx, a, id, false)
	case doKeep:
		note = "shards.kept_note"
		err = d.decideNoted(ctx, a, id, true)
	default:
		err = digest.ErrNotFound
	}
	if k := fault.KindOf(err); k == fault.NotFound || k == fault.Conflict {
		a.Note = a.Plain("compact.settled", nil)
		return nil
	}
	if err != nil {
		return err
	}
	a.Note = a.Plain(note, nil)
	a.RetireButton()
	return nil
}

func (d *Desk) decideNoted(ctx context.Context, a *answer.Answer, id string, keep bool) error {
	if d.Forming == nil {
		return digest.ErrNotFound
	}
	return d.Forming.AnswerWish(ctx, a.Actor(), id, keep)
}
