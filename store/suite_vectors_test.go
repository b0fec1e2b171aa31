package store_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store"
)

const model = "openai:test"

// vectorsNearest: exact search within the scopes, over current versions of live memories,
// by one model (F11, R8, DESIGN 6).
func vectorsNearest(t *testing.T, db *store.DB) {
	ctx, vs := t.Context(), db.Vectors()
	insert(t, db, "east0001", alice, "person", "east")
	insert(t, db, "north001", alice, "person", "north")
	insert(t, db, "between1", alice, "person", "between")
	insert(t, db, "gone0001", alice, "person", "gone")
	insert(t, db, "shadow01", alice, "person", "shadow", func(m *memory.Memory) { m.Status = memory.Shadow })
	insert(t, db, "bobs0001", bob, "person", "bob's")
	insert(t, db, "none0001", alice, "person", "without a vector")
	diagonal := float32(math.Sqrt(0.5))
	put := func(model string, vectors ...recall.Vector) int {
		t.Helper()
		return ok[int](t)(vs.PutVectors(ctx, model, vectors))
	}
	east := []float32{1, 0, 0}
	same(t, "stored", put(model,
		recall.Vector{MemoryID: "east0001", Version: 1, Embedding: east},
		recall.Vector{MemoryID: "north001", Version: 1, Embedding: []float32{0, 1, 0}},
		recall.Vector{MemoryID: "between1", Version: 1, Embedding: []float32{diagonal, diagonal, 0}},
		recall.Vector{MemoryID: "gone0001", Version: 1, Embedding: east},
		recall.Vector{MemoryID: "shadow01", Version: 1, Embedding: east},
		recall.Vector{MemoryID: "bobs0001", Version: 1, Embedding: east},
		recall.Vector{MemoryID: "east0001", Version: 2, Embedding: east}, // no such version
		recall.Vector{MemoryID: "nobody01", Version: 1, Embedding: east},
	), 6)
	must(t, db.Memories().SetDeleted(ctx, "gone0001", atp(1)))
	near := func(q memory.Query, model string, v ...float32) []string {
		t.Helper()
		return nearestIDs(t, db, q, model, v...)
	}
	known := memory.ActiveQuery(alice)
	same(t, "nearest", near(known, model, 1, 0, 0), []string{"east0001", "between1", "north001"})
	same(t, "from elsewhere", near(known, model, 0, 1, 0), []string{"north001", "between1", "east0001"})
	same(t, "another scope", near(memory.ActiveQuery(bob), model, 1, 0, 0), []string{"bobs0001"})
	same(t, "both", len(near(memory.ActiveQuery(alice, bob), model, 1, 0, 0)), 4)
	same(t, "another model", len(near(known, "openai:other", 1, 0, 0)), 0)
	same(t, "another length", len(near(known, model, 1, 0)), 0)
	same(t, "the zero query", len(near(memory.Query{}, model, 1, 0, 0)), 0)
	same(t, "an unknown scope", len(near(memory.ActiveQuery(group), model, 1, 0, 0)), 0)
	undoneVector(t, db, known, east)
	same(t, "undone", near(known, model, 1, 0, 0), []string{"east0001", "between1", "north001"})
	few := known
	few.Limit = 1
	same(t, "a limit", near(few, model, 0, 1, 0), []string{"north001"})
	some := known
	some.IDs = []string{"between1", "bobs0001"}
	same(t, "some of them", near(some, model, 1, 0, 0), []string{"between1"})
	cos := ok[[]recall.Near](t)(vs.Nearest(ctx, few, model, []float32{diagonal, diagonal, 0}))
	if math.Abs(cos[0].Cosine-1) > 1e-6 {
		t.Errorf("the same direction has cosine %v", cos[0].Cosine)
	}

	// A new version has no vector until it gets its own; what was near is not any more.
	must(t, db.Memories().AddVersion(ctx, memory.Version{ID: newID(), MemoryID: "east0001", Number: 2, Content: "north now", CreatedAt: at(1)}))
	same(t, "a new version", near(known, model, 1, 0, 0), []string{"between1", "north001"})
	same(t, "late for the old", put(model, recall.Vector{MemoryID: "east0001", Version: 1, Embedding: east}), 0)
	same(t, "its own", put(model, recall.Vector{MemoryID: "east0001", Version: 2, Embedding: []float32{0, 1, 0}}), 1)
	same(t, "now north", near(known, model, 0, 1, 0), []string{"east0001", "north001", "between1"})
	// Another model's vector takes the old one's place.
	put("openai:other", recall.Vector{MemoryID: "north001", Version: 1, Embedding: []float32{1, 0}})
	same(t, "moved over", near(known, model, 0, 1, 0), []string{"east0001", "between1"})
	same(t, "there now", near(known, "openai:other", 1, 0), []string{"north001"})
	// Restored is found again; purged and erased are not.
	must(t, db.Memories().SetDeleted(ctx, "gone0001", nil))
	same(t, "restored", near(known, model, 1, 0, 0), []string{"gone0001", "between1", "east0001"})
	must(t, db.Memories().SetDeleted(ctx, "gone0001", atp(1)))
	ok[int](t)(db.Memories().Purge(ctx, at(2), at(2)))
	same(t, "purged", near(known, model, 1, 0, 0), []string{"between1", "east0001"})
	ok[memory.Erased](t)(db.Memories().Erase(ctx, alice))
	same(t, "erased", len(near(known, model, 1, 0, 0)), 0)
	same(t, "not everybody's", near(memory.ActiveQuery(bob), model, 1, 0, 0), []string{"bobs0001"})
}

// undoneVector: a vector of a transaction that is rolled back is seen inside only.
func undoneVector(t *testing.T, db *store.DB, known memory.Query, east []float32) {
	t.Helper()
	ctx, vs, undone := t.Context(), db.Vectors(), errors.New("undone")
	wantErr(t, vs.InTx(ctx, func(ctx context.Context) error {
		ok[int](t)(vs.PutVectors(ctx, model, []recall.Vector{{MemoryID: "north001", Version: 1, Embedding: east}}))
		q := known
		q.Limit = 10
		for range 3 {
			same(t, "inside", ok[[]recall.Near](t)(vs.Nearest(ctx, q, model, east))[1].ID, "north001")
		}
		return undone
	}), undone)
}

// nearestIDs returns what is nearest, asked in every way: once, again, and in a transaction.
func nearestIDs(t *testing.T, db *store.DB, q memory.Query, model string, v ...float32) (found []string) {
	t.Helper()
	ctx, vs := t.Context(), db.Vectors()
	if q.Limit == 0 {
		q.Limit = 10
	}
	last := math.Inf(1)
	// The first answer may come from the database, later ones from RAM: they are the same.
	first := ok[[]recall.Near](t)(vs.Nearest(ctx, q, model, v))
	for range 2 {
		same(t, "asked again", ok[[]recall.Near](t)(vs.Nearest(ctx, q, model, v)), first)
	}
	must(t, vs.InTx(ctx, func(ctx context.Context) error {
		same(t, "asked in a transaction", ok[[]recall.Near](t)(vs.Nearest(ctx, q, model, v)), first)
		return nil
	}))
	for _, n := range ok[[]recall.Near](t)(vs.Nearest(ctx, q, model, v)) {
		if n.Cosine > last+1e-6 {
			t.Errorf("%s is not in order", n.ID)
		}
		found, last = append(found, n.ID), n.Cosine
	}
	return found
}

// embedQueue: every version waits for its vector until it has it; taken work is nobody
// else's; what failed is tried again and seen (issue 4 point 2).
func embedQueue(t *testing.T, db *store.DB) {
	ctx, vs := t.Context(), db.Vectors()
	for len(vs.Queued()) > 0 {
		<-vs.Queued()
	}
	insert(t, db, "first001", alice, "person", "one", func(m *memory.Memory) { m.Subject = "Subject" })
	insert(t, db, "second01", bob, "person", "two")
	insert(t, db, "other001", scope.Scope{Store: "other", Kind: scope.User, ID: "x"}, "person", "another store's")
	select {
	case <-vs.Queued():
	default:
		t.Error("nobody was told")
	}
	take := func(minute, limit int) (found []string) {
		t.Helper()
		for _, e := range ok[[]recall.Embedding](t)(vs.TakeEmbeddings(ctx, "keepsake", at(minute), at(minute+5), limit)) {
			found = append(found, e.MemoryID+" "+e.Subject+" "+e.Content)
		}
		return found
	}
	backlog := func() recall.Backlog {
		t.Helper()
		return ok[recall.Backlog](t)(vs.Backlog(ctx, "keepsake"))
	}
	same(t, "not yet", len(take(-1, 10)), 0)
	same(t, "one at a time", take(0, 1), []string{"first001 Subject one"})
	same(t, "the other", take(0, 10), []string{"second01  two"})
	same(t, "both are taken", len(take(4, 10)), 0)
	same(t, "a taker died", len(take(5, 10)), 2)
	same(t, "backlog", backlog(), recall.Backlog{Waiting: 2})

	must(t, vs.PostponeEmbeddings(ctx, []string{"first001"}, at(20), "the endpoint failed", true))
	must(t, vs.PostponeEmbeddings(ctx, []string{"second01"}, at(10), "", false))
	must(t, vs.PostponeEmbeddings(ctx, nil, at(10), "", false))
	same(t, "one fails", backlog(), recall.Backlog{Waiting: 2, Failing: 1, Error: "the endpoint failed"})
	again := ok[[]recall.Embedding](t)(vs.TakeEmbeddings(ctx, "keepsake", at(20), at(25), 10))
	same(t, "attempts", []int{again[0].Attempts, again[1].Attempts}, []int{2, 3}) // second01 is due first
	ok[int](t)(vs.PutVectors(ctx, model, []recall.Vector{{MemoryID: "first001", Version: 1, Embedding: []float32{1}}}))
	same(t, "one is done", backlog(), recall.Backlog{Waiting: 1})

	// A new version waits from the start; the vector of the old one does not take it out.
	must(t, db.Memories().AddVersion(ctx, memory.Version{ID: newID(), MemoryID: "second01", Number: 2, Content: "two again", CreatedAt: at(30)}))
	ok[int](t)(vs.PutVectors(ctx, model, []recall.Vector{{MemoryID: "second01", Version: 1, Embedding: []float32{1}}}))
	fresh := ok[[]recall.Embedding](t)(vs.TakeEmbeddings(ctx, "keepsake", at(30), at(30), 10))
	same(t, "its owner", fresh[0].Scope, scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:43"})
	same(t, "the new version", fresh, []recall.Embedding{{MemoryID: "second01", Scope: fresh[0].Scope, Version: 2, Content: "two again", Attempts: 1}})
	// Deleted ones wait unseen.
	must(t, db.Memories().SetDeleted(ctx, "second01", atp(31)))
	same(t, "deleted", len(take(40, 10)), 0)
	same(t, "deleted, not counted", backlog(), recall.Backlog{})
	must(t, db.Memories().SetDeleted(ctx, "second01", nil))
	same(t, "restored", take(40, 10), []string{"second01  two again"})

	same(t, "all of this store", ok[int](t)(vs.QueueAll(ctx, "keepsake", at(50))), 2)
	same(t, "again", len(take(50, 10)), 2)
	// Of takers at once each gets its own.
	ok[int](t)(vs.QueueAll(ctx, "keepsake", at(60)))
	got := make(chan string, 8)
	for _, err := range each(4, func(int) error {
		es, err := vs.TakeEmbeddings(ctx, "keepsake", at(60), at(65), 1)
		for _, e := range es {
			got <- e.MemoryID
		}
		return err
	}) {
		must(t, err)
	}
	same(t, "taken once", len(got), 2)
	if one, two := <-got, <-got; one == two {
		t.Error("two took the same")
	}
	ok[memory.Erased](t)(db.Memories().Erase(ctx, alice))
	ok[memory.Erased](t)(db.Memories().Erase(ctx, bob))
	same(t, "erased", backlog(), recall.Backlog{})
}

// embeddingModel: model and dimensions are recorded once a store (I28, I31).
func embeddingModel(t *testing.T, db *store.DB) {
	ctx, vs := t.Context(), db.Vectors()
	get := func(store string) recall.EmbeddingModel {
		return ok[recall.EmbeddingModel](t)(vs.Model(ctx, store))
	}
	same(t, "none", get("keepsake"), recall.EmbeddingModel{})
	first := recall.EmbeddingModel{Identity: "openai:text-embedding-3-small", Dimensions: 1536}
	must(t, vs.InTx(ctx, func(ctx context.Context) error {
		same(t, "held", ok[recall.EmbeddingModel](t)(vs.HoldModel(ctx, "keepsake")), recall.EmbeddingModel{})
		return vs.SetModel(ctx, "keepsake", first)
	}))
	same(t, "recorded", get("keepsake"), first)
	same(t, "another store", get("other"), recall.EmbeddingModel{})
	second := recall.EmbeddingModel{Identity: "openai:other:0a1b2c3d"}
	must(t, vs.SetModel(ctx, "keepsake", second))
	same(t, "changed", get("keepsake"), second)
}

// accessCounted: bringing a memory up is noted and is no change (P65).
func accessCounted(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	insert(t, db, "used0001", alice, "person", "used")
	insert(t, db, "unused01", alice, "person", "unused")
	before := ok[map[scope.Scope]int64](t)(ms.Revisions(ctx, []scope.Scope{alice}))
	must(t, ms.Touch(ctx, []string{"used0001"}, at(1)))
	must(t, ms.Touch(ctx, []string{"used0001"}, at(2)))
	must(t, ms.Touch(ctx, nil, at(3)))
	must(t, ms.TouchShown(ctx, []string{"used0001"}, at(3), at(4)))
	must(t, ms.TouchShown(ctx, []string{"used0001", "unused01"}, at(3), at(5))) // W15: the first counted already
	used := ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, "used0001"))
	same(t, "used", []any{used.AccessCount, used.LastAccessedAt, used.UpdatedAt}, []any{2, atp(2), at(0)})
	unused := ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, "unused01"))
	same(t, "unused", []any{unused.AccessCount, unused.LastAccessedAt == nil}, []any{0, true})
	same(t, "shown", []any{used.ShownCount, used.ShownAt, unused.ShownCount, unused.ShownAt}, []any{1, atp(4), 1, atp(5)})
	same(t, "revisions", ok[map[scope.Scope]int64](t)(ms.Revisions(ctx, []scope.Scope{alice})), before)
}
