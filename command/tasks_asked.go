package command

import (
	"context"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/task"
	"keepsake/templates"
)

// The buttons under an answer that made, completed or asked about tasks (package agent/receipt). Each
// takes its row off the answer and says what happened; tapped again it says so and changes nothing.

// tapAddTask puts a proposed task on the list.
func (h *handling) tapAddTask(ctx context.Context) error {
	return h.tapTask(ctx, h.s.Tasks.Accept, "tasks.added", "untask")
}

// tapNoTask drops a proposed task.
func (h *handling) tapNoTask(ctx context.Context) error {
	return h.tapTask(ctx, h.s.Tasks.Decline, "tasks.not_added", "")
}

// tapUndoTask removes a task that was made in the conversation.
func (h *handling) tapUndoTask(ctx context.Context) error {
	return h.tapTask(ctx, func(ctx context.Context, a actor.Actor, store, person, id string) (task.Task, error) {
		t, err := h.s.Tasks.Get(ctx, store, person, id)
		if err != nil {
			return t, err
		}
		return t, h.s.Tasks.Delete(ctx, a, store, person, id)
	}, "tasks.removed", "")
}

// tapDoTask completes a task that the person was asked about.
func (h *handling) tapDoTask(ctx context.Context) error {
	return h.tapTask(ctx, h.s.Tasks.Complete, "tasks.done", "reopen")
}

// tapLeaveTask leaves a task open that the person was asked about.
func (h *handling) tapLeaveTask(ctx context.Context) error {
	return h.tapTask(ctx, h.s.Tasks.LeaveOpen, "tasks.left_open", "")
}

// tapReopen opens a completed task again, with its reminder.
func (h *handling) tapReopen(ctx context.Context) error {
	return h.tapTask(ctx, h.s.Tasks.Reopen, "tasks.reopened", "")
}

// tapTask does one of these with the task of the button, and says so in a sentence, below which stands
// Undo when there is an action that takes it back.
func (h *handling) tapTask(ctx context.Context, do func(ctx context.Context, a actor.Actor, store, person, id string) (task.Task, error), sentence, undo string) error {
	t, err := do(ctx, h.Actor(), h.s.Store, h.Person.ID, h.Tap.Ref)
	if err != nil {
		return err
	}
	h.RetireButton()
	body := delivery.Body{Text: h.Say(sentence, templates.Data{"Title": answer.Literal(t.Title)})}
	if undo != "" {
		body.Buttons = [][]delivery.Button{{h.Button("button.undo", undo, t.ID)}}
	}
	h.Send(body)
	return nil
}
