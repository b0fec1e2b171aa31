package page_test

import (
	"strings"
	"testing"

	"keepsake/store"
	"keepsake/store/storetest"
)

// How many memories others have does not matter to what a page reads.
func TestPagesReadOwnRowsOnly(t *testing.T) {
	id := ""
	within := func(db *store.DB, do func(w *world)) {
		w := newWorld(t, db)
		defer w.server.Close()
		do(w)
	}
	storetest.AssertOwnRowsOnly(t, func(db *store.DB) {
		within(db, func(w *world) { id = w.add(t.Context(), alice, "User owns a lantern").ID })
	}, []string{"/me/", "/me/?q=lantern", "/me/m/ID", "/me/review", "/me/graph", "/me/settings", "/me/export"}, func(db *store.DB, path string) {
		within(db, func(w *world) {
			b := w.enter(alice)
			for range 3 {
				if got := b.ask("GET", strings.Replace(path, "ID", id, 1), nil); got.status != 200 {
					t.Fatalf("%s: %d", path, got.status)
				}
			}
		})
	})
}
