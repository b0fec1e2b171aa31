package digest

import (
	"context"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/phrase/slot"
	"keepsake/scope"
	"keepsake/secret"
	"keepsake/shortid"
	"keepsake/text"
)

const (
	// MostBrought is how many runes a directive has at most that is brought.
	MostBrought = 400
	// mergeBrought is how long what was brought waits until it is merged. It counts from the start.
	mergeBrought = 24 * time.Hour
)

var (
	// ErrKnown says that the digest or a directive says the same, be it one that a newer one overrides.
	ErrKnown = fault.New(fault.Conflict, "the digest says that already")
	// ErrUnfit refuses a directive that is empty or too long.
	ErrUnfit = fault.Field("content", "must have 1 to 400 characters")
)

// Check returns why a directive is not to be brought into a scope: ErrUnfit, memory.ErrSecret or ErrKnown; nil when it may be.
func (s *Service) Check(ctx context.Context, owner scope.Scope, content string) error {
	content = text.OneLine(content)
	switch {
	case content == "" || text.Len(content) > MostBrought:
		return fault.Op(ErrUnfit, "digest: check")
	case hasSecret(content):
		return fault.Op(memory.ErrSecret, "digest: check")
	}
	now, err := s.Current(ctx, owner)
	if err != nil {
		return err
	}
	said, _, err := s.store.All(ctx, owner)
	if err != nil {
		return fault.Op(err, "digest: check")
	}
	repeats := func(known string) bool { return slot.Repeats(known, content) }
	if slices.ContainsFunc(now.Lines, func(l Line) bool { return repeats(l.Text) }) || slices.ContainsFunc(said, func(d Directive) bool { return repeats(d.Content) }) {
		err = ErrKnown
	}
	return fault.Op(err, "digest: check")
}

// Bring stores a directive that was exported elsewhere or before: it waits beside the digest, which stays as it is until a
// consolidation merges it as any other. batch names the import (Directive.SessionID). It returns what Check returns. The person
// may, and an import of an archive; whether it was declined before is for the caller to ask.
func (s *Service) Bring(ctx context.Context, a actor.Actor, owner scope.Scope, batch string, d Directive) error {
	if !a.CanErase(owner) || owner.Kind != scope.User {
		return fault.Op(ErrNotAllowed, "digest: bring")
	}
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.Interrupt(ctx, owner, s.now.UTC()); err != nil {
			return err
		}
		if err := s.Check(ctx, owner, d.Content); err != nil {
			return err
		}
		now := s.now.UTC()
		d.ID, d.Scope, d.SessionID, d.FoundAt, d.Absorbed, d.Overrider = shortid.New(shortid.LongLen), owner, batch, now, 0, ""
		d.Content, d.Evidence = text.OneLine(d.Content), slices.Clone(d.Evidence)
		for i := range d.Evidence {
			d.Evidence[i].Quote = secret.Mask(d.Evidence[i].Quote)
		}
		if d.SaidAt.IsZero() || d.SaidAt.After(now) {
			d.SaidAt = now
		}
		if err := s.store.PutDirectives(ctx, owner, []Directive{d}); err != nil {
			return err
		}
		return s.store.Schedule(ctx, owner, now.Add(mergeBrought))
	})
	return fault.Op(err, "digest: bring")
}

// TakeBack destroys what an import brought, with every version that says it, and returns how many directives went. Whatever else
// the digest said stays: where it said something that was brought, a version is made at once of what is left, in which the other
// sources of a merged line, and what only gave way to what was brought, have lines in their own words. The person may.
func (s *Service) TakeBack(ctx context.Context, a actor.Actor, owner scope.Scope, batch string) (n int, err error) {
	if !a.CanErase(owner) {
		return 0, fault.Op(ErrNotAllowed, "digest: take back")
	}
	err = s.store.InTx(ctx, func(ctx context.Context) (err error) {
		n, err = s.removeAll(ctx, owner, func(d Directive) bool { return batch != "" && d.SessionID == batch })
		return err
	})
	return n, fault.Op(err, "digest: take back")
}

// removeAll withdraws the directives of a scope for which is is true, and returns how many these are.
func (s *Service) removeAll(ctx context.Context, owner scope.Scope, is func(d Directive) bool) (int, error) {
	if err := s.store.Interrupt(ctx, owner, s.now.UTC()); err != nil {
		return 0, err
	}
	all, _, err := s.store.All(ctx, owner)
	if err != nil {
		return 0, err
	}
	var gone []string
	for _, d := range all {
		if is(d) {
			gone = append(gone, d.ID)
		}
	}
	if len(gone) == 0 {
		return 0, nil
	}
	return len(gone), s.withdraw(ctx, owner, all, gone)
}

// withdraw destroys directives of a scope, empties the versions that say one of them, and makes the next version of what is left
// of the newest when that was among them.
func (s *Service) withdraw(ctx context.Context, owner scope.Scope, all []Directive, gone []string) error {
	isGone := func(id string) bool { return slices.Contains(gone, id) }
	said := make(map[string]Directive, len(all))
	for _, d := range all {
		said[d.ID] = d
	}
	versions, err := s.store.List(ctx, owner) // the newest first
	if err != nil {
		return err
	}
	var emptied []int
	for _, v := range versions {
		if slices.ContainsFunc(v.Sources(), isGone) {
			emptied = append(emptied, v.Version)
		}
	}
	if err := s.store.Withdraw(ctx, owner, gone, emptied); err != nil {
		return err
	}
	if len(versions) == 0 {
		return nil
	}
	next := Digest{Scope: owner, Version: versions[0].Version + 1, Lines: []Line{}, At: s.now.UTC()}
	again := func(id string) { // a directive has a line of its own
		if d, ok := said[id]; ok && !isGone(id) {
			next.Lines = append(next.Lines, Line{Text: d.Content, From: []string{id}})
		}
	}
	for _, l := range versions[0].Lines {
		if !slices.ContainsFunc(l.From, isGone) {
			next.Lines = append(next.Lines, l)
			continue
		}
		for _, id := range l.From {
			again(id)
		}
	}
	var overridden []Overridden
	for _, d := range all {
		if isGone(d.ID) || !isGone(d.Overrider) {
			continue
		}
		by := d.Overrider
		for isGone(by) {
			by = said[by].Overrider
		}
		if by == "" {
			again(d.ID)
		} else {
			overridden = append(overridden, Overridden{ID: d.ID, By: by})
		}
	}
	if len(overridden) == 0 && len(next.Lines) == len(versions[0].Lines) && !slices.Contains(emptied, versions[0].Version) {
		return nil // nothing of it was brought
	}
	return s.store.PutDigest(ctx, next, next.Sources(), overridden, next.Version-Versions)
}
