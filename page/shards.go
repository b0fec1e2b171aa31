package page

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/memory/shard"
	"keepsake/scope"
)

// addShards registers what is kept together: an owner's with others, and a group's for its admins.
func (r *Room) addShards() {
	r.house("GET /me/shards", "page-shards", atOwn((*visit).showShards))
	r.house("POST /me/shards/{id}/edit", "page-edit-shard", atOwn((*visit).editShard))
	r.house("POST /me/shards/{id}/pause", "page-pause-shard", atOwn((*visit).pauseShard))
	r.house("POST /me/shards/{id}/reword", "page-reword-in-shard", atOwn((*visit).rewordItem))
	r.house("POST /me/shards/{id}/less", "page-shard-less", atOwn((*visit).removeItem))

	r.page("GET /me/g/{chat}", "page-group", atGroup(actor.Member, (*visit).showGroupOrGraph))
	r.page("POST /me/g/{chat}/{id}/edit", "page-edit-group-shard", atGroup(actor.Admin, (*visit).editShard))
	r.page("POST /me/g/{chat}/{id}/pause", "page-pause-group-shard", atGroup(actor.Admin, (*visit).pauseShard))
	r.page("POST /me/g/{chat}/{id}/reword", "page-reword-in-group-shard", atGroup(actor.Admin, (*visit).rewordItem))
	r.page("POST /me/g/{chat}/{id}/less", "page-group-shard-less", atGroup(actor.Admin, (*visit).removeItem))
}

// stand is where a visitor acts on shards, and as whom.
type stand struct {
	who  actor.Actor
	here scope.Scope
	path string // of the page
}

// atOwn lets a visitor act in their private chat.
func atOwn(do func(v *visit, s stand) error) func(v *visit) error {
	return func(v *visit) error { return do(v, stand{v.actor(), v.owner(), "/me/shards"}) }
}

// together is a shard with what counts in it.
type together struct {
	shard.Shard
	Mine               bool     // the visitor manages it
	Bots               []string // that may show it, where it was opened to roles with a memory of their own
	Edits              bool     // or may change what belongs in it, and reword and take back what others said
	Digest             shard.Digest
	Facts, Suggestions []aged
}

// aged is a fact or a suggestion with its age in days.
type aged struct {
	shard.Item
	Days int
}

// showShards shows the shards that a chat sees.
func (v *visit) showShards(at stand) error {
	var all []together
	if shards := v.agent.Commands.Shards.Shards; shards != nil {
		seen, err := shards.Seen(v.ctx(), at.here)
		if err != nil {
			return err
		}
		digests, err := shards.Newest(v.ctx(), seen)
		if err != nil {
			return err
		}
		items, err := shards.Contents(v.ctx(), seen, nil)
		if err != nil {
			return err
		}
		for _, s := range seen {
			may := shards.RightOf(at.who, at.here, s)
			one := together{Shard: s, Mine: may >= shard.Manage, Edits: may >= shard.Edit, Bots: shards.Roles(s), Digest: digests[s.ID]}
			for _, i := range items[s.ID] {
				old := aged{i, max(0, int(v.room.cfg.Now.UTC().Sub(i.SaidAt)/(24*time.Hour)))}
				if i.Kind == shard.Fact {
					one.Facts = append(one.Facts, old)
				} else {
					one.Suggestions = append(one.Suggestions, old)
				}
			}
			all = append(all, one)
		}
	}
	return v.show("shards.html", "page.shards", map[string]any{"Shards": all, "Path": at.path, "Group": at.here.Kind == scope.Group})
}

// editShard changes what belongs in a shard.
func (v *visit) editShard(at stand) error {
	return v.changeShard(at, func(s *shard.Shard) { s.Instructions = v.field("instructions") })
}

// pauseShard pauses a shard, or lets it go on.
func (v *visit) pauseShard(at stand) error {
	return v.changeShard(at, func(s *shard.Shard) { s.Paused = v.field("paused") == "yes" })
}

func (v *visit) changeShard(at stand, set func(s *shard.Shard)) error {
	shards := v.agent.Commands.Shards.Shards
	if shards == nil {
		return shard.ErrNotFound
	}
	if _, err := shards.Find(v.ctx(), at.here, v.id()); err != nil {
		return err
	}
	if _, err := shards.Change(v.ctx(), at.who, at.here, v.id(), set); err != nil {
		return err
	}
	return v.goTo(at.path, "saved", "")
}

// rewordItem changes what a fact or a suggestion says.
func (v *visit) rewordItem(at stand) error {
	shards := v.agent.Commands.Shards.Shards
	if shards == nil {
		return shard.ErrNotFound
	}
	if _, err := shards.Find(v.ctx(), at.here, v.id()); err != nil {
		return err
	}
	if _, err := shards.Reword(v.ctx(), at.who, at.here, v.id(), cleanID(v.field("item")), v.field("content")); err != nil {
		return err
	}
	return v.goTo(at.path, "saved", "")
}

// removeItem takes a fact or a suggestion back for good.
func (v *visit) removeItem(at stand) error {
	desk := v.agent.Commands.Shards
	if desk.Shards == nil {
		return shard.ErrNotFound
	}
	if _, err := desk.Shards.Find(v.ctx(), at.here, v.id()); err != nil {
		return err
	}
	err := v.agent.Commands.Tx.InTx(v.ctx(), func(ctx context.Context) error {
		_, err := desk.Remove(ctx, at.who, at.here, v.id(), cleanID(v.field("item")))
		return err
	})
	if err != nil {
		return err
	}
	return v.goTo(at.path, "forgotten", "")
}
