package candidate

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// ReasonTooMany returns why a run of a kind is parked that would archive too many memories; letting it begin anew is the
// consent.
func ReasonTooMany(kind actor.Kind) string {
	if kind == actor.System {
		return "it would archive too many confirmed memories: let it begin anew to allow that"
	}
	return "it would merge too many memories: let it begin anew to allow that"
}

// Question is about a run that stopped because it would archive too many memories (policy.Policy.IsTooMany).
type Question struct {
	Scope     scope.Scope
	RunID     string
	Kind      actor.Kind // of the run: actor.Consolidation, or actor.System of pruning
	Going, Of int        // how many memories would go to the archive, of how many
}

// RunFor returns a run of a kind for which the actor can answer: its person may, and an owner for a scope without a
// person. all are the scopes of its store. What is not theirs to answer is ErrNotFound.
func (s *Service) RunFor(ctx context.Context, a actor.Actor, all []scope.Scope, kind actor.Kind, runID string) (Run, error) {
	theirs := slices.DeleteFunc(slices.Clone(all), func(o scope.Scope) bool {
		if o.Kind == scope.User {
			return o.ID != a.ID
		}
		return !a.Owner
	})
	run, err := s.store.Run(ctx, theirs, runID)
	if err == nil && (a.Kind != actor.Person || run.Kind != kind) {
		err = ErrNotFound
	}
	return run, fault.Op(err, "candidate: run %s", runID)
}

// Stopped is RunFor for a run that stopped with ReasonTooMany; what was settled before is ErrNotFound.
func (s *Service) Stopped(ctx context.Context, a actor.Actor, all []scope.Scope, kind actor.Kind, runID string) (Run, error) {
	run, err := s.RunFor(ctx, a, all, kind, runID)
	if err == nil && (run.State != Parked || run.Error != ReasonTooMany(kind)) {
		err = fault.Op(ErrNotFound, "candidate: run %s", runID)
	}
	return run, err
}
