package ingest_test

import (
	"fmt"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/calibration"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/scope"
	"keepsake/store"
)

// In mode auto a find is asked about until people have confirmed enough of what is like it; then it is kept. What they
// declined or took back counts against it, and is still counted when it is forgotten with every word.
func TestAutoKeepsWhatIsProven(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db, func(s *ingest.Service) {
			s.Policy.Precision = 0.95
			s.Calibrated = &calibration.Calibrator{Candidates: s.Candidates, Store: s.Store, Now: s.Now}
		})
		hear := func(said, fact string) candidate.Verdict {
			t.Helper()
			w.model.teach(said, fact)
			w.says(said)
			w.extracts()
			return w.last()[0]
		}
		first := hear("I drink oat milk", "User drinks oat milk")
		equal(t, "with no taps", string(first.Action)+": "+first.Reason, "asked: too few people confirmed what is like it")
		bob := scope.Scope{Store: alice.Store, Kind: scope.User, ID: "telegram:2"}
		tap := func(action candidate.Action, reason string, n int) {
			t.Helper()
			run, err := w.Candidates.Begin(t.Context(), actor.Actor{Kind: actor.Extraction}, candidate.Run{Scope: bob, SessionID: fittedSession(), State: candidate.Done})
			must(t, err)
			for i := range n {
				c, err := w.Candidates.Found(t.Context(), actor.Actor{Kind: actor.Extraction}, candidate.Candidate{
					RunID: run.ID, Scope: bob, Kind: memory.Item, Type: memory.Profile, Content: fmt.Sprintf("%s fact %d", reason, i),
					Evidence: []memory.Evidence{{Meta: memory.Meta{Method: memory.MethodModel}}},
				})
				must(t, err)
				must(t, w.Candidates.Decide(t.Context(), actor.Actor{Kind: actor.Extraction}, candidate.Verdict{
					CandidateID: c.ID, Relation: candidate.IsNew, Action: action, Reason: reason, Confidence: 0.72, ChangeID: changeOf(action, reason, i), MemoryID: "m",
				}))
			}
			run.State = candidate.Done
			must(t, w.Candidates.Save(t.Context(), actor.Actor{Kind: actor.Extraction}, run))
		}
		tap(candidate.Applied, candidate.ReasonConfirmed, 300)
		equal(t, "before the calibration is made anew", hear("I play chess on Thursdays", "User plays chess on Thursdays").Action, candidate.Asked)
		w.wait(2 * time.Hour)
		equal(t, "with 300 confirmed", hear("I own a red bicycle", "User owns a red bicycle").Action, candidate.Applied)

		tap(candidate.Applied, "kept unasked", 40)
		n, err := w.Candidates.Forget(t.Context(), actor.OfSystem(), bob, func(text string) bool { return text[:4] == "kept" })
		must(t, err)
		equal(t, "forgotten", n, 40)
		w.wait(2 * time.Hour)
		equal(t, "when 40 of them were taken back", hear("I live in Oslo", "User lives in Oslo").Action, candidate.Asked)
		os, err := w.Calibrated.Outcomes(t.Context())
		must(t, err)
		good, bad := 0, 0
		for _, o := range os {
			if o.IsGood {
				good++
			} else {
				bad++
			}
		}
		equal(t, "good", good, 300)
		equal(t, "bad", bad, 40)
	})
}

// fittedSession returns the id of a conversation that is not held out.
func fittedSession() string {
	for i := 0; ; i++ {
		if id := fmt.Sprint("fitted-", i); !candidate.IsHeldOut(id) {
			return id
		}
	}
}

// changeOf names the change of what was kept unasked.
func changeOf(action candidate.Action, reason string, i int) string {
	if action == candidate.Applied && reason != candidate.ReasonConfirmed {
		return fmt.Sprintf("change%06d", i)
	}
	return ""
}
