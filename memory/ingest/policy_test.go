package ingest_test

import (
	"testing"

	"keepsake/actor"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/store"
)

// A44: a policy that is set on one process counts at the next run of another one, without a restart, and every verdict
// names the policy that decided.
func TestA44ThePolicyCountsAtTheNextRun(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		elsewhere := &policy.Service{Store: db.Policies()}
		w := newWorld(t, db, func(s *ingest.Service) { s.Policies = &policy.Service{Store: db.Policies(), Now: s.Now} })
		elsewhere.Now = w.Now
		versions := map[string]candidate.Action{}
		hear := func(said, fact string) {
			t.Helper()
			w.model.teach(said, fact)
			w.says(said)
			w.extracts()
			for _, v := range w.last() {
				versions[v.Policy] = v.Action
			}
		}
		hear("I drink oat milk", "User drinks oat milk")
		base, strict := w.Policy, w.Policy
		strict.Mode = policy.Manual
		_, err := elsewhere.Set(t.Context(), actor.OfSystem(), alice.Store, base, policy.Change{Policy: strict})
		must(t, err)
		hear("I play chess on Thursdays", "User plays chess on Thursdays")
		off := strict
		off.Enable = false
		_, err = elsewhere.Set(t.Context(), actor.OfSystem(), alice.Store, base, policy.Change{Policy: off})
		must(t, err)
		w.says("I live in Oslo")
		equal(t, "it is switched off", w.extracts(), 0)
		_, err = elsewhere.Rollback(t.Context(), actor.OfSystem(), alice.Store, base, 1, "")
		must(t, err)
		hear("I own a red bicycle", "User owns a red bicycle")
		equal(t, "policies that decided", len(versions), 2)
		equal(t, "by the settings", versions[base.Version()], candidate.Applied)
		equal(t, "by the stricter one", versions[strict.Version()], candidate.Asked)
	})
}
