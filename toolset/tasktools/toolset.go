// Package tasktools defines the task tools a model may call for a person: create_task,
// list_tasks, complete_task and change_task (P58).
//
// They are domain tools, chosen by relevance and counted against the limit of tools; the
// rules of tasks are in task.Service. What the person did not say waits for their tap: a task is
// proposed, a completion asked about (toolset/grounding, done.go, when.go for due times); what they declined is not
// proposed again. Results are short plain text the model reads well.
//
// Start reading at Tools.
package tasktools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/llm"
	"keepsake/memory/grounds"
	"keepsake/shortid"
	"keepsake/task"
	"keepsake/text"
	"keepsake/tool"
	"keepsake/toolset/grounding"
	"keepsake/trust"
)

// Names of the tools.
const (
	CreateTask   = "create_task"
	ListTasks    = "list_tasks"
	CompleteTask = "complete_task"
)

// Toolset holds what the tools need.
type Toolset struct {
	Tasks   *task.Service
	Grounds *grounding.Grounding
}

// tags are the words by which the tools are found relevant, in the languages whose words
// for it differ most.
var tags = strings.Fields(`task tasks todo remind reminder reminders due deadline schedule
	aufgabe aufgaben erinnere erinnerung tarea tareas recuérdame recordatorio tâche rappelle rappel tarefa lembrete
	promemoria ricordami taak herinner задача задачу задачи напомни напоминание дело zadanie przypomnij görev hatırlat
	任务 提醒 待办 タスク リマインド 할일 알림 مهمة ذكرني משימה תזכורת कार्य याद`)

// Tools returns the task tools.
func (t *Toolset) Tools() []tool.Tool {
	return []tool.Tool{
		tool.Define(taskTool(CreateTask, "Create a task for the user, with a reminder at its due time. Use this when the user asks to "+
			"be reminded of something, once or again and again, or wants something noted as to do."), t.prepareCreate, t.create),
		tool.Define(taskTool(ListTasks, "List the user's open tasks with their IDs and due times, or the ones done lately."), nil, t.list),
		tool.Define(taskTool(CompleteTask, "Mark one of the user's tasks as done. Get its ID from list_tasks or from when it was created."), nil, t.complete),
		tool.Define(taskTool(ChangeTask, "Move, repeat or cancel one of the user's tasks or reminders when they ask for it. Get its ID from list_tasks or from "+
			"when it was created."), nil, t.change),
	}
}

// taskTool returns what all task tools have in common.
func taskTool(name, description string) tool.Tool {
	return tool.Tool{Def: llm.Tool{Name: name, Description: description}, Tags: tags, Risk: tool.RiskLow, Private: true}
}

type createArgs struct {
	Title  string `json:"title" len:"1..200" jsonschema:"What is to be done, short"`
	Due    string `json:"due,omitempty" jsonschema:"Optional due date (2026-11-27) or date and time (2026-11-27T15:00) on the user's own clock; of what repeats the first time"`
	Repeat string `json:"repeat,omitempty" jsonschema:"Only for what repeats: a rule of RFC 5545 like FREQ=DAILY, FREQ=WEEKLY;BYDAY=MO,WE or FREQ=MONTHLY;BYMONTHDAY=-1 (the last day)"`
}

// createWrite returns what create_task wants to write.
func createWrite(a createArgs) grounds.Write {
	return grounds.Write{Content: text.OneLine(a.Title), Task: true}
}

// prepareCreate asks the judge where the words do not settle whether the person wants it.
func (t *Toolset) prepareCreate(ctx context.Context, c tool.Call, a createArgs) (any, error) {
	if isAskedFor(c, a.Title) {
		return nil, nil
	}
	return t.Grounds.Prepare(ctx, c, createWrite(a))
}

// create makes a task when the person said it and when, and proposes it when they did not (W8).
func (t *Toolset) create(ctx context.Context, c tool.Call, a createArgs) (tool.Result, error) {
	listing, _ := c.Prepared.(*grounding.Listing)
	v, err := t.Grounds.Ask(ctx, c, createWrite(a), listing)
	if !v.Allowed && v.Reason != grounds.ReasonHidden && isAskedFor(c, a.Title) {
		v.Allowed, v.Method, v.Reason = true, grounds.MethodWords, ""
	}
	switch {
	case err != nil:
		return tool.Result{}, err
	case !v.Allowed && c.Conversation == nil:
		return tool.Result{Content: "Not created: " + v.Reason + ". Only the user can add it."}, nil
	}
	reason := v.Reason
	switch {
	case !v.Allowed:
	case !isWhenSaid(c, a.Due, a.Repeat):
		reason = reasonNoWhen
	case !isRepeatSaid(c, a.Repeat):
		reason = reasonNoRepeat
	}
	twin, old, err := t.findTwin(ctx, c, a, reason != "")
	switch {
	case err != nil:
		return tool.Result{}, err
	case twin.Proposed:
		return tool.Result{Content: "Not created again: the user was shown this with the buttons Add and No, and has not tapped yet: " + line(twin, c.Zone, c.Now) +
			"\nDo not say that it is created and do not ask about it again.", Trust: leastTrust(twin)}, nil
	case twin.ID != "" && (reason != "" || !asksForAnother(c)):
		return tool.Result{Content: "Not created: the user has this task already: " + line(twin, c.Zone, c.Now), Trust: leastTrust(twin)}, nil
	case twin.ID != "":
		reason = reasonTwin
	}
	if reason != "" {
		refused, err := t.wasDeclined(ctx, c, a.Title)
		if err != nil {
			return tool.Result{}, err
		}
		if refused {
			return tool.Result{Content: "Not created: the user said no to this before. Do not bring it up again."}, nil
		}
	}
	made, err := t.Tasks.Create(ctx, c.Actor, task.Draft{
		Store: c.Store(), Person: c.Actor.ID, Title: a.Title, Due: a.Due, Repeat: a.Repeat, Zone: c.Zone, Floating: isFloating(c, a.Due),
		Bot: c.Place.Bot, Chat: c.Place.Chat, Topic: c.Place.Topic,
		SourceTurn: c.Actor.TurnID, SourceCall: c.Actor.CallID, Trust: titleTrust(v), Proposed: reason != "",
	})
	if err != nil {
		return tool.Result{}, err
	}
	for _, x := range old { // its Add would make this one a second time
		if err := t.Tasks.Delete(ctx, c.Actor, c.Store(), c.Actor.ID, x.ID); err != nil && !errors.Is(err, task.ErrNotFound) {
			return tool.Result{}, err
		}
	}
	var s string
	switch {
	case made.Proposed:
		s = "Not created yet: " + reason + ". The user is shown this under your reply with the buttons Add and No: " + line(made, c.Zone, c.Now) +
			"\nDo not say that it is created and do not ask about it again."
	case made.RemindAt != nil:
		s = "Created task " + line(made, c.Zone, c.Now) + ". The user will be reminded " + formatTime(*made.RemindAt, c.Zone)
	default:
		s = "Created task " + line(made, c.Zone, c.Now)
	}
	if made.Floating && c.Conversation.Speaker.ZoneAsked == "" {
		s += "\nWhat time it is where the user is, is not known. They are asked under your reply: do not ask yourself."
	}
	out := tool.Result{Content: s, Trust: leastTrust(made)}
	listing.Record(&out, v)
	return out, nil
}

// wasDeclined reports whether the person said no to a task of these words before, in any form and order.
func (t *Toolset) wasDeclined(ctx context.Context, c tool.Call, title string) (bool, error) {
	declined, err := t.Tasks.Declined(ctx, c.Store(), c.Actor.ID)
	return slices.ContainsFunc(declined, func(d task.Task) bool { return isSameTitle(d.Title, title) }), err
}

// isSameTitle reports whether two titles have the same words, in any form and order.
func isSameTitle(a, b string) bool {
	inB, allOfA, _ := countNamed(a, b)
	inA, allOfB, _ := countNamed(b, a)
	return text.Fold(a) == text.Fold(b) || allOfA > 0 && inB == allOfA && inA == allOfB
}

// titleTrust returns whose words a title is: the person's when they said it, else those it came from. It is
// asked when the task is made, because the text that the model read may be gone from the window
// when the title is read again.
func titleTrust(v grounds.Verdict) trust.Level {
	if v.Allowed {
		return trust.Person
	}
	level := trust.Tool
	for _, e := range v.Evidence {
		if e.Trust.Foreign() {
			level = e.Trust
		}
	}
	return level
}

// leastTrust returns how far a result that shows these tasks may be trusted: as its least
// trusted title; zero when all are the person's own.
func leastTrust(ts ...task.Task) trust.Level {
	levels := make([]trust.Level, len(ts))
	for i, t := range ts {
		levels[i] = t.Trust
	}
	return trust.LeastForeign(levels...)
}

// page is how many tasks list_tasks shows.
const page = 30

type listArgs struct {
	Done bool `json:"done,omitempty" jsonschema:"true for completed tasks; leave out for open ones"`
}

func (t *Toolset) list(ctx context.Context, c tool.Call, a listArgs) (tool.Result, error) {
	ts, total, err := t.Tasks.List(ctx, c.Store(), c.Actor.ID, a.Done, page, 0)
	if err != nil {
		return tool.Result{}, err
	}
	kind := "open"
	if a.Done {
		kind = "completed"
	}
	if total == 0 {
		return tool.Result{Content: "There are no " + kind + " tasks."}, nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s:", total, kind)
	for _, x := range ts {
		b.WriteString("\n- " + line(x, c.Zone, c.Now))
	}
	if total > len(ts) {
		fmt.Fprintf(&b, "\n… and %d more", total-len(ts))
	}
	return tool.Result{Content: b.String(), Trust: leastTrust(ts...)}, nil
}

type completeArgs struct {
	ID string `json:"task_id" len:"8..8" jsonschema:"8-character ID of the task"`
}

func (t *Toolset) complete(ctx context.Context, c tool.Call, a completeArgs) (tool.Result, error) {
	id := cleanID(a.ID)
	if !shortid.IsValid(id) {
		return tool.Result{}, badID()
	}
	isAsked := false
	if c.Actor.Kind == actor.Tool {
		said, err := t.isDone(ctx, c, id)
		if err != nil {
			return tool.Result{}, err
		}
		isAsked = !said
	}
	if isAsked && c.Conversation == nil {
		return tool.Result{Content: "Not marked as done: " + grounding.ReasonNoWords + ". Only the user can do it."}, nil
	}
	if isAsked {
		open, err := t.Tasks.AskDone(ctx, c.Actor, c.Store(), c.Actor.ID, id)
		if err == nil {
			return tool.Result{Content: "Not marked as done yet: the user did not say in so many words that it is done. The user is asked under your reply, " +
				"with the buttons Yes and No: " + text.BlockLine(open.Title) + "\nDo not say that it is done and do not ask about it again.", Trust: leastTrust(open)}, nil
		}
		return explainCompletion(open, err)
	}
	done, err := t.Tasks.Complete(ctx, c.Actor, c.Store(), c.Actor.ID, id)
	return explainCompletion(done, err)
}

// isDone reports whether the person said that their task is done.
func (t *Toolset) isDone(ctx context.Context, c tool.Call, id string) (bool, error) {
	ts, _, err := t.Tasks.List(ctx, c.Store(), c.Actor.ID, false, 0, 0)
	if err != nil {
		return false, err
	}
	title, open := "", make([]string, len(ts))
	for i, x := range ts {
		open[i] = x.Title
		if x.ID == id {
			title = x.Title
		}
	}
	return title != "" && isSaidDone(c, title, open), nil
}

// explainCompletion tells the model what came of complete_task.
func explainCompletion(done task.Task, err error) (tool.Result, error) {
	switch {
	case errors.Is(err, task.ErrDone):
		return tool.Result{Content: "That task was done already: " + text.BlockLine(done.Title), Trust: leastTrust(done)}, nil
	case errors.Is(err, task.ErrNotFound):
		return tool.Result{Content: "No task has this ID. Call list_tasks to see the IDs."}, nil
	case err != nil:
		return tool.Result{}, err
	}
	s := "Done: " + text.BlockLine(done.Title)
	if done.DoneAt == nil {
		s += ". It repeats and stays on the list"
	}
	return tool.Result{Content: s, Trust: leastTrust(done)}, nil
}

// line shows a task on one line.
func line(t task.Task, zone *time.Location, now time.Time) string {
	s := fmt.Sprintf("[id:%s] %s", t.ID, text.BlockLine(t.Title))
	switch {
	case t.Cancelled:
		return s + " (cancelled " + formatTime(*t.DoneAt, zone) + ")"
	case t.DoneAt != nil:
		return s + " (done " + formatTime(*t.DoneAt, zone) + ")"
	case t.DueAt == nil:
		return s
	}
	late, due := t.DueAt.Before(now), dueText(t, zone)
	if t.AllDay {
		late = t.DueAt.In(zone).AddDate(0, 0, 1).Before(now)
	}
	if late {
		return s + " (overdue since " + due + ")"
	}
	return s + " (due " + due + ")"
}

// dueText returns when a task is due and how it repeats.
func dueText(t task.Task, zone *time.Location) string {
	if t.DueAt == nil {
		return "no due time"
	}
	due := formatTime(*t.DueAt, zone)
	if t.AllDay {
		due = t.DueAt.In(zone).Format("Mon 2006-01-02")
	}
	if t.IsRepeating() {
		due += ", repeats " + t.Repeat
	}
	return due
}

func formatTime(at time.Time, zone *time.Location) string {
	return at.In(zone).Format("Mon 2006-01-02 15:04")
}
