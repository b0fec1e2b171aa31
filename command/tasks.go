package command

import (
	"context"

	"keepsake/command/answer"
	"keepsake/command/tasklist"
)

func (s *Service) tasklist() *tasklist.Desk { return &tasklist.Desk{Store: s.Store, Tasks: s.Tasks} }

// tasks is /tasks.
func (h *handling) tasks(ctx context.Context) error {
	return h.s.tasklist().Show(ctx, h.Answer, h.line.Args)
}

// onTasks returns the handler of a button of tasks.
func onTasks(do func(d *tasklist.Desk, ctx context.Context, a *answer.Answer) error) handler {
	return func(h *handling, ctx context.Context) error { return do(h.s.tasklist(), ctx, h.Answer) }
}
