package tasklist

import (
	"context"

	"keepsake/actor"
	"keepsake/agent/receipt"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/task"
	"keepsake/templates"
)

// The buttons under an answer that made, completed or asked about tasks (package agent/receipt). Each
// takes its row off the answer and says what happened; tapped again it says so and changes nothing.

// TapAdd puts a proposed task on the list.
func (d *Desk) TapAdd(ctx context.Context, a *answer.Answer) error {
	return d.decide(ctx, a, d.Tasks.Accept, "tasks.added", "untask")
}

// TapNo drops a proposed task.
func (d *Desk) TapNo(ctx context.Context, a *answer.Answer) error {
	return d.decide(ctx, a, d.Tasks.Decline, "tasks.not_added", "")
}

// TapUndo removes a task that was made in the conversation.
func (d *Desk) TapUndo(ctx context.Context, a *answer.Answer) error {
	return d.decide(ctx, a, func(ctx context.Context, who actor.Actor, store, person, id string) (task.Task, error) {
		t, err := d.Tasks.Get(ctx, store, person, id)
		if err != nil {
			return t, err
		}
		return t, d.Tasks.Delete(ctx, who, store, person, id)
	}, "tasks.removed", "")
}

// TapDo completes a task that the person was asked about.
func (d *Desk) TapDo(ctx context.Context, a *answer.Answer) error {
	return d.decide(ctx, a, d.Tasks.Complete, "tasks.done", "")
}

// TapLeave leaves a task open that the person was asked about.
func (d *Desk) TapLeave(ctx context.Context, a *answer.Answer) error {
	return d.decide(ctx, a, d.Tasks.LeaveOpen, "tasks.left_open", "")
}

// TapReopen opens a completed task again, with its reminder.
func (d *Desk) TapReopen(ctx context.Context, a *answer.Answer) error {
	return d.decide(ctx, a, d.Tasks.Reopen, "tasks.reopened", "")
}

// TapTakeBack puts a task back to where it was before it was moved, or before a time of a series was done.
func (d *Desk) TapTakeBack(ctx context.Context, a *answer.Answer) error {
	id, revision := answer.CutRef(a.Tap.Ref)
	t, err := d.Tasks.TakeBack(ctx, a.Actor(), d.Store, a.Person.ID, id, revision)
	if err != nil {
		return err
	}
	a.RetireButton()
	a.Send(delivery.Body{Text: a.Say("tasks.put_back", templates.Data{"Title": answer.Literal(t.Title), "Due": dueAndRepeat(a, t)})})
	return nil
}

// decide does one of these with the task of the button, and says so in a sentence, below which stands
// Undo when there is an action that takes it back.
func (d *Desk) decide(ctx context.Context, a *answer.Answer, do func(ctx context.Context, a actor.Actor, store, person, id string) (task.Task, error), sentence, undo string) error {
	t, err := do(ctx, a.Actor(), d.Store, a.Person.ID, a.Tap.Ref)
	if err != nil {
		return err
	}
	a.RetireButton(receipt.SettledTask(t, receipt.Voice{Words: a.Words, Lang: a.Language(), Zone: a.Clock()})...)
	body := delivery.Body{Text: a.Say(sentence, templates.Data{"Title": answer.Literal(t.Title)})}
	if sentence == "tasks.done" {
		body, undo = doneThisTime(a, t), ""
	}
	if undo != "" {
		body.Buttons = [][]delivery.Button{{a.Button("button.undo", undo, t.ID)}}
	}
	a.Send(body)
	return nil
}
