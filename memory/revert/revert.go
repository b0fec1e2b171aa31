// Package revert takes back everything that a run of extraction, or of compaction, has stored.
//
// Start reading at Reverter.
package revert

import (
	"context"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/scope"
	"keepsake/tx"
)

// reasonReverted is the reason of the verdicts of a run that was taken back.
const reasonReverted = "taken back with all that its run kept"

// Reverter takes back what a run kept. All fields are required.
type Reverter struct {
	Memory     *memory.Service
	Candidates *candidate.Service
	Tx         tx.Runner
}

// Revert takes back everything that a run of these scopes has stored, in one transaction or not at all, and returns how
// many changes that were. Evidence that it added to what was known before stays. Its verdicts say so from then on. Permissions
// and errors are those of memory.Service.Revert: a memory that was changed since is fault.Conflict, and then nothing is
// taken back.
func (r Reverter) Revert(ctx context.Context, a actor.Actor, scopes []scope.Scope, runID string) (n int, err error) {
	err = r.Tx.InTx(ctx, func(ctx context.Context) error {
		changes, err := r.Memory.Revert(ctx, a, scopes, runID)
		if err != nil {
			return err
		}
		n = len(changes)
		_, verdicts, err := r.Candidates.OfRun(ctx, scopes, runID)
		if err != nil {
			return err
		}
		for _, v := range verdicts {
			if v.ChangeID == "" {
				continue
			}
			v.Action, v.Reason = candidate.Refused, reasonReverted
			if err := r.Candidates.Decide(ctx, actor.Actor{Kind: actor.Extraction}, v); err != nil {
				return err
			}
		}
		return nil
	})
	return n, fault.Op(err, "revert run %s", runID)
}

// RevertIn is Revert for a run of anybody in a memory store: for owners and the system; others get ErrNotAllowed. They see
// how many changes it was, and no text. An unknown run is fault.NotFound.
func (r Reverter) RevertIn(ctx context.Context, a actor.Actor, store, runID string) (int, error) {
	if a.Kind != actor.System && !(a.Kind == actor.Person && a.Owner) {
		return 0, fault.Op(memory.ErrNotAllowed, "revert run %s", runID)
	}
	scopes, err := r.Memory.Scopes(ctx, store)
	if err != nil {
		return 0, err
	}
	run, err := r.Candidates.Run(ctx, scopes, runID)
	if err != nil {
		return 0, err
	}
	return r.Revert(ctx, actor.OfSystem(), []scope.Scope{run.Scope}, runID)
}

// IsReverted reports whether a find was taken back with its run.
func IsReverted(v candidate.Verdict) bool { return v.Reason == reasonReverted }
