package digest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/secret"
	"keepsake/shortid"
	"keepsake/text"
	"keepsake/tx"
)

var (
	// ErrNotFound says that a scope has no such version of a digest.
	ErrNotFound = fault.New(fault.NotFound, "no such version of the digest")
	// ErrNotAllowed refuses who is neither a part of the house nor the person.
	ErrNotAllowed = fault.New(fault.Denied, "only the person may do that")
)

// Store is what a database must do. Methods join a transaction in the context. Writing methods add one
// to the revision of the scope, so that prompts see them.
type Store interface {
	tx.Runner
	Jobs
	PutDirectives(ctx context.Context, owner scope.Scope, ds []Directive) error
	PutEpisode(ctx context.Context, e Episode) error
	// Directives returns those that wait, and those that a later version than after absorbed and did not
	// override, the oldest first.
	Directives(ctx context.Context, owner scope.Scope, after int) ([]Directive, error)
	// ByIDs returns the directives with these ids, the oldest first.
	ByIDs(ctx context.Context, owner scope.Scope, ids []string) ([]Directive, error)
	// SaidIn returns the directives of a scope that were said in the group of this id and that nothing overrides, the oldest first.
	SaidIn(ctx context.Context, owner scope.Scope, group string) ([]Directive, error)
	// Speakers returns the scopes of the group's store that have a directive that was said in the group.
	Speakers(ctx context.Context, group scope.Scope) ([]scope.Scope, error)
	Episodes(ctx context.Context, sessionID string, limit int) ([]Episode, error) // the newest, the oldest first
	// Version returns a version of a digest, the newest for 0; ErrNotFound. One that was dropped has no lines.
	Version(ctx context.Context, owner scope.Scope, version int) (Digest, error)
	List(ctx context.Context, owner scope.Scope) ([]Digest, error) // the newest first
	// PutDigest inserts a version and marks what it absorbs; it removes versions up to forgotten.
	PutDigest(ctx context.Context, d Digest, absorbed []string, overridden []Overridden, forgotten int) error
	// Rewind lets the directives wait again that a later version absorbed or overrode.
	Rewind(ctx context.Context, owner scope.Scope, version int) error
	// Interrupt ends the claims of a scope's jobs.
	Interrupt(ctx context.Context, owner scope.Scope, now time.Time) error
	// All returns a scope's directives and episodes.
	All(ctx context.Context, owner scope.Scope) ([]Directive, []Episode, error)
	// Drop destroys directives and episodes, and when there was a directive, or digests is set, the lines of
	// all versions of the digest: the directives that are left wait again.
	Drop(ctx context.Context, owner scope.Scope, directives, episodes []string, digests bool) error
	// Withdraw destroys directives, and the lines of these versions of the digest; the others stay.
	Withdraw(ctx context.Context, owner scope.Scope, directives []string, versions []int) error
	Erase(ctx context.Context, owner scope.Scope) (int, error)
	PurgeEpisodes(ctx context.Context, before time.Time) (int, error)
}

// Service is the only one to write directives, episodes and digests.
type Service struct {
	store Store
	now   clock.Now
}

// New returns a Service.
func New(store Store, now clock.Now) *Service { return &Service{store: store, now: now} }

// Form stores what was found in a part of a conversation: directives, and an episode unless its content
// is "". A text with a secret is left out. It returns how many directives wait now. A directive
// keeps the id that it comes with.
func (s *Service) Form(ctx context.Context, a actor.Actor, owner scope.Scope, ds []Directive, e Episode) (waiting int, err error) {
	if !a.IsPart() {
		return 0, fault.Op(ErrNotAllowed, "digest: form")
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		var keep []Directive
		for _, d := range ds {
			if d.Content = text.OneLine(d.Content); d.Content == "" || hasSecret(d.Content) {
				continue
			}
			d.ID, d.Scope, d.FoundAt, d.Absorbed = cmp.Or(d.ID, shortid.New(shortid.LongLen)), owner, s.now.UTC(), 0
			for i := range d.Evidence {
				d.Evidence[i].Quote = secret.Mask(d.Evidence[i].Quote)
			}
			keep = append(keep, d)
		}
		if len(keep) > 0 {
			if err := s.store.PutDirectives(ctx, owner, keep); err != nil {
				return err
			}
		}
		if e.Content = text.OneLine(e.Content); e.Content != "" && !hasSecret(e.Content) {
			e.ID, e.Scope, e.At = shortid.New(shortid.LongLen), owner, s.now.UTC()
			if err := s.store.PutEpisode(ctx, e); err != nil {
				return err
			}
		}
		left, err := s.store.Directives(ctx, owner, noVersion)
		waiting = len(left)
		return err
	})
	return waiting, fault.Op(err, "digest: form")
}

// noVersion is after every version: nothing was absorbed later.
const noVersion = 1 << 30

func hasSecret(s string) bool {
	_, found := secret.Find(s)
	return found || strings.Contains(s, text.Mask)
}

// Waiting returns the directives of a scope that no digest has absorbed, the oldest first.
func (s *Service) Waiting(ctx context.Context, owner scope.Scope) ([]Directive, error) {
	ds, err := s.store.Directives(ctx, owner, noVersion)
	return ds, fault.Op(err, "digest: waiting")
}

// Since returns the directives that a version of the digest does not say yet, the oldest first.
func (s *Service) Since(ctx context.Context, owner scope.Scope, version int) ([]Directive, error) {
	ds, err := s.store.Directives(ctx, owner, version)
	return ds, fault.Op(err, "digest: since")
}

// SaidIn returns the directives of a person that were said in a group and that count, the oldest first.
func (s *Service) SaidIn(ctx context.Context, owner scope.Scope, group string) ([]Directive, error) {
	ds, err := s.store.SaidIn(ctx, owner, group)
	return ds, fault.Op(err, "digest: said in a group")
}

// ByIDs returns those of the directives that still exist, the oldest first.
func (s *Service) ByIDs(ctx context.Context, owner scope.Scope, ids []string) ([]Directive, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	ds, err := s.store.ByIDs(ctx, owner, ids)
	return ds, fault.Op(err, "digest: by ids")
}

// Episodes returns the newest episodes of a conversation, the oldest first (E24).
func (s *Service) Episodes(ctx context.Context, sessionID string) ([]Episode, error) {
	es, err := s.store.Episodes(ctx, sessionID, Episodes)
	return es, fault.Op(err, "digest: episodes")
}

// Current returns the digest of a scope; the zero Digest when it has none.
func (s *Service) Current(ctx context.Context, owner scope.Scope) (Digest, error) {
	d, err := s.store.Version(ctx, owner, 0)
	if fault.KindOf(err) == fault.NotFound {
		return Digest{Scope: owner}, nil
	}
	return d, fault.Op(err, "digest: current")
}

// Version returns one version of a digest, or ErrNotFound: it never was, or something that it said was
// forgotten.
func (s *Service) Version(ctx context.Context, owner scope.Scope, version int) (Digest, error) {
	d, err := s.store.Version(ctx, owner, version)
	if err == nil && len(d.Lines) == 0 {
		err = ErrNotFound
	}
	return d, fault.Op(err, "digest: version")
}

// List returns the versions of a digest, the newest first.
func (s *Service) List(ctx context.Context, owner scope.Scope) ([]Digest, error) {
	ds, err := s.store.List(ctx, owner)
	ds = slices.DeleteFunc(ds, func(d Digest) bool { return len(d.Lines) == 0 })
	return ds, fault.Op(err, "digest: list")
}

// Absorb stores the next version after d.Version with exactly the directives that went into it (F15). Call
// it in the transaction that proves the claim.
func (s *Service) Absorb(ctx context.Context, a actor.Actor, d Digest, absorbed []string, overridden []Overridden) error {
	if !a.IsPart() {
		return fault.Op(ErrNotAllowed, "digest: absorb")
	}
	d.Version++
	d.At = s.now.UTC()
	return fault.Op(s.store.PutDigest(ctx, d, absorbed, overridden, d.Version-Versions), "digest: absorb")
}

// Restore makes an earlier version the newest one again, as a version of its own. What was absorbed or
// overridden since then waits again. The person may.
func (s *Service) Restore(ctx context.Context, a actor.Actor, owner scope.Scope, version int) (Digest, error) {
	if !a.CanErase(owner) {
		return Digest{}, fault.Op(ErrNotAllowed, "digest: restore")
	}
	var d Digest
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.Interrupt(ctx, owner, s.now.UTC()); err != nil {
			return err
		}
		now, err := s.store.Version(ctx, owner, 0)
		if err != nil {
			return err
		}
		if d, err = s.Version(ctx, owner, version); err != nil {
			return err
		}
		if err := s.store.Rewind(ctx, owner, version); err != nil {
			return err
		}
		d.Version, d.At = now.Version+1, s.now.UTC()
		return s.store.PutDigest(ctx, d, d.Sources(), nil, d.Version-Versions)
	})
	return d, fault.Op(err, "digest: restore")
}

// Forget destroys the directives and episodes for which says is true, and all versions of the digest if a line says it or is
// made of such a directive. The remaining directives wait again, so the next prompt shows them. Jobs that are running for the
// scope lose their claims. Only the system may call it.
func (s *Service) Forget(ctx context.Context, a actor.Actor, owner scope.Scope, says func(text string) bool) (int, error) {
	if a.Kind != actor.System {
		return 0, fault.Op(ErrNotAllowed, "digest: forget")
	}
	n := 0
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		// The claims first: a consolidation that is about to commit waits for this, or is waited for.
		if err := s.store.Interrupt(ctx, owner, s.now.UTC()); err != nil {
			return err
		}
		ds, es, err := s.store.All(ctx, owner)
		if err != nil {
			return err
		}
		var directives, episodes []string
		for _, d := range ds {
			if says(d.Content) || saysEvidence(d, says) {
				directives = append(directives, d.ID)
			}
		}
		for _, e := range es {
			if says(e.Content) {
				episodes = append(episodes, e.ID)
			}
		}
		versions, err := s.store.List(ctx, owner)
		if err != nil {
			return err
		}
		repeated := false
		for _, v := range versions {
			for _, l := range v.Lines {
				repeated = repeated || says(l.Text)
			}
		}
		if n = len(directives) + len(episodes); n == 0 && !repeated {
			return nil
		}
		if err := s.store.Drop(ctx, owner, directives, episodes, repeated); err != nil {
			return err
		}
		return s.store.Schedule(ctx, owner, s.now.UTC())
	})
	return n, fault.Op(err, "digest: forget")
}

// ForgetSaidIn destroys the directives that people said in a group and for which says is true; nil = all of them. What else a
// digest says stays. Whoever may erase the group may, and the system.
func (s *Service) ForgetSaidIn(ctx context.Context, a actor.Actor, group scope.Scope, says func(text string) bool) (n int, err error) {
	if !a.CanErase(group) {
		return 0, fault.Op(ErrNotAllowed, "digest: forget what was said in a group")
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		n = 0
		owners, err := s.store.Speakers(ctx, group)
		if err != nil {
			return err
		}
		for _, owner := range owners {
			gone, err := s.removeAll(ctx, owner, func(d Directive) bool {
				return d.SaidIn == group.ID && (says == nil || says(d.Content) || saysEvidence(d, says))
			})
			if n += gone; err != nil {
				return err
			}
		}
		return nil
	})
	return n, fault.Op(err, "digest: forget what was said in a group")
}

func saysEvidence(d Directive, says func(string) bool) bool {
	for _, e := range d.Evidence {
		if says(e.Quote) {
			return true
		}
	}
	return false
}

// Erase destroys everything of a scope and returns how many directives went. The person may, the admins
// of a group, and the system.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) (int, error) {
	if !a.CanErase(owner) {
		return 0, fault.Op(ErrNotAllowed, "digest: erase")
	}
	n, err := s.store.Erase(ctx, owner)
	return n, fault.Op(err, "digest: erase")
}

// Purge destroys the episodes whose time is over. Only the system may.
func (s *Service) Purge(ctx context.Context, a actor.Actor) (int, error) {
	if a.Kind != actor.System {
		return 0, fault.Op(ErrNotAllowed, "digest: purge")
	}
	n, err := s.store.PurgeEpisodes(ctx, s.now.UTC().Add(-EpisodeLife))
	return n, fault.Op(err, "digest: purge")
}
