package store_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"keepsake/delivery"
	"keepsake/store"
)

// outboxHeld: where several processes send, a message is one owner's until its time.
func outboxHeld(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	put := func(chat int64) int64 {
		return ok[int64](t)(ds.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: chat, Kind: delivery.Send, State: delivery.Ready, DueAt: at(0), Body: delivery.Body{Text: "x"}}))
	}
	claim := func(owner string, minute, until int) (ids []int64) {
		for _, o := range ok[delivery.Due](t)(ds.ClaimOut(ctx, "keepsake", owner, at(minute), at(until), nil, 10)).Messages {
			ids = append(ids, o.ID)
		}
		return ids
	}
	a, b := put(42), put(43)
	second := put(42)
	same(t, "claimed", claim("one", 1, 5), []int64{a, b})
	must(t, ds.GuardOut(ctx, a, "one"))
	if db.Dialect() == "sqlite" { // one process: nothing is held against anybody
		same(t, "claimed again", claim("two", 2, 9), []int64{a, b})
		must(t, ds.GuardOut(ctx, a, "two"))
		must(t, ds.ExtendOut(ctx, "keepsake", "one", at(8)))
		must(t, ds.ReleaseOut(ctx, "keepsake", "one"))
		return
	}
	same(t, "held, and what is behind it waits", len(claim("two", 2, 9)), 0)
	same(t, "the owner's own", claim("one", 2, 5), []int64{a, b})
	wantErr(t, ds.GuardOut(ctx, a, "two"), delivery.ErrLeaseLost)
	must(t, ds.ExtendOut(ctx, "other", "one", at(99)))
	must(t, ds.ExtendOut(ctx, "keepsake", "one", at(8)))
	same(t, "prolonged", len(claim("two", 6, 9)), 0)
	same(t, "taken over", claim("two", 8, 12), []int64{a, b})
	wantErr(t, ds.GuardOut(ctx, a, "one"), delivery.ErrLeaseLost)
	must(t, ds.ReleaseOut(ctx, "keepsake", "one"))
	same(t, "only one's own are given back", len(claim("one", 9, 12)), 0)
	must(t, ds.ReleaseOut(ctx, "keepsake", "two"))
	same(t, "given back", claim("one", 9, 12), []int64{a, b})
	must(t, ds.RetryOut(ctx, a, at(10), "429"))
	same(t, "who knows what befell it tries it again", len(claim("two", 10, 20)), 0)
	same(t, "again", claim("one", 10, 12), []int64{b, a}) // the retry fell due later
	must(t, ds.MarkSent(ctx, a, at(10)))
	same(t, "the next of the chat is anybody's", claim("two", 11, 20), []int64{second})
	wantErr(t, ds.GuardOut(ctx, 99999, "two"), delivery.ErrLeaseLost)
}

// outboxRaces: many senders, each message to exactly one, a chat's in order.
func outboxRaces(t *testing.T, db *store.DB) {
	if db.Dialect() == "sqlite" {
		return // one process, whose dispatcher claims alone
	}
	ctx, ds := t.Context(), services(db)
	const chats, each3 = 10, 3
	for range each3 {
		for chat := range chats {
			ok[int64](t)(ds.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: int64(chat + 1), Kind: delivery.Send, State: delivery.Ready, DueAt: at(0), Body: delivery.Body{Text: "x"}}))
		}
	}
	var mu sync.Mutex
	sent := map[int64][]int64{}
	must(t, errors.Join(each(6, func(i int) error {
		for {
			due, err := ds.ClaimOut(ctx, "keepsake", fmt.Sprint("owner", i), at(1), at(60), nil, 3)
			if err != nil {
				return err
			}
			for _, o := range due.Messages {
				mu.Lock()
				sent[o.Chat] = append(sent[o.Chat], o.ID)
				mu.Unlock()
				if err := ds.MarkSent(ctx, o.ID, at(2)); err != nil {
					return err
				}
			}
			if n, err := ds.Unsettled(ctx, "keepsake"); n == 0 || err != nil {
				return err
			}
		}
	})...))
	for chat, ids := range sent {
		if len(ids) != each3 || !slices.IsSorted(ids) {
			t.Errorf("chat %d was sent %v", chat, ids)
		}
	}
	same(t, "chats", len(sent), chats)
}

// pacesShared: calls at once, then one at a time; a closed pace opens at its time.
func pacesShared(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	p := delivery.Pace{Name: "chat", Every: time.Minute, Burst: 2}
	book := func(minute int, wait bool) (time.Time, bool) {
		when, got, err := ds.Book(ctx, p, at(minute), wait)
		must(t, err)
		return when, got
	}
	for i, want := range []int{0, 0, 1, 2} {
		when, got := book(0, true)
		same(t, fmt.Sprint("place ", i), when, at(want))
		same(t, fmt.Sprint("booked ", i), got, true)
	}
	_, got := book(2, false)
	same(t, "not free", got, false)
	when, got := book(3, false)
	same(t, "free", got, true)
	same(t, "at once", when, at(3))
	other := ok[time.Time](t)(ds.ClosedPace(ctx, "chat"))
	same(t, "open", other, time.Time{})
	must(t, ds.ClosePace(ctx, "chat", at(10)))
	must(t, ds.ClosePace(ctx, "chat", at(9)))
	same(t, "closed", ok[time.Time](t)(ds.ClosedPace(ctx, "chat")), at(10))
	_, got = book(9, false)
	same(t, "closed to who does not wait", got, false)
	when, _ = book(9, true)
	same(t, "who waits waits for it", when, at(10))
	_, got, err := ds.Book(ctx, delivery.Pace{Name: "another", Every: time.Minute}, at(9), false)
	must(t, err)
	same(t, "another pace", got, true)
	ok[int](t)(ds.PurgeHandled(ctx, at(60)))
	same(t, "purged", ok[time.Time](t)(ds.ClosedPace(ctx, "chat")), time.Time{})
}

// paceRaces: who books at the same time gets different places.
func paceRaces(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	var mu sync.Mutex
	var places []time.Time
	must(t, errors.Join(each(8, func(int) error {
		for range 5 {
			when, _, err := ds.Book(ctx, delivery.Pace{Name: "all", Every: time.Minute, Burst: 1}, at(0), true)
			if err != nil {
				return err
			}
			mu.Lock()
			places = append(places, when)
			mu.Unlock()
		}
		return nil
	})...))
	slices.SortFunc(places, time.Time.Compare)
	for i, when := range places {
		same(t, "place", when, at(i))
	}
}
