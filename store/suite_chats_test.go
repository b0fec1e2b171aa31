package store_test

import (
	"testing"

	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/text"
	"keepsake/trust"
)

// chatsKept: a chat's settings; the defaults of one that nobody set any for.
func chatsKept(t *testing.T, db *store.DB) {
	ctx, ps := t.Context(), db.People()
	same(t, "no row", ok[people.Chat](t)(ps.Chat(ctx, "keepsake", -100)), people.NewChat("keepsake", -100))
	c := people.Chat{Bot: "keepsake", ID: -100, Access: people.Allowed, Listening: true, TopicMemory: true, Manner: people.Manner{Model: "large", Tone: "warm", Voice: people.VoiceAlways}, Closed: true, MovedTo: -7, UpdatedAt: at(1)}
	must(t, ps.SaveChat(ctx, c))
	same(t, "saved", ok[people.Chat](t)(ps.Chat(ctx, "keepsake", -100)), c)
	c.Listening, c.ByName, c.UpdatedAt = false, true, at(2)
	must(t, ps.SaveChat(ctx, c))
	same(t, "replaced", ok[people.Chat](t)(ps.Chat(ctx, "keepsake", -100)), c)
	must(t, ps.SaveChat(ctx, people.Chat{Bot: "keepsake", ID: -101, UpdatedAt: at(2)}))
	same(t, "decided about", ok[[]people.Chat](t)(ps.DecidedChats(ctx, "keepsake", 5)), []people.Chat{c})
	same(t, "by another bot", len(ok[[]people.Chat](t)(ps.DecidedChats(ctx, "other", 5))), 0)
	same(t, "another bot's", ok[people.Chat](t)(ps.Chat(ctx, "other", -100)), people.NewChat("other", -100))
}

// groupMoves: all that is kept about a group follows it to another number.
func groupMoves(t *testing.T, db *store.DB) {
	ctx := t.Context()
	moved := scope.Scope{Store: group.Store, Kind: scope.Group, ID: "telegram:-200"}
	m, v := item("aaaaaaaa", group, "context", "the group meets on Fridays")
	v.Evidence = []memory.Evidence{{Quote: "we meet on Fridays", Trust: trust.Person, SaidAt: at(0), Author: people.ID(42)}}
	must(t, db.Memories().Insert(ctx, m, v))
	insert(t, db, "bbbbbbbb", moved, "context", "somebody was quicker")
	insert(t, db, "cccccccc", scope.Scope{Store: group.Store, Kind: scope.Group, ID: group.ID + ":5"}, "context", "a topic's")
	insert(t, db, "dddddddd", alice, "context", "alice's own Fridays")
	same(t, "topics", len(ok[[]scope.Scope](t)(db.Memories().Topics(ctx, group))), 1)
	ok[int](t)(db.Vectors().PutVectors(ctx, model, []recall.Vector{
		{MemoryID: "aaaaaaaa", Version: 1, Embedding: []float32{1, 0}}, {MemoryID: "bbbbbbbb", Version: 1, Embedding: []float32{0, 1}},
	}))
	near := func(scope scope.Scope) (found []string) {
		q := memory.ActiveQuery(scope)
		q.Limit = 9
		for _, n := range ok[[]recall.Near](t)(db.Vectors().Nearest(ctx, q, model, []float32{1, 0})) {
			found = append(found, n.ID)
		}
		return found
	}
	same(t, "found by meaning, before", near(group), []string{"aaaaaaaa"})
	for range 2 { // the second time there is nothing to move
		must(t, db.Memories().Move(ctx, group, moved))
	}
	find := func(words string, scopes ...scope.Scope) []string {
		q := memory.ActiveQuery(scopes...)
		q.Words = text.Words(words)
		return ids(ok[[]memory.Memory](t)(db.Memories().Find(ctx, q)))
	}
	same(t, "all there", find("", moved), []string{"aaaaaaaa", "bbbbbbbb"})
	same(t, "found by words", find("fridays", moved), []string{"aaaaaaaa"})
	same(t, "found by words, merged", find("quicker", moved), []string{"bbbbbbbb"})
	same(t, "found by meaning", near(moved), []string{"aaaaaaaa", "bbbbbbbb"})
	same(t, "nothing left behind", find("", group), []string(nil))
	vs := ok[[]memory.Version](t)(db.Memories().Versions(ctx, "aaaaaaaa"))
	same(t, "who said it", vs[0].Evidence[0].Author, people.ID(42))

	s := begin(t, db, group, -100, func(s *session.Session) { s.TopicMemory = true })
	lane := delivery.Lane("keepsake", -100, 0)
	turn := session.Turn{ID: newID(), SessionID: s.ID, Lane: lane, Person: alice.ID, State: session.TurnOpen, OpenedAt: at(0)}
	must(t, db.Sessions().OpenTurn(ctx, turn))
	ok[[]session.Message](t)(db.Sessions().Append(ctx, s.ID, at(0), []session.Message{{ID: newID(), Role: session.User, External: 7, At: at(0)}}))
	must(t, db.Sessions().Move(ctx, "keepsake", -100, -200))
	got := ok[session.Session](t)(db.Sessions().Current(ctx, session.Place{Bot: "keepsake", Chat: -200}, ""))
	same(t, "session", []any{got.ID, got.TopicMemory}, []any{s.ID, true})
	now := ok[session.Turn](t)(db.Sessions().LaneTurn(ctx, delivery.Lane("keepsake", -200, 0)))
	same(t, "turn", []any{now.ID, now.Person}, []any{turn.ID, alice.ID})
	_, err := db.Sessions().ByExternal(ctx, got.Place, 7)
	wantErr(t, err, session.ErrNotFound)
	same(t, "ended", ok[int](t)(db.Sessions().EndChat(ctx, "keepsake", -200, at(9))), 1)
}

// deliveriesMove: what waits goes along and begins anew; a chat that is closed fails once.
func deliveriesMove(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	lane := delivery.ControlLane("keepsake", -100, 3)
	ok[int](t)(ds.Receive(ctx, []delivery.Update{{Bot: "keepsake", UpdateID: 1, Lane: lane, Chat: -100, Payload: []byte("{}"), ReceivedAt: at(0), DueAt: at(0)}}))
	claim, _, err := ds.ClaimLane(ctx, "keepsake", "me", at(1), 1e9)
	must(t, err)
	put := func(o delivery.Outgoing) int64 {
		o.Bot, o.Chat, o.DueAt = "keepsake", -100, at(0)
		if o.Body.Text == "" {
			o.Body.Text = "hello"
		}
		return ok[int64](t)(ds.Put(ctx, o))
	}
	reply := put(delivery.Outgoing{Kind: delivery.Reply, State: delivery.Drafting, TurnID: "t", ReplyTo: 9, Messages: []int64{5}})
	edit := put(delivery.Outgoing{Kind: delivery.Edit, Target: 5})
	sent := put(delivery.Outgoing{Kind: delivery.Send, State: delivery.Sent, Messages: []int64{4}})
	send := put(delivery.Outgoing{Kind: delivery.Send})
	must(t, ds.Move(ctx, "keepsake", -100, -200))
	wantErr(t, ds.Guard(ctx, claim), delivery.ErrLeaseLost)
	same(t, "waits there", len(ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, delivery.ControlLane("keepsake", -200, 3)))), 1)
	out := func(id int64) delivery.Outgoing { return ok[delivery.Outgoing](t)(ds.Out(ctx, id)) }
	r := out(reply)
	same(t, "reply", []any{r.Chat, r.ReplyTo, len(r.Messages)}, []any{int64(-200), int64(0), 0})
	same(t, "edit", out(edit).State, delivery.Dropped)
	same(t, "sent stays", out(sent).Chat, int64(-100))
	same(t, "failed", ok[int](t)(ds.FailChat(ctx, "keepsake", -200, "closed")), 1)
	same(t, "blank", []any{out(send).State, out(send).Body.Text}, []any{delivery.Failed, ""})
	same(t, "once", ok[int](t)(ds.FailChat(ctx, "keepsake", -200, "closed")), 0)
}
