package agent

import (
	"context"

	"keepsake/memory"
	"keepsake/scope"
)

// Everybody returns the scope of a store that everybody reads and only owners write (A11).
func Everybody(store string) scope.Scope { return scope.Scope{Store: store, Kind: scope.Global} }

// mostEverybody bounds how many memories of that scope a prompt shows, those that matter most.
const mostEverybody = 50

// loadEverybody fills in what the prompt shows of the scope of everybody, at its revision. It is no part of
// the snapshot and of what tools write to: nobody's own memory is mixed with it.
func (r *run) loadEverybody(ctx context.Context, revision int64) error {
	if revision == 0 || r.cfg.Forgetful || r.session.Private {
		r.everybody = nil
		return nil
	}
	if revision == r.everybodyAt {
		return nil
	}
	q := memory.ActiveQuery(Everybody(r.a.Store))
	q.Kinds, q.Limit = []memory.Kind{memory.Item}, mostEverybody
	ms, err := r.a.Memory.Find(ctx, q)
	if err == nil {
		r.everybody, r.everybodyAt = ms, revision
	}
	return err
}
