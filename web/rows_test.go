package web_test

import (
	"testing"

	"keepsake/store"
	"keepsake/store/storetest"
)

// How many memories others have does not matter to what a request reads. (On SQLite the suite of the store reads the plans;
// make load measures both.)
func TestRequestsReadOwnRowsOnly(t *testing.T) {
	id := ""
	within := func(db *store.DB, do func(w *world)) {
		w := newWorld(t, db)
		defer w.server.Close()
		do(w)
	}
	requests := map[string]func(w *world){
		"GET": func(w *world) {
			for _, path := range []string{
				"/api/memory/?limit=50", "/api/memory/" + id, "/api/memory/search?q=lantern", "/api/ltm/items?limit=50", "/api/ltm/items/" + id,
				"/api/ltm/stats", "/api/ltm/growth", "/api/ltm/triples", "/api/ltm/export", "/api/ltm/events",
			} {
				w.ask(w.read, "GET", path, "").is(200)
			}
		},
		"POST": func(w *world) {
			w.ask(w.write, "POST", "/api/memory/", `{"content":"User visits the harbour","category":"context"}`).is(201)
		},
		"PUT": func(w *world) {
			w.ask(w.write, "PUT", "/api/memory/"+id, `{"content":"User lost a red lantern"}`).is(200)
		},
		"DELETE": func(w *world) { w.ask(w.write, "DELETE", "/api/memory/"+id, "").is(204) },
	}
	storetest.AssertOwnRowsOnly(t, func(db *store.DB) {
		within(db, func(w *world) { id = w.add(t.Context(), "User owns a lantern").ID })
	}, []string{"GET", "POST", "PUT", "DELETE"}, func(db *store.DB, name string) { within(db, requests[name]) })
}
