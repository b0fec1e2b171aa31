package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"keepsake/delivery"
	"keepsake/store"
)

// inboxStops: what is to be stopped is what somebody sent for the bot, next in the lane, that
// no turn has yet; a dead letter that is replayed is not.
func inboxStops(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	row := func(id int64, person string, addressed bool) delivery.Update {
		u := update(id, -42, 0)
		u.Person, u.Addressed = person, addressed
		return u
	}
	lane := row(1, "", false).Lane
	stop := func(what string, want int) {
		t.Helper()
		same(t, what, ok[int](t)(ds.AskStop(ctx, lane)), want)
	}
	stop("no lane", 0)
	us := []delivery.Update{row(1, "bob", false), row(2, "ann", true), row(3, "bob", true), row(4, "ann", false), row(5, "ann", true)}
	same(t, "new", ok[int](t)(ds.Receive(ctx, us)), len(us))
	ids := rowIDs(ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, lane)))
	asked := func(what string, want ...bool) {
		t.Helper()
		var got []bool
		for _, id := range ids {
			a := ok[bool](t)(ds.StopAsked(ctx, []int64{id}))
			same(t, "as it is read", ok[delivery.Update](t)(ds.Update(ctx, id)).StopAsked, a)
			got = append(got, a)
		}
		same(t, what, got, want)
	}
	ok[bool](t)(ds.Assign(ctx, ids[4:], "turn1"))
	stop("Ann's", 2)
	asked("Ann's", false, true, false, true, false)
	same(t, "any of them", ok[bool](t)(ds.StopAsked(ctx, ids[:2])), true)
	same(t, "none", ok[bool](t)(ds.StopAsked(ctx, nil)), false)
	must(t, ds.Finish(ctx, ids[1:2]))
	stop("Bob's, whose message is next", 2)
	must(t, ds.Bury(ctx, ids[:1], "poison"))
	must(t, ds.Replay(ctx, ids[0], at(1)))
	asked("replayed", false, true, true, true, false)
}

// inboxStopRace: a stop comes before rows become a turn's, and is seen by whoever makes them
// so, or it finds nothing to mark: never in between.
func inboxStopRace(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	for n := range int64(12) {
		u := update(100+n, 42+n, 0)
		u.Addressed = true
		same(t, "new", ok[int](t)(ds.Receive(ctx, []delivery.Update{u})), 1)
		claim, got, err := ds.ClaimLane(ctx, "keepsake", "a", at(1), time.Hour)
		if err != nil || !got || claim.Lane != u.Lane {
			t.Fatal(claim, got, err)
		}
		ids := rowIDs(ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, u.Lane)))
		seen, marked := false, 0
		must(t, errors.Join(each(2, func(i int) (err error) {
			if i == 0 {
				marked, err = ds.AskStop(ctx, u.Lane)
				return err
			}
			return db.InTx(ctx, func(ctx context.Context) (err error) {
				if err = ds.Guard(ctx, claim); err == nil {
					_, err = ds.Assign(ctx, ids, "turn")
				}
				if err == nil {
					seen, err = ds.StopAsked(ctx, ids)
				}
				return err
			})
		})...))
		same(t, "marked, seen", seen, marked == 1)
	}
}

// inboxAlbums: that one message of an album is for the bot is known of all, also when it is
// handled; another chat's or bot's album of that name is another.
func inboxAlbums(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	first, second := update(1, -42, 0), update(2, -42, 0)
	first.Album, second.Album = "a1", "a1"
	ours := func(chat int64, album string) bool {
		t.Helper()
		return ok[bool](t)(ds.AlbumAddressed(ctx, "keepsake", chat, album))
	}
	same(t, "new", ok[int](t)(ds.Receive(ctx, []delivery.Update{first})), 1)
	same(t, "not yet", ours(-42, "a1"), false)
	second.Addressed = true
	same(t, "new", ok[int](t)(ds.Receive(ctx, []delivery.Update{second})), 1)
	same(t, "all of it", ours(-42, "a1"), true)
	rows := ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, first.Lane))
	same(t, "as they were stored", []any{rows[0].Album, rows[0].Addressed, rows[1].Album, rows[1].Addressed}, []any{"a1", false, "a1", true})
	must(t, ds.Finish(ctx, rowIDs(rows)))
	same(t, "for good", ours(-42, "a1"), true)
	other := update(3, -42, 0)
	other.Addressed = true
	same(t, "new", ok[int](t)(ds.Receive(ctx, []delivery.Update{other})), 1)
	same(t, "other albums, chats and bots", []bool{ours(-42, "a2"), ours(-43, "a1"), ours(-42, ""),
		ok[bool](t)(ds.AlbumAddressed(ctx, "other", -42, "a1"))}, []bool{false, false, false, false})
}
