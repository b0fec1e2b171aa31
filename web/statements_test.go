package web_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
)

// A51, A58: a page of items asks the database as often for 200 memories as for 2, and says how many messages each rests on; an
// export of them all asks twice a hundred.
func TestItemsAskOnceForAllEvidenceA51(t *testing.T) {
	for name, url := range map[string]string{"sqlite": "sqlite:" + storetest.SQLiteFile(t), "postgres": storetest.PostgresURL(t)} {
		t.Run(name, func(t *testing.T) {
			var asked atomic.Int64
			db, err := store.Open(t.Context(), store.Options{URL: url, Observe: func(store.Statement) { asked.Add(1) }})
			must(t, err)
			t.Cleanup(func() { must(t, db.Close()) })
			w := newWorld(t, db)
			for i := range 200 {
				d := memory.Draft{Scope: scopesOf(alice)[0], Content: fmt.Sprintf("User owns book %03d", i), Category: "context"}
				for range i % 3 {
					d.Evidence = append(d.Evidence, memory.Evidence{MessageID: fmt.Sprintf("m%d-%d", i, len(d.Evidence)), Quote: "a book", Trust: trust.Person, SaidAt: w.now, Author: alice})
				}
				_, _, err := w.memory.Add(t.Context(), actor.OfPerson(alice), d)
				must(t, err)
			}
			ask := func(limit int) (answer, int64) {
				before := asked.Load()
				got := w.ask(w.read, "GET", fmt.Sprint("/api/ltm/items?limit=", limit), "").is(200)
				return got, asked.Load() - before
			}
			ask(1) // the connection prepares itself
			few, statementsOfFew := ask(2)
			all, statementsOfAll := ask(500)
			if statementsOfAll != statementsOfFew || statementsOfFew == 0 || statementsOfFew > 16 {
				t.Errorf("2 items take %d statements, 200 take %d", statementsOfFew, statementsOfAll)
			}
			equal(t, "the first of few", few.field("items.1.evidence_count"), all.field("items.1.evidence_count"))
			counts := map[float64]int{} // what was said to nobody rests on the words of the command, which count as one
			for i := range 200 {
				counts[all.field(fmt.Sprintf("items.%d.evidence_count", i)).(float64)]++
			}
			before := asked.Load()
			file := w.ask(w.read, "GET", "/api/ltm/export", "").is(200)
			if n := asked.Load() - before; n > 16 {
				t.Errorf("an export of 200 takes %d statements", n)
			}
			equal(t, "exported evidence", len(file.field("memories.1.versions.0.evidence").([]any)), int(all.field("items.1.evidence_count").(float64)))
			equal(t, "evidence", []int{counts[0], counts[1], counts[2]}, []int{0, 134, 66})
		})
	}
}
