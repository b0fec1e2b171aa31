package session

import (
	"context"
	"errors"
	"time"

	"keepsake/actor"
	"keepsake/fault"
)

// IsUnfinished reports whether a turn is still to be worked on.
func (t Turn) IsUnfinished() bool { return t.State == TurnOpen || t.State == TurnWaiting }

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

// NewTurn returns a turn of a session in a delivery lane, which answers a person ("" = one
// without an id). It writes nothing: OpenTurn stores it.
func (s *Service) NewTurn(sessionID, lane, person string) Turn {
	return Turn{ID: newID(), SessionID: sessionID, Lane: lane, Person: person, State: TurnOpen, OpenedAt: s.now.UTC()}
}

// OpenTurn stores a new turn. The caller makes sure that its lane has no unfinished one. For
// who speaks in the session (actor.Actor.SessionID) and the house; others get ErrDenied.
func (s *Service) OpenTurn(ctx context.Context, a actor.Actor, t Turn) error {
	if !canWriteTo(a, t.SessionID) {
		return ErrDenied
	}
	return fault.Op(s.store.OpenTurn(ctx, t), "open turn")
}

// Turn returns a turn; ErrNotFound when there is none.
func (s *Service) Turn(ctx context.Context, id string) (Turn, error) {
	t, err := s.store.Turn(ctx, id)
	return t, fault.Op(err, "turn %s", id)
}

// SaveTurn writes State, ReplyID, RetryAt, ClosedAt, Usage, Used and Spoken of an unfinished turn.
// ErrTurnEnded: it has ended. ErrNotFound: it is not there any more. For whoever may
// OpenTurn; others get ErrDenied.
func (s *Service) SaveTurn(ctx context.Context, a actor.Actor, t Turn) error {
	if !canWriteTo(a, t.SessionID) {
		return ErrDenied
	}
	if err := s.store.SaveTurn(ctx, t); err != nil {
		return fault.Op(err, "save turn %s", t.ID)
	}
	switch {
	case !t.IsUnfinished() && s.events.TurnEnded != nil:
		s.store.AfterCommit(ctx, func() { s.events.TurnEnded(t.State) })
	case t.State == TurnWaiting && s.events.TurnWaits != nil:
		s.store.AfterCommit(ctx, s.events.TurnWaits)
	}
	return nil
}

// LaneTurn returns the lane's unfinished turn; ok is false when there is none.
func (s *Service) LaneTurn(ctx context.Context, lane string) (t Turn, ok bool, err error) {
	t, err = s.store.LaneTurn(ctx, lane)
	if errors.Is(err, ErrNotFound) {
		return Turn{}, false, nil
	}
	return t, err == nil, fault.Op(err, "turn of a lane")
}

// TurnMessages returns a turn's messages in order.
func (s *Service) TurnMessages(ctx context.Context, turnID string) ([]Message, error) {
	ms, err := s.store.TurnMessages(ctx, turnID)
	return ms, fault.Op(err, "messages of turn %s", turnID)
}

// AskStop marks the lane's unfinished turn as to be stopped and reports whether there
// was one. Whoever works on it stops at its next step. For persons and the house; others get
// ErrDenied. A door names the lane of the chat that the person writes in, no other.
func (s *Service) AskStop(ctx context.Context, a actor.Actor, lane string) (bool, error) {
	if !a.IsPart() && a.Kind != actor.Person {
		return false, ErrDenied
	}
	ok, err := s.store.AskStop(ctx, lane)
	return ok, fault.Op(err, "ask a turn to stop")
}
