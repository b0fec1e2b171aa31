package store_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/delivery"
	"keepsake/store"
)

// outboxKept: what is to be sent comes back whole and is blanked when sent.
func outboxKept(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
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
	older := o
	older.ID, older.Ref, older.Messages = 0, "m2", nil
	newest := ok[int64](t)(ds.Put(ctx, older))
	same(t, "the newest for a purpose", ok[delivery.Outgoing](t)(ds.Latest(ctx, o)).ID, newest)
	must(t, ds.MarkSent(ctx, newest, at(0)))
	same(t, "sent, it still is", ok[delivery.Outgoing](t)(ds.Latest(ctx, o)).Ref, "m2")
	for _, change := range []func(*delivery.Outgoing){
		func(o *delivery.Outgoing) { o.Bot = "other" }, func(o *delivery.Outgoing) { o.Chat = 43 },
		func(o *delivery.Outgoing) { o.Person = "x" }, func(o *delivery.Outgoing) { o.Purpose = "" }, func(o *delivery.Outgoing) { o.ReplyTo = 9 },
	} {
		other := o
		change(&other)
		_, err := ds.Latest(ctx, other)
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
	nextDue := func() time.Time {
		return ok[delivery.Due](t)(ds.ClaimOut(ctx, "keepsake", "me", at(0).Add(-time.Hour), at(0), nil, 10)).Next
	}
	same(t, "a draft is not due", nextDue(), time.Time{})
	if _, err := ds.Put(ctx, reply); err == nil {
		t.Error("a turn got two replies")
	}
	ok[int](t)(ds.Receive(ctx, []delivery.Update{update(1, 42, 0), update(2, 43, 0)}))
	same(t, "unsettled", ok[int](t)(ds.Unsettled(ctx, "keepsake")), 3)
	same(t, "unsettled, another bot's", ok[int](t)(ds.Unsettled(ctx, "other")), 0)
	must(t, ds.Ready(ctx, reply.ID, delivery.Body{Text: "answer"}, at(3)))
	same(t, "ready", []any{nextDue(), ok[delivery.Outgoing](t)(ds.Out(ctx, reply.ID)).Body.Text}, []any{at(3), "answer"})
	next := delivery.Outgoing{Bot: "keepsake", Chat: 42, Kind: delivery.Reply, State: delivery.Drafting, DueAt: at(3), TurnID: "turn2"}
	next.ID = ok[int64](t)(ds.Put(ctx, next))
	other := next
	other.Topic = 7
	same(t, "an older answer is on its way", []bool{ok[bool](t)(ds.HasEarlierReply(ctx, next)), ok[bool](t)(ds.HasEarlierReply(ctx, reply)), ok[bool](t)(ds.HasEarlierReply(ctx, other))},
		[]bool{true, false, false})
	must(t, ds.MarkFailed(ctx, reply.ID, "blocked"))
	same(t, "no older answer is on its way", ok[bool](t)(ds.HasEarlierReply(ctx, next)), false)
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
	ctx, ds := t.Context(), services(db)
	put := func(chat int64, due int) int64 {
		return ok[int64](t)(ds.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: chat, Kind: delivery.Send, State: delivery.Ready, DueAt: at(due)}))
	}
	claim := func(minute, limit int, busy ...int64) []int64 {
		var ids []int64
		for _, o := range ok[delivery.Due](t)(ds.ClaimOut(ctx, "keepsake", "me", at(minute), at(minute), busy, limit)).Messages {
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
	same(t, "what is next is told", ok[delivery.Due](t)(ds.ClaimOut(ctx, "keepsake", "me", at(7), at(7), []int64{43, 44}, 10)).Next, at(8))
	must(t, ds.MarkSent(ctx, a, at(8)))
	same(t, "the next", claim(8, 10, 43, 44), []int64{b})
	must(t, ds.MarkSent(ctx, b, at(9)))
	same(t, "the reminder at its time", claim(60, 10, 43, 44), []int64{reminder})
	other := ok[delivery.Due](t)(ds.ClaimOut(ctx, "other", "me", at(60), at(60), nil, 10))
	same(t, "another bot's", other, delivery.Due{})
}

// outboxReactions: a reaction waits for no message of its chat, and none waits for it.
func outboxReactions(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	put := func(kind delivery.Kind) int64 {
		return ok[int64](t)(ds.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: 42, Kind: kind, State: delivery.Ready, DueAt: at(0)}))
	}
	sign, answer, second, later := put(delivery.React), put(delivery.Send), put(delivery.Send), put(delivery.React)
	claim := func(busy ...int64) (ids []int64) {
		for _, o := range ok[delivery.Due](t)(ds.ClaimOut(ctx, "keepsake", "me", at(1), at(2), busy, 10)).Messages {
			ids = append(ids, o.ID)
		}
		return ids
	}
	same(t, "side by side", claim(), []int64{sign, answer, later})
	same(t, "also of a busy chat", claim(42), []int64{sign, later})
	must(t, ds.MarkSent(ctx, answer, at(1)))
	same(t, "the answers keep their order", claim(), []int64{sign, second, later})
}

// outboxVoices: a voice waits for no message of its chat, and none waits for it (issue 14.4).
func outboxVoices(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	put := func(kind delivery.Kind) int64 {
		return ok[int64](t)(ds.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: 42, Kind: kind, State: delivery.Ready, DueAt: at(0), Purpose: "whole", Body: delivery.Body{Text: "aloud"}}))
	}
	voice, answer, second := put(delivery.Voice), put(delivery.Send), put(delivery.Voice)
	claim := func(owner string, busy ...int64) (ids []int64) {
		for _, o := range ok[delivery.Due](t)(ds.ClaimOut(ctx, "keepsake", owner, at(1), at(2), busy, 10)).Messages {
			ids = append(ids, o.ID)
		}
		return ids
	}
	same(t, "side by side", claim("me"), []int64{voice, answer, second})
	same(t, "also of a busy chat", claim("me", 42), []int64{voice, second})
	if ds.IsShared() {
		same(t, "nobody else's", len(claim("other")), 0)
	}
	must(t, ds.MarkSent(ctx, voice, at(1)))
	same(t, "blank once sent", ok[delivery.Outgoing](t)(ds.Out(ctx, voice)).Body.Text, "")
	same(t, "/stop drops it with its answer", ok[int](t)(ds.DropUnsent(ctx, "keepsake", 42, 0, "whole")), 2)
}

// outboxSettles: what is shown whole stays open while calls about it may still be carried
// out; it holds up nothing, and ends blank.
func outboxSettles(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	put := func(o delivery.Outgoing) delivery.Outgoing {
		o.Bot, o.Chat, o.State, o.DueAt, o.Body.Text = "keepsake", 42, delivery.Ready, at(0), "x"
		o.ID = ok[int64](t)(ds.Put(ctx, o))
		return o
	}
	claim := func(minute int) []delivery.Outgoing {
		return ok[delivery.Due](t)(ds.ClaimOut(ctx, "keepsake", "me", at(minute), at(minute+1), nil, 10)).Messages
	}
	first := put(delivery.Outgoing{Kind: delivery.Reply, TurnID: "t1", After: 100, MustArrive: true})
	same(t, "what was put", ok[delivery.Outgoing](t)(ds.Out(ctx, first.ID)), first)
	must(t, ds.NoteAttempt(ctx, first.ID, delivery.AttemptNote{}))
	must(t, ds.NoteAttempt(ctx, first.ID, delivery.AttemptNote{Tried: 2, Strays: 1}))
	must(t, ds.NoteAttempt(ctx, first.ID, delivery.AttemptNote{Strays: 1, SettleUntil: at(9), Repaint: true, Owner: "me", HeldUntil: at(0)}))
	must(t, ds.SetPart(ctx, first.ID, 0, 108))
	must(t, ds.SetPart(ctx, first.ID, 1, 0))
	must(t, ds.SetPart(ctx, first.ID, 0, 109))
	got := claim(0)
	same(t, "claimed with what is known", []any{len(got), got[0].Tried, got[0].Strays, got[0].SettleUntil, got[0].Repaint, got[0].Messages, got[0].Former, got[0].IsFollowed},
		[]any{1, 2, 2, at(9), true, []int64{109, 0}, "", false})
	must(t, ds.RetryOut(ctx, first.ID, at(0), "x"))
	same(t, "surely not sent", ok[delivery.Outgoing](t)(ds.Out(ctx, first.ID)).Tried, 0)
	must(t, ds.Settle(ctx, first.ID, at(1), at(3)))
	second := put(delivery.Outgoing{Kind: delivery.Send})
	same(t, "it holds nothing up", []int64{claim(2)[0].ID, int64(len(claim(2)))}, []int64{second.ID, 1})
	same(t, "nothing waits to be shown but the second", ok[int](t)(ds.Unsettled(ctx, "keepsake")), 1)
	same(t, "again when it is due", len(claim(3)), 2)
	must(t, ds.Resettle(ctx, first.ID, at(5), 0))
	same(t, "later", []any{len(claim(4)), ok[delivery.Outgoing](t)(ds.Out(ctx, first.ID)).Strays}, []any{1, 0})

	_, found, err := ds.SettlingAt(ctx, "keepsake", 42, 107)
	must(t, err)
	same(t, "another message's", found, false)
	at109, found, err := ds.SettlingAt(ctx, "keepsake", 42, 109)
	must(t, err)
	same(t, "a message's", []any{found, at109.ID, at109.Messages}, []any{true, first.ID, []int64{109, 0}})
	must(t, ds.ReplaceSettling(ctx, first.ID, delivery.Body{Text: "newer"}, at(5), at(7)))
	got = claim(5)
	same(t, "the newer text", []any{got[1].Body.Text, got[1].SettleUntil}, []any{"newer", at(7)})
	must(t, ds.EndSettling(ctx, first.ID))
	same(t, "ended", []any{ok[delivery.Outgoing](t)(ds.Out(ctx, first.ID)).State, ok[delivery.Outgoing](t)(ds.Out(ctx, first.ID)).Body}, []any{delivery.Sent, delivery.Body{}})
	wantErr(t, ds.Resettle(ctx, first.ID, at(1), 0), delivery.ErrNotFound)
	wantErr(t, ds.NoteAttempt(ctx, first.ID, delivery.AttemptNote{Strays: 1}), delivery.ErrNotFound)
}

// outboxStrays: where a placeholder may be whose id nobody learned.
func outboxStrays(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	put := func(o delivery.Outgoing) delivery.Outgoing {
		o.Bot, o.Chat, o.State, o.DueAt, o.Body.Text = "keepsake", 42, delivery.Ready, at(0), "x"
		o.ID = ok[int64](t)(ds.Put(ctx, o))
		return o
	}
	look := func(o delivery.Outgoing, below int64) []int64 { return ok[[]int64](t)(ds.StrayRange(ctx, o, below)) }
	lone := put(delivery.Outgoing{Kind: delivery.Send, Messages: []int64{50}})
	same(t, "nothing is known of the chat", len(look(lone, 50)), 0)
	reply := put(delivery.Outgoing{Kind: delivery.Reply, TurnID: "t", After: 60, Messages: []int64{66}})
	put(delivery.Outgoing{Kind: delivery.Send, Messages: []int64{64}})
	same(t, "after the person's message, without ours", look(reply, 66), []int64{65, 61, 62, 63})
	noAfter := put(delivery.Outgoing{Kind: delivery.Send, Messages: []int64{70}})
	same(t, "after what we said before", look(noAfter, 70), []int64{69, 67, 68})
	reply.After = 10
	same(t, "not further than a thousand from each end", len(look(reply, 5000)), 2000-4)
	for _, o := range []delivery.Outgoing{{Chat: 43, After: 62, ReplyTo: 61}, {Chat: -1_000_000_000_005, After: 63}} {
		o.Bot, o.Kind, o.State, o.DueAt = "keepsake", delivery.Send, delivery.Sent, at(0)
		ok[int64](t)(ds.Put(ctx, o))
	}
	reply.After = 60
	same(t, "without what people wrote in chats that are numbered together", look(reply, 66), []int64{65, 63})
	lost := put(delivery.Outgoing{Kind: delivery.Send, Messages: []int64{0}}).ID
	same(t, "a command's answer may be among them", len(look(reply, 66)), 0)
	must(t, ds.MarkSent(ctx, lost, at(0)))
	later := at(0).Add(25 * time.Hour)
	reply.SentAt = &later
	same(t, "of a day before it is not", len(look(reply, 66)), 2)
}
