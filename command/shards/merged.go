package shards

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory/lines"
	"keepsake/memory/shard"
	"keepsake/templates"
	"keepsake/text"
)

const (
	perRow      = 4
	digestRunes = 3000 // of a digest are shown
)

// digest shows what the suggestions of a shard came to.
func (d Desk) digest(ctx context.Context, a *answer.Answer, id string) error {
	s, err := d.Shards.Find(ctx, d.here(a), id)
	if err != nil {
		return err
	}
	found, err := d.Shards.Newest(ctx, []shard.Shard{s})
	if err != nil {
		return err
	}
	shown := []string{a.Say("shards.head", data(s)), a.Say("shards.version", templates.Data{"Number": strconv.Itoa(found[s.ID].Version)}), ""}
	left := digestRunes
	for _, l := range found[s.ID].Lines {
		if left -= text.Len(l.Text); left < 0 {
			shown = append(shown, "…")
			break
		}
		shown = append(shown, "• "+string(answer.Literal(l.Text)))
	}
	a.Show(delivery.Body{Text: strings.Join(shown, "\n"), Buttons: [][]delivery.Button{{a.Button("button.back", Action, doShow+"."+s.ID)}}})
	return nil
}

// TellOfMerge writes what a consolidation changed in a shard, each change with a button that takes it back. It writes
// nothing when nothing changed.
func (d Desk) TellOfMerge(a *answer.Answer, s shard.Shard, before, after shard.Digest) {
	cs := lines.Diff(before.Lines, after.Lines)
	if len(cs) == 0 {
		return
	}
	shown := []string{a.Say("shards.merged", data(s)), ""}
	version := strconv.Itoa(after.Version)
	var undo []delivery.Button
	undone := 0
	for n, c := range cs {
		number := strconv.Itoa(n + 1)
		said := templates.Data{"Number": number, "Text": answer.Literal(c.After.Text)}
		var made []string
		for _, b := range c.Before {
			made = append(made, string(answer.Literal(b.Text)))
		}
		said["Before"] = templates.Markdown(strings.Join(made, " · "))
		key := "wishes.change." + string(c.Kind)
		if c.Kind == lines.Dropped {
			key, said["Text"] = "shards.change.dropped", templates.Markdown(made[0])
		}
		shown = append(shown, a.Say(key, said))
		undo = append(undo, delivery.Button{Text: "↩️ " + number, Action: Action, Ref: doUndo + "." + s.ID + "." + version + "-" + number})
		if c.Kind != lines.Added {
			undone++
		}
	}
	rows := slices.Collect(slices.Chunk(undo, perRow))
	if undone > 1 {
		rows = append(rows, []delivery.Button{a.Button("button.wish_revert_all", Action, doUndo+"."+s.ID+"."+version+"-0")})
	}
	a.Send(delivery.Body{Text: strings.Join(shown, "\n"), Buttons: rows, Silent: true})
}

// tapUndo takes back what a consolidation changed: one thing, or with 0 all its merges and drops.
func (d Desk) tapUndo(ctx context.Context, a *answer.Answer, id, what string) error {
	version, number, _ := strings.Cut(what, "-")
	v, errVersion := strconv.Atoi(version)
	n, errNumber := strconv.Atoi(number)
	if err := errors.Join(errVersion, errNumber); err != nil || v < 1 || n < 0 {
		return shard.ErrNotFound
	}
	_, err := d.Shards.Revert(ctx, a.Actor(), d.here(a), id, v, n)
	if errors.Is(err, shard.ErrChanged) {
		a.Note = a.Plain("wishes.changed_note", nil)
		return nil
	}
	if err == nil {
		a.Note = a.Plain("wishes.reverted_note", nil)
	}
	return err
}
