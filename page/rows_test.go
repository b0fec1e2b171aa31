package page_test

import (
	"testing"

	"keepsake/store"
	"keepsake/store/storetest"
)

// How many memories others have does not matter to what a page reads: counted on PostgreSQL, in rows and entries of indexes.
func TestPagesReadOwnRowsOnly(t *testing.T) {
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
			id = w.add(t.Context(), alice, "User owns a lantern").ID
		})
		storetest.AvoidScans(t, url)
		for _, path := range []string{"/me/", "/me/?q=lantern", "/me/m/" + id, "/me/review", "/me/graph", "/me/settings", "/me/export"} {
			before := storetest.RowsRead(t, url)
			within(func(w *world) {
				b := w.enter(alice)
				for range 3 {
					if got := b.ask("GET", path, nil); got.status != 200 {
						t.Fatalf("%s: %d", path, got.status)
					}
				}
			})
			if path == "/me/m/"+id {
				path = "/me/m/"
			}
			rows := storetest.RowsRead(t, url) - before
			t.Logf("%s beside %d memories of others: %d rows", path, total, rows)
			if was, ok := read[path]; ok && rows > was+50 {
				t.Errorf("%s reads %d rows beside 200 memories of others, and %d beside %d", path, was, rows, total)
			}
			read[path] = rows
		}
	}
}
