package store_test

import (
	"context"
	"testing"

	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/scope"
	"keepsake/store"
)

// triplesKept: triples hold while their memory does and says what it said: archiving, deleting and a new content end them,
// a content that returns brings them back; they are read within their scope only, move with it, and go with the memory.
func triplesKept(t *testing.T, db *store.DB) {
	ctx, ms, ts := t.Context(), db.Memories(), db.Triples()
	hers := []scope.Scope{alice}
	boss := graph.Triple{Fact: graph.Fact{Subject: "User", Predicate: "boss", Object: "Alec", SubjectKind: "person", ObjectKind: "person"},
		Scope: alice, MemoryID: "memory01", Version: 1, SubjectKey: "@self", ObjectKey: "alec", ValidFrom: at(0)}
	his := boss
	his.Scope, his.MemoryID = bob, "memory02"
	insert(t, db, "memory01", alice, "context", "User's boss is Alec.")
	insert(t, db, "memory02", bob, "context", "User's boss is Alec.")
	must(t, ts.Put(ctx, nil))
	must(t, ts.Put(ctx, []graph.Triple{boss}))
	must(t, ts.Put(ctx, []graph.Triple{boss})) // said again
	must(t, ts.Put(ctx, []graph.Triple{his}))
	read := func(what string, want ...graph.Triple) {
		t.Helper()
		same(t, what+", by memory", ok[[]graph.Triple](t)(ts.OfMemories(ctx, hers, []string{"memory01", "memory02"}, 9)), append([]graph.Triple{}, want...))
		same(t, what+", by entity", ok[[]graph.Triple](t)(ts.Touching(ctx, hers, []string{"alec"}, 9)), append([]graph.Triple{}, want...))
	}
	read("her triples", boss)
	same(t, "no scope", len(ok[[]graph.Triple](t)(ts.Touching(ctx, nil, []string{"alec"}, 9))), 0)
	same(t, "entities", ok[[]graph.Entity](t)(ts.Entities(ctx, alice, 9)), []graph.Entity{{Key: "@self", Name: "User"}, {Key: "alec", Name: "Alec"}})

	unread := func(what, after string, want ...graph.Unread) {
		t.Helper()
		same(t, what, ok[[]graph.Unread](t)(ts.Unread(ctx, alice.Store, after, 9)), append([]graph.Unread{}, want...))
	}
	first, second := graph.Unread{Scope: alice, MemoryID: "memory01", Version: 1, Content: "User's boss is Alec."}, graph.Unread{Scope: bob, MemoryID: "memory02", Version: 1, Content: "User's boss is Alec."}
	unread("not looked at", "", first, second)
	unread("the second page", "memory01", second)
	same(t, "the first", ok[[]graph.Unread](t)(ts.Unread(ctx, alice.Store, "", 1)), []graph.Unread{first})
	same(t, "of another store", len(ok[[]graph.Unread](t)(ts.Unread(ctx, "another", "", 9))), 0)
	must(t, ts.MarkRead(ctx, "memory02", 1))
	unread("one looked at", "", first)

	must(t, ms.SetArchived(ctx, "memory01", atp(1), memory.Active))
	unread("of the archive", "")
	read("of the archive")
	must(t, ms.SetArchived(ctx, "memory01", nil, memory.Active))
	must(t, ms.SetDeleted(ctx, "memory01", atp(1)))
	read("of what is deleted")
	same(t, "its history", len(ok[[]graph.Triple](t)(ts.History(ctx, hers, 9))), 0)
	same(t, "its entities", len(ok[[]graph.Entity](t)(ts.Entities(ctx, alice, 9))), 0)
	must(t, ms.SetDeleted(ctx, "memory01", nil))
	read("of what is restored", boss)
	must(t, ms.AddVersion(ctx, memory.Version{ID: newID(), MemoryID: "memory01", Number: 2, Content: "User's boss is Mia.", CreatedAt: at(5)}))
	read("of earlier words")
	first.Version, first.Content = 2, "User's boss is Mia."
	must(t, ts.MarkRead(ctx, "memory01", 1))
	unread("its new words", "", first)
	must(t, ts.MarkRead(ctx, "memory01", 2))
	must(t, ts.MarkRead(ctx, "memory01", 1)) // an older reading that ends late
	unread("its new words, looked at", "")
	old := boss
	old.ValidTo = atp(5)
	same(t, "their history", ok[[]graph.Triple](t)(ts.History(ctx, hers, 9)), []graph.Triple{old})
	must(t, ms.AddVersion(ctx, memory.Version{ID: newID(), MemoryID: "memory01", Number: 3, Content: "User's boss is Alec.", CreatedAt: at(6)}))
	read("of words that returned", boss)

	must(t, db.InTx(ctx, func(ctx context.Context) error { return ms.Move(ctx, bob, alice) }))
	his.Scope = alice
	read("both", boss, his)
	must(t, ms.SetDeleted(ctx, "memory02", atp(1)))
	same(t, "purged", ok[int](t)(ms.Purge(ctx, at(2), at(2))), 1)
	_ = ok[memory.Erased](t)(ms.Erase(ctx, alice))
	counts := ok[map[string]int64](t)(db.RowCounts(ctx))
	same(t, "after the erasure", counts["memory_triples"], int64(0))
}
