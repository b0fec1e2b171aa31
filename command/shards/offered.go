package shards

import (
	"context"
	"slices"

	"keepsake/command/answer"
	"keepsake/memory/shard"
)

// offered are the instructions that a shard without any is offered (E45).
var offered = []struct{ name, button, text string }{
	{"project", "button.shard_use_project", "shards.use_project"},
	{"event", "button.shard_use_event", "shards.use_event"},
	{"decisions", "button.shard_use_decisions", "shards.use_decisions"},
	{"household", "button.shard_use_household", "shards.use_household"},
}

// tapUse gives a shard the instructions of a template, in the language of who chose it.
func (d Desk) tapUse(ctx context.Context, a *answer.Answer, id, name string) error {
	at := slices.IndexFunc(offered, func(o struct{ name, button, text string }) bool { return o.name == name })
	if at < 0 {
		return shard.ErrNotFound
	}
	s, err := d.Shards.Change(ctx, a.Actor(), d.here(a), id, func(s *shard.Shard) { s.Instructions = a.Plain(offered[at].text, nil) })
	if err != nil {
		return err
	}
	return d.show(ctx, a, s)
}
