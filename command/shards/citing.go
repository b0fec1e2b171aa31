package shards

import (
	"context"
	"slices"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory/shard"
	"keepsake/templates"
	"keepsake/text"
)

// cite lets a shard cite another that the chat sees, or no longer.
func (d Desk) cite(ctx context.Context, a *answer.Answer, s shard.Shard, on bool, name string) error {
	other, err := d.Shards.Find(ctx, d.here(a), name)
	if err != nil {
		return err
	}
	cited, err := d.cited(ctx, a, s)
	if err != nil {
		return err
	}
	var ids []string
	for _, c := range cited {
		ids = append(ids, c.ID)
	}
	if ids = slices.DeleteFunc(ids, func(id string) bool { return id == other.ID }); on {
		ids = append(ids, other.ID)
	}
	if s, err = d.Shards.Cite(ctx, a.Actor(), d.here(a), s.ID, ids); err != nil {
		return err
	}
	return d.show(ctx, a, s)
}

// cited returns what a shard cites of what the chat sees.
func (d Desk) cited(ctx context.Context, a *answer.Answer, s shard.Shard) ([]shard.Shard, error) {
	if len(s.Cites) == 0 {
		return nil, nil
	}
	seen, err := d.Shards.Seen(ctx, d.here(a))
	return shard.CitedOf(s, seen), err
}

// citedLine says which others a shard cites, with a button that opens each; "" for none.
func (d Desk) citedLine(ctx context.Context, a *answer.Answer, s shard.Shard) (line string, open []delivery.Button, err error) {
	cited, err := d.cited(ctx, a, s)
	if err != nil || len(cited) == 0 {
		return "", nil, err
	}
	var names []string
	for _, c := range cited {
		names = append(names, string(answer.Literal(c.Name)))
		open = append(open, delivery.Button{Text: text.Cut(text.Visible("🔗 "+c.Name), answer.TapRunes), Action: Action, Ref: doShow + "." + c.ID})
	}
	return a.Say("shards.cites", templates.Data{"Names": templates.Markdown(strings.Join(names, ", "))}), open, nil
}
