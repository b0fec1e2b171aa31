package tasklist

import (
	"context"

	"keepsake/agent/receipt"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/task"
	"keepsake/templates"
)

// The buttons under a reminder. The reminder stays, without its buttons.

// TapReminded completes the task, or the time of a series that was reminded of.
func (d *Desk) TapReminded(ctx context.Context, a *answer.Answer) error {
	t, err := d.Tasks.CompleteReminded(ctx, a.Actor(), d.Store, a.Person.ID, a.Tap.Ref)
	if err != nil {
		return err
	}
	a.SetKeyboard(a.Tap.Message, nil)
	a.Note = a.Plain("tasks.done_note", nil)
	a.Send(doneThisTime(a, t))
	return nil
}

// doneThisTime says that a task is done, and of a series when it comes again, with Undo.
func doneThisTime(a *answer.Answer, t task.Task) delivery.Body {
	data := templates.Data{"Title": answer.Literal(t.Title)}
	body := delivery.Body{Text: a.Say("tasks.done", data)}
	if t.DoneAt == nil {
		data["Due"] = due(a, t)
		body.Text = a.Say("tasks.done_next", data)
	}
	switch {
	case t.CanTakeBack():
		body.Buttons = [][]delivery.Button{{a.Button("button.undo", receipt.ActionTakeBack, receipt.TakeBackRef(t))}}
	case t.DoneAt != nil:
		body.Buttons = [][]delivery.Button{{a.Button("button.undo", "reopen", t.ID)}}
	}
	return body
}

// TapSnooze puts the reminder off.
func (d *Desk) TapSnooze(ctx context.Context, a *answer.Answer) error {
	id, by := answer.CutRef(a.Tap.Ref)
	t, err := d.Tasks.Snooze(ctx, a.Actor(), d.Store, a.Person.ID, id, task.Snoozing(by))
	if err != nil {
		return err
	}
	a.SetKeyboard(a.Tap.Message, nil)
	a.Send(delivery.Body{Text: a.Say("tasks.snoozed", templates.Data{
		"Title": answer.Literal(t.Title), "Due": a.When(templates.DueMoment, *t.RemindAt),
	})})
	return nil
}

// TapCancel calls the task off, with all times of a series.
func (d *Desk) TapCancel(ctx context.Context, a *answer.Answer) error {
	t, err := d.Tasks.Cancel(ctx, a.Actor(), d.Store, a.Person.ID, a.Tap.Ref)
	if err != nil {
		return err
	}
	a.SetKeyboard(a.Tap.Message, nil)
	a.Send(delivery.Body{
		Text:    a.Say("tasks.cancelled", templates.Data{"Title": answer.Literal(t.Title)}),
		Buttons: [][]delivery.Button{{a.Button("button.undo", "reopen", t.ID)}},
	})
	return nil
}
