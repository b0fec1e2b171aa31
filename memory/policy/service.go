package policy

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/tx"
)

// This file is the history of a store's policies: every change is a new Revision, and the newest one counts.

// Revision is one version of the policy of a memory store. A revision is never changed, except that it becomes stable.
type Revision struct {
	Store  string
	Number int // 1, 2, …
	Policy Policy
	// By is who made it: a person's id, or BySettings, ByOperator, ByDrift, ByOwner. "" = who was erased since.
	By     string
	Reason string
	Of     int  // the revision that it repeats, after a rollback; 0 = none
	Stable bool // a rollback may return to it
	At     time.Time
}

// Values of Revision.By that are no person's id.
const (
	BySettings = "settings"
	ByOperator = "operator"
	ByDrift    = "drift"
	ByOwner    = "owner" // an owner without an id, such as an agent's key
)

// Errors of the Service.
var (
	// ErrNotAllowed means that only owners of the bot, and the program, may change a policy.
	ErrNotAllowed = fault.New(fault.Denied, "only owners may change the policy")
	// ErrChanged means that somebody else changed the policy since it was read.
	ErrChanged = fault.New(fault.Conflict, "the policy was changed in the meantime")
	// ErrNoStable means that there is no other stable revision to return to.
	ErrNoStable = fault.New(fault.NotFound, "there is no earlier stable policy that differs")
	// ErrNoRevision means that the store has no revision with this number.
	ErrNoRevision = fault.New(fault.NotFound, "there is no policy with this number")
)

// maxReason bounds Revision.Reason, in bytes.
const maxReason = 400

// Revisions is what a database must do for the history. Methods join the transaction that ctx carries.
type Revisions interface {
	tx.Runner
	// PutRevision stores a revision; ErrChanged when its number is taken.
	PutRevision(ctx context.Context, r Revision, content string) error
	// Revisions returns those of a store with their contents as JSON, the newest first, at most limit; 0 = all.
	Revisions(ctx context.Context, store string, limit int) ([]Revision, []string, error)
	// MarkStable makes a revision stable and reports whether there is one with this number.
	MarkStable(ctx context.Context, store string, number int) (bool, error)
	// Distribution returns how many live items of a store have each type and subject.
	Distribution(ctx context.Context, store string) ([]Portion, error)
	// PutSnapshot stores the snapshot of a revision and the centroid, "" = none, and Snapshot returns them; ok is false when
	// there is none. The centroids of a store go when somebody's memories in it are erased.
	PutSnapshot(ctx context.Context, store string, number int, content, centroid string, at time.Time) error
	Snapshot(ctx context.Context, store string, number int) (content, centroid string, ok bool, err error)
}

// Service keeps the policies of memory stores. The policy that counts is read anew whenever it is needed, so a change holds
// in every process at its next run of extraction. A nil Service keeps none: the settings count.
type Service struct {
	Store     Revisions
	Centroids Centroids // nil = drift is measured without the meaning of memories
	Now       clock.Now
}

// Current returns the policy that counts in a store, with its history's newest revision. settings is the policy of the
// operator's settings: it counts while nothing is stored, it fills fields that an older program did not know, and it alone
// can switch extraction and reading on (Enable) and say how many memories a scope holds (PerScope).
func (s *Service) Current(ctx context.Context, store string, settings Policy) (Revision, error) {
	if s == nil {
		return fromSettings(store, settings), nil
	}
	rs, err := s.history(ctx, store, settings, 1)
	if err != nil || len(rs) == 0 {
		return fromSettings(store, settings), err
	}
	return rs[0], nil
}

// History returns the revisions of a store, the newest first, at most limit; 0 = all.
func (s *Service) History(ctx context.Context, store string, settings Policy, limit int) ([]Revision, error) {
	rs, err := s.history(ctx, store, settings, limit)
	if err == nil && len(rs) == 0 {
		rs = []Revision{fromSettings(store, settings)}
	}
	return rs, err
}

func fromSettings(store string, settings Policy) Revision {
	return Revision{Store: store, Number: 1, Policy: settings, By: BySettings, Stable: true}
}

func (s *Service) history(ctx context.Context, store string, settings Policy, limit int) ([]Revision, error) {
	rs, contents, err := s.Store.Revisions(ctx, store, limit)
	if err != nil {
		return nil, fault.Op(err, "policy: history")
	}
	for i := range rs {
		if rs[i].Policy, err = parse(contents[i], settings); err != nil {
			return nil, fault.Op(err, "policy: read revision %d", rs[i].Number)
		}
	}
	return rs, nil
}

// parse reads a stored policy over that of the settings.
func parse(content string, settings Policy) (Policy, error) {
	p := settings
	p.RetentionDays = maps.Clone(settings.RetentionDays)
	p.AllowedTypes, p.ApprovalTypes = nil, nil
	if err := json.Unmarshal([]byte(content), &p); err != nil {
		return p, fault.Wrap(fault.Internal, "the stored policy cannot be read", err)
	}
	p.Enable, p.PerScope = p.Enable && settings.Enable, settings.PerScope
	p.Reading.Enable = p.Reading.Enable && settings.Reading.Enable
	return p, nil
}

// AdoptSettings makes the policy of the settings a revision when they changed since they last were one: the newest wish of
// the operator counts. Call it when a process starts. The system may.
func (s *Service) AdoptSettings(ctx context.Context, a actor.Actor, store string, settings Policy) error {
	if s == nil {
		return nil
	}
	if a.Kind != actor.System {
		return fault.Op(ErrNotAllowed, "policy: adopt settings")
	}
	a.ID = BySettings
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		rs, err := s.history(ctx, store, settings, 0)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(rs, func(r Revision) bool { return r.By == BySettings })
		if i >= 0 && rs[i].Policy.Equal(settings) {
			return nil
		}
		_, err = s.append(ctx, a, rs, Revision{Store: store, Policy: settings, Reason: "the settings", Stable: true})
		return err
	})
	if fault.KindOf(err) == fault.Conflict { // another process adopted the same settings
		return nil
	}
	return fault.Op(err, "policy: adopt settings")
}

// Change is a wish to change a policy.
type Change struct {
	Policy Policy
	Reason string
	// IfNumber is the revision that the wish is based on; 0 = any. Another one is ErrChanged.
	IfNumber int
}

// Set makes a policy the one that counts and returns its revision, which is not stable yet; where only reading changes, it is
// as stable as the one before, since nothing else is written by it. A policy equal to the present one makes none. Owners of the bot and the system may; others get ErrNotAllowed. A policy that cannot be meant is
// fault.Invalid, and so is one that differs from the settings in what only they may say.
func (s *Service) Set(ctx context.Context, a actor.Actor, store string, settings Policy, c Change) (r Revision, err error) {
	if err := mayChange(a); err != nil {
		return r, fault.Op(err, "policy: set")
	}
	if err := c.Policy.Check(); err != nil {
		return r, err
	}
	switch {
	case c.Policy.Enable && !settings.Enable:
		return r, fault.Field("write_policy.enable", "is switched on by the settings alone (KEEPSAKE_LONG_TERM_MEMORY)")
	case c.Policy.Reading.Enable && !settings.Reading.Enable:
		return r, fault.Field("read_policy.enable", "is switched on by the settings alone (KEEPSAKE_READ_FORMED)")
	case c.Policy.PerScope != settings.PerScope:
		return r, fault.Field("write_policy.max_items_per_scope", "is set by the settings alone (KEEPSAKE_MAX_EXTRACTED)")
	case len(c.Reason) > maxReason:
		return r, fault.Field("reason", fmt.Sprintf("must be at most %d bytes long", maxReason))
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		rs, err := s.started(ctx, store, settings)
		if err != nil {
			return err
		}
		if c.IfNumber > 0 && c.IfNumber != rs[0].Number {
			return ErrChanged
		}
		if r = rs[0]; r.Policy.Equal(c.Policy) {
			return nil
		}
		stable := r.Stable && r.Policy.Version() == c.Policy.Version()
		r, err = s.append(ctx, a, rs, Revision{Store: store, Policy: c.Policy, Reason: c.Reason, Stable: stable})
		return err
	})
	return r, fault.Op(err, "policy: set")
}

// Rollback makes an earlier policy the one that counts again, as a new stable revision, and returns that. number 0 is the
// newest stable revision whose policy differs from the present one; ErrNoStable when there is none. Owners of the bot and
// the system may; others get ErrNotAllowed.
func (s *Service) Rollback(ctx context.Context, a actor.Actor, store string, settings Policy, number int, reason string) (r Revision, err error) {
	if err := mayChange(a); err != nil {
		return r, fault.Op(err, "policy: roll back")
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		rs, err := s.started(ctx, store, settings)
		if err != nil {
			return err
		}
		back, err := earlier(rs, number)
		if err != nil {
			return err
		}
		if r = rs[0]; back.Number == r.Number {
			return nil
		}
		r, err = s.append(ctx, a, rs, Revision{Store: store, Policy: back.Policy, Reason: cut(reason), Of: back.Number, Stable: true})
		return err
	})
	return r, fault.Op(err, "policy: roll back")
}

// earlier returns the revision with a number, or with 0 the newest stable one that differs from the newest of all.
func earlier(rs []Revision, number int) (Revision, error) {
	i := slices.IndexFunc(rs, func(r Revision) bool {
		if number > 0 {
			return r.Number == number
		}
		return r.Stable && !r.Policy.Equal(rs[0].Policy)
	})
	switch {
	case i < 0 && number > 0:
		return Revision{}, ErrNoRevision
	case i < 0:
		return Revision{}, ErrNoStable
	}
	return rs[i], nil
}

// MarkStable notes that a rollback may return to a revision. Owners of the bot and the system may.
func (s *Service) MarkStable(ctx context.Context, a actor.Actor, store string, number int) error {
	if err := mayChange(a); err != nil {
		return fault.Op(err, "policy: mark as stable")
	}
	ok, err := s.Store.MarkStable(ctx, store, number)
	if err == nil && !ok {
		err = ErrNoRevision
	}
	return fault.Op(err, "policy: mark as stable")
}

// started returns the history of a store, which begins with the settings.
func (s *Service) started(ctx context.Context, store string, settings Policy) ([]Revision, error) {
	rs, err := s.history(ctx, store, settings, 0)
	if err != nil || len(rs) > 0 {
		return rs, err
	}
	first, err := s.append(ctx, actor.Actor{Kind: actor.System, ID: BySettings}, nil, Revision{Store: store, Policy: settings, Reason: "the settings", Stable: true})
	return []Revision{first}, err
}

func (s *Service) append(ctx context.Context, a actor.Actor, rs []Revision, r Revision) (Revision, error) {
	r.Number, r.At, r.By = 1, s.Now.UTC(), a.ID
	if len(rs) > 0 {
		r.Number = rs[0].Number + 1
	}
	if r.By == "" {
		r.By = map[actor.Kind]string{actor.System: ByOperator, actor.Person: ByOwner}[a.Kind]
	}
	b, _ := json.Marshal(r.Policy) // plain fields always marshal
	if err := s.Store.PutRevision(ctx, r, string(b)); err != nil {
		return r, err
	}
	return r, s.keepSnapshot(ctx, r)
}

func mayChange(a actor.Actor) error {
	if a.Kind != actor.System && !(a.Kind == actor.Person && a.Owner) {
		return ErrNotAllowed
	}
	return nil
}

func cut(reason string) string { return reason[:min(len(reason), maxReason)] }

// Author returns who made a revision, for the operator.
func (r Revision) Author() string { return cmp.Or(r.By, "an owner who was erased since") }
