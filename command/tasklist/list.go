package tasklist

import (
	"context"
	"strconv"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/text"
)

// Show shows a page of the open tasks, each with a button that completes it.
func (d *Desk) Show(ctx context.Context, a *answer.Answer, page string) error {
	return d.showPage(ctx, a, answer.PageNumber(page), nil)
}

func (d *Desk) TapPage(ctx context.Context, a *answer.Answer) error {
	return d.showPage(ctx, a, answer.PageNumber(a.Tap.Ref), nil)
}

// showPage shows one page; done is a task just completed, which can be taken back.
func (d *Desk) showPage(ctx context.Context, a *answer.Answer, page int, done *task.Task) error {
	ts, total, err := d.Tasks.List(ctx, d.Store, a.Person.ID, false, answer.PageRows, (page-1)*answer.PageRows)
	if err != nil {
		return err
	}
	if last := answer.LastPage(total); page > last { // what stood there is done
		return d.showPage(ctx, a, last, done)
	}
	body := delivery.Body{Text: a.Say("tasks.title", nil) + "\n"}
	if len(ts) == 0 {
		body.Text = a.Say("tasks.empty", nil)
	}
	for _, t := range ts {
		body.Text += "\n" + d.line(a, t)
		label := "☑️ " + text.Cut(text.OneLine(text.Visible(t.Title)), answer.TapRunes)
		body.Buttons = append(body.Buttons, []delivery.Button{{Text: label, Action: "done", Ref: t.ID + "." + strconv.Itoa(page)}})
	}
	if nav := answer.Pager(page, answer.LastPage(total), func(n int) (action, ref string) {
		return "tasks", strconv.Itoa(n)
	}); nav != nil {
		body.Buttons = append(body.Buttons, nav)
	}
	if done != nil {
		label := a.Plain("tasks.undo", templates.Data{"Title": answer.Literal(text.Cut(done.Title, answer.TapRunes))})
		ref := done.ID + "." + strconv.Itoa(page)
		if done.CanTakeBack() {
			ref += "." + done.Revision.ID
		}
		body.Buttons = append(body.Buttons, []delivery.Button{{Text: label, Action: "undone", Ref: ref}})
	}
	a.Show(body)
	return nil
}

// line returns a task in the list, with when it is due.
func (d *Desk) line(a *answer.Answer, t task.Task) string {
	data := templates.Data{"Title": answer.Literal(text.OneLine(t.Title))}
	if t.DueAt == nil {
		return a.Say("tasks.row", data)
	}
	data["Due"] = dueAndRepeat(a, t)
	if t.DueAt.Before(a.Now) && !t.AllDay {
		return a.Say("tasks.row_overdue", data)
	}
	return a.Say("tasks.row_due", data)
}

// TapDone completes a task of the list.
func (d *Desk) TapDone(ctx context.Context, a *answer.Answer) error {
	id, page := answer.CutRef(a.Tap.Ref)
	t, err := d.Tasks.Complete(ctx, a.Actor(), d.Store, a.Person.ID, id)
	if err != nil {
		return err
	}
	a.Note = a.Plain("tasks.done_note", nil)
	if t.DoneAt == nil && !t.CanTakeBack() { // a series whose next time is to come
		return d.showPage(ctx, a, answer.PageNumber(page), nil)
	}
	return d.showPage(ctx, a, answer.PageNumber(page), &t)
}

// TapUndone takes the completion back.
func (d *Desk) TapUndone(ctx context.Context, a *answer.Answer) error {
	id, rest := answer.CutRef(a.Tap.Ref)
	page, revision := answer.CutRef(rest)
	var err error
	if revision == "" {
		_, err = d.Tasks.Reopen(ctx, a.Actor(), d.Store, a.Person.ID, id)
	} else {
		_, err = d.Tasks.TakeBack(ctx, a.Actor(), d.Store, a.Person.ID, id, revision)
	}
	if err != nil {
		return err
	}
	return d.showPage(ctx, a, answer.PageNumber(page), nil)
}

// dueAndRepeat returns when a task is due, if ever, and how it repeats.
func dueAndRepeat(a *answer.Answer, t task.Task) string {
	switch {
	case t.DueAt == nil:
		return a.Plain("tasks.undated", nil)
	case t.IsRepeating():
		return due(a, t) + " 🔁 " + t.SayRepeat(a.Words, a.Language())
	}
	return due(a, t)
}

// due returns when a task is due.
func due(a *answer.Answer, t task.Task) string {
	style := templates.DueMoment
	if t.AllDay {
		style = templates.DueDay
	}
	return a.When(style, *t.DueAt)
}
