// Package prune archives what has not mattered for long (P66), one run for each scope, under a guard.
//
// A run is a candidate.Run of the kind actor.System: its id is the batch of its changes, so it can be reverted whole as
// those of compaction are. One that would archive more of what people asked for or confirmed than policy.Policy.IsTooMany
// allows archives nothing: it is parked, its person (an owner for a group) is asked, and their answer settles it.
//
// No model is needed, so pruning works without extraction. How much a memory matters is memory.Memory.Priority.
//
// Start reading at Service.Prune.
package prune

import (
	"context"
	"errors"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/policy"
	"keepsake/scope"
	"keepsake/tx"
)

// Rule selects unimportant memories for the archive (P66). The zero value selects none. Pinned memories and
// constraints are never pruned.
type Rule struct {
	Idle     time.Duration // minimum time since the last change or access; 0 = prune nothing
	Below    float64       // the Priority must be less than this
	Explicit bool          // prune explicit memories as well
}

// selects reports whether a memory is to be archived.
func (r Rule) selects(m memory.Memory, now time.Time) bool {
	return !m.Pinned && m.Type != memory.Constraint && (r.Explicit || m.Origin != memory.Explicit) &&
		(m.Kind == memory.Item || m.Kind == memory.Fact) && now.Sub(m.LastTouched()) >= r.Idle && m.Priority(now) < r.Below
}

// Service prunes the memories of one store. All fields but Asks are required.
type Service struct {
	Store      string
	Rule       Rule
	Guard      policy.Policy // its IsTooMany says when to ask
	ReadOnly   bool          // nothing is pruned (A64)
	Memory     *memory.Service
	Candidates *candidate.Service
	Tx         tx.Runner
	Now        clock.Now
	// Asks asks about a run that stopped, in the transaction that stops it. nil = only the operator sees it.
	Asks func(ctx context.Context, q candidate.Question) error
}

const (
	batch     = 200     // memories that are read at once
	maxParked = 100_000 // parked runs that are looked at
	reason    = "it has not mattered for long"
)

// Prune does a run for each scope of the store in which the Rule selects something, and returns how many memories it
// archived. A scope whose people were asked and have not answered is passed over until the run is no longer too large.
// It should run daily. Only the system may call it.
func (s *Service) Prune(ctx context.Context, a actor.Actor) (total int, err error) {
	if a.Kind != actor.System {
		return 0, fault.Op(memory.ErrNotAllowed, "prune")
	}
	if s.Rule.Idle <= 0 || s.ReadOnly {
		return 0, nil
	}
	due, err := s.dueScopes(ctx)
	if err != nil || len(due) == 0 {
		return 0, fault.Op(err, "prune")
	}
	parked, err := s.Candidates.Parked(ctx, s.Store, maxParked)
	if err != nil {
		return 0, fault.Op(err, "prune")
	}
	for _, owner := range due {
		run := candidate.Run{Scope: owner}
		for _, p := range parked {
			if p.Kind == actor.System && p.Scope == owner {
				run = p
			}
		}
		n, err := s.runIn(ctx, a, run, false)
		if err != nil && !errors.Is(err, memory.ErrReadOnly) { // writes are switched off there
			return total, fault.Op(err, "prune")
		}
		total += n
	}
	return total, nil
}

// dueScopes returns the scopes in which the Rule selects something.
func (s *Service) dueScopes(ctx context.Context) (due []scope.Scope, err error) {
	now, after := s.Now.UTC(), ""
	for {
		ms, err := s.Memory.Untouched(ctx, s.Store, now.Add(-s.Rule.Idle), after, batch)
		if err != nil || len(ms) == 0 {
			return due, err
		}
		for _, m := range ms {
			if after = m.ID; s.Rule.selects(m, now) && !slices.Contains(due, m.Scope) {
				due = append(due, m.Scope)
			}
		}
	}
}

// runIn does a run, a new one without an ID, in one transaction, and returns how many memories it archived. Unless it
// is allowed, a run that would archive too many confirmed memories is parked instead and asked about, once.
func (s *Service) runIn(ctx context.Context, a actor.Actor, run candidate.Run, isAllowed bool) (n int, err error) {
	err = s.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		n = 0
		faded, going, confirmed, err := s.faded(ctx, run.Scope)
		if err != nil {
			return err
		}
		isAsked := run.ID != ""
		isTooMany := !isAllowed && s.Guard.IsTooMany(going, confirmed)
		if isTooMany && isAsked || len(faded) == 0 && !isAsked {
			return nil
		}
		if !isAsked {
			if run, err = s.Candidates.Begin(ctx, a, run); err != nil {
				return err
			}
		}
		if isTooMany {
			run.State, run.Error = candidate.Parked, candidate.ReasonTooMany(run.Kind)
			if err := s.Candidates.Save(ctx, a, run); err != nil || s.Asks == nil {
				return err
			}
			return s.Asks(ctx, candidate.Question{Scope: run.Scope, RunID: run.ID, Kind: run.Kind, Going: going, Of: confirmed})
		}
		if n, err = s.archive(ctx, a, run, faded); err != nil {
			return err
		}
		run.State, run.Error, run.EndedAt = candidate.Done, "", nil
		return s.Candidates.Save(ctx, a, run)
	})
	return n, err
}

// faded returns the memories of a scope that the Rule selects, how many of them people asked for or confirmed, and how
// many such memories the scope has.
func (s *Service) faded(ctx context.Context, owner scope.Scope) (out []memory.Memory, going, confirmed int, err error) {
	q := memory.ActiveQuery(owner)
	q.Kinds = []memory.Kind{memory.Item, memory.Fact}
	all, err := s.Memory.Find(ctx, q)
	for _, m := range all {
		isConfirmed := m.Origin == memory.Explicit
		if isConfirmed {
			confirmed++
		}
		if !s.Rule.selects(m, s.Now.UTC()) {
			continue
		}
		if out = append(out, m); isConfirmed {
			going++
		}
	}
	return out, going, confirmed, err
}

// archive archives those memories that the Rule still selects once their scope is locked.
func (s *Service) archive(ctx context.Context, a actor.Actor, run candidate.Run, faded []memory.Memory) (int, error) {
	writes := make([]memory.Write, len(faded))
	for i, m := range faded {
		writes[i] = memory.Write{
			Op: memory.OpArchive, Scopes: []scope.Scope{m.Scope}, MemoryID: m.ID, Batch: run.ID, Reason: reason,
			Due: func(m memory.Memory) bool { return s.Rule.selects(m, s.Now.UTC()) },
		}
	}
	changes, err := s.Memory.Apply(ctx, a, writes)
	return len(changes), err
}

// Answer settles the question about a run that stopped, and returns how many memories it archived. With goOn it archives the
// memories that the Rule selects now. Without goOn it archives none, and marks these memories as used now, so that the Rule
// does not select them again before Rule.Idle has passed. The actors of candidate.Service.Stopped may call it; it returns
// candidate.ErrNotFound when the question is settled or is not theirs.
func (s *Service) Answer(ctx context.Context, a actor.Actor, runID string, goOn bool) (n int, err error) {
	all, err := s.Memory.Scopes(ctx, s.Store)
	if err != nil {
		return 0, fault.Op(err, "prune: answer %s", runID)
	}
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		run, err := s.Candidates.Stopped(ctx, a, all, actor.System, runID)
		if err != nil {
			return err
		}
		if goOn {
			n, err = s.Allow(ctx, actor.OfSystem(), run)
			return err
		}
		faded, _, _, err := s.faded(ctx, run.Scope)
		if err != nil {
			return err
		}
		ids := make([]string, len(faded))
		for i, m := range faded {
			ids[i] = m.ID
		}
		if err := s.Memory.Touch(ctx, ids); err != nil {
			return err
		}
		run.State, run.Error, run.EndedAt = candidate.Done, "", nil
		return s.Candidates.Save(ctx, actor.OfSystem(), run)
	})
	return n, fault.Op(err, "prune: answer %s", runID)
}

// Revert brings back what a run archived, all of it or none, and returns how many memories that were; they count as asked
// for. The actors of candidate.Service.RunFor may. Other errors are those of memory.Service.Revert.
func (s *Service) Revert(ctx context.Context, a actor.Actor, runID string) (int, error) {
	all, err := s.Memory.Scopes(ctx, s.Store)
	if err != nil {
		return 0, fault.Op(err, "prune: revert %s", runID)
	}
	run, err := s.Candidates.RunFor(ctx, a, all, actor.System, runID)
	if err != nil {
		return 0, fault.Op(err, "prune: revert %s", runID)
	}
	by := a
	if run.Scope.Kind != scope.User {
		by = actor.OfSystem() // an owner need be no member of the group
	}
	changes, err := s.Memory.Revert(ctx, by, []scope.Scope{run.Scope}, runID)
	return len(changes), fault.Op(err, "prune: revert %s", runID)
}

// Allow does a run that stopped, and returns how many memories it archived. Only the system may: for the operator.
func (s *Service) Allow(ctx context.Context, a actor.Actor, run candidate.Run) (int, error) {
	if a.Kind != actor.System {
		return 0, fault.Op(memory.ErrNotAllowed, "prune: allow %s", run.ID)
	}
	n, err := s.runIn(ctx, a, run, true)
	return n, fault.Op(err, "prune: allow %s", run.ID)
}
