// Package toolset defines the task tools a model may call for a person: create_task,
// list_tasks and complete_task (P58).
//
// They are domain tools, chosen by relevance and counted against the limit of tools; the
// rules of tasks are in task.Service. Results are short plain text the model reads well.
//
// Start reading at Tools.
package toolset

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"keepsake/agent/tool"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/policy"
	"keepsake/task"
	"keepsake/text"
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
	Tasks *task.Service
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
		{
			Def: llm.Tool{
				Name: CreateTask,
				Description: "Create a task for the user, with a reminder at its due time. Use this when the user asks to " +
					"be reminded of something or wants something noted as to do.",
				Schema: json.RawMessage(`{
  "type": "object",
  "properties": {
    "title": {"type": "string", "minLength": 1, "maxLength": 200, "description": "What is to be done, short"},
    "due": {"type": "string", "description": "Optional due date (2026-11-27) or date and time (2026-11-27T15:00) on the user's own clock"}
  },
  "required": ["title"],
  "additionalProperties": false
}`),
			},
			Tags: tags, Risk: tool.RiskLow, Private: true, Run: t.create,
		},
		{
			Def: llm.Tool{
				Name:        ListTasks,
				Description: "List the user's open tasks with their IDs and due times, or the ones done lately.",
				Schema: json.RawMessage(`{
  "type": "object",
  "properties": {
    "done": {"type": "boolean", "description": "true for completed tasks; leave out for open ones"}
  },
  "additionalProperties": false
}`),
			},
			Tags: tags, Risk: tool.RiskLow, Private: true, Run: t.list,
		},
		{
			Def: llm.Tool{
				Name:        CompleteTask,
				Description: "Mark one of the user's tasks as done. Get its ID from list_tasks or from when it was created.",
				Schema: json.RawMessage(`{
  "type": "object",
  "properties": {
    "task_id": {"type": "string", "minLength": 8, "maxLength": 8, "description": "8-character ID of the task"}
  },
  "required": ["task_id"],
  "additionalProperties": false
}`),
			},
			Tags: tags, Risk: tool.RiskLow, Private: true, Run: t.complete,
		},
	}
}

func (t *Toolset) create(ctx context.Context, c tool.Call) (tool.Result, error) {
	var a struct {
		Title string  `json:"title"`
		Due   *string `json:"due"`
	}
	if err := json.Unmarshal(c.Args, &a); err != nil {
		return tool.Result{}, fault.New(fault.Invalid, "the arguments do not fit the schema of create_task")
	}
	n := task.New{
		Store: c.Session.Store, Person: c.Person.ID, Title: a.Title, Zone: c.Zone,
		Bot: c.Session.Place.Bot, Chat: c.Session.Place.Chat, Topic: c.Session.Place.Topic,
		SourceTurn: c.Turn.ID, SourceCall: c.CallID, Trust: whose(a.Title, c),
	}
	if a.Due != nil {
		n.Due = *a.Due
	}
	made, err := t.Tasks.Create(ctx, n)
	if err != nil {
		return tool.Result{}, err
	}
	s := "Created task " + line(made, c.Zone, c.Now)
	if made.RemindAt != nil {
		s += ". The user will be reminded " + when(*made.RemindAt, c.Zone)
	}
	return tool.Result{Content: s, Trust: heard(made)}, nil
}

// whose says whose words a title is: the person's when nobody else's were in sight or they
// said so themselves, else those it came from. It is asked now, because the text that the
// model read may be gone from the window when the title is read again.
func whose(title string, c tool.Call) trust.Level {
	v := policy.Judge(policy.Write{Content: text.OneLine(title)}, policy.View{
		Window: c.Window, TurnID: c.Turn.ID, Summarized: c.Session.Summary != "",
	})
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

// heard is how far a result that shows these tasks may be trusted: as its least trusted
// title; zero when all are the person's own.
func heard(ts ...task.Task) trust.Level {
	level := trust.Unknown
	for _, t := range ts {
		switch own := max(t.Trust, trust.Tool); { // of titles older than this question nobody knows
		case !t.Trust.Foreign():
		case level == trust.Unknown || own < level:
			level = own
		}
	}
	return level
}

// page is how many tasks list_tasks shows.
const page = 30

func (t *Toolset) list(ctx context.Context, c tool.Call) (tool.Result, error) {
	var a struct {
		Done bool `json:"done"`
	}
	if err := json.Unmarshal(c.Args, &a); err != nil {
		return tool.Result{}, fault.New(fault.Invalid, "the arguments do not fit the schema of list_tasks")
	}
	ts, total, err := t.Tasks.List(ctx, c.Session.Store, c.Person.ID, a.Done, page, 0)
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
	return tool.Result{Content: b.String(), Trust: heard(ts...)}, nil
}

func (t *Toolset) complete(ctx context.Context, c tool.Call) (tool.Result, error) {
	var a struct {
		ID string `json:"task_id"`
	}
	if err := json.Unmarshal(c.Args, &a); err != nil {
		return tool.Result{}, fault.New(fault.Invalid, "the arguments do not fit the schema of complete_task")
	}
	id := strings.TrimPrefix(strings.Trim(strings.TrimSpace(a.ID), "[]"), "id:")
	if !memory.ValidID(id) {
		return tool.Result{}, fault.Field("task_id", "must be the 8-character ID of a task, as in [id:a1b2c3d4]")
	}
	done, err := t.Tasks.Complete(ctx, c.Session.Store, c.Person.ID, id)
	switch {
	case errors.Is(err, task.ErrDone):
		return tool.Result{Content: "That task was done already: " + done.Title, Trust: heard(done)}, nil
	case errors.Is(err, task.ErrNotFound):
		return tool.Result{Content: "No task has this ID. Call list_tasks to see the IDs."}, nil
	case err != nil:
		return tool.Result{}, err
	}
	return tool.Result{Content: "Done: " + done.Title, Trust: heard(done)}, nil
}

// line shows a task on one line.
func line(t task.Task, zone *time.Location, now time.Time) string {
	s := fmt.Sprintf("[id:%s] %s", t.ID, t.Title)
	switch {
	case t.DoneAt != nil:
		return s + " (done " + when(*t.DoneAt, zone) + ")"
	case t.DueAt == nil:
		return s
	}
	late, due := t.DueAt.Before(now), when(*t.DueAt, zone)
	if t.AllDay {
		late = t.DueAt.In(zone).AddDate(0, 0, 1).Before(now)
		due = t.DueAt.In(zone).Format("Mon 2006-01-02")
	}
	if late {
		return s + " (overdue since " + due + ")"
	}
	return s + " (due " + due + ")"
}

func when(at time.Time, zone *time.Location) string {
	return at.In(zone).Format("Mon 2006-01-02 15:04")
}
