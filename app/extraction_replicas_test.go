package app_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/scope"
)

// A50, F14: three processes on one PostgreSQL share what is to be read. Whoever answered and whoever
// reads, each fact is written once, in one change.
func TestA50ReplicasReadOnce(t *testing.T) {
	w := newForming(t, "auto", "auto")
	const people = 12
	for i := range people {
		w.teach(fmt.Sprintf("I collect stamps of %d", 1900+i), fmt.Sprintf("User collects stamps of %d", 1900+i), 0.9)
	}
	w.rules.When("").AndSystem(reader).Say(`{"facts": [], "reasoning": ""}`)
	w.rules.Otherwise().Say("I see.")
	all := w.replicas(3)
	var talk sync.WaitGroup
	for i := range people {
		p := w.tg.Person(int64(100+i), "Somebody")
		talk.Go(func() {
			for range 2 { // said twice: the second is evidence, and no second memory
				w.hears(p, p.Say(fmt.Sprintf("I collect stamps of %d.", 1900+i)), "I see.")
			}
		})
	}
	talk.Wait()
	var reads sync.WaitGroup
	for _, a := range all {
		reads.Go(func() { w.extracts(a) })
	}
	reads.Wait()
	w.extracts(all[0])
	for i := range people {
		p := w.tg.Person(int64(100+i), "Somebody")
		owner := ofPerson(p)
		w.hasFormed(all[i%3], owner, "said twice, read by three", fmt.Sprintf("extracted: User collects stamps of %d", 1900+i))
		ms, err := all[0].Memory.Find(t.Context(), memory.ActiveQuery(owner))
		must(t, err)
		for _, m := range ms {
			h, err := all[0].Memory.History(t.Context(), []scope.Scope{owner}, m.ID)
			must(t, err)
			if len(h.Changes) != 1 || m.Version != 1 {
				t.Errorf("%d changes, version %d", len(h.Changes), m.Version)
			}
		}
	}
}

// A50: upkeep compacts what came to say nearly the same; the person reads it in the archive, and a lease
// keeps it to once a day.
func TestA50UpkeepCompacts(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.rules.When("").AndSystem("You compare pairs of notes").Say(`{"relations": [{"pair": 1, "relation": "refines"}], "reasoning": ""}`)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("Hello"), "I see.")
	var before []string
	for _, content := range []string{"User drives a red Golf", "User drives a red Golf from 2015"} {
		cs, err := a.Memory.Apply(t.Context(), actor.Actor{Kind: actor.Extraction}, []memory.Write{{Op: memory.OpAdd, Draft: memory.Draft{
			Scope: ofPerson(ann), Content: content, Origin: memory.Extracted, Confidence: 0.8, DistinctFrom: before}}})
		must(t, err)
		before = append(before, cs[0].MemoryID)
	}
	w.ends(a) // a turn that is being written would lose its lease with the day
	q := memory.ActiveQuery(ofPerson(ann))
	q.Archived = memory.OnlyArchived
	var gone []memory.Memory
	for day := 0; day < 3 && len(gone) == 0; day++ { // the upkeep of the start may still hold the first day's lease
		w.later(24 * time.Hour)
		a.Upkeep(t.Context())
		w.extracts(a)
		var err error
		gone, err = a.Memory.Find(t.Context(), q)
		must(t, err)
	}
	w.hasFormed(a, ofPerson(ann), "compacted", "extracted: User drives a red Golf from 2015")
	if len(gone) != 1 {
		t.Errorf("in the archive: %d", len(gone))
	}
}
