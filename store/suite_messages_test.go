package store_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/trust"
)

// messageView: a message keeps every field of M1 byte for byte, and what is shown instead
// of it or no more beside the record (M4, M10).
func messageView(t *testing.T, db *store.DB) {
	ctx, ss := t.Context(), db.Sessions()
	s := begin(t, db, alice, 42)
	whole := session.Message{
		ID: newID(), Role: session.Assistant, Trust: trust.Bot, At: at(0), Object: json.RawMessage(`[{"b":"<&> ä 😀","a":1e400}]`),
		AgentCalls: []session.AgentCall{{Agent: "Researcher", Request: json.RawMessage(`"<find>"`)}},
		Structured: json.RawMessage(`{"z":12345678901234567890}`), Images: []string{"https://x/?a=1&b=<2>"},
		Revised: &session.Revision{Content: "said", Structured: json.RawMessage(`{"a":"<"}`)}, Removed: atp(1),
	}
	plain := session.Message{ID: newID(), Role: session.User, Content: "hello", At: at(1)}
	rows := ok[[]session.Message](t)(ss.Append(ctx, s.ID, at(0), []session.Message{whole, plain}))
	same(t, "kept", ok[[]session.Message](t)(ss.Messages(ctx, s.ID, 1, 0)), rows)
	same(t, "the newest", ok[[]session.Message](t)(ss.Last(ctx, s.ID, 1)), rows[1:])
	same(t, "the newest two, in order", ok[[]session.Message](t)(ss.Last(ctx, s.ID, 2)), rows)

	must(t, ss.SetRevised(ctx, plain.ID, &session.Revision{Content: "hi", Images: []string{"x"}}))
	must(t, ss.SetRevised(ctx, whole.ID, nil))
	wantErr(t, ss.SetRevised(ctx, newID(), nil), session.ErrNotFound)
	must(t, ss.SetRemoved(ctx, s.ID, []string{plain.ID}, atp(2)))
	must(t, ss.SetRemoved(ctx, s.ID, []string{whole.ID}, nil))
	must(t, ss.SetRemoved(ctx, begin(t, db, bob, 43).ID, []string{whole.ID}, atp(3))) // another conversation's
	rows[0].Revised, rows[0].Removed = nil, nil
	rows[1].Revised, rows[1].Removed = &session.Revision{Content: "hi", Images: []string{"x"}}, atp(2)
	same(t, "another view, the same records", ok[[]session.Message](t)(ss.Messages(ctx, s.ID, 1, 0)), rows)
}

// messagesSince: a reader who has a session's unmarked messages learns what came, what is marked
// now and which of theirs are unchanged, from one statement that sees one moment.
func messagesSince(t *testing.T, db *store.DB) {
	ctx, ss := t.Context(), db.Sessions()
	s, other := begin(t, db, alice, 42), begin(t, db, bob, 43)
	var ms []session.Message
	for i := range 8 {
		ms = append(ms, session.Message{ID: newID(), Role: session.User, Content: fmt.Sprint("said ", i), At: at(i)})
	}
	ms = ok[[]session.Message](t)(ss.Append(ctx, s.ID, at(0), ms))
	ok[[]session.Message](t)(ss.Append(ctx, other.ID, at(0), []session.Message{{ID: newID(), Role: session.User, Content: "bob's", At: at(0)}}))
	since := func(what string, from, known int64, want []session.Message, numbers ...int64) {
		t.Helper()
		got, unchanged, err := ss.MessagesSince(ctx, s.ID, from, known)
		must(t, err)
		same(t, what, got, want)
		same(t, what+": unchanged", append([]int64{}, unchanged...), append([]int64{}, numbers...))
	}
	since("two came", 2, 6, ms[6:], 2, 3, 4, 5, 6)
	since("nothing came", 7, 8, ms[6:])
	since("nothing is there", 9, 12, []session.Message{})

	must(t, ss.SetEdited(ctx, ms[1].ID, "better said"))
	must(t, ss.SetRevised(ctx, ms[2].ID, &session.Revision{Content: "revised"}))
	must(t, ss.SetRemoved(ctx, s.ID, []string{ms[3].ID}, atp(1)))
	ok[[]string](t)(ss.Mask(ctx, alice, []string{ms[4].ID}, nil, nil, at(2)))
	ms[1].Edited, ms[2].Revised, ms[3].Removed, ms[4].Masked = "better said", &session.Revision{Content: "revised"}, atp(1), atp(2)
	since("four are marked", 1, 7, append(slices.Clone(ms[1:5]), ms[7]), 1, 6, 7)
	must(t, ss.SetEdited(ctx, ms[1].ID, ""))
	must(t, ss.SetRevised(ctx, ms[2].ID, nil))
	must(t, ss.SetRemoved(ctx, s.ID, []string{ms[3].ID}, nil))
	since("three marks were taken away", 1, 7, []session.Message{ms[4], ms[7]}, 1, 2, 3, 4, 6, 7)

	ok[session.Erased](t)(ss.Erase(ctx, alice))
	since("erased", 1, 7, []session.Message{})
}

// scopesKept: whose memories and whose conversations a store has.
func scopesKept(t *testing.T, db *store.DB) {
	ctx := t.Context()
	same(t, "none", len(ok[[]scope.Scope](t)(db.Memories().Scopes(ctx, "keepsake"))), 0)
	insert(t, db, "memory01", bob, "person", "Alec is the user's boss")
	insert(t, db, "memory02", group, "person", "Alec is the boss")
	insert(t, db, "memory03", alice, "person", "Alec is my boss")
	insert(t, db, "memory04", scope.Scope{Store: "other", Kind: scope.Global}, "person", "Alec is a boss")
	same(t, "of memories", ok[[]scope.Scope](t)(db.Memories().Scopes(ctx, "keepsake")), []scope.Scope{group, alice, bob})
	ok[memory.Erased](t)(db.Memories().Erase(ctx, bob))
	same(t, "an erased scope leaves nothing", len(ok[[]scope.Scope](t)(db.Memories().Scopes(ctx, "keepsake"))), 2)

	same(t, "nobody", len(ok[[]scope.Scope](t)(db.Sessions().Owners(ctx, "keepsake"))), 0)
	for range 2 {
		begin(t, db, bob, 43)
		begin(t, db, alice, 42)
		begin(t, db, group, -100)
	}
	begin(t, db, scope.Scope{Store: "other", Kind: scope.User, ID: alice.ID}, 42)
	same(t, "of conversations", ok[[]scope.Scope](t)(db.Sessions().Owners(ctx, "keepsake")), []scope.Scope{alice, bob, group})
}
