package digest

import (
	"context"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/phrase"
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
	repeats := func(known string) bool { return phrase.Repeats(known, content) }
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

// TakeBack destroys what an import brought, with all that was made of it, and returns how many directives went. The person may.
func (s *Service) TakeBack(ctx context.Context, a actor.Actor, owner scope.Scope, batch string) (int, error) {
	all, _, err := s.store.All(ctx, owner)
	if err != nil {
		return 0, fault.Op(err, "digest: take back")
	}
	var ids []string
	for _, d := range all {
		if d.SessionID == batch && batch != "" {
			ids = append(ids, d.ID)
		}
	}
	if len(ids) == 0 {
		return 0, nil
	}
	_, err = s.Remove(ctx, a, owner, ids...)
	return len(ids), fault.Op(err, "digest: take back")
}
