package bot

import (
	"context"
	"strconv"

	"keepsake/delivery"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/text"
)

// tasks is /tasks: what is open, each with a button that completes it.
func (r *request) tasks(ctx context.Context, c command) error {
	return r.taskPage(ctx, number(c.Args), nil)
}

func (r *request) tapTasks(ctx context.Context) error { return r.taskPage(ctx, number(r.tap.ref), nil) }

// taskPage shows one page; done is a task just completed, which can be taken back.
func (r *request) taskPage(ctx context.Context, page int, done *task.Task) error {
	ts, total, err := r.cfg.Tasks.List(ctx, r.cfg.Store, r.person.ID, false, pageRows, (page-1)*pageRows)
	if err != nil {
		return err
	}
	if last := lastPage(total); page > last { // what stood there is done
		return r.taskPage(ctx, last, done)
	}
	body := delivery.Body{Text: r.word("tasks.title", nil) + "\n"}
	if len(ts) == 0 {
		body.Text = r.word("tasks.empty", nil)
	}
	for _, t := range ts {
		body.Text += "\n" + r.taskLine(t)
		label := "☑️ " + text.Cut(text.OneLine(text.Visible(t.Title)), tapRunes)
		body.Buttons = append(body.Buttons, []delivery.Button{{Text: label, Action: "done", Ref: t.ID + "." + strconv.Itoa(page)}})
	}
	if nav := r.pager(page, lastPage(total), func(n int) (action, ref string) {
		return "tasks", strconv.Itoa(n)
	}); nav != nil {
		body.Buttons = append(body.Buttons, nav)
	}
	if done != nil {
		label := r.plain("tasks.undo", templates.Data{"Title": shown(text.Cut(done.Title, tapRunes))})
		body.Buttons = append(body.Buttons, []delivery.Button{{Text: label, Action: "undone", Ref: done.ID + "." + strconv.Itoa(page)}})
	}
	return r.show(ctx, body)
}

func (r *request) taskLine(t task.Task) string {
	data := templates.Data{"Title": shown(text.OneLine(t.Title))}
	if t.DueAt == nil {
		return r.word("tasks.row", data)
	}
	style := templates.DueMoment
	if t.AllDay {
		style = templates.DueDay
	}
	data["Due"] = r.when(style, *t.DueAt)
	if t.DueAt.Before(r.now()) && !t.AllDay {
		return r.word("tasks.row_overdue", data)
	}
	return r.word("tasks.row_due", data)
}

func (r *request) tapDone(ctx context.Context) error {
	id, page := head(r.tap.ref)
	t, err := r.cfg.Tasks.Complete(ctx, r.cfg.Store, r.person.ID, id)
	if err != nil {
		return err
	}
	r.note = r.plain("tasks.done_note", nil)
	return r.taskPage(ctx, number(page), &t)
}

func (r *request) tapUndone(ctx context.Context) error {
	id, page := head(r.tap.ref)
	if _, err := r.cfg.Tasks.Reopen(ctx, r.cfg.Store, r.person.ID, id); err != nil {
		return err
	}
	return r.taskPage(ctx, number(page), nil)
}

// tapReminded completes the task of a reminder; the reminder stays, without its button.
func (r *request) tapReminded(ctx context.Context) error {
	t, err := r.cfg.Tasks.Complete(ctx, r.cfg.Store, r.person.ID, r.tap.ref)
	if err != nil {
		return err
	}
	if err := r.retire(ctx); err != nil {
		return err
	}
	r.note = r.plain("tasks.done_note", nil)
	return r.reply(ctx, "tasks.done", templates.Data{"Title": shown(t.Title)})
}
