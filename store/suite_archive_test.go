package store_test

import (
	"testing"
	"time"

	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/text"
	"keepsake/trust"
)

// archiveKept: an archived memory is in a query that asks for the archive, and in no other;
// by words, by meaning, and counted (R7).
func archiveKept(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	const model = "openai:m"
	insert(t, db, "live0001", alice, "person", "green tea")
	insert(t, db, "gone0001", alice, "person", "green hills")
	insert(t, db, "expired1", alice, "person", "green leaves", func(m *memory.Memory) { m.ExpiresAt = atp(1) })
	insert(t, db, "found001", alice, "person", "green walls", func(m *memory.Memory) { m.Origin = memory.Extracted })
	insert(t, db, "arrived1", bob, "person", "came archived", func(m *memory.Memory) { m.ArchivedAt = atp(3) })
	same(t, "inserted as it was", ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{bob}, "arrived1")).ArchivedAt, atp(3))
	for i, id := range []string{"live0001", "gone0001", "expired1"} {
		direction := []float32{1, float32(i), 0}
		must(t, recall.Normalize(direction))
		ok[int](t)(db.Vectors().PutVectors(ctx, model, []recall.Vector{{MemoryID: id, Version: 1, Embedding: direction}}))
	}
	must(t, ms.SetArchived(ctx, "gone0001", atp(5), memory.Active))
	must(t, ms.SetArchived(ctx, "expired1", atp(6), memory.Expired))
	wantErr(t, ms.SetArchived(ctx, "nobody01", atp(5), memory.Active), memory.ErrNotFound)
	wantErr(t, ms.SetExpires(ctx, "nobody01", nil), memory.ErrNotFound)
	got := ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, "expired1"))
	same(t, "the row", []any{got.ArchivedAt, got.Status, got.ExpiresAt, got.UpdatedAt}, []any{atp(6), memory.Expired, atp(1), at(0)})

	near := func(q memory.Query) (out []string) {
		q.Limit = 10
		for _, n := range ok[[]recall.Near](t)(db.Vectors().Nearest(ctx, q, model, []float32{1, 0, 0})) {
			out = append(out, n.ID)
		}
		return out
	}
	for _, c := range []struct {
		what  string
		q     memory.Query
		all   []string
		words int
		near  []string
	}{
		{"known", memory.ActiveQuery(alice), []string{"found001", "live0001"}, 2, []string{"live0001"}},
		{"kept", memory.RetentionQuery(alice), []string{"expired1", "found001", "gone0001", "live0001"}, 4, []string{"live0001", "gone0001", "expired1"}},
		{"in the archive", memory.ArchivedQuery(alice), []string{"expired1", "gone0001"}, 2, []string{"gone0001", "expired1"}},
	} {
		same(t, c.what, ids(ok[[]memory.Memory](t)(ms.Find(ctx, c.q))), c.all)
		same(t, c.what+", counted", ok[int](t)(ms.Count(ctx, c.q)), len(c.all))
		same(t, c.what+", by meaning", near(c.q), c.near)
		c.q.Words = text.Words("green")
		same(t, c.what+", by words", len(ok[[]memory.Memory](t)(ms.Find(ctx, c.q))), c.words)
	}
	dora := scope.Scope{Store: alice.Store, Kind: scope.User, ID: "telegram:77"}
	insert(t, db, "shared01", group, "person", "of a group")
	insert(t, db, "lesser01", dora, "person", "of a forward", func(m *memory.Memory) { m.Trust = trust.Forwarded })
	insert(t, db, "herown01", dora, "person", "her own word", func(m *memory.Memory) { m.Trust = trust.Person })
	q := memory.RetentionQuery(dora, group)
	q.Foreign = true
	same(t, "of others", ids(ok[[]memory.Memory](t)(ms.Find(ctx, q))), []string{"lesser01", "shared01"})
	q = memory.ActiveQuery(alice)
	q.Origin = memory.Extracted
	same(t, "by origin", ids(ok[[]memory.Memory](t)(ms.Find(ctx, q))), []string{"found001"})

	// Deleted is deleted, archived or not; and purged, and erased.
	must(t, ms.SetDeleted(ctx, "gone0001", atp(7)))
	q = memory.ActiveQuery(alice)
	q.Deleted = true
	same(t, "deleted from the archive", ids(ok[[]memory.Memory](t)(ms.Find(ctx, q))), []string{"gone0001"})
	same(t, "not archived any more", ids(ok[[]memory.Memory](t)(ms.Find(ctx, memory.ArchivedQuery(alice)))), []string{"expired1"})
	same(t, "purged", ok[int](t)(ms.Purge(ctx, at(60), at(60))), 1)
	must(t, ms.SetExpires(ctx, "expired1", nil))
	must(t, ms.SetArchived(ctx, "expired1", nil, memory.Active))
	same(t, "back", ids(ok[[]memory.Memory](t)(ms.Find(ctx, memory.ActiveQuery(alice)))), []string{"expired1", "found001", "live0001"})
	must(t, ms.SetArchived(ctx, "expired1", atp(8), memory.Active))
	same(t, "erased", ok[memory.Erased](t)(ms.Erase(ctx, alice)).Memories, 3)
}

// lapsedFound: across the scopes of one store, what is active and over, the longest first
// (R11).
func lapsedFound(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	until := func(minutes int) func(*memory.Memory) { return func(m *memory.Memory) { m.ExpiresAt = atp(minutes) } }
	insert(t, db, "second01", alice, "person", "x", until(20))
	insert(t, db, "first001", bob, "person", "x", until(10), func(m *memory.Memory) { m.Kind = memory.Episode })
	insert(t, db, "atonce01", group, "person", "x", until(30))
	insert(t, db, "later001", alice, "person", "x", until(31))
	insert(t, db, "forever1", alice, "person", "x")
	insert(t, db, "archived", alice, "person", "x", until(1), func(m *memory.Memory) { m.ArchivedAt = atp(2) })
	insert(t, db, "deleted1", alice, "person", "x", until(1), func(m *memory.Memory) { m.DeletedAt = atp(2) })
	insert(t, db, "disabled", alice, "person", "x", until(1), func(m *memory.Memory) { m.Status = memory.Disabled })
	insert(t, db, "another1", scope.Scope{Store: "other", Kind: scope.User, ID: alice.ID}, "person", "x", until(1))
	lapsed := func(minutes, limit int) []string {
		return ids(ok[[]memory.Memory](t)(ms.Lapsed(ctx, alice.Store, at(minutes), limit)))
	}
	same(t, "before", lapsed(9, 10), []string(nil))
	same(t, "all", lapsed(30, 10), []string{"first001", "second01", "atonce01"})
	same(t, "some", lapsed(30, 2), []string{"first001", "second01"})
	got := ok[[]memory.Memory](t)(ms.Lapsed(ctx, alice.Store, at(10), 10))
	same(t, "whole", []any{got[0].Scope, got[0].Content, got[0].ExpiresAt}, []any{bob, "x", atp(10)})
}

// untouchedFound: across the scopes of one store, a page at a time (P66).
func untouchedFound(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	insert(t, db, "aaaaaaaa", alice, "person", "x")
	insert(t, db, "Bbbbbbbb", bob, "person", "x", func(m *memory.Memory) { m.LastAccessedAt = atp(1) })
	insert(t, db, "zzzzzzzz", group, "person", "x")
	insert(t, db, "used0001", alice, "person", "x", func(m *memory.Memory) { m.LastAccessedAt = atp(90) })
	insert(t, db, "pinned01", alice, "person", "x", func(m *memory.Memory) { m.Pinned = true })
	insert(t, db, "archived", alice, "person", "x", func(m *memory.Memory) { m.ArchivedAt = atp(2) })
	insert(t, db, "deleted1", alice, "person", "x", func(m *memory.Memory) { m.DeletedAt = atp(2) })
	insert(t, db, "another1", scope.Scope{Store: "other", Kind: scope.User, ID: alice.ID}, "person", "x")
	insert(t, db, "changed1", alice, "person", "x")
	must(t, ms.AddVersion(ctx, memory.Version{ID: newID(), MemoryID: "changed1", Number: 2, Content: "y", CreatedAt: at(90)}))
	page := func(since time.Time, after string, limit int) []string {
		return ids(ok[[]memory.Memory](t)(ms.Untouched(ctx, alice.Store, since, after, limit)))
	}
	same(t, "all, in order of their bytes", page(at(60), "", 10), []string{"Bbbbbbbb", "aaaaaaaa", "zzzzzzzz"})
	same(t, "the first page", page(at(60), "", 2), []string{"Bbbbbbbb", "aaaaaaaa"})
	same(t, "the next page", page(at(60), "aaaaaaaa", 2), []string{"zzzzzzzz"})
	same(t, "too soon", page(at(0), "", 10), []string(nil))
}
