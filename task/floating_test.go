package task_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
)

// U5: what was read on a clock that nobody had chosen is read again on the person's own, by both databases: nine o'clock stays
// nine o'clock, a series goes on there, what was reminded of and what was counted from now stay where they are.
func TestU5FloatingTasksGoByTheClockThatIsChosen(t *testing.T) {
	for _, engine := range []func(testing.TB) *store.DB{storetest.SQLite, storetest.Postgres} {
		h := over(t, engine(t)) // Friday, 20 November 2026, 11:00 UTC
		ctx := t.Context()
		draft := func(title, due, rule string, floating, proposed bool) task.Task {
			t.Helper()
			made, err := h.Create(ctx, actor.OfSystem(), task.Draft{
				Store: "keepsake", Person: alice, Title: title, Due: due, Repeat: rule, Zone: time.UTC, Floating: floating, Proposed: proposed, Bot: "keepsake", Chat: 1,
			})
			must(t, err)
			return made
		}
		tokyo := zone(t, "Asia/Tokyo")
		want := map[string]string{
			draft("Tomorrow", "2026-11-21T09:00", "", true, false).ID:            "2026-11-21 09:00",
			draft("Passed there", "2026-11-20T15:00", "", true, false).ID:        "2026-11-21 15:00",
			draft("A day", "2026-11-23", "", true, false).ID:                     "2026-11-23 00:00",
			draft("Series", "2026-11-21T09:00", "FREQ=DAILY", true, false).ID:    "2026-11-21 09:00",
			draft("In two hours", "2026-11-20T13:00", "", false, false).ID:       "2026-11-20 22:00",
			draft("Waits for a tap", "2026-11-22T08:00", "", true, true).ID:      "2026-11-22 08:00",
			draft("Reminded of already", "2026-11-20T11:01", "", true, false).ID: "2026-11-20 20:01",
		}
		h.now = h.now.Add(2 * time.Minute)
		if n, err := h.Remind(ctx, actor.OfSystem(), h.now); err != nil || n != 1 {
			t.Fatalf("reminders: %d, %v", n, err)
		}
		if _, err := h.SetZone(ctx, actor.OfPerson("telegram:2"), alice, tokyo); !errors.Is(err, task.ErrDenied) {
			t.Errorf("somebody else: %v", err)
		}
		moved, err := h.SetZone(ctx, actor.OfPerson(alice), alice, tokyo)
		must(t, err)
		if len(moved) != 5 { // the proposed one is not told of
			t.Errorf("%d moved", len(moved))
		}
		for id, due := range want {
			got, err := h.Get(ctx, "keepsake", alice, id)
			must(t, err)
			if s := got.DueAt.In(tokyo).Format("2006-01-02 15:04"); s != due || got.Floating {
				t.Errorf("%s: due %s, want %s; floating %v", got.Title, s, due, got.Floating)
			}
			if got.RemindAt == nil || got.RemindedAt == nil && !got.AllDay && !got.RemindAt.Equal(*got.DueAt) {
				t.Errorf("%s: reminded of at %v", got.Title, got.RemindAt)
			}
		}
		if again, err := h.SetZone(ctx, actor.OfPerson(alice), alice, time.UTC); err != nil || len(again) != 0 {
			t.Errorf("a second time: %d, %v", len(again), err)
		}
	}
}
