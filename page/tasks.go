package page

import (
	"context"

	"keepsake/actor"
	"keepsake/task"
	"keepsake/templates"
)

// maxTasks bounds a list of tasks.
const maxTasks = 200

// addTasks registers the person's tasks.
func (r *Room) addTasks() {
	r.page("GET /me/tasks", "page-tasks", (*visit).tasks)
	r.page("POST /me/tasks/{id}/done", "page-task-done", (*visit).taskDone)
	r.page("POST /me/tasks/{id}/reopen", "page-task-reopen", (*visit).taskReopen)
	r.page("POST /me/tasks/{id}/delete", "page-task-delete", (*visit).taskDelete)
}

// todo is a task as it is shown.
type todo struct {
	task.Task
	Due, Repeat string // "" = none
	Late        bool
}

// tasks lists what is to do, what is due first before the rest, and what was done last.
func (v *visit) tasks() error {
	open, total, err := v.tasksOf(false)
	if err != nil {
		return err
	}
	done, _, err := v.tasksOf(true)
	if err != nil {
		return err
	}
	return v.show("tasks.html", "page.tasks", map[string]any{"Open": open, "Total": total, "Done": done})
}

func (v *visit) tasksOf(done bool) (all []todo, total int, err error) {
	limit := maxTasks
	if done {
		limit = pageRows
	}
	ts, total, err := v.agent.Commands.Tasks.List(v.ctx(), v.agent.Commands.Store, v.person.ID, done, limit, 0)
	for _, t := range ts {
		one := todo{Task: t}
		if t.DueAt != nil {
			style := templates.DueMoment
			if t.AllDay {
				style = templates.DueDay
			}
			one.Due = v.words.FormatTime(v.Lang, style, t.DueAt.In(v.zone))
			one.Late = !done && !t.AllDay && t.DueAt.Before(v.room.cfg.Now.UTC())
		}
		if t.IsRepeating() {
			one.Repeat = t.SayRepeat(v.words, v.Lang)
		}
		all = append(all, one)
	}
	return all, total, err
}

func (v *visit) taskDone() error   { return v.changeTask(v.agent.Commands.Tasks.Complete, "saved") }
func (v *visit) taskReopen() error { return v.changeTask(v.agent.Commands.Tasks.Reopen, "restored") }

// changeTask does something with the task that the address names.
func (v *visit) changeTask(do func(ctx context.Context, a actor.Actor, store, person, id string) (task.Task, error), done string) error {
	if _, err := do(v.ctx(), v.actor(), v.agent.Commands.Store, v.person.ID, v.id()); err != nil {
		return err
	}
	return v.goTo("/me/tasks", done, "")
}

// taskDelete takes a task off the list for good.
func (v *visit) taskDelete() error {
	if err := v.agent.Commands.Tasks.Delete(v.ctx(), v.actor(), v.agent.Commands.Store, v.person.ID, v.id()); err != nil {
		return err
	}
	return v.goTo("/me/tasks", "deleted", "")
}
