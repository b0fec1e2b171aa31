package command

import (
	"context"
	"strconv"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/text"
)

// tasks is /tasks: the open ones, each with a button that completes it.
func (h *handling) tasks(ctx context.Context) error {
	return h.taskPage(ctx, answer.PageNumber(h.line.Args), nil)
}

func (h *handling) tapTasks(ctx context.Context) error {
	return h.taskPage(ctx, answer.PageNumber(h.Tap.Ref), nil)
}

// taskPage shows one page; done is a task just completed, which can be taken back.
func (h *handling) taskPage(ctx context.Context, page int, done *task.Task) error {
	ts, total, err := h.s.Tasks.List(ctx, h.s.Store, h.Person.ID, false, answer.PageRows, (page-1)*answer.PageRows)
	if err != nil {
		return err
	}
	if last := answer.LastPage(total); page > last { // what stood there is done
		return h.taskPage(ctx, last, done)
	}
	body := delivery.Body{Text: h.Say("tasks.title", nil) + "\n"}
	if len(ts) == 0 {
		body.Text = h.Say("tasks.empty", nil)
	}
	for _, t := range ts {
		body.Text += "\n" + h.taskLine(t)
		label := "☑️ " + text.Cut(text.OneLine(text.Visible(t.Title)), answer.TapRunes)
		body.Buttons = append(body.Buttons, []delivery.Button{{Text: label, Action: "done", Ref: t.ID + "." + strconv.Itoa(page)}})
	}
	if nav := answer.Pager(page, answer.LastPage(total), func(n int) (action, ref string) {
		return "tasks", strconv.Itoa(n)
	}); nav != nil {
		body.Buttons = append(body.Buttons, nav)
	}
	if done != nil {
		label := h.Plain("tasks.undo", templates.Data{"Title": answer.Literal(text.Cut(done.Title, answer.TapRunes))})
		body.Buttons = append(body.Buttons, []delivery.Button{{Text: label, Action: "undone", Ref: done.ID + "." + strconv.Itoa(page)}})
	}
	h.Show(body)
	return nil
}

// taskLine returns a task in the list, with when it is due.
func (h *handling) taskLine(t task.Task) string {
	data := templates.Data{"Title": answer.Literal(text.OneLine(t.Title))}
	if t.DueAt == nil {
		return h.Say("tasks.row", data)
	}
	style := templates.DueMoment
	if t.AllDay {
		style = templates.DueDay
	}
	data["Due"] = h.When(style, *t.DueAt)
	if t.DueAt.Before(h.Now) && !t.AllDay {
		return h.Say("tasks.row_overdue", data)
	}
	return h.Say("tasks.row_due", data)
}

// tapDone completes a task of the list.
func (h *handling) tapDone(ctx context.Context) error {
	id, page := answer.CutRef(h.Tap.Ref)
	t, err := h.s.Tasks.Complete(ctx, h.Actor(), h.s.Store, h.Person.ID, id)
	if err != nil {
		return err
	}
	h.Note = h.Plain("tasks.done_note", nil)
	return h.taskPage(ctx, answer.PageNumber(page), &t)
}

// tapUndone takes the completion back.
func (h *handling) tapUndone(ctx context.Context) error {
	id, page := answer.CutRef(h.Tap.Ref)
	if _, err := h.s.Tasks.Reopen(ctx, h.Actor(), h.s.Store, h.Person.ID, id); err != nil {
		return err
	}
	return h.taskPage(ctx, answer.PageNumber(page), nil)
}

// tapReminded completes the task of a reminder; the reminder stays, without its button.
func (h *handling) tapReminded(ctx context.Context) error {
	t, err := h.s.Tasks.Complete(ctx, h.Actor(), h.s.Store, h.Person.ID, h.Tap.Ref)
	if err != nil {
		return err
	}
	h.RetireButton()
	h.Note = h.Plain("tasks.done_note", nil)
	h.Reply("tasks.done", templates.Data{"Title": answer.Literal(t.Title)})
	return nil
}
