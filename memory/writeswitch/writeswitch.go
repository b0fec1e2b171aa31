// Package writeswitch switches the writing of memories off and on: for everybody, in an emergency (A64), or
// for one scope (A65).
//
// A switch is a row, and package memory reads it in the transaction of each write. So it holds for every
// process on the database at once, without a restart: when Set has returned, nothing that it forbids is
// committed any more. Forgetting is never stopped (R12).
//
// Start reading at Service.Set.
package writeswitch

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
)

// Everybody is the scope that stands for all scopes of the database.
var Everybody = scope.Scope{}

// State is whether writes are off, and since when.
type State struct {
	Off   bool
	Since time.Time // of the last change; zero = there was none
}

// Store is what a database must do for switches. Its transactions are those of memory.Store.
type Store interface {
	// SwitchWrites sets the switch of a scope, after the writes that are under way.
	SwitchWrites(ctx context.Context, owner scope.Scope, off bool, at time.Time) error
	// WriteSwitch returns the switch of a scope alone.
	WriteSwitch(ctx context.Context, owner scope.Scope) (State, error)
}

// Service sets and reads the switches.
type Service struct {
	Store Store
	Now   clock.Now
}

// Set switches the writes of a scope, or of Everybody, off or on. Owners of the bot and the system may;
// others get memory.ErrNotAllowed.
func (s *Service) Set(ctx context.Context, a actor.Actor, owner scope.Scope, off bool) error {
	if a.Kind != actor.System && !(a.Kind == actor.Person && a.Owner) {
		return memory.ErrNotAllowed
	}
	return fault.Op(s.Store.SwitchWrites(ctx, owner, off, s.Now.UTC()), "switch memory writes")
}

// Get returns the switch of a scope, or of Everybody, alone: another may forbid writes as well.
func (s *Service) Get(ctx context.Context, owner scope.Scope) (State, error) {
	if s == nil {
		return State{}, nil
	}
	st, err := s.Store.WriteSwitch(ctx, owner)
	return st, fault.Op(err, "read the switch of memory writes")
}
