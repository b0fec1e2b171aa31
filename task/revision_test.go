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

// inTurn is a tool of alice's in a turn.
func inTurn(turn string) actor.Actor {
	return actor.Actor{Kind: actor.Tool, ID: alice, TurnID: turn, CallID: "call"}
}

// Issue 9.2: a move is taken back exactly and once, by the person, and only while nothing has changed the task since; in both databases.
func TestTakeBackAMove(t *testing.T) {
	for _, engine := range []func(testing.TB) *store.DB{storetest.SQLite, storetest.Postgres} {
		h := over(t, engine(t))
		ctx, person := t.Context(), actor.OfPerson(alice)
		made, err := h.series("Call Mum", "2026-11-23T09:00", "FREQ=WEEKLY;BYDAY=MO")
		must(t, err)
		move := func(turn, due, rule string) task.Task {
			t.Helper()
			_, err := h.Move(ctx, inTurn(turn), "keepsake", alice, made.ID, task.Change{Due: due, Repeat: rule, Zone: h.zone})
			must(t, err)
			got, err := h.Get(ctx, "keepsake", alice, made.ID)
			must(t, err)
			return got
		}
		takeBack := func(a actor.Actor, revision string) error {
			return only(h.TakeBack(ctx, a, "keepsake", alice, made.ID, revision))
		}
		wants := func(what string, err, want error) {
			t.Helper()
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", what, err, want)
			}
		}
		isAsMade := func() {
			t.Helper()
			got, err := h.Get(ctx, "keepsake", alice, made.ID)
			must(t, err)
			got.Revision = nil
			if !got.DueAt.Equal(*made.DueAt) || !got.RemindAt.Equal(*made.RemindAt) || got.RemindedAt != nil || got.Repeat != made.Repeat ||
				got.RepeatFrom != made.RepeatFrom || got.Zone != made.Zone || got.AllDay != made.AllDay || got.Title != made.Title || got.DoneAt != nil {
				t.Errorf("back %+v, want %+v", got, made)
			}
		}

		first := move("turn1", "2026-11-24", "none")
		if ts, err := h.OfTurn(ctx, "keepsake", alice, "turn1"); err != nil || len(ts) != 1 || !ts[0].CanTakeBack() {
			t.Errorf("of the turn: %+v, %v", ts, err)
		}
		wants("somebody else", takeBack(actor.OfPerson("telegram:2"), first.Revision.ID), task.ErrDenied)
		must(t, takeBack(person, first.Revision.ID))
		isAsMade()
		wants("twice", takeBack(person, first.Revision.ID), task.ErrTakenBack)

		first = move("turn2", "2026-11-24T10:00", "")
		again := move("turn2", "2026-11-25T10:00", "")
		if again.Revision.ID != first.Revision.ID {
			t.Error("two changes of one turn are two")
		}
		must(t, takeBack(person, first.Revision.ID)) // as before the turn
		isAsMade()

		first = move("turn3", "2026-11-24T10:00", "")
		second := move("turn4", "2026-11-25T10:00", "")
		wants("an older change", takeBack(person, first.Revision.ID), task.ErrRevised)
		must(t, takeBack(person, second.Revision.ID))
		if got, err := h.Get(ctx, "keepsake", alice, made.ID); err != nil || !got.DueAt.Equal(*first.DueAt) {
			t.Errorf("back to %v, %v", got.DueAt, err)
		}
		if same := move("turn5", "2026-11-24T10:00", ""); same.Revision == nil || same.Revision.Turn != "turn4" {
			t.Errorf("a change that changes nothing: %+v", same.Revision)
		}

		third := move("turn6", "2026-11-26T10:00", "none")
		must(t, only(h.Complete(ctx, person, "keepsake", alice, made.ID)))
		wants("done since", takeBack(person, third.Revision.ID), task.ErrRevised)
		must(t, only(h.Reopen(ctx, person, "keepsake", alice, made.ID)))
		h.now = third.DueAt.Add(time.Minute)
		must(t, only(h.Remind(ctx, actor.OfSystem(), h.now)))
		wants("reminded of since", takeBack(person, third.Revision.ID), task.ErrRevised)
		must(t, h.Delete(ctx, person, "keepsake", alice, made.ID))
		wants("deleted since", takeBack(person, third.Revision.ID), task.ErrNotFound)
	}
}

// A task without a date, or with a day, gets back what it had; what it was reminded of already stays so.
func TestTakeBackAFirstDate(t *testing.T) {
	h := open(t)
	ctx, person := t.Context(), actor.OfPerson(alice)
	for _, due := range []string{"", "2026-11-21", "2026-11-20T12:30"} {
		made := h.create("Call Mum", due)
		if due != "" {
			h.now = made.RemindAt.Add(time.Minute)
			must(t, only(h.Remind(ctx, actor.OfSystem(), h.now)))
		}
		before, err := h.Get(ctx, "keepsake", alice, made.ID)
		must(t, err)
		moved, err := h.Move(ctx, inTurn("turn"), "keepsake", alice, made.ID, task.Change{Due: "2026-12-01T10:00", Zone: h.zone})
		must(t, err)
		if _, err := h.TakeBack(ctx, person, "keepsake", alice, made.ID, moved.Revision.ID); err != nil {
			t.Fatal(err)
		}
		got, err := h.Get(ctx, "keepsake", alice, made.ID)
		must(t, err)
		if (got.DueAt == nil) != (before.DueAt == nil) || due != "" && (!got.DueAt.Equal(*before.DueAt) || !got.RemindedAt.Equal(*before.RemindedAt)) || got.AllDay != before.AllDay {
			t.Errorf("%q: back %+v, want %+v", due, got, before)
		}
		h.now = time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC)
	}
}

// That a time of a series is done is taken back as well, also of the last one.
func TestTakeBackDoneOfASeries(t *testing.T) {
	h := open(t)
	ctx, person := t.Context(), actor.OfPerson(alice)
	for _, rule := range []string{"FREQ=DAILY", "FREQ=DAILY;COUNT=1"} {
		made, err := h.series("Take the pills", "2026-11-20T13:00", rule)
		must(t, err)
		done, err := h.Complete(ctx, inTurn("turn"), "keepsake", alice, made.ID)
		must(t, err)
		if done.DueAt.Equal(*made.DueAt) && done.DoneAt == nil || !done.CanTakeBack() || !done.Revision.IsDone {
			t.Fatalf("%s: done %+v", rule, done)
		}
		back, err := h.TakeBack(ctx, person, "keepsake", alice, made.ID, done.Revision.ID)
		must(t, err)
		if !back.DueAt.Equal(*made.DueAt) || !back.RemindAt.Equal(*made.RemindAt) || back.Repeat != rule || back.DoneAt != nil || back.DoneTurn != "" {
			t.Errorf("%s: back %+v, want %+v", rule, back, made)
		}
	}
}

// Undo of calling a series off leaves a reminder that was put off where it was put.
func TestReopenKeepsWhatWasPutOff(t *testing.T) {
	h := open(t)
	ctx, person := t.Context(), actor.OfPerson(alice)
	made, err := h.series("Take the pills", "2026-11-20T13:00", "FREQ=DAILY")
	must(t, err)
	h.now = made.RemindAt.Add(time.Minute)
	must(t, only(h.Remind(ctx, actor.OfSystem(), h.now)))
	put, err := h.Snooze(ctx, person, "keepsake", alice, made.ID, task.SnoozeHour)
	must(t, err)
	must(t, only(h.Cancel(ctx, person, "keepsake", alice, made.ID)))
	back, err := h.Reopen(ctx, person, "keepsake", alice, made.ID)
	must(t, err)
	if !back.RemindAt.Equal(*put.RemindAt) {
		t.Errorf("reminded of at %v, want %v", back.RemindAt, put.RemindAt)
	}
}

// A series whose next time is moved to today, when it is past nine, is reminded of at once and goes on.
func TestMoveASeriesToToday(t *testing.T) {
	h := open(t)
	made, err := h.series("Take out the bins", "2026-11-24", "FREQ=WEEKLY;BYDAY=TU")
	must(t, err)
	must(t, only(h.Move(t.Context(), actor.OfPerson(alice), "keepsake", alice, made.ID, task.Change{Due: "2026-11-20", Zone: h.zone})))
	n, err := h.Remind(t.Context(), actor.OfSystem(), h.now)
	must(t, err)
	got, err := h.Get(t.Context(), "keepsake", alice, made.ID)
	must(t, err)
	if n != 1 || !got.DueAt.Equal(*made.DueAt) {
		t.Errorf("%d reminders, next %v", n, got.DueAt)
	}
}
