// Package digested is what a prompt shows of a person's digest and of the shards of a chat: the versions and
// items that the snapshot names, and for the late block what came since; in a group also the wishes that the speaker said there.
//
// It writes nothing. Start reading at Blocks; shards are in shards.go.
package digested

import (
	"context"
	"slices"
	"time"

	"keepsake/agent/prompt"
	"keepsake/fault"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// kind is the kind of the block of a person's digest.
const kind = "user_memory"

// Blocks reads what the prompts of one conversation show beside memories.
type Blocks struct {
	Owner   scope.Scope     // whose memories it is about
	Session session.Session // the conversation
	Name    string          // the person's
	Speaker string          // the id of who is answered
	Tokens  int             // of what a snapshot shows of shards

	Forming *consolidate.Service // nil = digests are not shown
	Shards  *shard.Service       // nil = shards are not shown
	// Wishes are what the speaker said in this group for how they want to be answered. Revisions reads them, each time anew.
	Wishes []string
	active []shard.Shard
}

// mostWishes is how many wishes of a speaker a prompt in a group shows, the newest.
const mostWishes = 15

// Revisions reads which shards the chat has, and returns their revisions. Call it before the others.
func (b *Blocks) Revisions(ctx context.Context) (map[scope.Scope]int64, error) {
	here := b.Owner
	if b.Session.IsGroup() {
		here.ID = people.ID(b.Session.Place.Chat) // all topics are one
		if err := b.readWishes(ctx, here); err != nil {
			return nil, err
		}
	}
	if b.Shards == nil {
		return nil, nil
	}
	var err error
	b.active, err = b.Shards.Active(ctx, here)
	revisions := make(map[scope.Scope]int64, len(b.active))
	for _, a := range b.active {
		revisions[scope.Scope{Store: a.Home.Store, Kind: scope.Project, ID: a.ID}] = a.Revision
	}
	return revisions, err
}

// readWishes reads what the speaker said in a group: nothing that they said elsewhere, and nothing of anybody else.
func (b *Blocks) readWishes(ctx context.Context, group scope.Scope) error {
	if b.Forming == nil || b.Speaker == "" {
		return nil
	}
	ds, err := b.Forming.Digests.SaidIn(ctx, scope.Scope{Store: group.Store, Kind: scope.User, ID: b.Speaker}, group.ID)
	b.Wishes = contentsOf(ds[max(0, len(ds)-mostWishes):])
	return err
}

func (b Blocks) hasDigest() bool { return b.Forming != nil && !b.Session.IsGroup() }

// Take names what a new snapshot shows.
func (b Blocks) Take(ctx context.Context, now time.Time) (blocks []session.Block, err error) {
	if b.hasDigest() {
		if blocks, err = takeDigest(ctx, b.Forming.Digests, b.Owner, b.Name, now); err != nil {
			return nil, err
		}
	}
	if len(b.active) == 0 {
		return blocks, nil
	}
	more, err := b.takeShards(ctx, now)
	return append(blocks, more...), err
}

// Read returns what the snapshot shows, and fills in the late block what came since. whole is false when
// something that the snapshot shows was taken back: then it must not be used again.
func (b Blocks) Read(ctx context.Context, snap *session.Snapshot, late *prompt.Late) (contents string, whole bool, err error) {
	var c prompt.Contents
	if b.hasDigest() {
		if c, whole, err = readDigest(ctx, b.Forming.Digests, b.Owner, b.Session.ID, snap, late); err != nil || !whole {
			return "", whole, err
		}
	}
	c.Shards, late.Shared, whole, err = b.readShards(ctx, snap)
	return c.String(), whole, err
}

// Join joins the blocks of memories and of the rest, as far as there are any.
func Join(memories, contents string) string {
	if memories == "" || contents == "" {
		return memories + contents
	}
	return memories + "\n" + contents
}

func refOf(s scope.Scope) string { return s.Store + "/" + string(s.Kind) + "/" + s.ID }

// takeDigest names what a new snapshot shows of a person's digest; nil for nothing.
func takeDigest(ctx context.Context, digests *digest.Service, owner scope.Scope, name string, now time.Time) ([]session.Block, error) {
	d, err := digests.Current(ctx, owner)
	if err != nil {
		return nil, err
	}
	if len(d.Lines) == 0 {
		d.Version = 0 // what it said was forgotten: the directives stand for themselves
	}
	waiting, err := digests.Since(ctx, owner, d.Version)
	if err != nil || d.Version == 0 && len(waiting) == 0 {
		return nil, err
	}
	b := session.Block{Kind: kind, Ref: refOf(owner), Version: d.Version, Name: name, Since: now.UTC()}
	for _, w := range waiting {
		b.Items = append(b.Items, w.ID)
	}
	sources, err := digests.ByIDs(ctx, owner, append(d.Sources(), b.Items...))
	for _, s := range sources {
		if s.SaidAt.Before(b.Since) {
			b.Since = s.SaidAt
		}
	}
	return []session.Block{b}, err
}

// readDigest returns what the snapshot of a conversation has of a person's digest.
func readDigest(ctx context.Context, digests *digest.Service, owner scope.Scope, sessionID string, snap *session.Snapshot, late *prompt.Late) (contents prompt.Contents, whole bool, err error) {
	var items []string
	version := 0
	for _, b := range snap.Blocks {
		if b.Kind != kind || b.Ref != refOf(owner) {
			continue
		}
		version, items = b.Version, b.Items
		contents.Name, contents.Since = b.Name, b.Since
		if version > 0 {
			d, err := digests.Version(ctx, owner, version)
			if fault.KindOf(err) == fault.NotFound {
				return prompt.Contents{}, false, nil
			}
			if err != nil {
				return prompt.Contents{}, false, err
			}
			for _, l := range d.Lines {
				contents.Lines = append(contents.Lines, l.Text)
			}
		}
		ds, err := digests.ByIDs(ctx, owner, items)
		if err != nil || len(ds) < len(items) {
			return prompt.Contents{}, false, err
		}
		contents.Directives = contentsOf(ds)
	}
	since, err := digests.Since(ctx, owner, version)
	if err != nil {
		return prompt.Contents{}, false, err
	}
	late.Directives = contentsOf(slices.DeleteFunc(since, func(d digest.Directive) bool { return slices.Contains(items, d.ID) }))
	episodes, err := digests.Episodes(ctx, sessionID)
	late.Episodes = nil
	for _, e := range episodes {
		late.Episodes = append(late.Episodes, e.Content)
	}
	return contents, true, err
}

func contentsOf(ds []digest.Directive) (out []string) {
	for _, d := range ds {
		if !slices.Contains(out, d.Content) { // it may have been said in private and in a group
			out = append(out, d.Content)
		}
	}
	return out
}
