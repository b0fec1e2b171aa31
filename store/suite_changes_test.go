package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/text"
	"keepsake/trust"
)

// changesKept: the audit comes back in order and bumps the revision of its scope; reading
// never does.
func changesKept(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	change := func(id, memoryID, turn string, scope scope.Scope, minute int) memory.Change {
		return memory.Change{
			ID: id, MemoryID: memoryID, Scope: scope, Op: memory.OpUpdate, Before: "old", After: "new", Version: 2,
			Actor:  actor.Actor{Kind: actor.Tool, ID: "telegram:42", SessionID: newID(), TurnID: turn, CallID: "call"},
			Reason: "asked", Undoes: "before", At: at(minute),
		}
	}
	first := change("change000001", "memory01", "turn1", alice, 0)
	second := change("change000002", "memory02", "turn1", alice, 0) // the same moment: recorded order decides
	third := change("change000003", "memory01", "turn2", alice, 5)
	other := change("change000004", "memory03", "turn2", bob, 1)
	for _, c := range []memory.Change{first, second, other, third} {
		must(t, ms.Record(ctx, c))
	}
	same(t, "revisions", ok[map[scope.Scope]int64](t)(ms.Revisions(ctx, []scope.Scope{alice, bob, group})),
		map[scope.Scope]int64{alice: 3, bob: 1, group: 0})
	same(t, "by id", ok[memory.Change](t)(ms.Change(ctx, []scope.Scope{alice}, first.ID)), first)
	_, err := ms.Change(ctx, []scope.Scope{bob}, first.ID)
	wantErr(t, err, memory.ErrNotFound)
	same(t, "of a turn", ok[[]memory.Change](t)(ms.Changes(ctx, "", "turn1")), []memory.Change{first, second})
	same(t, "of a memory", ok[[]memory.Change](t)(ms.Changes(ctx, "memory01", "")), []memory.Change{first, third})
	since := func(minute, limit int, scopes ...scope.Scope) []memory.Change {
		return ok[[]memory.Change](t)(ms.ChangesSince(ctx, scopes, at(minute), limit))
	}
	same(t, "since before", since(-1, 10, alice, bob), []memory.Change{first, second, other, third})
	same(t, "since, at most", since(-1, 2, alice, bob), []memory.Change{first, second})
	same(t, "after, not at", since(0, 10, alice), []memory.Change{third})
	same(t, "of no scope", len(since(-1, 10)), 0)
	same(t, "of a new scope", len(since(-1, 10, group)), 0)

	must(t, ms.MarkUndone(ctx, first.ID, at(9)))
	same(t, "undone", ok[memory.Change](t)(ms.Change(ctx, []scope.Scope{alice}, first.ID)).UndoneAt, atp(9))
	wantErr(t, ms.MarkUndone(ctx, "unknown00000", at(9)), memory.ErrNotFound)
	same(t, "reading bumps nothing", ok[map[scope.Scope]int64](t)(ms.Revisions(ctx, []scope.Scope{alice})), map[scope.Scope]int64{alice: 3})

	// A change and its memory commit together; a lost transaction bumps nothing.
	stop := errors.New("stop")
	wantErr(t, db.InTx(ctx, func(ctx context.Context) error {
		must(t, ms.Record(ctx, change("change000005", "memory01", "", alice, 6)))
		return stop
	}), stop)
	errs := each(8, func(i int) error {
		return ms.Record(ctx, change(fmt.Sprintf("raced%07d", i), "memory09", "", group, i))
	})
	must(t, errors.Join(errs...))
	same(t, "revisions after a race", ok[map[scope.Scope]int64](t)(ms.Revisions(ctx, []scope.Scope{alice, group})),
		map[scope.Scope]int64{alice: 3, group: 8})
}

// decisionsKept: what is shown for a tap comes back byte for byte.
func decisionsKept(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	d := memory.Decision{
		ID: "decision0001", Scope: alice, Op: memory.OpUpdate, MemoryID: "memory01", Version: 3,
		Content: "  Exactly\tthis — \u2067x\u2069 ", Category: "person", Subject: "X",
		Evidence: []memory.Evidence{{MessageID: newID(), Quote: "said \"so\"", Trust: trust.Forwarded, SaidAt: at(-1)}},
		Actor:    actor.Actor{Kind: actor.Tool, ID: alice.ID, TurnID: "turn1", CallID: "call1"},
		Reason:   "somebody else's words", State: memory.DecisionOpen, At: at(0),
	}
	must(t, ms.PutDecision(ctx, d))
	same(t, "decision", ok[memory.Decision](t)(ms.Decision(ctx, []scope.Scope{alice}, d.ID)), d)
	_, err := ms.Decision(ctx, []scope.Scope{bob}, d.ID)
	wantErr(t, err, memory.ErrNotFound)

	later := d
	later.ID, later.At, later.Actor.TurnID, later.Evidence = "decision0002", at(1), "turn2", nil
	must(t, ms.PutDecision(ctx, later))
	open := func(turn string) []memory.Decision {
		return ok[[]memory.Decision](t)(ms.Decisions(ctx, []scope.Scope{alice, bob}, memory.DecisionOpen, turn))
	}
	same(t, "open, oldest first", open(""), []memory.Decision{d, later})
	same(t, "of a turn", open("turn2"), []memory.Decision{later})
	d.State, d.DecidedAt, d.MemoryID = memory.DecisionSaved, atp(2), "memory02"
	must(t, ms.PutDecision(ctx, d))
	same(t, "decided", ok[memory.Decision](t)(ms.Decision(ctx, []scope.Scope{alice}, d.ID)), d)
	same(t, "still open", open(""), []memory.Decision{later})
}

// tombstonesKept: they belong to a slot of a scope and are lifted by it.
func tombstonesKept(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	stone := memory.Tombstone{ID: newID(), Scope: alice, SlotHash: "h1", Content: "Bob likes tea", Reason: "declined", At: at(0), PurgeAt: at(60)}
	other := memory.Tombstone{ID: newID(), Scope: alice, SlotHash: "h2", Content: "Bob likes rum", Reason: "deleted", At: at(1), PurgeAt: at(90)}
	bobs := memory.Tombstone{ID: newID(), Scope: bob, SlotHash: "h1", Content: "his own", Reason: "declined", At: at(0), PurgeAt: at(60)}
	for _, s := range []memory.Tombstone{other, stone, bobs} {
		must(t, ms.PutTombstone(ctx, s))
	}
	same(t, "stones", ok[[]memory.Tombstone](t)(ms.Tombstones(ctx, []scope.Scope{alice})), []memory.Tombstone{stone, other})
	stone.Content = "put again"
	must(t, ms.PutTombstone(ctx, stone))

	ok[int](t)(ms.Purge(ctx, at(0), at(60)))
	stone.Content = ""
	same(t, "text gone at its time", ok[[]memory.Tombstone](t)(ms.Tombstones(ctx, []scope.Scope{alice})), []memory.Tombstone{stone, other})
	must(t, ms.LiftTombstones(ctx, alice, "h1"))
	must(t, ms.LiftTombstones(ctx, group, "h1"))
	same(t, "lifted", ok[[]memory.Tombstone](t)(ms.Tombstones(ctx, []scope.Scope{alice})), []memory.Tombstone{other})
	same(t, "not the other's", len(ok[[]memory.Tombstone](t)(ms.Tombstones(ctx, []scope.Scope{bob}))), 1)
}

// memoryPurge: after their days the texts of deleted memories are nowhere.
func memoryPurge(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	for i, id := range []string{"old00001", "fresh001", "alive001"} {
		insert(t, db, id, alice, "person", "secret plan "+id)
		must(t, ms.Record(ctx, memory.Change{
			ID: fmt.Sprintf("change%06d", i), MemoryID: id, Scope: alice, Op: memory.OpAdd, After: "secret plan " + id, At: at(0),
		}))
	}
	must(t, ms.SetDeleted(ctx, "old00001", atp(1)))
	must(t, ms.SetDeleted(ctx, "fresh001", atp(5)))
	decide := func(id string, state memory.DecisionState, made int, decided *int) {
		d := memory.Decision{ID: id, Scope: alice, Op: memory.OpAdd, Content: "x", State: state, At: at(made)}
		if decided != nil {
			d.DecidedAt = atp(*decided)
		}
		must(t, ms.PutDecision(ctx, d))
	}
	one, six := 1, 6
	decide("oldopen00001", memory.DecisionOpen, 1, nil)
	decide("newopen00001", memory.DecisionOpen, 6, nil)
	decide("oldsaved0001", memory.DecisionSaved, 0, &one)
	decide("newsaved0001", memory.DecisionSaved, 0, &six)

	same(t, "purged", ok[int](t)(ms.Purge(ctx, at(5), at(5))), 1)
	_, err := ms.Get(ctx, []scope.Scope{alice}, "old00001")
	wantErr(t, err, memory.ErrNotFound)
	same(t, "versions", len(ok[[]memory.Version](t)(ms.Versions(ctx, "old00001"))), 0)
	c := ok[[]memory.Change](t)(ms.Changes(ctx, "old00001", ""))
	same(t, "its change stays without text", []any{len(c), c[0].After, c[0].Op}, []any{1, "", memory.OpAdd})
	q := memory.ActiveQuery(alice)
	q.Words, q.Deleted = text.Words("secret plan"), true
	same(t, "not due yet", ids(ok[[]memory.Memory](t)(ms.Find(ctx, q))), []string{"fresh001"})
	same(t, "alive", ok[[]memory.Change](t)(ms.Changes(ctx, "alive001", ""))[0].After, "secret plan alive001")
	for id, want := range map[string]error{
		"oldopen00001": memory.ErrNotFound, "newopen00001": nil, "oldsaved0001": memory.ErrNotFound, "newsaved0001": nil,
	} {
		if _, err := ms.Decision(ctx, []scope.Scope{alice}, id); !errors.Is(err, want) {
			t.Errorf("decision %s: %v, want %v", id, err, want)
		}
	}
	same(t, "nothing more", ok[int](t)(ms.Purge(ctx, at(5), at(5))), 0)
}

// memoryErase: everything of the scope goes, nothing of another; not even the scope's
// own row stays of a person.
func memoryErase(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	for i, scope := range []scope.Scope{alice, bob} {
		id := fmt.Sprintf("memory%02d", i)
		insert(t, db, id, scope, "person", "likes tea")
		must(t, ms.AddVersion(ctx, memory.Version{ID: newID(), MemoryID: id, Number: 2, Content: "likes rum", CreatedAt: at(1),
			Evidence: []memory.Evidence{{Quote: "rum!", Trust: trust.Person, SaidAt: at(1)}}}))
		must(t, ms.Record(ctx, memory.Change{ID: fmt.Sprintf("change%06d", i), MemoryID: id, Scope: scope, Op: memory.OpAdd, After: "x", At: at(0)}))
		must(t, ms.PutDecision(ctx, memory.Decision{ID: fmt.Sprintf("decide%06d", i), Scope: scope, State: memory.DecisionOpen, At: at(0)}))
		must(t, ms.PutTombstone(ctx, memory.Tombstone{ID: newID(), Scope: scope, SlotHash: "h", Content: "x", At: at(0), PurgeAt: at(9)}))
	}
	got := ok[memory.Erased](t)(ms.Erase(ctx, alice))
	same(t, "erased", got, memory.Erased{Memories: 1, Versions: 2, Changes: 1, Decisions: 1, Tombstones: 1})
	same(t, "memories", len(ok[[]memory.Memory](t)(ms.Find(ctx, memory.ActiveQuery(alice)))), 0)
	same(t, "versions", len(ok[[]memory.Version](t)(ms.Versions(ctx, "memory00"))), 0)
	same(t, "changes", len(ok[[]memory.Change](t)(ms.Changes(ctx, "memory00", ""))), 0)
	q := memory.ActiveQuery(alice, bob)
	q.Words = text.Words("rum")
	same(t, "the other's", ids(ok[[]memory.Memory](t)(ms.Find(ctx, q))), []string{"memory01"})
	same(t, "revision", ok[map[scope.Scope]int64](t)(ms.Revisions(ctx, []scope.Scope{alice, bob})), map[scope.Scope]int64{alice: 0, bob: 1})
	must(t, ms.Lock(ctx, alice))
	insert(t, db, "memory02", alice, "person", "likes tea")
	same(t, "she begins anew", len(ok[[]memory.Memory](t)(ms.Find(ctx, memory.ActiveQuery(alice)))), 1)
	same(t, "nothing to erase", ok[memory.Erased](t)(ms.Erase(ctx, group)), memory.Erased{})
}
