package digested

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"keepsake/agent/prompt"
	"keepsake/memory/shard"
	"keepsake/session"
	"keepsake/text"
)

// shardKind is the kind of the block of a shard.
const shardKind = "memory_shard"

// lateBy bounds the time from an item's own date to its commit.
const lateBy = 5 * time.Second

// markOf changes with every text of a shard that is no item: its name, its instructions, what it cites and its digest.
func (b Blocks) markOf(s shard.Shard, d shard.Digest) string {
	whole := s.Name + "\x00" + s.Instructions
	for _, c := range b.citedBy(s) {
		whole += "\x00\x00" + c
	}
	for _, l := range d.Lines {
		whole += "\x00" + l.Text
	}
	sum := sha256.Sum256([]byte(whole))
	return hex.EncodeToString(sum[:6])
}

// citedBy returns the names of the shards that one cites, as far as the chat has them itself (E46).
func (b Blocks) citedBy(s shard.Shard) (names []string) {
	for _, c := range shard.CitedOf(s, b.active) {
		names = append(names, c.Name)
	}
	return names
}

// takeShards names what a new snapshot shows of the shards: of each the newest facts and suggestions that fit into
// its part of the tokens.
func (b Blocks) takeShards(ctx context.Context, now time.Time) (blocks []session.Block, err error) {
	items, err := b.Shards.Contents(ctx, b.active, nil)
	if err != nil {
		return nil, err
	}
	digests, err := b.Shards.Newest(ctx, b.active)
	if err != nil {
		return nil, err
	}
	for _, a := range b.active {
		one := session.Block{Kind: shardKind, Ref: a.ID, Version: digests[a.ID].Version, Mark: b.markOf(a, digests[a.ID]), Since: now.UTC()}
		left := b.Tokens / len(b.active)
		for _, i := range slices.Backward(items[a.ID]) {
			if left -= text.Tokens(i.Content); left < 0 {
				break
			}
			one.Items = append(one.Items, i.ID)
		}
		blocks = append(blocks, one)
	}
	return blocks, nil
}

// readShards returns what the snapshot has of the shards, in the order of their blocks, and what came to them
// since. whole is false when the snapshot must not be used again: something that it shows was taken back, a
// shard was paused, detached, renamed or merged, or another one came.
func (b Blocks) readShards(ctx context.Context, snap *session.Snapshot) (shown []prompt.Shard, since []prompt.Shared, whole bool, err error) {
	var blocks []session.Block
	var named []string
	for _, one := range snap.Blocks {
		if one.Kind == shardKind {
			blocks, named = append(blocks, one), append(named, one.Items...)
		}
	}
	if len(blocks) != len(b.active) {
		return nil, nil, false, nil
	}
	items, err := b.Shards.Contents(ctx, b.active, named)
	if err != nil {
		return nil, nil, false, err
	}
	digests, err := b.Shards.Newest(ctx, b.active)
	if err != nil {
		return nil, nil, false, err
	}
	for _, one := range blocks {
		at := slices.IndexFunc(b.active, func(a shard.Shard) bool { return a.ID == one.Ref && b.markOf(a, digests[a.ID]) == one.Mark })
		if at < 0 {
			return nil, nil, false, nil
		}
		a := b.active[at]
		p, found := prompt.Shard{Name: a.Name, Instructions: a.Instructions, Cites: b.citedBy(a)}, 0
		for _, l := range digests[a.ID].Lines {
			p.Lines = append(p.Lines, l.Text)
		}
		for _, i := range items[one.Ref] {
			k := prompt.Kept{Text: i.Says(), Day: i.SaidAt}
			switch {
			case !slices.Contains(one.Items, i.ID):
				if i.ArchivedAt == nil && i.SaidAt.After(one.Since.Add(-lateBy)) {
					since = append(since, prompt.Shared{Name: a.Name, Kept: k})
				}
				continue
			case i.Kind == shard.Suggestion:
				p.Suggestions = append(p.Suggestions, k)
			default:
				p.Facts = append(p.Facts, k)
			}
			found++
		}
		if found < len(one.Items) {
			return nil, nil, false, nil
		}
		shown = append(shown, p)
	}
	return shown, since, true, nil
}
