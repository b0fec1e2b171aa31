package wishes

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory/digest"
	"keepsake/memory/lines"
	"keepsake/templates"
)

// Tell writes what a consolidation changed, each change with a button that takes it back. It writes nothing
// when nothing changed.
func Tell(a *answer.Answer, before, after digest.Digest) {
	cs := lines.Diff(before.Lines, after.Lines)
	if len(cs) == 0 {
		return
	}
	shown := []string{a.Say("wishes.changed", nil), ""}
	var revert []delivery.Button
	undone := 0
	for i, c := range cs {
		n := strconv.Itoa(i + 1)
		shown = append(shown, changeLine(a, n, c))
		revert = append(revert, delivery.Button{Text: "↩️ " + n, Action: ActionRevert, Ref: refOf(after.Version, i+1)})
		if c.Kind != digest.Added {
			undone++
		}
	}
	rows := slices.Collect(slices.Chunk(revert, perRow))
	last := []delivery.Button{a.Button("button.wishes", ActionShow, "")}
	if undone > 1 {
		last = append([]delivery.Button{a.Button("button.wish_revert_all", ActionRevert, refOf(after.Version, 0))}, last...)
	}
	a.Send(delivery.Body{Text: strings.Join(shown, "\n"), Buttons: append(rows, last), Silent: true})
}

func changeLine(a *answer.Answer, n string, c digest.Change) string {
	data := templates.Data{"Number": n, "Text": answer.Literal(c.After.Text)}
	var before []string
	for _, b := range c.Before {
		before = append(before, string(answer.Literal(b.Text)))
	}
	if c.Kind == digest.Dropped {
		data["Text"] = templates.Markdown(before[0])
	}
	data["Before"] = templates.Markdown(strings.Join(before, " · "))
	return a.Say("wishes.change."+string(c.Kind), data)
}

// TapRevert takes back what a consolidation changed: one thing, or with 0 all its merges and drops.
func (d *Desk) TapRevert(ctx context.Context, a *answer.Answer) error {
	version, n := cutRef(a.Tap.Ref)
	owner := d.owner(a)
	cs, err := d.Digests.Changes(ctx, owner, version)
	if err != nil {
		return err
	}
	if n > 0 && n <= len(cs) && cs[n-1].Kind == digest.Added {
		err = d.Forget(ctx, a.Actor(), owner, cs[n-1].After.From...)
	} else {
		_, err = d.Digests.Revert(ctx, a.Actor(), owner, version, n)
	}
	if err != nil {
		return d.changed(ctx, a, err)
	}
	a.Note = a.Plain("wishes.reverted_note", nil)
	return d.Show(ctx, a)
}
