package web_test

import (
	"testing"

	"keepsake/store"
	"keepsake/store/storetest"
)

// How many memories others have does not matter to what a request reads: counted on PostgreSQL, in rows and entries of
// indexes. (On SQLite the suite of the store reads the plans; make load measures both.)
func TestRequestsReadOwnRowsOnly(t *testing.T) {
	requests := []struct {
		name string
		ask  func(w *world, id string)
	}{
		{"GET", func(w *world, id string) {
			for _, path := range []string{
				"/api/memory/?limit=50", "/api/memory/" + id, "/api/memory/search?q=lantern", "/api/ltm/items?limit=50", "/api/ltm/items/" + id,
				"/api/ltm/stats", "/api/ltm/growth", "/api/ltm/triples", "/api/ltm/export", "/api/ltm/events",
			} {
				w.ask(w.read, "GET", path, "").is(200)
			}
		}},
		{"POST", func(w *world, _ string) {
			w.ask(w.write, "POST", "/api/memory/", `{"content":"User visits the harbour","category":"context"}`).is(201)
		}},
		{"PUT", func(w *world, id string) {
			w.ask(w.write, "PUT", "/api/memory/"+id, `{"content":"User lost a red lantern"}`).is(200)
		}},
		{"DELETE", func(w *world, id string) { w.ask(w.write, "DELETE", "/api/memory/"+id, "").is(204) }},
	}
	read := map[string]int{}
	for _, total := range []int{200, 4000} {
		url, id := storetest.PostgresURL(t), ""
		within := func(do func(w *world)) {
			db, err := store.Open(t.Context(), store.Options{URL: url})
			must(t, err)
			w := newWorld(t, db)
			do(w)
			w.server.Close()
			must(t, db.Close())
		}
		within(func(w *world) {
			storetest.FillMemories(t, w.db, total)
			id = w.add(t.Context(), "User owns a lantern").ID
		})
		storetest.AvoidScans(t, url)
		for _, r := range requests {
			before := storetest.RowsRead(t, url)
			within(func(w *world) { r.ask(w, id) })
			rows := storetest.RowsRead(t, url) - before
			t.Logf("%s beside %d memories of others: %d rows", r.name, total, rows)
			if was, ok := read[r.name]; ok && rows > was+50 {
				t.Errorf("%s reads %d rows beside 200 memories of others, and %d beside %d", r.name, was, rows, total)
			}
			read[r.name] = rows
		}
	}
}
