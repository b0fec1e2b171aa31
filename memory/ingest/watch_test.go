package ingest_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/calibration"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/store"
)

// gossip is what a bad policy would keep: said in passing, and wanted by nobody.
var gossip = []string{
	"stamps", "kettles", "umbrellas", "teapots", "maps", "candles", "buttons", "postcards", "puppets", "marbles", "lanterns", "baskets",
	"feathers", "whistles", "mirrors", "ribbons", "thimbles", "barometers", "typewriters", "accordions", "compasses", "telescopes", "violins", "hammers",
}

// past stores finds of held-out conversations, one each, with what their person made of them.
func (w *world) past(n int, confidence float64, reason string) {
	w.t.Helper()
	part := actor.Actor{Kind: actor.Extraction}
	for i, made := 0, 0; made < n; i++ {
		session := fmt.Sprint("held-", i)
		if !candidate.IsHeldOut(session) {
			continue
		}
		made++
		run, err := w.Candidates.Begin(w.t.Context(), part, candidate.Run{Scope: alice, SessionID: session})
		must(w.t, err)
		c, err := w.Candidates.Found(w.t.Context(), part, candidate.Candidate{
			RunID: run.ID, Scope: alice, Kind: memory.Item, Type: memory.Profile, Content: fmt.Sprintf("%s %d", reason, i),
			Evidence: []memory.Evidence{{MessageID: fmt.Sprint(i), Meta: memory.Meta{Method: memory.MethodModel, Base: confidence}}},
		})
		must(w.t, err)
		action := map[bool]candidate.Action{true: candidate.Applied, false: candidate.Refused}[reason == candidate.ReasonConfirmed]
		must(w.t, w.Candidates.Decide(w.t.Context(), part, candidate.Verdict{CandidateID: c.ID, Relation: candidate.IsNew, Action: action, Reason: reason, Confidence: confidence}))
		run.State = candidate.Done
		must(w.t, w.Candidates.Save(w.t.Context(), part, run))
	}
}

// A40–A44: a deliberately bad policy is noticed in shadow; set all the same, it is stopped by drift: the policy returns to
// the last stable one by itself, owners hear of it, and all that it wrote is taken back, on the figures that are logged.
func TestABadPolicyIsNoticedStoppedAndTakenBack(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		var told []ingest.Drifted
		w := newWorld(t, db, func(s *ingest.Service) {
			s.Policies = &policy.Service{Store: db.Policies(), Centroids: db.Centroids(), Now: s.Now}
			s.Calibrated = &calibration.Calibrator{Candidates: s.Candidates, Store: s.Store, Now: s.Now}
			s.Policy.MinConfidence = 0.6
			s.Drifts = func(_ context.Context, d ingest.Drifted) error { told = append(told, d); return nil }
		})
		must(t, w.Policies.AdoptSettings(ctx, actor.OfSystem(), alice.Store, w.Policy))
		for i := range 40 {
			w.forms(fmt.Sprintf("%s is fact %d about Anna", gossip[i%len(gossip)], i), func(d *memory.Draft) { d.Subject = "Anna"; d.Type = memory.Preference })
		}
		before := w.active()

		bad, err := w.Policy.With(policy.Field{Name: "min_confidence", Value: "0"}, policy.Field{Name: "max_writes_per_session", Value: "0"})
		must(t, err)
		w.past(60, 0.8, candidate.ReasonConfirmed)
		w.past(40, 0.3, candidate.ReasonDeclined)
		w.wait(2 * time.Hour) // the finds of the past are no writes of this hour
		pasts, _, err := w.Calibrated.Pasts(ctx, policy.Free)
		must(t, err)
		equal(t, "finds of who did not agree", len(pasts), 0)
		p, err := w.People.Get(ctx, alice.ID)
		must(t, err)
		p.Replays = true
		must(t, w.People.SaveSettings(ctx, actor.OfPerson(alice.ID), p))
		pasts, proof, err := w.Calibrated.Pasts(ctx, policy.Free)
		must(t, err)
		present, other := w.Policy.Replay(proof, pasts), bad.Replay(proof, pasts)
		equal(t, "finds in shadow", present.Finds, 100)
		if !other.IsWorse(present) || present.IsWorse(other) {
			t.Errorf("in shadow: %+v, now %+v", other, present)
		}
		t.Logf("shadow: the bad policy agrees in %.0f %% and would keep %d that nobody wants; the present one %.0f %% and %d",
			other.Agreement()*100, other.Unwanted, present.Agreement()*100, present.Unwanted)

		set, err := w.Policies.Set(ctx, actor.OfSystem(), alice.Store, w.Policy, policy.Change{Policy: bad, Reason: "more is more"})
		must(t, err)
		n, err := w.Watch(ctx)
		must(t, err)
		equal(t, "taken back before it wrote anything", n+len(told), 0)
		for _, thing := range gossip {
			w.model.teach("I saw "+thing, "User saw "+thing, "confidence", 0.2)
			w.says("I saw " + thing)
		}
		w.extracts()
		written := len(w.active()) - len(before)
		if written < policy.MinWrites {
			for _, v := range w.last() {
				t.Log(v.Action, v.Reason, v.Confidence)
			}
			t.Fatalf("the bad policy wrote %d", written)
		}
		n, err = w.Watch(ctx)
		must(t, err)
		r, err := w.Policies.Current(ctx, alice.Store, w.Policy)
		must(t, err)
		if len(told) != 1 || told[0].From.Number != set.Number || r.By != policy.ByDrift || r.Of != 1 || r.Policy.Version() != w.Policy.Version() || n == 0 {
			t.Fatalf("%d runs are taken back, owners are told of %+v, policy %+v", n, told, r)
		}
		list(t, "memories", slices.Sorted(slices.Values(w.active())), slices.Sorted(slices.Values(before))...)
		t.Logf("drift: cosine %.2f, %d writes are %.0f %%; %d runs taken back: %s", told[0].Drift.Cosine, told[0].Drift.Writes, told[0].Drift.Share*100, n, told[0].Why)
		n, err = w.Watch(ctx)
		must(t, err)
		equal(t, "again", n+len(told), 1)
	})
}

// A policy within the limits becomes stable after its time, and then a rollback may return to it.
func TestAGoodPolicyBecomesStable(t *testing.T) {
	db := sqlite(t)
	w := newWorld(t, db, func(s *ingest.Service) { s.Policies = &policy.Service{Store: db.Policies(), Now: s.Now} })
	good := w.Policy
	good.MinConfidence = 0.65
	_, err := w.Policies.Set(t.Context(), actor.OfSystem(), alice.Store, w.Policy, policy.Change{Policy: good})
	must(t, err)
	for _, want := range []bool{false, true} {
		_, err := w.Watch(t.Context())
		must(t, err)
		r, err := w.Policies.Current(t.Context(), alice.Store, w.Policy)
		must(t, err)
		equal(t, "stable", r.Stable, want)
		w.wait(policy.TrialTime)
	}
}
