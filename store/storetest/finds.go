package storetest

import (
	"fmt"
	"testing"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/policy"
	"keepsake/scope"
)

// WantedBelow stores finds about parrots that their person wanted although they scored 0.52, below the threshold of
// policy.Default: ten of a conversation, and of so many conversations, held out and not, that a lower one can be proposed.
func WantedBelow(t testing.TB, finds *candidate.Service, owner scope.Scope) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	part, made := actor.Actor{Kind: actor.Extraction}, map[bool]int{}
	for i := 0; made[true] < policy.MinTuneFinds || made[false] < policy.MinTuneFinds; i++ {
		session := fmt.Sprint("past-", i)
		if made[candidate.IsHeldOut(session)] >= policy.MinTuneFinds {
			continue
		}
		run, err := finds.Begin(t.Context(), part, candidate.Run{Scope: owner, SessionID: session})
		must(err)
		for k := range 10 {
			f, err := finds.Found(t.Context(), part, candidate.Candidate{
				RunID: run.ID, Scope: owner, Kind: memory.Item, Type: memory.Profile, Content: fmt.Sprintf("User keeps parrot %d of %d", k, i),
				Evidence: []memory.Evidence{{MessageID: fmt.Sprint(i, k), Meta: memory.Meta{Method: memory.MethodModel}}},
			})
			must(err)
			must(finds.Decide(t.Context(), part, candidate.Verdict{
				CandidateID: f.ID, Relation: candidate.IsNew, Action: candidate.Applied, Reason: candidate.ReasonConfirmed, Confidence: 0.52, MemoryID: "m",
			}))
			made[candidate.IsHeldOut(session)]++
		}
		run.State = candidate.Done
		must(finds.Save(t.Context(), part, run))
	}
}
