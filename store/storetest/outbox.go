package storetest

import (
	"errors"
	"testing"

	"keepsake/delivery"
	"keepsake/store"
)

// outboxKept: what is to be sent comes back whole and is blanked when sent.
func outboxKept(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), db.Deliveries()
	o := delivery.Outgoing{
		Bot: "keepsake", Chat: 42, Topic: 3, Person: alice.ID, Kind: delivery.Edit, State: delivery.Ready, DueAt: at(0),
		Body: delivery.Body{
			Text: "📝 *Saved*", Buttons: [][]delivery.Button{{{Text: "Undo", Action: "undo", Ref: "c1"}, {Text: "x", URL: "https://x"}}},
			ForceReply: true, Hint: "new text", Silent: true, File: &delivery.File{Name: "a.json", Data: []byte{0, 1, 0xff}},
		},
		Target: 5, ReplyTo: 4, Purpose: "edit", Ref: "m1", Messages: []int64{9, 8},
	}
	o.ID = ok[int64](t)(ds.Put(ctx, o))
	same(t, "outgoing", ok[delivery.Outgoing](t)(ds.Out(ctx, o.ID)), o)
	_, err := ds.Out(ctx, 99999)
	wantErr(t, err, delivery.ErrNotFound)
	same(t, "by message", ok[delivery.Outgoing](t)(ds.ByMessage(ctx, "keepsake", 42, 8)).ID, o.ID)
	for _, c := range []struct {
		bot           string
		chat, message int64
	}{{"keepsake", 42, 7}, {"keepsake", 43, 8}, {"other", 42, 8}} {
		_, err := ds.ByMessage(ctx, c.bot, c.chat, c.message)
		wantErr(t, err, delivery.ErrNotFound)
	}
	must(t, ds.SetMessages(ctx, o.ID, []int64{20, 10, 30}))
	must(t, ds.RetryOut(ctx, o.ID, at(1), "429"))
	got := ok[delivery.Outgoing](t)(ds.Out(ctx, o.ID))
	same(t, "tried", []any{got.Messages, got.Attempts, got.Error, got.DueAt}, []any{[]int64{20, 10, 30}, 1, "429", at(1)})
	must(t, ds.MarkSent(ctx, o.ID, at(2)))
	got = ok[delivery.Outgoing](t)(ds.Out(ctx, o.ID))
	same(t, "sent: blank, but found by what it means", []any{got.State, got.Body, got.SentAt, got.Purpose, got.Ref, got.Error},
		[]any{delivery.Sent, delivery.Body{}, atp(2), "edit", "m1", ""})

	reply := delivery.Outgoing{Bot: "keepsake", Chat: 42, Kind: delivery.Reply, State: delivery.Drafting, DueAt: at(0), TurnID: "turn1"}
	reply.ID = ok[int64](t)(ds.Put(ctx, reply))
	_, waiting, err := ds.NextDueOut(ctx, "keepsake")
	must(t, err)
	same(t, "a draft is not due", waiting, false)
	if _, err := ds.Put(ctx, reply); err == nil {
		t.Error("a turn got two replies")
	}
	ok[int](t)(ds.Receive(ctx, []delivery.Update{update(1, 42, 0), update(2, 43, 0)}))
	same(t, "unsettled", ok[int](t)(ds.Unsettled(ctx, "keepsake")), 3)
	same(t, "unsettled, another bot's", ok[int](t)(ds.Unsettled(ctx, "other")), 0)
	must(t, ds.Ready(ctx, reply.ID, delivery.Body{Text: "answer"}, at(3)))
	due, _, err := ds.NextDueOut(ctx, "keepsake")
	must(t, err)
	same(t, "ready", []any{due, ok[delivery.Outgoing](t)(ds.Out(ctx, reply.ID)).Body.Text}, []any{at(3), "answer"})
	next := delivery.Outgoing{Bot: "keepsake", Chat: 42, Kind: delivery.Reply, State: delivery.Drafting, DueAt: at(3), TurnID: "turn2"}
	next.ID = ok[int64](t)(ds.Put(ctx, next))
	other := next
	other.Topic = 7
	same(t, "an older answer is on its way", []bool{ok[bool](t)(ds.Behind(ctx, next)), ok[bool](t)(ds.Behind(ctx, reply)), ok[bool](t)(ds.Behind(ctx, other))},
		[]bool{true, false, false})
	must(t, ds.MarkFailed(ctx, reply.ID, "blocked"))
	same(t, "no older answer is on its way", ok[bool](t)(ds.Behind(ctx, next)), false)
	same(t, "failed", ok[delivery.Outgoing](t)(ds.Out(ctx, reply.ID)).State, delivery.Failed)
	for what, err := range map[string]error{
		"ready": ds.Ready(ctx, 99999, delivery.Body{}, at(0)), "sent": ds.MarkSent(ctx, 99999, at(0)),
		"failed": ds.MarkFailed(ctx, 99999, ""), "retry": ds.RetryOut(ctx, 99999, at(0), ""),
	} {
		if !errors.Is(err, delivery.ErrNotFound) {
			t.Errorf("%s: %v, want not found", what, err)
		}
	}
}

// outboxOrder: a chat's messages keep their order through retries; chats do not wait for
// each other, and nobody for what is only scheduled.
func outboxOrder(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), db.Deliveries()
	put := func(chat int64, due int) int64 {
		return ok[int64](t)(ds.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: chat, Kind: delivery.Send, State: delivery.Ready, DueAt: at(due)}))
	}
	claim := func(minute, limit int, busy ...int64) []int64 {
		var ids []int64
		for _, o := range ok[[]delivery.Outgoing](t)(ds.ClaimOut(ctx, "keepsake", "me", at(minute), at(minute), busy, limit)) {
			ids = append(ids, o.ID)
		}
		return ids
	}
	reminder := put(42, 60)
	a, b, c, d := put(42, 1), put(42, 0), put(43, 2), put(44, 3)
	same(t, "one of each chat, due first", claim(5, 10), []int64{a, c, d})
	same(t, "at most", claim(5, 2), []int64{a, c})
	same(t, "busy chats", claim(5, 10, 42, 44), []int64{c})
	same(t, "not yet", len(claim(-1, 10)), 0)
	must(t, ds.RetryOut(ctx, a, at(8), "429"))
	same(t, "a retry keeps its place", claim(5, 10), []int64{c, d})
	same(t, "at its time", claim(8, 10, 43, 44), []int64{a})
	must(t, ds.MarkSent(ctx, a, at(8)))
	same(t, "the next", claim(8, 10, 43, 44), []int64{b})
	must(t, ds.MarkSent(ctx, b, at(9)))
	same(t, "the reminder at its time", claim(60, 10, 43, 44), []int64{reminder})
	other := ok[[]delivery.Outgoing](t)(ds.ClaimOut(ctx, "other", "me", at(60), at(60), nil, 10))
	same(t, "another bot's", len(other), 0)
}
