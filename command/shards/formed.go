package shards

import (
	"context"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory/shard"
	"keepsake/templates"
)

// Tell shows a person which items formed of their words in shards. Each has a button that takes it back, and an item that
// waits for their consent also has one that keeps it.
func (d Desk) Tell(ctx context.Context, a *answer.Answer, items []shard.Item) error {
	lines := []string{a.Say("shards.formed", templates.Data{"Name": answer.Literal(a.Person.Name)}), ""}
	var rows [][]delivery.Button
	waiting := false
	for n, i := range items {
		s, err := d.Shards.Find(ctx, i.Scope, i.ShardID)
		if err != nil {
			return err
		}
		number := strconv.Itoa(n + 1)
		line, row := "shards.formed_line", []delivery.Button{{Text: "🗑 " + number, Action: Action, Ref: doTake + "." + s.ID + "." + i.ID}}
		if i.Pending {
			waiting = true
			line = "shards.formed_question"
			row = append([]delivery.Button{{Text: "✅ " + number, Action: Action, Ref: doKeep + "." + s.ID + "." + i.ID}}, row...)
		}
		lines = append(lines, a.Say(line, templates.Data{"Number": number, "Text": answer.Literal(i.Content), "Name": answer.Literal(s.Name)}))
		rows = append(rows, row)
	}
	below := "shards.formed_below"
	if waiting {
		below = "shards.formed_ask"
	}
	a.Send(delivery.Body{Text: strings.Join(append(lines, "", a.Say(below, nil)), "\n"), Buttons: rows, Silent: true})
	return nil
}

// tapFormed takes an item back that its person was shown, or keeps it.
func (d Desk) tapFormed(ctx context.Context, a *answer.Answer, verb, id, item string) error {
	if verb == doKeep {
		if _, err := d.Shards.Keep(ctx, a.Actor(), d.Store, id, item); err != nil {
			return err
		}
		a.Note = a.Plain("shards.kept_note", nil)
		return nil
	}
	if _, err := d.remove(ctx, a, id, item); err != nil {
		return err
	}
	a.Note = a.Plain("wishes.forgotten_note", nil)
	return nil
}
