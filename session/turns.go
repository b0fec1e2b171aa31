package session

import (
	"context"
	"errors"
	"time"

	"keepsake/fault"
)

// Unfinished reports whether a turn is still to be worked on.
func (t Turn) Unfinished() bool { return t.State == TurnOpen || t.State == TurnWaiting }

// Close ends a turn in a final state.
func (t *Turn) Close(state TurnState, at time.Time) {
	t.State, t.RetryAt, t.ClosedAt = state, nil, &at
}

// Add adds what one model call cost.
func (u *Usage) Add(prompt, cached, answer int, cost float64, model string) {
	u.Calls++
	u.PromptTokens += prompt
	u.CachedTokens += cached
	u.AnswerTokens += answer
	u.Cost += cost
	if model != "" {
		u.Model = model
	}
}

// OpenTurn stores a new turn of a session in a delivery lane, which answers a person ("" =
// one without an id). The caller makes sure that the lane has no unfinished one.
func (s *Service) OpenTurn(ctx context.Context, sessionID, lane, person string) (Turn, error) {
	t := Turn{ID: newID(), SessionID: sessionID, Lane: lane, Person: person, State: TurnOpen, OpenedAt: s.now()}
	return t, fault.Op(s.Store.OpenTurn(ctx, t), "open turn")
}

// Turn returns a turn; ErrNotFound when there is none.
func (s *Service) Turn(ctx context.Context, id string) (Turn, error) {
	t, err := s.Store.Turn(ctx, id)
	return t, fault.Op(err, "turn %s", id)
}

// SaveTurn writes State, ReplyID, RetryAt, ClosedAt and Usage.
func (s *Service) SaveTurn(ctx context.Context, t Turn) error {
	return fault.Op(s.Store.SaveTurn(ctx, t), "save turn %s", t.ID)
}

// LaneTurn returns the lane's unfinished turn; ok is false when there is none.
func (s *Service) LaneTurn(ctx context.Context, lane string) (t Turn, ok bool, err error) {
	t, err = s.Store.LaneTurn(ctx, lane)
	if errors.Is(err, ErrNotFound) {
		return Turn{}, false, nil
	}
	return t, err == nil, fault.Op(err, "turn of a lane")
}

// TurnMessages returns a turn's messages in order.
func (s *Service) TurnMessages(ctx context.Context, turnID string) ([]Message, error) {
	ms, err := s.Store.TurnMessages(ctx, turnID)
	return ms, fault.Op(err, "messages of turn %s", turnID)
}

// AskStop marks the lane's unfinished turn as to be stopped and reports whether there
// was one. Whoever works on it stops at its next step.
func (s *Service) AskStop(ctx context.Context, lane string) (bool, error) {
	ok, err := s.Store.AskStop(ctx, lane)
	return ok, fault.Op(err, "ask a turn to stop")
}
