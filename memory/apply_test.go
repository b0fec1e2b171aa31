package memory_test

import (
	"fmt"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

// Apply does all writes or none; a batch is taken back whole, and not at all once one of its
// memories has changed since.
func TestApplyAndRevert(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	old := h.add("Alec is the user's boss", "person", "")
	add := func(content string) memory.Write {
		return memory.Write{Op: memory.OpAdd, Draft: memory.Draft{Scope: alice, Content: content}, Batch: "batch"}
	}
	cs, err := h.Apply(ctx, tap, []memory.Write{
		add("User prefers tea"), add("Sarah is a designer"),
		{Op: memory.OpUpdate, Scopes: hers, MemoryID: old.ID, Edit: memory.Edit{Content: "Alec left"}, Batch: "batch"},
		{Op: memory.OpPin, Scopes: hers, MemoryID: old.ID, Batch: "batch"},
	})
	must(t, err)
	same(t, "changes", len(cs), 4)
	same(t, "source and batch", string(cs[0].Source)+" "+cs[0].Batch, "command batch")
	_, err = h.Apply(ctx, tap, []memory.Write{add("one more"), add("User prefers tea")})
	wants(t, err, memory.ErrKnown)
	same(t, "all or none", len(h.contents(hers)), 3)

	back, err := h.Revert(ctx, tap, hers, "batch")
	must(t, err)
	same(t, "taken back", len(back), 4)
	m, err := h.Get(ctx, hers, old.ID)
	must(t, err)
	same(t, "as it was", fmt.Sprint(m.Content, m.Pinned, len(h.contents(hers))), "Alec is the user's bossfalse 1")
	again, err := h.Revert(ctx, tap, hers, "batch")
	must(t, err)
	same(t, "twice", len(again), 0)
	_, err = h.Revert(ctx, tap, hers, "unheard of")
	wants(t, err, memory.ErrNotFound)

	cs, err = h.Apply(ctx, tap, []memory.Write{
		{Op: memory.OpUpdate, Scopes: hers, MemoryID: old.ID, Edit: memory.Edit{Content: "Alec is away"}, Batch: "second"}, func() memory.Write { w := add("User has a dog"); w.Batch = "second"; return w }(),
	})
	must(t, err)
	_, _, _, err = h.Update(ctx, tap, hers, old.ID, memory.Edit{Content: "Alec is back"})
	must(t, err)
	_, err = h.Revert(ctx, tap, hers, "second")
	wants(t, err, memory.ErrConflict)
	same(t, "none of it", len(h.contents(hers)), 2)
	_, err = h.Get(ctx, hers, cs[1].MemoryID)
	must(t, err)
}

// K7: a write past the cap asks a fixed number of questions, and reads no more of the scope
// than what leaves: importing into a full scope is not slower than into an empty one.
func TestFullScopeCostsAFixedNumberOfQuestions(t *testing.T) {
	n := 0
	db, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + storetest.SQLiteFile(t), Observe: func(store.Statement) { n++ }})
	must(t, err)
	t.Cleanup(func() { db.Close() })
	s := memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("k"), Caps: memory.Caps{Explicit: 200}})
	batch := func(from int) (statements int, took time.Duration) {
		var ws []memory.Write
		for i := range 100 {
			ws = append(ws, memory.Write{Op: memory.OpAdd, Draft: memory.Draft{Scope: alice, Content: fmt.Sprintf("unique%d fact%d", from+i, from+i)}})
		}
		n = 0
		began := time.Now()
		_, err := s.Apply(t.Context(), actor.OfPerson(alice.ID), ws)
		must(t, err)
		return n, time.Since(began)
	}
	batch(0)
	empty, quick := batch(100)
	full, slow := batch(200)
	later, _ := batch(900)
	// What leaves is archived one by one, which is a few statements each; choosing it is three.
	if full > 2*empty || later > full+10 {
		t.Errorf("a batch asks %d statements below the cap, %d above it, %d later", empty, full, later)
	}
	if slow > 5*quick+time.Second {
		t.Errorf("a batch takes %v below the cap and %v above it", quick, slow)
	}
	q := memory.ActiveQuery(scope.Scope{Store: alice.Store, Kind: scope.User, ID: alice.ID})
	if left, err := s.Count(t.Context(), q); left != 200 || err != nil {
		t.Errorf("%d left, %v", left, err)
	}
}
