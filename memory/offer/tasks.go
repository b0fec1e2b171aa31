package offer

import (
	"context"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/task"
)

// SettleTasks applies a yes or no of the person to what an answer of the bot asked about tasks (W8). A no declines
// what it proposed and leaves open what it asked about; a yes counts only where that was its only question,
// memories included, since it does not say which of several it is for. It returns the turn that asked, "" when nothing was
// settled.
func SettleTasks(ctx context.Context, tasks *task.Service, memories *memory.Service, a actor.Actor, scopes []scope.Scope, window []session.Message, answer Answer) (string, error) {
	asked, ok := answer.findAsked(window, a.TurnID)
	if !ok || !IsAnswer(answer.Said) || len(scopes) == 0 {
		return "", nil
	}
	store := scopes[0].Store
	ts, err := tasks.OfTurn(ctx, store, a.ID, asked.TurnID)
	if err != nil {
		return "", err
	}
	var proposed, doubted []task.Task
	for _, t := range ts {
		switch {
		case t.Proposed && !t.IsDeclined():
			proposed = append(proposed, t)
		case !t.Proposed && t.DoneAt == nil && t.AskedTurn == asked.TurnID:
			doubted = append(doubted, t)
		}
	}
	open := len(proposed) + len(doubted)
	accept, complete := tasks.Decline, tasks.LeaveOpen
	if answer.isYes() && open > 0 {
		others, err := memories.Decisions(ctx, scopes, memory.DecisionOpen, asked.TurnID)
		if err != nil || open+len(others) > 1 {
			return "", err
		}
		accept, complete = tasks.Accept, tasks.Complete
	}
	for _, t := range proposed {
		if _, err := accept(ctx, a, store, a.ID, t.ID); err != nil {
			return "", err
		}
	}
	for _, t := range doubted {
		if _, err := complete(ctx, a, store, a.ID, t.ID); err != nil {
			return "", err
		}
	}
	if open == 0 {
		return "", nil
	}
	return asked.TurnID, nil
}
