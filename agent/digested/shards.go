package digested

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"keepsake/agent/prompt"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/text"
)

// shardKind is the kind of the block of a shard.
const shardKind = "memory_shard"

// lateBy bounds the time from an item's own date to its commit.
const lateBy = 5 * time.Second

// Shards is what a prompt knows of the shards of its chat.
type Shards struct {
	Service *shard.Service // nil = there are none
	Active  []shard.Shard
}

// ShardsOf reads the shards of a chat that prompts show.
func ShardsOf(ctx context.Context, all *shard.Service, here scope.Scope) (Shards, error) {
	if all == nil {
		return Shards{}, nil
	}
	active, err := all.Active(ctx, here)
	return Shards{all, active}, err
}

// AddRevisions adds the revisions of the shards to those of the scopes of a prompt.
func (s Shards) AddRevisions(revisions map[scope.Scope]int64) {
	for _, a := range s.Active {
		revisions[scope.Scope{Store: a.Home.Store, Kind: scope.Project, ID: a.ID}] = a.Revision
	}
}

// markOf changes with every text of a shard that has no version of its own.
func markOf(s shard.Shard) string {
	sum := sha256.Sum256([]byte(s.Name + "\x00" + s.Instructions))
	return hex.EncodeToString(sum[:6])
}

// Take names what a new snapshot shows of the shards: of each the newest facts and suggestions that fit into
// its part of the tokens.
func (s Shards) Take(ctx context.Context, tokens int, now time.Time) (blocks []session.Block, err error) {
	items, err := s.contents(ctx, nil)
	if err != nil {
		return nil, err
	}
	for _, a := range s.Active {
		b := session.Block{Kind: shardKind, Ref: a.ID, Mark: markOf(a), Since: now.UTC()}
		left := tokens / len(s.Active)
		for _, i := range slices.Backward(items[a.ID]) {
			if left -= text.Tokens(i.Content); left < 0 {
				break
			}
			b.Items = append(b.Items, i.ID)
		}
		blocks = append(blocks, b)
	}
	return blocks, nil
}

func (s Shards) contents(ctx context.Context, named []string) (map[string][]shard.Item, error) {
	if len(s.Active) == 0 {
		return nil, nil
	}
	return s.Service.Contents(ctx, s.Active, named)
}

// Read returns what the snapshot has of the shards, in the order of their blocks, and what came to them
// since. whole is false when the snapshot must not be used again: something that it shows was taken back, a
// shard was paused, detached or renamed, or another one came.
func (s Shards) Read(ctx context.Context, snap *session.Snapshot) (shown []prompt.Shard, since []prompt.Shared, whole bool, err error) {
	var blocks []session.Block
	var named []string
	for _, b := range snap.Blocks {
		if b.Kind == shardKind {
			blocks, named = append(blocks, b), append(named, b.Items...)
		}
	}
	if len(blocks) != len(s.Active) {
		return nil, nil, false, nil
	}
	items, err := s.contents(ctx, named)
	if err != nil {
		return nil, nil, false, err
	}
	for _, b := range blocks {
		at := slices.IndexFunc(s.Active, func(a shard.Shard) bool { return a.ID == b.Ref && markOf(a) == b.Mark })
		if at < 0 {
			return nil, nil, false, nil
		}
		a := s.Active[at]
		p, late, found := prompt.Shard{Name: a.Name, Instructions: a.Instructions}, prompt.Shared{Name: a.Name}, 0
		for _, i := range items[b.Ref] {
			k := prompt.Kept{Text: i.Content, Day: i.SaidAt}
			switch {
			case !slices.Contains(b.Items, i.ID):
				if i.ArchivedAt == nil && i.SaidAt.After(b.Since.Add(-lateBy)) {
					late.Items = append(late.Items, k)
				}
				continue
			case i.Kind == shard.Suggestion:
				p.Suggestions = append(p.Suggestions, k)
			default:
				p.Facts = append(p.Facts, k)
			}
			found++
		}
		if found < len(b.Items) {
			return nil, nil, false, nil
		}
		shown = append(shown, p)
		if len(late.Items) > 0 {
			since = append(since, late)
		}
	}
	return shown, since, true, nil
}
