package app_test

import (
	"fmt"
	"sync"
	"testing"

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
