package ingest

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/logs"
	"keepsake/memory/policy"
	"keepsake/memory/revert"
)

// Drifted is a policy that the watch has taken back.
type Drifted struct {
	From, To policy.Revision
	Drift    policy.Drift
	Why      string // constant English with figures
}

// revertFor is how long after a rollback of its own the watch takes back what the policy before it wrote.
const revertFor = time.Hour

// Watch looks at what the newest policy of the store has changed (A43, A44). Past the limits of policy.Drift the policy
// returns to the last stable one, Drifts is told, and every run that the bad policy wrote is taken back whole, but for those
// that somebody changed since. A policy that stayed within the limits for policy.TrialTime is stable from then on. It returns
// how many runs were taken back.
func (s *Service) Watch(ctx context.Context) (int, error) {
	if s == nil || s.Policies == nil || s.ReadOnly {
		return 0, nil
	}
	history, err := s.Policies.History(ctx, s.Store, s.Policy, 0)
	if err != nil {
		return 0, fault.Op(err, "ingest: watch")
	}
	now, newest := s.Now.UTC(), history[0]
	if newest.By != policy.ByDrift {
		back, err := s.judgePolicy(ctx, newest, now)
		if err != nil || back.Number == 0 {
			return 0, fault.Op(err, "ingest: watch")
		}
		return s.revertRuns(ctx, newest)
	}
	if len(history) > 1 && now.Sub(newest.At) < revertFor { // the process may have ended in between, and others wrote until they read it
		return s.revertRuns(ctx, history[1])
	}
	return 0, nil
}

// judgePolicy measures a policy on trial, and takes it back past the limits; back is the one that counts then, Number 0
// when nothing was taken back.
func (s *Service) judgePolicy(ctx context.Context, r policy.Revision, now time.Time) (back policy.Revision, err error) {
	_, writes, err := s.Candidates.RunsUnder(ctx, s.Store, r.Policy.Version(), r.At)
	if err != nil {
		return back, err
	}
	d, isWatched, err := s.Policies.Measure(ctx, s.Store, r, writes)
	if err != nil || !isWatched {
		return back, err
	}
	if s.Measured != nil {
		s.Measured(d)
	}
	why := d.Reason()
	switch {
	case why == "" && now.Sub(r.At) >= policy.TrialTime:
		return back, s.Policies.MarkStable(ctx, actor.OfSystem(), s.Store, r.Number)
	case why == "":
		return back, nil
	}
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		if back, err = s.Policies.Rollback(ctx, policy.ByWatch(), s.Store, s.Policy, 0, why); err != nil || s.Drifts == nil {
			return err
		}
		return s.Drifts(ctx, Drifted{From: r, To: back, Drift: d, Why: why})
	})
	return back, err
}

// revertRuns takes back what a policy wrote and returns how many runs that were.
func (s *Service) revertRuns(ctx context.Context, r policy.Revision) (n int, err error) {
	runs, _, err := s.Candidates.RunsUnder(ctx, s.Store, r.Policy.Version(), r.At)
	if err != nil {
		return 0, fault.Op(err, "ingest: watch")
	}
	back := revert.Reverter{Memory: s.Memory, Candidates: s.Candidates, Tx: s.Tx}
	for _, id := range runs {
		switch _, err := back.RevertIn(ctx, actor.OfSystem(), s.Store, id); {
		case fault.KindOf(err) == fault.Conflict, fault.KindOf(err) == fault.NotFound: // a person changed it since: it is theirs
			logs.OrNone(s.Log).WarnContext(ctx, "a run of a policy that was taken back stays: it was changed since", "run", id)
		case err != nil:
			return n, fault.Op(err, "ingest: watch")
		default:
			n++
		}
	}
	return n, nil
}
