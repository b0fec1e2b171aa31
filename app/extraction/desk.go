package extraction

import (
	"context"
	"fmt"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/prune"
	"keepsake/memory/revert"
	"keepsake/tx"
)

// Backlog is what waits of a memory store.
type Backlog struct {
	Waiting int       // runs
	Since   time.Time // since when the first of them is due; zero = none waits
	Parked  int       // runs that failed too often, at most maxParked
}

// maxParked bounds how many parked runs are looked at.
const maxParked = 200

// BacklogOf returns what waits of some stores together.
func BacklogOf(ctx context.Context, cs *candidate.Service, stores []string) (all Backlog, err error) {
	for _, store := range stores {
		n, since, err := cs.Pending(ctx, store)
		if err != nil {
			return Backlog{}, err
		}
		parked, err := cs.Parked(ctx, store, maxParked)
		if err != nil {
			return Backlog{}, err
		}
		all.Waiting += n
		all.Parked += len(parked)
		if n > 0 && (all.Since.IsZero() || since.Before(all.Since)) {
			all.Since = since
		}
	}
	return all, nil
}

// Desk shows the parked runs of one store, and has them tried again.
type Desk struct {
	Candidates *candidate.Service
	Memory     *memory.Service
	Tx         tx.Runner
	Store      string
	Pruning    *prune.Service
}

// Revert takes back everything that a run has stored, and returns how many changes that were; see revert.Reverter. An
// unknown run is fault.NotFound.
func (d Desk) Revert(ctx context.Context, id string) (int, error) {
	n, err := revert.Reverter{Memory: d.Memory, Candidates: d.Candidates, Tx: d.Tx}.RevertIn(ctx, actor.OfSystem(), d.Store, id)
	if fault.KindOf(err) == fault.NotFound {
		return 0, fault.New(fault.NotFound, "no run with the id "+id+" has kept anything that could be taken back (/memory why names the run of a memory)")
	}
	return n, err
}

// Parked returns the parked runs, the newest first, at most limit.
func (d Desk) Parked(ctx context.Context, limit int) ([]candidate.Run, error) {
	return d.Candidates.Parked(ctx, d.Store, limit)
}

// Backlog returns what waits.
func (d Desk) Backlog(ctx context.Context) (Backlog, error) {
	return BacklogOf(ctx, d.Candidates, []string{d.Store})
}

// Retry lets a parked run begin anew, or with "" all of them; it returns how many. Pruning that stopped to ask is done at
// once. An id that is not parked is fault.NotFound.
func (d Desk) Retry(ctx context.Context, id string) (n int, err error) {
	parked, err := d.Parked(ctx, maxParked)
	if err != nil {
		return 0, err
	}
	for _, r := range parked {
		if id != "" && r.ID != id {
			continue
		}
		if r.Kind == actor.System {
			_, err = d.Pruning.Allow(ctx, actor.OfSystem(), r)
		} else {
			err = d.Candidates.Retry(ctx, actor.Actor{Kind: actor.Extraction, SessionID: r.SessionID}, r)
		}
		if err != nil {
			return n, err
		}
		n++
	}
	if id != "" && n == 0 {
		return 0, fault.New(fault.NotFound, fmt.Sprintf("no parked run has the id %s", id))
	}
	return n, nil
}
