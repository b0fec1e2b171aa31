package digest

import (
	"context"
	"errors"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/lines"
	"keepsake/scope"
	"keepsake/text"
)

// ErrChanged means that the digest has another version by now than the one that was shown.
var ErrChanged = fault.New(fault.Conflict, "the digest has changed meanwhile")

// Changes returns what a version did to the one before and to what waited beside it; none when either version is gone.
func (s *Service) Changes(ctx context.Context, owner scope.Scope, version int) ([]Change, error) {
	after, err := s.Version(ctx, owner, version)
	if err != nil {
		return nil, ignoreNotFound(err)
	}
	var before Digest
	if version > 1 {
		if before, err = s.Version(ctx, owner, version-1); err != nil {
			return nil, ignoreNotFound(err)
		}
	}
	all, _, err := s.store.All(ctx, owner)
	if err != nil {
		return nil, err
	}
	overridden := slices.DeleteFunc(all, func(d Directive) bool { return d.Absorbed != version || d.Overrider == "" })
	return lines.Diff(before.WithOverridden(overridden).Lines, after.Lines), nil
}

func ignoreNotFound(err error) error {
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	return err
}

// Revert takes back one change of the newest version, or with number 0 all its merges and drops, as a
// version of its own. No directive waits again, so that the next consolidation does not do the same. An
// added line is taken back by Remove instead. It returns ErrChanged when version is not the newest, and
// ErrNotFound when it made no such change. The person may.
func (s *Service) Revert(ctx context.Context, a actor.Actor, owner scope.Scope, version, number int) (Digest, error) {
	if !a.CanErase(owner) {
		return Digest{}, fault.Op(ErrNotAllowed, "digest: revert")
	}
	var d Digest
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.Interrupt(ctx, owner, s.now.UTC()); err != nil {
			return err
		}
		var err error
		if d, err = s.store.Version(ctx, owner, 0); err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if d.Version != version {
			return ErrChanged
		}
		cs, err := s.Changes(ctx, owner, version)
		if err != nil {
			return err
		}
		if number > 0 {
			cs = cs[min(number-1, len(cs)):min(number, len(cs))]
		}
		cs = slices.DeleteFunc(slices.Clone(cs), func(c Change) bool { return c.Kind == Added })
		if len(cs) == 0 {
			return ErrNotFound
		}
		said, err := s.wordsOf(ctx, owner, d.Sources())
		if err != nil {
			return err
		}
		var back []string // what was overridden and counts again
		for _, c := range cs {
			d.Lines = lines.Undo(d.Lines, c, said)
			if c.Kind == Dropped {
				back = append(back, c.Before[0].From...)
			}
		}
		d.Version, d.At, d.Model = version+1, s.now.UTC(), ""
		return s.store.PutDigest(ctx, d, back, nil, d.Version-Versions)
	})
	return d, fault.Op(err, "digest: revert")
}

func (s *Service) wordsOf(ctx context.Context, owner scope.Scope, ids []string) (func(id string) (string, bool), error) {
	ds, err := s.ByIDs(ctx, owner, ids)
	words := make(map[string]string, len(ds))
	for _, d := range ds {
		words[d.ID] = d.Content
	}
	return func(id string) (string, bool) { w, ok := words[id]; return w, ok }, err
}

// Remove destroys directives, those that say the same word for word, and everything that was made of them, and returns what they said: of those
// that are left the next version is made anew, and until then every prompt shows them as they were said.
// The person may.
func (s *Service) Remove(ctx context.Context, a actor.Actor, owner scope.Scope, ids ...string) (said []string, err error) {
	if !a.CanErase(owner) {
		return nil, fault.Op(ErrNotAllowed, "digest: remove")
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.Interrupt(ctx, owner, s.now.UTC()); err != nil {
			return err
		}
		ds, _, err := s.store.All(ctx, owner)
		if err != nil {
			return err
		}
		said = nil
		for _, d := range ds {
			if slices.Contains(ids, d.ID) && !slices.Contains(said, d.Content) {
				said = append(said, d.Content)
			}
		}
		if len(said) == 0 {
			return ErrNotFound
		}
		var gone []string
		for _, d := range ds { // the same may have been said in private and in a group
			if slices.ContainsFunc(said, func(s string) bool { return text.Fold(s) == text.Fold(d.Content) }) {
				gone = append(gone, d.ID)
			}
		}
		if err := s.store.Drop(ctx, owner, gone, nil, false); err != nil {
			return err
		}
		return s.store.Schedule(ctx, owner, s.now.UTC())
	})
	return said, fault.Op(err, "digest: remove")
}
