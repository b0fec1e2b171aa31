package bot_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/bot/simulator"
	"keepsake/task"
)

// U6: a series is asked for in words, comes by itself, is put off, done and called off by the buttons under its reminder; tapped again they
// change nothing; what is called off comes back by Undo.
func TestU6RemindersRepeatAndAreSnoozed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	ctx := w.ctx()
	tomorrow := w.now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	w.rules.When("every day at 9").Call("create_task", map[string]any{"title": "Take the pills", "due": tomorrow + "T09:00", "repeat": "FREQ=DAILY"})
	w.rules.WhenResult("create_task", "Created task").Say("I will.")
	made := ann.says("Remind me every day at 9 to take the pills", "I will.")
	w.idle()
	if shown := ann.shows(made.ID, "a receipt", func(m simulator.Message) bool { return strings.Contains(m.Text, "🔁 every day") }); len(shown.Buttons) == 0 {
		t.Errorf("receipt without Undo: %s", shown.Text)
	}
	if list := ann.says("/tasks", "Your tasks"); !strings.Contains(list.Text, "Take the pills") || !strings.Contains(list.Text, "🔁 every day") {
		t.Errorf("list: %s", list.Text)
	}
	only := func() task.Task {
		t.Helper()
		scope := ann.scopes()[0]
		ts, n, err := w.tasks.List(ctx, scope.Store, scope.ID, false, 0, 0)
		if err != nil || n != 1 {
			t.Fatalf("%d tasks, %v", n, err)
		}
		return ts[0]
	}
	last := made.ID
	remind := func() simulator.Message {
		t.Helper()
		w.later(only().RemindAt.Add(time.Second).Sub(w.now()))
		if n, err := w.tasks.Remind(ctx, actor.OfSystem(), w.now()); err != nil || n != 1 {
			t.Fatalf("reminders: %d %v", n, err)
		}
		m := ann.hears(last, "Reminder: Take the pills")
		last = m.ID
		return m
	}
	button := func(m simulator.Message, label string) {
		t.Helper()
		ann.taps(m, label)
		ann.shows(m.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
	}
	first := remind()
	due := *only().DueAt
	button(first, "In an hour")
	last = ann.hears(last, "Take the pills — again on").ID
	if again := only(); again.RemindAt.After(w.now().Add(61*time.Minute)) || !again.DueAt.Equal(due) {
		t.Errorf("put off %+v", again)
	}
	button(remind(), "Done")
	last = ann.hears(last, "Done: Take the pills. Next:").ID
	off := remind()
	button(off, "No more of these")
	cancelled := ann.hears(last, "Cancelled: Take the pills")
	if got := ann.openTasks(); len(got) != 0 {
		t.Errorf("called off: %q", got)
	}
	ann.taps(cancelled, "Undo")
	last = ann.hears(cancelled.ID, "Open again: Take the pills").ID
	if next := only(); !next.IsRepeating() || !next.RemindAt.After(w.now()) {
		t.Errorf("back %+v", next)
	}
}

// U6: a reminder is moved and called off in words; a day that no calendar has is asked about.
func TestU6RemindersChangeByWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	scope := ann.scopes()[0]
	ann.says("/tasks", "Nothing to do")
	made, err := w.tasks.Create(w.ctx(), actor.OfSystem(), task.Draft{
		Store: scope.Store, Person: scope.ID, Title: "Call the dentist", Due: w.now().Add(48 * time.Hour).Format("2006-01-02 15:04"), Zone: time.UTC, Bot: botName, Chat: 11,
	})
	if err != nil {
		t.Fatal(err)
	}
	w.rules.When("30 February").Call("create_task", map[string]any{"title": "Buy flowers", "due": "2100-02-30"})
	w.rules.WhenResult("create_task", "ask the user which one they mean").Say("There is no 30 February. Which day?")
	ann.says("Remind me on 30 February to buy flowers", "Which day?")
	w.rules.When("tomorrow at 10").Call("change_task", map[string]any{"task_id": made.ID, "due": w.now().UTC().AddDate(0, 0, 1).Format(time.DateOnly) + "T10:00"})
	w.rules.WhenResult("change_task", "Changed task").Say("Moved.")
	due := *made.DueAt
	moved := ann.says("Move the dentist to tomorrow at 10", "Moved.")
	back := ann.shows(moved.ID, "Undo", func(m simulator.Message) bool {
		return len(m.Buttons) == 1 && strings.Contains(m.Text, "Moved: Call the dentist — ") && strings.Contains(m.Text, "10:00") && strings.Contains(m.Text, "→")
	})
	ann.taps(back, "Undo")
	ann.hears(moved.ID, "As before: Call the dentist — ")
	isBack := func(what string) {
		t.Helper()
		if now, err := w.tasks.Get(w.ctx(), scope.Store, scope.ID, made.ID); err != nil || !now.DueAt.Equal(due) {
			t.Errorf("%s: due %v, %v", what, now.DueAt, err)
		}
	}
	isBack("taken back")
	ann.shows(moved.ID, "no Undo", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
	moved = ann.says("Move the dentist to tomorrow at 10, please", "Moved.")
	back = ann.shows(moved.ID, "Undo", func(m simulator.Message) bool { return len(m.Buttons) == 1 })
	w.rules.When("cancel the dentist").Call("change_task", map[string]any{"task_id": made.ID, "cancel": true})
	w.rules.WhenResult("change_task", "Cancelled").Say("Off it goes.")
	gone := ann.says("Please cancel the dentist", "Off it goes.")
	shown := ann.shows(gone.ID, "Undo", func(m simulator.Message) bool {
		return len(m.Buttons) == 1 && strings.Contains(m.Text, "Cancelled: Call the dentist")
	})
	ann.taps(shown, "Undo")
	ann.hears(gone.ID, "Open again: Call the dentist")
	if got := ann.openTasks(); len(got) != 1 {
		t.Errorf("open %q", got)
	}
	if _, err := w.tasks.Complete(w.ctx(), actor.OfPerson(scope.ID), scope.Store, scope.ID, made.ID); err != nil {
		t.Fatal(err)
	}
	if tap := ann.taps(back, "Undo"); !strings.Contains(tap.Text, "That task has changed since.") {
		t.Errorf("Undo of what was changed since: %q", tap.Text)
	}
}

// Issue 9.2: one time of a series that is done has Undo, in words and in the list; Done under a reminder of what comes once has it as well.
func TestU6DoneOnceHasUndo(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	scope := ann.scopes()[0]
	ann.says("/tasks", "Nothing to do")
	create := func(title, rule string, in time.Duration) task.Task {
		t.Helper()
		made, err := w.tasks.Create(w.ctx(), actor.OfSystem(), task.Draft{
			Store: scope.Store, Person: scope.ID, Title: title, Repeat: rule, Due: w.now().Add(in).Format("2006-01-02 15:04"), Zone: time.UTC, Bot: botName, Chat: 11,
		})
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	isAsMade := func(what string, made task.Task) {
		t.Helper()
		w.idle()
		if now, err := w.tasks.Get(w.ctx(), scope.Store, scope.ID, made.ID); err != nil || !now.DueAt.Equal(*made.DueAt) || now.DoneAt != nil {
			t.Errorf("%s: due %v, want %v; done %v; %v", what, now.DueAt, made.DueAt, now.DoneAt, err)
		}
	}
	if w.now().UTC().Hour() == 23 { // it is to be done today
		w.later(time.Hour)
	}
	made := create("Take the pills", "FREQ=DAILY", time.Minute)
	w.rules.When("took my pills").Call("complete_task", map[string]any{"task_id": made.ID})
	w.rules.WhenResult("complete_task", "Done").Say("Good.")
	said := ann.says("I took my pills", "Good.")
	ann.taps(ann.shows(said.ID, "Undo", func(m simulator.Message) bool {
		return len(m.Buttons) == 1 && strings.Contains(m.Text, "Done: Take the pills. Next: ")
	}), "Undo")
	last := ann.hears(said.ID, "As before: Take the pills").ID
	isAsMade("in words", made)
	list := ann.says("/tasks", "Take the pills")
	ann.taps(list, "Take the pills")
	ann.taps(ann.shows(list.ID, "Undo", func(m simulator.Message) bool { return len(m.Buttons) == 2 }), "Not done: Take the pills")
	isAsMade("in the list", made)

	call := create("Call Mum", "", time.Hour)
	w.later(61 * time.Minute)
	if _, err := w.tasks.Remind(w.ctx(), actor.OfSystem(), w.now()); err != nil {
		t.Fatal(err)
	}
	ann.taps(ann.hears(last, "Reminder: Call Mum"), "Done")
	ann.taps(ann.hears(last, "Done: Call Mum"), "Undo")
	ann.hears(last, "Open again: Call Mum")
	isAsMade("under a reminder", call)
}
