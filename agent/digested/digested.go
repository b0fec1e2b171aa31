// Package digested is what a prompt shows of a person's digest and of the shards of a chat: the versions and
// items that the snapshot names, and for the late block what came since.
//
// It writes nothing. Start reading at Take and Read; shards are in shards.go.
package digested

import (
	"context"
	"slices"
	"time"

	"keepsake/agent/prompt"
	"keepsake/fault"
	"keepsake/memory/digest"
	"keepsake/scope"
	"keepsake/session"
)

// kind is the kind of the block of a person's digest.
const kind = "user_memory"

// Shown is what a prompt shows.
type Shown struct {
	Contents   prompt.Contents // of the snapshot
	Directives []string        // that came since
	Episodes   []string        // of the conversation
}

func refOf(s scope.Scope) string { return s.Store + "/" + string(s.Kind) + "/" + s.ID }

// Take names what a new snapshot shows of a person's digest; nil for nothing.
func Take(ctx context.Context, digests *digest.Service, owner scope.Scope, name string, now time.Time) ([]session.Block, error) {
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

// Read returns what the snapshot of a conversation and the time since have of a person's digest. whole is
// false when something that the snapshot shows was forgotten: then it must not be used again.
func Read(ctx context.Context, digests *digest.Service, owner scope.Scope, sessionID string, snap *session.Snapshot) (shown Shown, whole bool, err error) {
	var contents prompt.Contents
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
				return Shown{}, false, nil
			}
			if err != nil {
				return Shown{}, false, err
			}
			for _, l := range d.Lines {
				contents.Lines = append(contents.Lines, l.Text)
			}
		}
		ds, err := digests.ByIDs(ctx, owner, items)
		if err != nil || len(ds) < len(items) {
			return Shown{}, false, err
		}
		contents.Directives = contentsOf(ds)
	}
	since, err := digests.Since(ctx, owner, version)
	if err != nil {
		return Shown{}, false, err
	}
	shown.Directives = contentsOf(slices.DeleteFunc(since, func(d digest.Directive) bool { return slices.Contains(items, d.ID) }))
	episodes, err := digests.Episodes(ctx, sessionID)
	for _, e := range episodes {
		shown.Episodes = append(shown.Episodes, e.Content)
	}
	shown.Contents = contents
	return shown, true, err
}

func contentsOf(ds []digest.Directive) (out []string) {
	for _, d := range ds {
		out = append(out, d.Content)
	}
	return out
}
