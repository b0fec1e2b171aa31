package storetest

import (
	"encoding/json"
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
