package storetest

import (
	"encoding/json"
	"testing"

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
	rows := ok[[]session.Message](t)(ss.Append(ctx, s.ID, []session.Message{whole, plain}))
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
