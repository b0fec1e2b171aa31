package store_test

import (
	"testing"

	"keepsake/delivery"
	"keepsake/store"
)

// backlogCounted: what waits is counted, by bot, and nothing that is done.
func backlogCounted(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	look := func() delivery.Backlog { return ok[delivery.Backlog](t)(ds.Backlog(ctx, "keepsake")) }
	same(t, "nothing", look(), delivery.Backlog{})

	other := update(1, 42, 0)
	other.Bot = "other"
	us := []delivery.Update{update(1, 42, 3), update(2, 42, 4), update(3, 43, 5), update(4, 43, 1), update(5, 44, 0), other}
	ok[int](t)(ds.Receive(ctx, us))
	rows := ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, us[3].Lane))
	must(t, ds.Bury(ctx, []int64{rows[1].ID}, "poison"))
	rows = ok[[]delivery.Update](t)(ds.LaneUpdates(ctx, us[4].Lane))
	must(t, ds.Finish(ctx, []int64{rows[0].ID}))
	for i, state := range []delivery.OutState{delivery.Ready, delivery.Ready, delivery.Drafting, delivery.Sent, delivery.Failed} {
		ok[int64](t)(ds.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: 42, Kind: delivery.Send, State: state, DueAt: at(9 - i)}))
	}
	ok[int64](t)(ds.Put(ctx, delivery.Outgoing{Bot: "other", Chat: 42, Kind: delivery.Send, State: delivery.Ready, DueAt: at(0)}))
	same(t, "a backlog", look(), delivery.Backlog{
		Waiting: 3, Lanes: 2, Deepest: 2, Dead: 1, Unsent: 2, Oldest: at(3), DueOut: at(8),
	})
}
