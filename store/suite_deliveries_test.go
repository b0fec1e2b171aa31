package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/scope"
	"keepsake/store"
)

// update is an update of a chat's lane that is due at some minute.
func update(id int64, chat int64, due int) delivery.Update {
	return delivery.Update{
		Bot: "keepsake", UpdateID: id, Lane: fmt.Sprintf("keepsake:%d:0", chat), Chat: chat, Person: fmt.Sprintf("telegram:%d", chat),
		Payload: fmt.Appendf(nil, `{"update_id":%d}`, id), ReceivedAt: at(due), DueAt: at(due), State: delivery.Waiting,
		Trace: fmt.Sprintf("00-%032x-%016x-01", id, chat),
	}
}

func rowIDs(us []delivery.Update) []int64 {
	var ids []int64
	for _, u := range us {
		ids = append(ids, u.ID)
	}
	return ids
}

// inboxKept: an update arrives once, is blanked when handled, buried when given up.
func inboxKept(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	first, second := update(5, 42, 0), update(900, 42, 1)
	second.Payload = []byte{0, 0xff, '"'}
	same(t, "new", ok[int](t)(ds.Receive(ctx, []delivery.Update{second, first, second})), 2) // ids may jump back
	same(t, "again", ok[int](t)(ds.Receive(ctx, []delivery.Update{second})), 0)
	other := first
	other.Bot, other.Lane = "other", "other:42:0"
	same(t, "another bot's", ok[int](t)(ds.Receive(ctx, []delivery.Update{other})), 1)
	same(t, "none", ok[int](t)(ds.Receive(ctx, nil)), 0)

	lane := func() []delivery.Update { return ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, first.Lane)) }
	rows := lane()[:2]
	first.ID, second.ID = rows[0].ID, rows[1].ID
	same(t, "in the order of their update ids, not of arrival", rows, []delivery.Update{first, second})
	same(t, "one row", ok[delivery.Update](t)(ds.Update(ctx, first.ID)), first)
	_, err := ds.Update(ctx, 99999)
	wantErr(t, err, delivery.ErrNotFound)

	ok[bool](t)(ds.Assign(ctx, []int64{first.ID}, "turn1"))
	must(t, ds.Replace(ctx, first.ID, []byte("edited")))
	must(t, ds.Retry(ctx, []int64{first.ID, second.ID}, at(7), "model away"))
	got := lane()[0]
	same(t, "retried", []any{got.TurnID, string(got.Payload), got.Attempts, got.DueAt, got.Error}, []any{"turn1", "edited", 1, at(7), "model away"})
	must(t, ds.Delay(ctx, first.Lane, at(9)))
	same(t, "delayed without an attempt", []any{lane()[1].DueAt, lane()[1].Attempts}, []any{at(9), 1})

	must(t, ds.FinishTurn(ctx, "turn1"))
	must(t, ds.FinishTurn(ctx, ""))
	done := ok[delivery.Update](t)(ds.Update(ctx, first.ID))
	same(t, "handled and blank", []any{done.State, len(done.Payload), done.Error}, []any{delivery.Handled, 0, ""})
	same(t, "still once", ok[int](t)(ds.Receive(ctx, []delivery.Update{first})), 0)
	must(t, ds.Replace(ctx, first.ID, []byte("too late")))
	same(t, "stays blank", len(ok[delivery.Update](t)(ds.Update(ctx, first.ID)).Payload), 0)

	must(t, ds.Bury(ctx, []int64{second.ID}, "five attempts"))
	must(t, ds.Finish(ctx, nil))
	dead := ok[[]delivery.Update](t)(ds.Dead(ctx, 10))
	same(t, "dead letter keeps its payload", []any{len(dead), dead[0].ID, dead[0].Error, dead[0].Payload}, []any{1, second.ID, "five attempts", second.Payload})
	must(t, ds.Replay(ctx, second.ID, at(10)))
	back := lane()[0]
	same(t, "replayed", []any{back.ID, back.Attempts, back.DueAt, back.Error}, []any{second.ID, 0, at(10), ""})
	wantErr(t, ds.Replay(ctx, second.ID, at(10)), delivery.ErrNotFound)
	must(t, ds.Finish(ctx, rowIDs(lane())))
	same(t, "lane is empty", len(lane()), 0)

	// What cannot be decoded has no lane and is dead on arrival.
	odd := delivery.Update{Bot: "keepsake", UpdateID: 77, Payload: []byte("{"), ReceivedAt: at(1), State: delivery.DeadMail, Error: "unreadable"}
	same(t, "parked", ok[int](t)(ds.Receive(ctx, []delivery.Update{odd})), 1)
	same(t, "newest first", ok[[]delivery.Update](t)(ds.Dead(ctx, 1))[0].UpdateID, int64(77))
}

// inboxRaces: however often an update arrives at once, it is there once.
func inboxRaces(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	fresh := make([]int, 8)
	must(t, errors.Join(each(len(fresh), func(i int) (err error) {
		var us []delivery.Update
		for n := range 30 {
			us = append(us, update(int64(100+(n+i*7)%30), int64((n+i*7)%30%5), 0))
		}
		fresh[i], err = ds.Receive(ctx, us)
		return err
	})...))
	total, rows := 0, 0
	for _, n := range fresh {
		total += n
	}
	for chat := range 5 {
		rows += len(ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, fmt.Sprintf("keepsake:%d:0", chat))))
	}
	same(t, "new ones, rows", []int{total, rows}, []int{30, 30})
}

// lanesClaimed: a lane with something due goes to one owner, the oldest first.
func lanesClaimed(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	none := func(minute int) {
		t.Helper()
		if c, got, err := ds.ClaimLane(ctx, "keepsake", "z", at(minute), time.Minute); err != nil || got {
			t.Fatalf("claimed %+v (%v), want none", c, err)
		}
	}
	others := func(minute int) { // another bot of the process has lanes of its own
		t.Helper()
		c, got, err := ds.ClaimLane(ctx, "other", "z", at(minute), time.Minute)
		_, due, err2 := ds.NextDue(ctx, "other")
		if err != nil || err2 != nil || got || due {
			t.Fatalf("another bot claimed %+v (%v)", c, err)
		}
	}
	claim := func(owner string, minute int) delivery.Claim {
		t.Helper()
		c, got, err := ds.ClaimLane(ctx, "keepsake", owner, at(minute), 5*time.Minute)
		if err != nil || !got {
			t.Fatalf("nothing claimed: %v", err)
		}
		return c
	}
	next := func() time.Time {
		t.Helper()
		due, _, err := ds.NextDue(ctx, "keepsake")
		must(t, err)
		return due
	}
	none(0)
	same(t, "nothing due ever", next(), time.Time{})
	ok[int](t)(ds.Receive(ctx, []delivery.Update{update(1, 42, 3), update(2, 43, 2), update(3, 42, 1)}))
	same(t, "next due", next(), at(1))
	none(0)
	others(1)
	first := claim("a", 1)
	same(t, "oldest due first", first.Lane, "keepsake:42:0")
	none(1)
	same(t, "the other lane", claim("b", 2).Lane, "keepsake:43:0")
	same(t, "a leased lane counts from its lease's end", next(), at(6))
	none(5)
	again := claim("c", 6) // both leases ended by 7; the one of 1 ended at 6
	same(t, "taken over", []any{again.Lane, again.Fence > first.Fence}, []any{first.Lane, true})

	must(t, ds.Release(ctx, again))
	must(t, ds.Release(ctx, again))
	must(t, ds.Finish(ctx, rowIDs(ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, again.Lane)))))
	same(t, "the rest", next(), at(7))
	idle := func(c delivery.Claim) bool {
		t.Helper()
		return ok[bool](t)(ds.ReleaseIdle(ctx, c))
	}
	ok[int](t)(ds.Receive(ctx, []delivery.Update{update(4, 44, 6)}))
	busy := claim("c", 6)
	same(t, "not given back while something waits", []any{busy.Lane, idle(busy), ds.Guard(ctx, busy)}, []any{"keepsake:44:0", false, nil})
	must(t, ds.Finish(ctx, rowIDs(ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, busy.Lane)))))
	same(t, "not by another claim", idle(delivery.Claim{Lane: busy.Lane, Owner: busy.Owner, Fence: busy.Fence + 1}), false)
	same(t, "given back", []any{idle(busy), idle(busy)}, []any{true, false})
	wantErr(t, ds.Guard(ctx, busy), delivery.ErrLeaseLost)
	held := func(owner string, minute int) bool {
		return ok[bool](t)(ds.TakeLease(ctx, "cron:purge", owner, at(minute), at(60)))
	}
	same(t, "a job's lease", []bool{held("a", 0), held("b", 1)}, []bool{true, false})
	must(t, ds.ReleaseAll(ctx))
	same(t, "free at the start of the only process", next(), at(2))
	same(t, "a job's lease too", held("b", 1), true)
	same(t, "claimed at once", claim("d", 3).Lane, "keepsake:43:0")
}

// lanesFenced: who lost the lane writes nothing.
func lanesFenced(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	ok[int](t)(ds.Receive(ctx, []delivery.Update{update(1, 42, 0)}))
	claim := func(owner string, minute int) delivery.Claim {
		t.Helper()
		c, _, err := ds.ClaimLane(ctx, "keepsake", owner, at(minute), time.Minute)
		must(t, err)
		return c
	}
	first := claim("a", 0)
	must(t, ds.Guard(ctx, first))
	must(t, ds.Extend(ctx, first, at(5)))
	must(t, ds.Guard(ctx, first))
	stale := first
	second := claim("b", 6)
	for what, err := range map[string]error{
		"guard": ds.Guard(ctx, stale), "extend": ds.Extend(ctx, stale, at(9)),
		"forged owner":  ds.Guard(ctx, delivery.Claim{Lane: second.Lane, Owner: "a", Fence: second.Fence}),
		"forged fence":  ds.Guard(ctx, delivery.Claim{Lane: second.Lane, Owner: "b", Fence: second.Fence + 1}),
		"unknown lane":  ds.Guard(ctx, delivery.Claim{Lane: "none", Owner: "b", Fence: 1}),
		"extend no one": ds.Extend(ctx, delivery.Claim{}, at(9)),
	} {
		if !errors.Is(err, delivery.ErrLeaseLost) {
			t.Errorf("%s: %v, want lease lost", what, err)
		}
	}
	must(t, ds.Release(ctx, stale)) // no error, and not the other's lease
	must(t, ds.Guard(ctx, second))
	// The write of a worker that lost its lane does not stay.
	wantErr(t, db.InTx(ctx, func(ctx context.Context) error {
		_, err := ds.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: 42, Kind: delivery.Send, State: delivery.Ready, DueAt: at(0)})
		must(t, err)
		return ds.Guard(ctx, stale)
	}), delivery.ErrLeaseLost)
	due := ok[delivery.Due](t)(ds.ClaimOut(ctx, "keepsake", "me", at(99), at(99), nil, 10))
	same(t, "written by the stale owner", due, delivery.Due{})

	must(t, ds.BumpFences(ctx, "keepsake", 42))
	wantErr(t, ds.Guard(ctx, second), delivery.ErrLeaseLost)
	third := claim("b", 7)
	must(t, ds.BumpFences(ctx, "keepsake", 43))
	must(t, ds.BumpFences(ctx, "other", 42))
	must(t, ds.Guard(ctx, third))
	must(t, ds.ReleaseAll(ctx))
	wantErr(t, ds.Guard(ctx, third), delivery.ErrLeaseLost)
	must(t, ds.Guard(ctx, claim("c", 8)))
	same(t, "an ended lease that nobody took is still held", ds.Guard(ctx, delivery.Claim{Lane: third.Lane, Owner: "c", Fence: third.Fence + 2}), nil)
}

// laneRaces: many owners, every lane to exactly one; a guarded lane is not taken over
// while its transaction is under way.
func laneRaces(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	const lanes = 25
	var us []delivery.Update
	for i := range 4 * lanes {
		us = append(us, update(int64(i), int64(i%lanes), 0))
	}
	ok[int](t)(ds.Receive(ctx, us))
	claims := make([][]delivery.Claim, 8)
	must(t, errors.Join(each(len(claims), func(i int) error {
		for misses := 0; misses < 3; {
			c, got, err := ds.ClaimLane(ctx, "keepsake", fmt.Sprint("owner", i), at(0), time.Hour)
			if err != nil {
				return err
			}
			if !got {
				misses++ // another owner was at the row we wanted
				continue
			}
			claims[i] = append(claims[i], c)
		}
		return nil
	})...))
	owners := map[string]string{}
	for _, cs := range claims {
		for _, c := range cs {
			if owners[c.Lane] != "" {
				t.Fatalf("%s has two owners", c.Lane)
			}
			owners[c.Lane] = c.Owner
			must(t, ds.Guard(ctx, c))
		}
	}
	same(t, "lanes owned", len(owners), lanes)

	mine := claims[0]
	for i := 1; len(mine) == 0; i++ {
		mine = claims[i]
	}
	taken := make(chan delivery.Claim, 1)
	must(t, db.InTx(ctx, func(tx context.Context) error {
		must(t, ds.Guard(tx, mine[0]))
		go func() { // long after every lease ended; SQLite makes it wait, PostgreSQL look elsewhere
			c, _, err := ds.ClaimLane(ctx, "keepsake", "thief", at(120), time.Hour)
			if err != nil {
				t.Error(err)
			}
			taken <- c
		}()
		if db.Dialect() == "postgres" {
			if c := <-taken; c.Lane == mine[0].Lane {
				t.Error("a guarded lane was taken over")
			}
			taken <- delivery.Claim{}
		}
		return ds.Guard(tx, mine[0])
	}))
	<-taken
}

// deliveryErase: what is done goes after its days; a person's rows go at once, those that
// nobody could read included.
func deliveryErase(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	ok[int](t)(ds.Receive(ctx, []delivery.Update{update(1, 42, 0), update(2, 42, 9), update(3, 43, 0), update(4, -100, 0)}))
	rows := ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, "keepsake:42:0"))
	must(t, ds.Finish(ctx, rowIDs(rows)))
	put := func(chat int64, person string, minute int) int64 {
		id := ok[int64](t)(ds.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: chat, Person: person, Kind: delivery.Send,
			State: delivery.Ready, DueAt: at(minute), Body: delivery.Body{Text: "x"}, Messages: []int64{int64(minute)}}))
		return id
	}
	old, fresh, refused := put(42, alice.ID, 0), put(42, alice.ID, 0), put(42, alice.ID, 0)
	must(t, ds.MarkSent(ctx, old, at(1)))
	must(t, ds.MarkSent(ctx, fresh, at(9)))
	must(t, ds.MarkFailed(ctx, refused, "blocked"))
	same(t, "purged", ok[int](t)(ds.PurgeHandled(ctx, at(5))), 3) // update 1, old, refused
	_, err := ds.Out(ctx, old)
	wantErr(t, err, delivery.ErrNotFound)
	ok[delivery.Outgoing](t)(ds.Out(ctx, fresh))

	lost := func(id int64, payload string) {
		ok[int](t)(ds.Receive(ctx, []delivery.Update{{Bot: "keepsake", UpdateID: id, Payload: []byte(payload), ReceivedAt: at(0), State: delivery.DeadMail}}))
	}
	lost(50, `{"from":{"id":42},"odd`)
	lost(51, `{"from":{"id":142},"odd 420`)
	notice, theirs := put(-100, alice.ID, 2), put(43, bob.ID, 2) // in a group, for her
	same(t, "erased", ok[delivery.Erased](t)(ds.Erase(ctx, actor.OfSystem(), alice)), delivery.Erased{Updates: 2, Outgoing: 2})
	_, err = ds.Out(ctx, notice)
	wantErr(t, err, delivery.ErrNotFound)
	ok[delivery.Outgoing](t)(ds.Out(ctx, theirs))
	same(t, "nobody else's dead letters", len(ok[[]delivery.Update](t)(ds.Dead(ctx, 0))), 1)
	same(t, "a group's", ok[delivery.Erased](t)(ds.Erase(ctx, actor.OfSystem(), group)), delivery.Erased{Updates: 1})
	same(t, "the other person's stay", len(ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, "keepsake:43:0"))), 1)
	same(t, "a scope without deliveries", ok[delivery.Erased](t)(ds.Erase(ctx, actor.OfSystem(), scope.Scope{Kind: scope.Global})), delivery.Erased{})
}

// leasesTaken: a named job has one owner until its time.
func leasesTaken(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	take := func(owner string, now, until int) bool {
		return ok[bool](t)(ds.TakeLease(ctx, "cron", owner, at(now), at(until)))
	}
	same(t, "first", take("a", 0, 5), true)
	same(t, "held", take("b", 4, 9), false)
	same(t, "prolonged", take("a", 4, 8), true)
	same(t, "ended", take("b", 8, 9), true)
	same(t, "another job", ok[bool](t)(ds.TakeLease(ctx, "poller", "a", at(8), at(9))), true)
	won := make([]bool, 8)
	must(t, errors.Join(each(len(won), func(i int) (err error) {
		won[i], err = ds.TakeLease(ctx, "raced", fmt.Sprint(i), at(0), at(1))
		return err
	})...))
	n := 0
	for _, w := range won {
		if w {
			n++
		}
	}
	same(t, "winners", n, 1)
}

// services returns deliveries as every room has them.
func services(db *store.DB) *delivery.Service {
	return delivery.New(delivery.Config{Store: db.Deliveries()})
}
