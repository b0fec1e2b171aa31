package people_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/people"
)

// Issue 3, point 4: owners are asked about each stranger once, and a crowd cannot flood
// them. The store's suite has the whole story, on both databases.
func TestOwnersAreAskedAboutAFewAndThenAboutMany(t *testing.T) {
	w := newWorld(t)
	ask := func(what string, alone, together int) {
		t.Helper()
		a, n, err := w.Ask(t.Context(), actor.OfSystem(), "keepsake")
		if err != nil || len(a) != alone || n != together {
			t.Errorf("%s: asked about %d and %d, %v", what, len(a), n, err)
		}
	}
	ask("nobody", 0, 0)
	for i := range int64(8) {
		see(t, w, i+1, "Stranger")
		if first, err := w.Knock(t.Context(), actor.OfSystem(), "keepsake", people.ID(i+1), ""); err != nil || !first {
			t.Fatal(first, err)
		}
	}
	if first, err := w.Knock(t.Context(), actor.OfSystem(), "keepsake", people.ID(1), ""); err != nil || first {
		t.Error("a second knock is the first")
	}
	ask("five", 5, 0)
	w.at = noon.Add(9 * time.Minute)
	ask("not yet", 0, 0)
	w.at = noon.Add(10 * time.Minute)
	ask("three together", 0, 3)
	ask("all asked", 0, 0)
	if rs, n, err := w.Waiting(t.Context(), "keepsake", 5); err != nil || n != 8 || len(rs) != 5 || rs[0].IsGroup() {
		t.Errorf("waiting %v %d %v", rs, n, err)
	}
}

func TestADecisionIsMadeOnceAndNeverAboutAnOwner(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	see(t, w, 1, "Ann")
	for _, c := range []struct {
		subject string
		access  people.Access
		changed bool
	}{
		{people.ID(1), people.Allowed, true}, {people.ID(1), people.Allowed, false}, {people.ID(1), people.Blocked, true},
		{people.ID(-5), people.Allowed, true}, {people.ID(-5), people.Allowed, false},
	} {
		if changed, err := w.Decide(ctx, actor.OfSystem(), "keepsake", c.subject, c.access); err != nil || changed != c.changed {
			t.Errorf("%s %s: %v %v", c.subject, c.access, changed, err)
		}
	}
	if _, err := w.Decide(ctx, actor.OfSystem(), "keepsake", people.ID(2), people.Allowed); !errors.Is(err, people.ErrNotFound) {
		t.Errorf("nobody: %v", err)
	}
	p, err := w.Get(ctx, people.ID(1))
	if err != nil {
		t.Fatal(err)
	}
	p.Access = people.Owner
	if err := w.store.SetAccess(ctx, p.ID, people.Owner); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Decide(ctx, actor.OfSystem(), "keepsake", p.ID, people.Blocked); !errors.Is(err, people.ErrOwner) {
		t.Errorf("an owner: %v", err)
	}
	if _, err := w.Request(ctx, "keepsake", people.ID(9)); !errors.Is(err, people.ErrNotFound) {
		t.Errorf("no request: %v", err)
	}
}

func TestNumberIsTheInverseOfID(t *testing.T) {
	for id, want := range map[string]int64{people.ID(42): 42, people.ID(-100): -100, "42": 0, "telegram:x": 0, "": 0} {
		if got := people.Number(id); got != want {
			t.Errorf("Number(%q) = %d", id, got)
		}
	}
}
