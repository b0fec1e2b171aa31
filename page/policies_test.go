package page_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/memory/calibration"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/store/storetest"
)

// forms lets memories form by a policy of mode manual, and stores finds below its threshold that bob wanted and lets be used.
func (w *world) forms(db policy.Revisions) *ingest.Service {
	w.t.Helper()
	ctx, now := w.t.Context(), w.commands.Now
	p := policy.Default()
	p.Enable, p.Mode = true, policy.Manual
	policies, calibrator := &policy.Service{Store: db, Now: now}, &calibration.Calibrator{Candidates: w.finds, Store: bot, Now: now}
	s := &ingest.Service{
		Store: bot, Setting: policy.Ask, Policy: p, Policies: policies, Calibrated: calibrator, Candidates: w.finds, People: w.commands.People, Now: now,
		Tuner: &calibration.Tuner{Calibrator: calibrator, Policies: policies, Store: bot, Settings: p},
	}
	w.commands.Agent = &agent.Agent{Ingest: s}
	_, err := w.commands.People.See(ctx, actor.OfPerson(bob), people.Person{ID: bob, Name: "Bob"})
	must(w.t, err)
	person, err := w.commands.People.Get(ctx, bob)
	must(w.t, err)
	person.Replays = true
	must(w.t, w.commands.People.SaveSettings(ctx, actor.OfPerson(bob), person))
	storetest.WantedBelow(w.t, w.finds, scopeOf(bob))
	return s
}

// A44, A46: an owner sees the history of policies, what replay proposes and how far scores can be relied on, in counts; adopts, and
// goes back; a button of a page that is old changes nothing.
func TestOwnerSeesPolicies(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		w.own(alice, "Ann")
		b := w.enter(alice)
		b.see("/me/house/policies", "Off: only what people ask me")
		s := w.forms(w.db.Policies())
		shown := b.see("/me/house/policies", "Proposed", "<code>min_confidence</code>: 0.6 → 0.5", "the settings", "stable", "Wanted, and kept or asked about", "profile · llm_extract", "expected")
		if strings.Contains(shown, "parrot") || strings.Contains(shown, "Go back to") {
			t.Errorf("it shows what somebody said, or a way back to itself: %s", shown)
		}
		p, _, ok, err := s.Tuner.Propose(t.Context())
		if must(t, err); !ok {
			t.Fatal("nothing is proposed")
		}
		if got := b.try("/me/house/policies/adopt", "version=another"); got.status != 409 {
			t.Errorf("another version: %d", got.status)
		}
		b.send("/me/house/policies/adopt", "version="+p.Policy.Version())
		shown = b.see("/me/house/policies", "on trial", "an owner", "Go back to 1")
		if strings.Contains(shown, "Proposed") {
			t.Error("more is proposed while that is on trial")
		}
		if got := b.try("/me/house/policies/back", "number=1", "newest=1"); got.status != 409 {
			t.Errorf("an old page: %d", got.status)
		}
		for _, number := range []string{"0", "x", "77"} {
			if got := b.try("/me/house/policies/back", "number="+number, "newest=2"); got.status != 404 {
				t.Errorf("policy %s: %d", number, got.status)
			}
		}
		b.send("/me/house/policies/back", "number=1", "newest=2")
		b.see("/me/house/policies", "as it was in 1")
		r, err := s.Policies.Current(t.Context(), bot, s.Policy)
		if must(t, err); r.Number != 3 || r.Of != 1 || r.By != alice {
			t.Errorf("%+v", r)
		}
	})
}
