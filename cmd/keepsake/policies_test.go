package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	finds "keepsake/memory/candidate"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

// findSession returns a conversation that is held out of calibration, or one that is not.
func findSession(heldOut bool) string {
	for i := 0; ; i++ {
		if id := fmt.Sprint("session-", i); finds.IsHeldOut(id) == heldOut {
			return id
		}
	}
}

// A41, A46: the operator sees how far scores can be relied on by what people did, and what another policy would have done.
func TestPolicyByTaps(t *testing.T) {
	k := keep(t, "sqlite:"+storetest.SQLiteFile(t))
	k.env["KEEPSAKE_LONG_TERM_MEMORY"] = "true"
	db, err := store.Open(t.Context(), store.Options{URL: k.env["DATABASE_URL"]})
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	person := people.Person{ID: "telegram:42", Name: "Ann", Replays: true}
	_, err = db.People().See(t.Context(), person)
	must(err)
	must(db.People().SaveSettings(t.Context(), person))
	found := finds.New(db.Candidates(), time.Now)
	extraction := actor.Actor{Kind: actor.Extraction}
	owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: person.ID}
	for _, heldOut := range []bool{false, true} {
		run, err := found.Begin(t.Context(), extraction, finds.Run{Scope: owner, SessionID: findSession(heldOut), State: finds.Done})
		must(err)
		for i := range 300 {
			c, err := found.Found(t.Context(), extraction, finds.Candidate{
				RunID: run.ID, Scope: owner, Kind: memory.Item, Type: memory.Profile, Content: fmt.Sprintf("%v fact %d", heldOut, i),
				Evidence: []memory.Evidence{{Meta: memory.Meta{Method: memory.MethodModel}}},
			})
			must(err)
			v := finds.Verdict{CandidateID: c.ID, Relation: finds.IsNew, Action: finds.Applied, Reason: finds.ReasonConfirmed, Confidence: 0.8, MemoryID: "m"}
			if i%3 == 0 { // what scores low is not wanted
				v.Action, v.Reason, v.Confidence, v.MemoryID = finds.Refused, finds.ReasonDeclined, 0.4, ""
			}
			must(found.Decide(t.Context(), extraction, v))
		}
	}
	must(db.Close())
	prompt := filepath.Join(t.TempDir(), "prompt.md")
	must(os.WriteFile(prompt, []byte("You note what a person says."), 0o600))
	for _, c := range []struct{ words, want string }{
		{"policy calibration", "profile, by llm_extract: 300 taps, and 300 held out for testing."},
		{"policy calibration", "  Precision of 98.0 % is proven from a score of 0."},
		{"policy calibration", "  Brier score 0."},
		{"policy calibration", "kept 100 % of 200"},
		{"policy compare mode=auto min_confidence=0.3", "finds                                300     300"},
		{"policy compare mode=auto precision=0 min_confidence=0.3", "It would be worse: it keeps more that is not wanted, or agrees less with people."},
		{"policy replay min_confidence=0.3", "No conversations to read again"}, // these have no messages
		{"policy replay --prompt " + prompt, "No conversations to read again"},
		{"policy tune", "Nothing is proposed"}, // the finds of one conversation count for little
		{"policy set precision=0", "precision: 0.98 -> 0"},
		{"policy calibration", "  The policy asks for no precision: the thresholds alone decide."},
		{"policy set precision=0.999", "precision: 0 -> 0.999"},
		{"policy calibration", "  Precision of 99.9 % is not proven: finds of this kind are asked about."},
	} {
		k.prints(c.words, c.want)
	}
}

// A46: the operator sees which thresholds would have served people better, by finds of many conversations, and adopts them; while
// these are on trial nothing more is proposed.
func TestPolicyTune(t *testing.T) {
	k := keep(t, "sqlite:"+storetest.SQLiteFile(t))
	k.env["KEEPSAKE_LONG_TERM_MEMORY"], k.env["KEEPSAKE_WRITE_MODE"] = "true", "manual"
	db, err := store.Open(t.Context(), store.Options{URL: k.env["DATABASE_URL"]})
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(err)
	person := people.Person{ID: "telegram:42", Name: "Ann", Replays: true}
	_, err = db.People().See(t.Context(), person)
	must(err)
	must(db.People().SaveSettings(t.Context(), person))
	storetest.WantedBelow(t, finds.New(db.Candidates(), time.Now), scope.Scope{Store: "keepsake", Kind: scope.User, ID: person.ID})
	must(db.Close())
	for _, c := range []struct{ words, want string }{
		{"policy tune", "min_confidence: 0.6 -> 0.5"},
		{"policy tune --adopt", "min_confidence: 0.6 -> 0.5"},
		{"policy show", "min_confidence"},
		{"policy tune", "Nothing is proposed: the present policy is on trial"},
	} {
		k.prints(c.words, c.want)
	}
}
