package memory_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/trust"
)

// P24, R12: deleting leaves a tombstone that pipelines honour; restoring and an explicit
// request lift it.
func TestDeleteAndRestore(t *testing.T) {
	h := open(t)
	m := h.add("Alec is the user's boss", "person", "Alec")
	_, c, err := h.Delete(t.Context(), tap, hers, m.ID, "asked")
	must(t, err)
	same(t, "change", string(c.Op)+":"+c.Before+":"+c.After, "delete:Alec is the user's boss:")
	same(t, "listed", len(h.contents(hers)), 0)
	_, err = h.Get(t.Context(), hers, m.ID)
	wants(t, err, memory.ErrNotFound)
	_, _, err = h.Delete(t.Context(), tap, hers, m.ID, "asked")
	wants(t, err, memory.ErrNotFound)
	_, _, _, err = h.Update(t.Context(), tap, hers, m.ID, memory.Edit{Content: "Alec left"})
	wants(t, err, memory.ErrNotFound)

	propose := memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "Alec is the user's boss!", Category: "person", Subject: "alec"}
	_, err = h.Propose(t.Context(), model, hers, propose, memory.ToolLimits)
	wants(t, err, memory.ErrDeclined)

	_, _, err = h.Restore(t.Context(), tap, hers, m.ID, "asked")
	must(t, err)
	same(t, "back", h.contents(hers)[0], m.Content)
	_, _, err = h.Restore(t.Context(), tap, hers, m.ID, "asked")
	wants(t, err, memory.ErrUnchanged)
	propose.Content = "Alec is boss"
	_, err = h.Propose(t.Context(), model, hers, propose, memory.ToolLimits, m.ID)
	wants(t, err, memory.ErrKnown) // the tombstone is lifted, and it says what the restored one says

	_, _, err = h.Delete(t.Context(), tap, hers, m.ID, "asked")
	must(t, err)
	again := h.add("Alec is the user's boss", "person", "Alec")
	if again.ID == m.ID {
		t.Error("the id came back")
	}
	_, _, err = h.Restore(t.Context(), tap, hers, m.ID, "asked")
	wants(t, err, memory.ErrKnown)
	_, _, err = h.Restore(t.Context(), tap, his, m.ID, "asked")
	wants(t, err, memory.ErrNotFound)
}

// Purge: after its days a deleted text is gone for good, its tombstone stays as a hash.
func TestPurge(t *testing.T) {
	h := open(t)
	m := h.add("Alec is the user's boss", "person", "Alec")
	_, _, err := h.Delete(t.Context(), tap, hers, m.ID, "asked")
	must(t, err)
	h.now = h.now.Add(memory.DefaultKeepDeleted - time.Hour)
	n, err := h.Purge(t.Context(), byHouse)
	must(t, err)
	same(t, "too early", n, 0)
	h.now = h.now.Add(2 * time.Hour)
	n, err = h.Purge(t.Context(), byHouse)
	must(t, err)
	same(t, "due", n, 1)
	_, _, err = h.Restore(t.Context(), tap, hers, m.ID, "asked")
	wants(t, err, memory.ErrNotFound)
	ts, err := h.store.Tombstones(t.Context(), hers)
	must(t, err)
	same(t, "tombstone", ts[0].Content, "")
	_, err = h.Propose(t.Context(), model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "The user's boss is Alec", Subject: "Alec"}, memory.ToolLimits)
	wants(t, err, memory.ErrDeclined) // the same words in another order: the hash of the slot
	_, err = h.Propose(t.Context(), model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "Alec plays chess", Subject: "Alec"}, memory.ToolLimits)
	must(t, err)
	// Another scope's key hashes differently: nothing can be compared across people.
	h.set(func(c *memory.Config) { c.Key = []byte("other") })
	_, err = h.Propose(t.Context(), model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "The user's boss is Alec", Subject: "Alec"}, memory.ToolLimits)
	must(t, err)
}

// Undo takes each kind of change back once, and never over a later word of the person.
func TestUndo(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	m, added, err := h.Add(ctx, model, memory.Draft{
		Scope: alice, Content: "Alec is the user's boss", Subject: "Alec",
		Evidence: []memory.Evidence{{MessageID: "m1", Quote: "Alec is my boss", Trust: trust.Person, SaidAt: h.now}},
	})
	must(t, err)
	_, _, updated, err := h.Update(ctx, model, hers, m.ID, memory.Edit{Content: "Alec left the company"})
	must(t, err)

	_, _, err = h.Undo(ctx, tap, hers, added.ID)
	wants(t, err, memory.ErrConflict) // it says something else by now
	_, _, err = h.Undo(ctx, tap, his, updated.ID)
	wants(t, err, memory.ErrNotFound)

	got, c, err := h.Undo(ctx, tap, hers, updated.ID)
	must(t, err)
	same(t, "old content, new version", got.Content+" "+string(rune('0'+got.Version)), "Alec is the user's boss 3")
	same(t, "undoes", c.Undoes, updated.ID)
	hist, err := h.History(ctx, hers, m.ID)
	must(t, err)
	same(t, "its old evidence", hist.Versions[2].Evidence[0].Quote, "Alec is my boss")
	_, _, err = h.Undo(ctx, tap, hers, updated.ID)
	wants(t, err, memory.ErrUndone)
	got, _, err = h.Undo(ctx, tap, hers, c.ID) // an undo can be undone
	must(t, err)
	same(t, "back and forth", got.Content, "Alec left the company")

	_, pinned, err := h.Pin(ctx, tap, hers, m.ID, true)
	must(t, err)
	_, _, err = h.Pin(ctx, tap, hers, m.ID, true)
	wants(t, err, memory.ErrUnchanged)
	got, _, err = h.Undo(ctx, tap, hers, pinned.ID)
	must(t, err)
	same(t, "unpinned", got.Pinned, false)
	_, unpinned, err := h.Pin(ctx, tap, hers, m.ID, true)
	must(t, err)
	same(t, "op", unpinned.Op, memory.OpPin)

	_, deleted, err := h.Delete(ctx, tap, hers, m.ID, "asked")
	must(t, err)
	got, restored, err := h.Undo(ctx, tap, hers, deleted.ID)
	must(t, err)
	same(t, "restored", got.DeletedAt == nil, true)
	_, _, err = h.Undo(ctx, tap, hers, restored.ID)
	must(t, err)
	same(t, "gone again", len(h.contents(hers)), 0)

	m, added, err = h.Add(ctx, model, memory.Draft{Scope: alice, Content: "User prefers tea"})
	must(t, err)
	_, _, err = h.Undo(ctx, tap, hers, added.ID)
	must(t, err)
	_, err = h.Get(ctx, hers, m.ID)
	wants(t, err, memory.ErrNotFound)
}

// Two taps on one Undo button at once: one does it, the other is told so.
func TestUndo_Twice(t *testing.T) {
	h := open(t)
	h.cfg.Now = time.Now
	_, c, err := h.Add(t.Context(), model, memory.Draft{Scope: alice, Content: "User prefers tea"})
	must(t, err)
	errs := make([]error, 8)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { _, _, errs[i] = h.Undo(context.Background(), tap, hers, c.ID) })
	}
	wg.Wait()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
		} else if !errors.Is(err, memory.ErrUndone) {
			t.Errorf("error %v", err)
		}
	}
	same(t, "done", done, 1)
}

// R12, A64: read-only stops every write at once, but never forgetting.
func TestReadOnly(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	m, added, err := h.Add(ctx, model, memory.Draft{Scope: alice, Content: "User prefers tea"})
	must(t, err)
	other := h.add("User prefers cats", "preference", "")
	_, pinned, err := h.Pin(ctx, tap, hers, other.ID, true)
	must(t, err)
	d, err := h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "User prefers jazz"}, memory.ToolLimits)
	must(t, err)
	h.set(func(c *memory.Config) { c.ReadOnly = true })
	_, _, e1 := h.Add(ctx, model, memory.Draft{Scope: alice, Content: "anything"})
	_, _, _, e2 := h.Update(ctx, model, hers, m.ID, memory.Edit{Content: "anything"})
	_, _, e3 := h.Restore(ctx, tap, hers, m.ID, "")
	_, _, e4 := h.Pin(ctx, tap, hers, m.ID, true)
	_, e5 := h.Propose(ctx, model, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "anything"}, memory.Limits{})
	_, _, e6 := h.Save(ctx, tap, hers, d.ID, "")
	_, _, e7 := h.Undo(ctx, tap, hers, pinned.ID)
	for i, err := range []error{e1, e2, e3, e4, e5, e6, e7} {
		if !errors.Is(err, memory.ErrReadOnly) || fault.KindOf(err) != fault.Denied {
			t.Errorf("write %d: %v", i+1, err)
		}
	}
	_, _, err = h.Undo(ctx, tap, hers, added.ID)
	must(t, err)
	_, _, err = h.Delete(ctx, tap, hers, other.ID, "asked")
	must(t, err)
	_, err = h.Decline(ctx, tap, hers, d.ID)
	must(t, err)
	_, err = h.Erase(ctx, byHouse, alice)
	must(t, err)
}

// Erase takes everything of one scope and nothing of another; a person's revision begins
// anew, which everybody who saw it notices.
func TestErase(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	h.add("User prefers tea", "preference", "")
	_, _, err := h.Add(ctx, actor.OfPerson(bob.ID), memory.Draft{Scope: bob, Content: "User prefers coffee"})
	must(t, err)
	before, err := h.Revisions(ctx, []scope.Scope{alice, bob})
	must(t, err)
	e, err := h.Erase(ctx, byHouse, alice)
	must(t, err)
	same(t, "erased", e, memory.Erased{Memories: 1, Versions: 1, Changes: 1})
	after, err := h.Revisions(ctx, []scope.Scope{alice, bob})
	must(t, err)
	if after[alice] == before[alice] || after[bob] != before[bob] {
		t.Errorf("revisions %v, then %v", before, after)
	}
	same(t, "his", h.contents(his)[0], "User prefers coffee")
}

// A memory is trusted as the words that it says now: a program's update is no word of the person, their own is.
func TestAnUpdateBringsItsTrust(t *testing.T) {
	h := open(t)
	m, _, err := h.Add(t.Context(), tap, memory.Draft{Scope: alice, Content: "User lives in Graz", Category: "context"})
	must(t, err)
	same(t, "typed", m.Trust, trust.Person)
	program := tap
	program.Key = "AbCdEf12"
	is := func(what string, want trust.Level) {
		t.Helper()
		got, err := h.Get(t.Context(), hers, m.ID)
		must(t, err)
		same(t, what, got.Trust, want)
	}
	_, after, c, err := h.Update(t.Context(), program, hers, m.ID, memory.Edit{Content: "User lives in Linz"})
	must(t, err)
	same(t, "returned", after.Trust, trust.Tool)
	is("a program's", trust.Tool)
	_, _, err = h.Undo(t.Context(), tap, hers, c.ID)
	must(t, err)
	is("undone", trust.Person)
	_, _, _, err = h.Update(t.Context(), program, hers, m.ID, memory.Edit{Content: "User lives in Wels"})
	must(t, err)
	_, _, _, err = h.Update(t.Context(), tap, hers, m.ID, memory.Edit{Content: "User lives in Steyr"})
	must(t, err)
	is("their own again", trust.Person)
}
