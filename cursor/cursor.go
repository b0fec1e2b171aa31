// Package cursor is how far somebody who follows a conversation has got.
//
// A follower (a digest, a replay) reads the messages after its position, and
// moves it in the transaction of what it caused: after a crash it goes on exactly there, and
// of two that follow under one name only one moves it. A cursor holds a number and no text,
// and goes with its conversation.
//
// The queues of embeddings and of extraction have no cursor: their entries fail and are tried again one
// by one.
//
// Start reading at Service.
package cursor

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/scope"
)

var (
	// ErrMoved says that the cursor is not where the follower left it: another one moved it.
	ErrMoved = fault.New(fault.Conflict, "the cursor was moved meanwhile")
	// ErrNotAllowed refuses everybody who is no part of the house.
	ErrNotAllowed = fault.New(fault.Denied, "only parts of the house move cursors")
	// ErrNotFound says that there is no such conversation.
	ErrNotFound = fault.New(fault.NotFound, "no such conversation to follow")
)

// Store is what a database must do for cursors. Methods join a transaction in the context.
type Store interface {
	// Position returns where a follower is in a conversation; 0 = before its first message.
	Position(ctx context.Context, follower, sessionID string) (int64, error)
	// Move sets the position from one number to another and reports whether it was there.
	// ErrNotFound when there is no such conversation.
	Move(ctx context.Context, follower, sessionID string, from, to int64, at time.Time) (bool, error)
	// Erase removes the cursors of the conversations of a person or a group.
	Erase(ctx context.Context, owner scope.Scope) (int, error)
}

// Service moves cursors.
type Service struct {
	store Store
	now   clock.Now
}

// New returns a Service.
func New(store Store, now clock.Now) *Service { return &Service{store: store, now: now} }

// Position returns the number of the last message that a follower has done with, 0 when none.
func (s *Service) Position(ctx context.Context, follower, sessionID string) (int64, error) {
	n, err := s.store.Position(ctx, follower, sessionID)
	return n, fault.Op(err, "cursor: position")
}

// Move moves a follower forward, in the transaction of ctx. ErrMoved when it is not at from;
// fault.Invalid when to is not after from. A part of the house may (actor.IsPart).
func (s *Service) Move(ctx context.Context, a actor.Actor, follower, sessionID string, from, to int64) error {
	switch {
	case !a.IsPart():
		return fault.Op(ErrNotAllowed, "cursor: move")
	case follower == "" || from < 0 || to <= from:
		return fault.Op(fault.Field("position", "moves forward only, for a named follower"), "cursor: move")
	}
	moved, err := s.store.Move(ctx, follower, sessionID, from, to, s.now.UTC())
	if err == nil && !moved {
		err = ErrMoved
	}
	return fault.Op(err, "cursor: move")
}

// Erase removes the cursors of the conversations of a scope; it returns how many went. The
// person whose they are may, the admins of a group, and the system.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) (int, error) {
	if !a.CanErase(owner) {
		return 0, fault.Op(ErrNotAllowed, "cursor: erase")
	}
	n, err := s.store.Erase(ctx, owner)
	return n, fault.Op(err, "cursor: erase")
}
