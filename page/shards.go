package page

import (
	"context"
	"time"

	"keepsake/memory/shard"
)

// addShards registers what an owner keeps together with others. A group's own shards are changed in the group, where it
// is known who its admins are.
func (r *Room) addShards() {
	r.house("GET /me/shards", "page-shards", (*visit).showShards)
	r.house("POST /me/shards/{id}/edit", "page-edit-shard", (*visit).editShard)
	r.house("POST /me/shards/{id}/pause", "page-pause-shard", (*visit).pauseShard)
	r.house("POST /me/shards/{id}/less", "page-shard-less", (*visit).lessOfShard)
}

// together is a shard with what counts in it.
type together struct {
	shard.Shard
	Mine               bool // the visitor may change it; another owner's that is open is only looked at
	Digest             shard.Digest
	Facts, Suggestions []aged
}

// aged is a fact or a suggestion with its age in days.
type aged struct {
	shard.Item
	Days int
}

// showShards shows the shards of the owner's private chat.
func (v *visit) showShards() error {
	var all []together
	if shards := v.agent.Commands.Shards.Shards; shards != nil {
		seen, err := shards.Seen(v.ctx(), v.owner())
		if err != nil {
			return err
		}
		digests, err := shards.Newest(v.ctx(), seen)
		if err != nil {
			return err
		}
		for _, s := range seen {
			one := together{Shard: s, Mine: shard.CanManage(v.actor(), v.owner(), s), Digest: digests[s.ID]}
			if one.Facts, err = v.shardItems(s, shard.Fact); err != nil {
				return err
			}
			if one.Suggestions, err = v.shardItems(s, shard.Suggestion); err != nil {
				return err
			}
			all = append(all, one)
		}
	}
	return v.show("shards.html", "page.shards", map[string]any{"Shards": all})
}

// shardItems returns the facts of a shard, or the suggestions that no digest says yet, the oldest first.
func (v *visit) shardItems(s shard.Shard, kind shard.Kind) (all []aged, err error) {
	items, err := v.agent.Commands.Shards.Shards.Items(v.ctx(), v.owner(), s.ID, kind, false)
	for _, i := range items {
		if i.Absorbed == 0 {
			all = append(all, aged{i, max(0, int(v.room.cfg.Now.UTC().Sub(i.SaidAt)/(24*time.Hour)))})
		}
	}
	return all, err
}

// editShard changes what belongs in a shard.
func (v *visit) editShard() error {
	return v.changeShard(func(s *shard.Shard) { s.Instructions = v.field("instructions") })
}

// pauseShard pauses a shard, or lets it go on.
func (v *visit) pauseShard() error {
	return v.changeShard(func(s *shard.Shard) { s.Paused = v.field("paused") == "yes" })
}

func (v *visit) changeShard(set func(s *shard.Shard)) error {
	shards := v.agent.Commands.Shards.Shards
	if shards == nil {
		return shard.ErrNotFound
	}
	if _, err := shards.Find(v.ctx(), v.owner(), v.id()); err != nil {
		return err
	}
	if _, err := shards.Change(v.ctx(), v.actor(), v.owner(), v.id(), set); err != nil {
		return err
	}
	return v.goTo("/me/shards", "saved", "")
}

// lessOfShard takes a fact or a suggestion back for good.
func (v *visit) lessOfShard() error {
	desk := v.agent.Commands.Shards
	if desk.Shards == nil {
		return shard.ErrNotFound
	}
	if _, err := desk.Shards.Find(v.ctx(), v.owner(), v.id()); err != nil {
		return err
	}
	err := v.agent.Commands.Tx.InTx(v.ctx(), func(ctx context.Context) error {
		_, err := desk.Remove(ctx, v.actor(), v.owner(), v.id(), cleanID(v.field("item")))
		return err
	})
	if err != nil {
		return err
	}
	return v.goTo("/me/shards", "forgotten", "")
}
