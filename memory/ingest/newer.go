package ingest

import (
	"cmp"
	"context"
	"errors"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/phrase/slot"
	"keepsake/scope"
)

// This file keeps what the person says now and what they said before from being kept side by side (P34).

// outdate closes the open decision about a candidate, because the person has said otherwise since.
func (s *Service) outdate(ctx context.Context, a actor.Actor, c candidate.Judged) error {
	d, err := s.Memory.Decision(ctx, []scope.Scope{c.Scope}, c.Verdict.DecisionID)
	if errors.Is(err, memory.ErrNotFound) {
		return nil
	}
	if err == nil {
		err = s.Memory.Supersede(ctx, a, c.Scope, d.Content, "")
	}
	return err
}

// proposeBeside proposes a find in spite of what is similar: beside it, as the judge has seen that they can be true side by side, but in the place of
// what says otherwise and was stored after that. ErrOutdated means that this was said later than the find.
func (s *Service) proposeBeside(ctx context.Context, a actor.Actor, d memory.Decision, c candidate.Judged, similar []memory.Memory) (memory.Decision, error) {
	var near []string
	for _, m := range similar {
		near = append(near, m.ID)
		if !m.UpdatedAt.After(c.Verdict.At) || slot.Compare(m.Content, c.Content) != slot.SameSlot {
			continue
		}
		if isOlder, err := s.isOlder(ctx, c.Candidate, m); err != nil || isOlder {
			return d, cmp.Or(err, error(memory.ErrOutdated))
		}
		d.Op, d.MemoryID = memory.OpUpdate, m.ID
		return s.Memory.Propose(ctx, a, []scope.Scope{c.Scope}, d, memory.Limits{})
	}
	return s.Memory.Propose(ctx, a, []scope.Scope{c.Scope}, d, memory.Limits{}, near...)
}

// isOlder reports whether a candidate was said before the newest evidence of a memory.
func (s *Service) isOlder(ctx context.Context, c candidate.Candidate, m memory.Memory) (bool, error) {
	es, err := s.evidence(ctx, m)
	said := memory.NewestSaid(es)
	if said.IsZero() {
		said = m.UpdatedAt
	}
	return memory.NewestSaid(c.Evidence).Before(said), err
}

// evidence returns that of a memory's present version.
func (s *Service) evidence(ctx context.Context, m memory.Memory) ([]memory.Evidence, error) {
	h, err := s.Memory.History(ctx, []scope.Scope{m.Scope}, m.ID)
	for _, v := range h.Versions {
		if v.Number == m.Version {
			return v.Evidence, err
		}
	}
	return nil, err
}
