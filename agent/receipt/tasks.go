package receipt

import (
	"slices"
	"time"

	"keepsake/delivery"
	"keepsake/markdown"
	"keepsake/people"
	"keepsake/task"
	"keepsake/templates"
)

// Step is what a turn did with a task, or asks about it.
type Step int

// The steps.
const (
	Added     Step = iota // it was made; Undo removes it
	Done                  // it was completed; Undo opens it again
	Proposed              // it waits for Add or No
	AskDone               // the person is asked whether it is done
	Cancelled             // it was called off; Undo opens it again
	Moved                 // it was moved, or repeats otherwise; Undo puts it back
	DoneOnce              // this time of a series was completed; Undo puts it back
)

// TaskAct is a task with what the turn did with it.
type TaskAct struct {
	Task task.Task
	Step Step
}

// TaskActs returns what a turn did with tasks (task.Service.OfTurn) and what it still asks. What was undone or
// decided since is left out, and so are the receipts of what was done unless they are wanted.
func TaskActs(turn string, ts []task.Task, receipts bool) (acts []TaskAct) {
	for _, t := range ts {
		switch {
		case t.IsDeclined():
		case t.Proposed:
			acts = append(acts, TaskAct{t, Proposed})
		case t.DoneAt == nil && t.AskedTurn == turn:
			acts = append(acts, TaskAct{t, AskDone})
		case t.Cancelled && t.DoneTurn == turn: // what ends reminders is shown, receipts or not
			acts = append(acts, TaskAct{t, Cancelled})
		case !receipts:
		case t.CanTakeBack() && t.Revision.Turn == turn && t.Revision.IsDone:
			acts = append(acts, TaskAct{t, DoneOnce})
		case t.DoneAt != nil && t.DoneTurn == turn:
			acts = append(acts, TaskAct{t, Done})
		case t.DoneAt == nil && t.SourceTurn == turn:
			acts = append(acts, TaskAct{t, Added})
		case t.CanTakeBack() && t.Revision.Turn == turn:
			acts = append(acts, TaskAct{t, Moved})
		}
	}
	return acts
}

// addTask adds the line of a task with its buttons. The actions are those of package command.
func (c *card) addTask(a TaskAct) {
	data := templates.Data{"Title": showExactly(a.Task.Title)}
	if a.Step == Added || a.Step == Proposed {
		data = c.voice.titled(a.Task)
	}
	id := a.Task.ID
	switch a.Step {
	case Proposed:
		c.add(c.voice.with("receipt.task_ask", data), c.button("button.add_task", "addtask", id), c.button("button.no", "notask", id))
	case AskDone:
		c.add(c.voice.with("receipt.task_ask_done", data), c.button("button.yes", "dotask", id), c.button("button.no", "leavetask", id))
	case Cancelled:
		c.add(c.voice.with("receipt.task_cancelled", data), c.button("button.undo", "reopen", id))
	case Done:
		c.add(c.voice.with("receipt.task_done", data), c.button("button.undo", "reopen", id))
	case Moved, DoneOnce:
		c.add(c.voice.revised(a.Task, data["Title"]), c.button("button.undo", ActionTakeBack, TakeBackRef(a.Task)))
	default:
		c.add(c.voice.with("receipt.task_added", data), c.button("button.undo", "untask", id))
	}
}

// ActionTakeBack is the action of the Undo of a task's revision; its reference is TakeBackRef (package command/tasklist).
const ActionTakeBack = "backtask"

// TakeBackRef returns the reference of the Undo of a task's revision: task . revision.
func TakeBackRef(t task.Task) string { return t.ID + "." + t.Revision.ID }

// revised says what the revision of a task has changed.
func (v Voice) revised(t task.Task, title any) string {
	before := t
	before.DueAt, before.AllDay, before.Repeat = t.Revision.Before.DueAt, t.Revision.Before.AllDay, t.Revision.Before.Repeat
	data := templates.Data{"Title": title, "Before": v.dueOrNone(before), "Due": v.dueOrNone(t)}
	switch {
	case t.Revision.IsDone && t.DoneAt != nil:
		return v.with("receipt.task_done", data)
	case t.Revision.IsDone:
		return v.with("tasks.done_next", data)
	case before.Repeat != t.Repeat:
		return v.with("receipt.task_changed", data)
	}
	return v.with("receipt.task_moved", data)
}

// dueOrNone is due for a task that may have no date.
func (v Voice) dueOrNone(t task.Task) string {
	if t.DueAt == nil {
		return v.say("tasks.undated")
	}
	return v.due(t)
}

// titled returns the title of a task with its due time.
func (v Voice) titled(t task.Task) templates.Data {
	data := templates.Data{"Title": showExactly(t.Title)}
	if t.DueAt != nil {
		data["Title"] = templates.Markdown(v.with("receipt.task_due", templates.Data{"Title": data["Title"], "Due": v.due(t)}))
	}
	return data
}

// NeedsClock reports whether the answer of a turn is to ask what the person's clock is: once, under the first task that
// needs it, while they have chosen none.
func NeedsClock(turn string, ts []task.Task, p people.Person) bool {
	isNeeded := slices.ContainsFunc(ts, func(t task.Task) bool { return t.Floating && t.DoneAt == nil && t.SourceTurn == turn })
	return isNeeded && p.ID != "" && p.TimeZone == "" && (p.ZoneAsked == "" || p.ZoneAsked == turn)
}

// ActionClock is the action of the buttons that ask for the person's clock (package command/clock); with ClockSame they go by the
// one that was guessed.
const (
	ActionClock = "clock"
	ClockSame   = "same"
)

// askClock adds the question whether the clock that a due time was read on is the person's.
func (c *card) askClock(now time.Time) {
	zone := c.voice.zone()
	at := c.voice.Words.FormatTime(c.voice.Lang, templates.Clock, now.In(zone))
	c.lines = append(c.lines, c.voice.with("receipt.clock", templates.Data{"Zone": zone.String(), "Time": at}))
	c.rows = append(c.rows, []delivery.Button{
		{Text: markdown.Render(c.voice.with("button.clock_same", templates.Data{"Time": at})).Text, Action: ActionClock, Ref: ClockSame},
		{Text: c.voice.say("button.clock_other"), Action: ActionClock},
	})
}

func (v Voice) zone() *time.Location {
	if v.Zone == nil {
		return time.UTC
	}
	return v.Zone
}

// due returns when a task is due, on the person's clock, and how it repeats.
func (v Voice) due(t task.Task) string {
	style := templates.DueMoment
	if t.AllDay {
		style = templates.DueDay
	}
	due := v.Words.FormatTime(v.Lang, style, t.DueAt.In(v.zone()))
	if t.IsRepeating() {
		due += " 🔁 " + t.SayRepeat(v.Words, v.Lang)
	}
	return due
}
