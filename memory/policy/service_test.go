package policy_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/policy"
	"keepsake/store"
	"keepsake/store/storetest"
)

// onBoth runs a test on both databases.
func onBoth(t *testing.T, run func(t *testing.T, db *store.DB)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, open(t))
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func settings() policy.Policy {
	p := policy.Default()
	p.Enable = true
	return p
}

var owner = actor.Actor{Kind: actor.Person, ID: "telegram:1", Owner: true}

// A44: the settings are the first policy, each change is a version with who and why, and another process has it at once; a
// rollback returns to the last stable one.
func TestA44PoliciesAreVersioned(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		ctx, base, now := t.Context(), settings(), time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		here := &policy.Service{Store: db.Policies(), Now: func() time.Time { return now }}
		there := &policy.Service{Store: db.Policies(), Now: func() time.Time { return now }}
		current := func() policy.Revision {
			t.Helper()
			r, err := there.Current(ctx, "keepsake", base)
			must(t, err)
			return r
		}
		if r := current(); r.Number != 1 || r.By != policy.BySettings || r.Policy.Version() != base.Version() || !r.At.IsZero() {
			t.Errorf("before anything is stored: %+v", r)
		}
		must(t, here.AdoptSettings(ctx, actor.OfSystem(), "keepsake", base))
		must(t, there.AdoptSettings(ctx, actor.OfSystem(), "keepsake", base)) // the second replica starts
		bold, err := base.With(policy.Field{Name: "mode", Value: "auto"}, policy.Field{Name: "retention_days.preference", Value: "30"})
		must(t, err)
		set, err := here.Set(ctx, owner, "keepsake", base, policy.Change{Policy: bold, Reason: "we trust it now", IfNumber: 1})
		must(t, err)
		if r := current(); r.Number != 2 || set.Number != 2 || r.By != owner.ID || r.Reason != "we trust it now" || r.Stable || !r.At.Equal(now) ||
			r.Policy.Mode != policy.Auto || r.Policy.RetentionDays[memory.Preference] != 30 || base.RetentionDays[memory.Preference] != 90 {
			t.Errorf("the change: %+v", r)
		}
		if _, err := here.Set(ctx, owner, "keepsake", base, policy.Change{Policy: base, IfNumber: 1}); !errors.Is(err, policy.ErrChanged) {
			t.Errorf("a change of what was changed since: %v", err)
		}
		if again, err := here.Set(ctx, owner, "keepsake", base, policy.Change{Policy: bold}); err != nil || again.Number != 2 {
			t.Errorf("the same again: %+v, %v", again, err)
		}
		if r, err := there.Current(ctx, "another", base); err != nil || r.Number != 1 {
			t.Errorf("another store: %+v, %v", r, err)
		}
		back, err := there.Rollback(ctx, actor.Actor{Kind: actor.System, ID: policy.ByDrift}, "keepsake", base, 0, "too much changed")
		must(t, err)
		if r := current(); back.Number != 3 || r.Of != 1 || r.By != policy.ByDrift || !r.Stable || r.Policy.Version() != base.Version() {
			t.Errorf("after the rollback: %+v", r)
		}
		if _, err := here.Rollback(ctx, owner, "keepsake", base, 0, ""); !errors.Is(err, policy.ErrNoStable) {
			t.Errorf("back from the only stable one: %v", err)
		}
		must(t, here.MarkStable(ctx, owner, "keepsake", 2))
		if r, err := here.Rollback(ctx, owner, "keepsake", base, 0, ""); err != nil || r.Of != 2 || r.Policy.Version() != bold.Version() {
			t.Errorf("back to yesterday's: %+v, %v", r, err)
		}
		for _, err := range []error{here.MarkStable(ctx, owner, "keepsake", 99), func() error { _, err := here.Rollback(ctx, owner, "keepsake", base, 99, ""); return err }()} {
			if !errors.Is(err, policy.ErrNoRevision) {
				t.Errorf("a number that does not exist: %v", err)
			}
		}
		must(t, here.AdoptSettings(ctx, actor.OfSystem(), "keepsake", base)) // a restart changes nothing
		stricter := base
		stricter.MinConfidence = 0.9
		must(t, here.AdoptSettings(ctx, actor.OfSystem(), "keepsake", stricter)) // the operator changed the settings
		all, err := here.History(ctx, "keepsake", base, 0)
		must(t, err)
		if len(all) != 5 || all[0].By != policy.BySettings || all[0].Policy.MinConfidence != 0.9 {
			t.Errorf("the history: %+v", all)
		}
	})
}

// Who may change a policy, and to what.
func TestWhoMayChangeAPolicy(t *testing.T) {
	s, base, ctx := &policy.Service{Store: storetest.SQLite(t).Policies(), Now: time.Now}, settings(), t.Context()
	other := base
	other.MinConfidence = 0.7
	for name, a := range map[string]actor.Actor{"nobody": {}, "a person": actor.OfPerson("telegram:2"), "a tool": {Kind: actor.Tool, ID: "telegram:1", Owner: true}, "extraction": {Kind: actor.Extraction}} {
		_, err := s.Set(ctx, a, "keepsake", base, policy.Change{Policy: other})
		_, rolled := s.Rollback(ctx, a, "keepsake", base, 1, "")
		for _, err := range []error{err, rolled, s.MarkStable(ctx, a, "keepsake", 1), s.AdoptSettings(ctx, a, "keepsake", other)} {
			if !errors.Is(err, policy.ErrNotAllowed) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for name, change := range map[string]func(p *policy.Policy, reason *string){
		"unmeant": func(p *policy.Policy, _ *string) { p.Mode = "wild" }, "the cap of a scope": func(p *policy.Policy, _ *string) { p.PerScope = 7 },
		"a long reason": func(_ *policy.Policy, reason *string) { *reason = strings.Repeat("x", 401) },
	} {
		p, reason := other, ""
		change(&p, &reason)
		if _, err := s.Set(ctx, owner, "keepsake", base, policy.Change{Policy: p, Reason: reason}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	off := base
	off.Enable = false
	if _, err := s.Set(ctx, owner, "keepsake", off, policy.Change{Policy: base}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("the settings alone switch extraction on: %v", err)
	}
	if _, err := s.Set(ctx, owner, "keepsake", base, policy.Change{Policy: off}); err != nil {
		t.Errorf("an owner may switch it off: %v", err)
	}
	var none *policy.Service
	if r, err := none.Current(ctx, "keepsake", base); err != nil || r.Policy.Version() != base.Version() {
		t.Errorf("without a history the settings count: %+v, %v", r, err)
	}
	must(t, none.AdoptSettings(ctx, actor.OfSystem(), "keepsake", base))
}

// Changes at the same moment are one after the other, or refused: no number is given twice.
func TestPoliciesAreChangedOneAfterTheOther(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		s, base := &policy.Service{Store: db.Policies(), Now: time.Now}, settings()
		must(t, s.AdoptSettings(t.Context(), actor.OfSystem(), "keepsake", base))
		var wg sync.WaitGroup
		var mu sync.Mutex
		var made []int
		for i := range 8 {
			wg.Go(func() {
				p := base
				p.PerHour = 100 + i
				r, err := s.Set(context.WithoutCancel(t.Context()), owner, "keepsake", base, policy.Change{Policy: p})
				if err != nil && fault.KindOf(err) != fault.Conflict {
					t.Error(err)
				}
				if err == nil {
					mu.Lock()
					defer mu.Unlock()
					made = append(made, r.Number)
				}
			})
		}
		wg.Wait()
		slices.Sort(made)
		if len(made) == 0 || len(slices.Compact(slices.Clone(made))) != len(made) {
			t.Errorf("numbers: %v", made)
		}
		if all, err := s.History(t.Context(), "keepsake", base, 0); err != nil || len(all) != len(made)+1 {
			t.Errorf("%d revisions of %d changes, %v", len(all), len(made), err)
		}
	})
}

// The fields of a policy by their names: each can be shown and set, and what cannot be meant is refused.
func TestFields(t *testing.T) {
	p := settings()
	for _, f := range p.Fields() {
		same, err := p.With(f)
		if err != nil || same.Version() != p.Version() {
			t.Errorf("%s=%s: %v", f.Name, f.Value, err)
		}
	}
	got, err := p.With(policy.Field{Name: "require_approval_types", Value: "constraint, profile"}, policy.Field{Name: "precision", Value: "0.9"})
	must(t, err)
	if ds := policy.Diff(p, got); len(ds) != 2 || ds[0] != (policy.Difference{Name: "require_approval_types", After: "constraint,profile"}) || ds[1].After != "0.9" {
		t.Errorf("the difference: %v", ds)
	}
	if none, err := got.With(policy.Field{Name: "require_approval_types", Value: "none"}); err != nil || len(none.ApprovalTypes) != 0 {
		t.Errorf("no type: %v, %v", none.ApprovalTypes, err)
	}
	for _, f := range []policy.Field{{Name: "taste", Value: "1"}, {Name: "mode", Value: "wild"}, {Name: "precision", Value: "much"}, {Name: "allowed_types", Value: "gossip"}, {Name: "retention_days.preference", Value: "0"}, {Name: "min_evidence_count", Value: "x"}} {
		if _, err := p.With(f); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v: %v", f, err)
		}
	}
}

// A43: how alike two distributions are, and what is too much.
func TestDrift(t *testing.T) {
	snapshot := func(ps ...policy.Portion) policy.Snapshot { return policy.NewSnapshot(ps) }
	a := snapshot(policy.Portion{Type: memory.Profile, Subject: "Anna", Count: 30}, policy.Portion{Type: memory.Preference, Count: 10})
	if c := policy.Cosine(a, a); !near(c, 1) {
		t.Errorf("with itself: %v", c)
	}
	if c := policy.Cosine(a, snapshot()); c != 1 {
		t.Errorf("with nothing: %v", c)
	}
	if c := policy.Cosine(a, snapshot(policy.Portion{Type: memory.EpisodeType, Subject: "Bob", Count: 50})); c > 0.3 {
		t.Errorf("with another: %v", c)
	}
	for _, c := range []struct {
		d    policy.Drift
		much bool
	}{{policy.Drift{Cosine: 0, Writes: 19, Share: 9}, false}, {policy.Drift{Cosine: 0.89, Writes: 20}, true}, {policy.Drift{Cosine: 1, Writes: 20, Share: 0.51}, true}, {policy.Drift{Cosine: 0.9, Writes: 500, Share: 0.5}, false}} {
		if got := c.d.Reason() != ""; got != c.much {
			t.Errorf("%+v: %q", c.d, c.d.Reason())
		}
	}
}

// A40–A42: what a policy would have done with earlier finds, and whether people would agree.
func TestReplay(t *testing.T) {
	find := func(confidence float64, good bool, change ...func(f *policy.Past)) policy.Past {
		f := policy.Past{Group: profile, Score: policy.Score{Confidence: confidence, Messages: 1}, Setting: policy.Free, Session: "s", Known: true, IsGood: good, Relation: "new"}
		for _, c := range change {
			c(&f)
		}
		return f
	}
	pasts := []policy.Past{
		find(0.9, true), find(0.9, false), find(0.3, true), find(0.3, false), find(0.9, true, func(f *policy.Past) { f.Known = false }),
		find(0.9, true, func(f *policy.Past) { f.Relation = "same" }), find(0.9, true, func(f *policy.Past) { f.Relation = "contradicts" }),
		find(0.9, true, func(f *policy.Past) { f.Setting = policy.Ask }),
	}
	p := settings()
	p.Mode, p.Precision, p.PerSession = policy.Auto, 0, 0
	got := p.Replay(nil, pasts)
	got.Took = 0
	if want := (policy.Trial{Finds: 8, Kept: 5, Asked: 1, Background: 2, Merged: 1, Retired: 1, Agreed: 4, Disagreed: 2, Unwanted: 1, Missed: 1, Served: 4, Bothered: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	p.PerSession = 2
	if got := p.Replay(nil, pasts); got.Kept != 2 || got.Refused != 6 {
		t.Errorf("with two writes a conversation: %+v", got)
	}
	p.PerSession, p.Precision = 0, 0.98
	if got := p.Replay(nil, pasts); got.Kept != 0 || got.Asked != 6 || got.Agreement() == 0 {
		t.Errorf("with nothing proven: %+v", got)
	}
	present := policy.Trial{Agreed: 9, Disagreed: 1, Unwanted: 1}
	for name, c := range map[string]struct {
		other policy.Trial
		worse bool
	}{
		"it asks about everything": {policy.Trial{Asked: 10}, false},
		"it keeps more unwanted":   {policy.Trial{Agreed: 99, Disagreed: 2, Unwanted: 2}, true},
		"it agrees less":           {policy.Trial{Agreed: 1, Disagreed: 1}, true},
	} {
		if c.other.IsWorse(present) != c.worse {
			t.Errorf("%s: worse is %v", name, !c.worse)
		}
	}
	if (policy.Trial{}).Agreement() != 0 {
		t.Error("no decisions, no agreement")
	}
}
