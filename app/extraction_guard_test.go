package app_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
)

// A50: upkeep that would archive more than a fifth of somebody's memories stops and asks them; "Go on" does it, "Leave it" changes
// nothing; nobody else answers for them, and no second question comes in the month.
func TestA50CompactionAsksItsPerson(t *testing.T) {
	for _, label := range []string{"Go on", "Leave it"} {
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			w := newForming(t, "auto", "auto")
			now := w.now()
			w.later(time.Date(now.Year(), now.Month()+1, 2, 12, 0, 0, 0, time.UTC).Sub(now)) // the days of the test are in one month
			w.rules.When("").AndSystem("You compare pairs of notes").Say(`{"relations": [{"pair": 1, "relation": "refines"}, {"pair": 2, "relation": "refines"},
				{"pair": 3, "relation": "refines"}, {"pair": 4, "relation": "refines"}, {"pair": 5, "relation": "refines"}, {"pair": 6, "relation": "refines"}], "reasoning": ""}`)
			a := w.started()
			ann, bob := w.tg.Person(11, "Ann"), w.tg.Person(12, "Bob")
			hello := ann.Say("Hello")
			w.hears(ann, hello, "I see.")
			w.hears(bob, bob.Say("Hello"), "I see.")
			var before []string
			for _, city := range []string{"Graz", "Linz", "Wien", "Rome", "Oslo", "Bern"} {
				for _, content := range []string{"User likes parks in " + city, "User likes parks in " + city + " after dark"} {
					cs, err := a.Memory.Apply(t.Context(), actor.Actor{Kind: actor.Extraction}, []memory.Write{{Op: memory.OpAdd, Draft: memory.Draft{
						Scope: ofPerson(ann), Content: content, Origin: memory.Extracted, Confidence: 0.8, DistinctFrom: before}}})
					must(t, err)
					before = append(before, cs[0].MemoryID)
				}
			}
			w.ends(a)
			upkeep := func() int {
				for range 3 { // the upkeep of the start may still hold the first day's lease
					w.later(24 * time.Hour)
					a.Upkeep(t.Context())
					w.extracts(a)
				}
				return len(w.formed(a, ofPerson(ann)))
			}
			if n := upkeep(); n != 12 {
				t.Errorf("%d memories before anybody allowed it", n)
			}
			asked := w.hears(ann, hello, "I would move 6 of 12 memories to the archive")
			parked, err := a.Finds.Parked(t.Context(), "keepsake", 5)
			must(t, err)
			if len(parked) != 1 {
				t.Fatalf("parked: %+v", parked)
			}
			for _, stranger := range []actor.Actor{actor.OfPerson("telegram:12"), {Kind: actor.Person, ID: "telegram:12", Owner: true}, {Kind: actor.Tool, ID: "telegram:11"}} {
				if err := a.Agent.Ingest.AnswerCompaction(t.Context(), stranger, parked[0].ID, true); err == nil {
					t.Errorf("%+v answers for Ann", stranger)
				}
			}
			w.press(ann, asked, label)
			want, word := 12, "I leave them as they are"
			if label == "Go on" {
				want, word = 6, "I go on"
			}
			w.hears(ann, hello, word)
			w.extracts(a)
			if n := len(w.formed(a, ofPerson(ann))); n != want {
				t.Errorf("%d memories after %q, want %d", n, label, want)
			}
			if label == "Leave it" {
				_, err := a.Memory.Apply(t.Context(), actor.Actor{Kind: actor.Extraction}, []memory.Write{{Op: memory.OpAdd, Draft: memory.Draft{
					Scope: ofPerson(ann), Content: "User owns a canoe", Origin: memory.Extracted, Confidence: 0.8}}})
				must(t, err)
				if n := upkeep(); n != 13 {
					t.Errorf("%d memories in the end", n)
				}
			}
			asks := 0
			for _, m := range ann.Messages() {
				if strings.Contains(m.Text, "to the archive, because") {
					asks++
				}
			}
			if asks > 0 {
				t.Errorf("asked again: %d", asks)
			}
		})
	}
}
