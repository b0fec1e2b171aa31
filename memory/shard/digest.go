package shard

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/lines"
	"keepsake/scope"
)

// Merging is what a consolidation of a shard works on.
type Merging struct {
	Shard   Shard
	Current Digest // the zero Digest when there is none
	Waiting []Item // suggestions that no digest says, the oldest first
}

// ToMerge returns what there is to merge in a shard of a store; nothing waits in a paused one. Only parts of the house
// may.
func (s *Service) ToMerge(ctx context.Context, a actor.Actor, store, id string) (m Merging, err error) {
	if !a.IsPart() {
		return m, fault.Op(ErrNotAllowed, "shard: to merge")
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if m.Shard, err = s.store.Get(ctx, store, id); err != nil || m.Shard.Paused {
			return err
		}
		if m.Current, err = s.store.Version(ctx, m.Shard, 0); err != nil {
			return err
		}
		m.Waiting, err = s.store.Items(ctx, m.Shard, Suggestion, false)
		return err
	})
	return m, fault.Op(err, "shard: to merge")
}

// Waiting returns the shards of a store in which something waits to be merged. Only parts of the house may.
func (s *Service) Waiting(ctx context.Context, a actor.Actor, store string) ([]Shard, error) {
	if !a.IsPart() {
		return nil, fault.Op(ErrNotAllowed, "shard: waiting")
	}
	all, err := s.store.Waiting(ctx, store)
	return all, fault.Op(err, "shard: waiting")
}

// Absorb stores the next version of a digest with exactly the suggestions that went into it (F15). It returns
// ErrChanged when another version came first, or a suggestion that one of its lines is made of is gone or says something else
// now. Call it in the transaction that proves the claim. Only parts of the house may.
func (s *Service) Absorb(ctx context.Context, a actor.Actor, store string, d Digest, absorbed []Item) (Digest, error) {
	if !a.IsPart() {
		return Digest{}, fault.Op(ErrNotAllowed, "shard: absorb")
	}
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		held, err := s.store.Lock(ctx, store, d.ShardID)
		if err != nil {
			return err
		}
		now, err := s.store.Version(ctx, held, 0)
		if err != nil {
			return err
		}
		waiting, err := s.store.Items(ctx, held, Suggestion, false)
		if err != nil {
			return err
		}
		ids := make([]string, len(absorbed))
		for n, i := range absorbed {
			ids[n] = i.ID
			if !slices.ContainsFunc(waiting, func(w Item) bool { return w.ID == i.ID && w.Content == i.Content }) {
				return ErrChanged
			}
		}
		if now.Version != d.Version || held.Paused || !hasKnownSources(d.Lines, now.Lines, ids) {
			return ErrChanged
		}
		d.Version, d.At = d.Version+1, s.now.UTC()
		n, err := s.store.PutDigest(ctx, held, d, ids, d.Version-Versions)
		if err == nil && n != len(absorbed) {
			err = ErrChanged
		}
		return err
	})
	return d, fault.Op(err, "shard: absorb")
}

// hasKnownSources reports whether every source of the lines is a source of the present lines or absorbed now. It is false
// after somebody took a suggestion back during the merge: that empties the present lines and keeps their version.
func hasKnownSources(ls, present []lines.Line, absorbed []string) bool {
	known := slices.Clone(absorbed)
	for _, l := range present {
		known = append(known, l.From...)
	}
	for _, l := range ls {
		if slices.ContainsFunc(l.From, func(id string) bool { return !slices.Contains(known, id) }) {
			return false
		}
	}
	return true
}

// Newest returns the newest digests of shards, by shard.
func (s *Service) Newest(ctx context.Context, of []Shard) (map[string]Digest, error) {
	if len(of) == 0 {
		return nil, nil
	}
	ids := make([]string, len(of))
	for i, o := range of {
		ids[i] = o.ID
	}
	found, err := s.store.Newest(ctx, ids)
	byShard := make(map[string]Digest, len(found))
	for _, d := range found {
		byShard[d.ShardID] = d
	}
	return byShard, fault.Op(err, "shard: newest")
}

// Revert takes back one change of the newest version of a digest, or with number 0 all its merges and drops, as a
// version of its own; nothing waits again. An added line leaves the digest. It returns ErrChanged when version is not
// the newest, and ErrNotFound when it made no such change. Whoever may Edit the shard may, and who made it.
func (s *Service) Revert(ctx context.Context, a actor.Actor, here scope.Scope, id string, version, number int) (Digest, error) {
	var d Digest
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		held, err := s.store.Lock(ctx, here.Store, id)
		if err != nil {
			return err
		}
		right, err := s.rightHere(ctx, a, here, held)
		if err != nil {
			return err
		}
		if right < Edit && !a.IsThePerson(held.Maker) {
			return ErrNotAllowed
		}
		if d, err = s.store.Version(ctx, held, 0); err != nil {
			return err
		}
		if d.Version != version {
			return ErrChanged
		}
		cs, err := s.changesOf(ctx, held, d)
		if err != nil {
			return err
		}
		if d.Lines, err = s.without(ctx, held, d.Lines, cs, number); err != nil {
			return err
		}
		d.Version, d.At, d.Model = version+1, s.now.UTC(), ""
		_, err = s.store.PutDigest(ctx, held, d, nil, d.Version-Versions)
		return err
	})
	return d, fault.Op(err, "shard: revert")
}

// changesOf returns what a version did to the one before and to what waited beside it.
func (s *Service) changesOf(ctx context.Context, of Shard, d Digest) ([]lines.Change, error) {
	var before Digest
	var err error
	if d.Version > 1 { // 0 is the newest
		if before, err = s.store.Version(ctx, of, d.Version-1); err != nil {
			return nil, err
		}
	}
	absorbed, err := s.store.AbsorbedIn(ctx, of, d.Version)
	overridden := slices.DeleteFunc(absorbed, func(i Item) bool {
		return slices.ContainsFunc(d.Lines, func(l lines.Line) bool { return slices.Contains(l.From, i.ID) })
	})
	return lines.Diff(before.WithOverridden(overridden).Lines, d.Lines), err
}

// without returns the lines of a digest without one of its changes, or without all merges and drops.
func (s *Service) without(ctx context.Context, of Shard, now []lines.Line, cs []lines.Change, number int) ([]lines.Line, error) {
	if number > 0 {
		if cs = cs[min(number-1, len(cs)):min(number, len(cs))]; len(cs) == 1 && cs[0].Kind == lines.Added {
			return slices.DeleteFunc(now, func(l lines.Line) bool { return l.Text == cs[0].After.Text }), nil
		}
	}
	cs = slices.DeleteFunc(slices.Clone(cs), func(c lines.Change) bool { return c.Kind == lines.Added })
	if len(cs) == 0 {
		return nil, ErrNotFound
	}
	var sources []string
	for _, l := range now {
		sources = append(sources, l.From...)
	}
	items, err := s.store.ItemsOf(ctx, []string{of.ID}, sources)
	words := make(map[string]string, len(items))
	for _, i := range items {
		words[i.ID] = i.Content
	}
	for _, c := range cs {
		now = lines.Undo(now, c, func(id string) (string, bool) { w, ok := words[id]; return w, ok })
	}
	return now, err
}
