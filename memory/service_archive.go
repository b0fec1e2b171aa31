package memory

import (
	"cmp"
	"context"
	"errors"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// Caps are how many active memories of a kind one scope holds outside the archive (R7).
// 0 is the default, a negative number is no cap.
type Caps struct {
	Explicit  int // items a person asked for or confirmed (I5); 1000
	Extracted int // items found by extraction (A28); 200
	Facts     int // facts of a shard, whoever wrote them; 50
}

// capFor returns the cap that a memory counts for, and whose origins count together with it
// ("" = all).
func (c Caps) capFor(m Memory) (most int, together Origin) {
	switch {
	case m.Kind == Item && m.Origin == Extracted:
		return cmp.Or(c.Extracted, 200), Extracted
	case m.Kind == Item:
		return cmp.Or(c.Explicit, 1000), Explicit
	case m.Kind == Fact:
		return cmp.Or(c.Facts, 50), ""
	}
	return -1, ""
}

// Pruning is what leaves for the archive because it does not matter any more (P66). The
// zero value prunes nothing. What is pinned or a constraint never leaves this way.
type Pruning struct {
	Idle     time.Duration // nobody changed it or brought it up for so long; 0 = never
	Below    float64       // and its Priority is less than this
	Explicit bool          // also what a person asked for or confirmed
}

// CompareEviction orders memories by who leaves first when there are too many (R7, A65, P65):
// pinned ones last, before them constraints, before them explicit ones; among equals the
// one that matters least now, then the oldest.
func CompareEviction(a, b Memory, now time.Time) int {
	return cmp.Or(
		cmp.Compare(a.firmness(), b.firmness()),
		cmp.Compare(a.Priority(now), b.Priority(now)),
		a.UpdatedAt.Compare(b.UpdatedAt),
		cmp.Compare(a.ID, b.ID),
	)
}

// firmness is how firmly a memory stays.
func (m Memory) firmness() (n int) {
	for i, holds := range []bool{m.Origin == Explicit, m.Type == Constraint, m.Pinned} {
		if holds {
			n += 1 << i
		}
	}
	return n
}

// Constant English reasons of changes that nobody asked for.
const (
	reasonCap    = "there was no room for more"
	reasonTTL    = "its time to live is over"
	reasonPruned = "it has not mattered for long"

	reasonWrittenTo = "it is written to"
)

var bySchedule = actor.OfSystem()

// makeRoom archives what exceeds a cap, in the transaction of the writes that made it so, in
// one question for each cap. What was written is not sent away by its own write.
func (s *Service) makeRoom(ctx context.Context, done []written) error {
	type full struct {
		owner    scope.Scope
		kind     Kind
		together Origin
	}
	keep, most, at := map[full][]string{}, map[full]int{}, time.Time{}
	var order []full
	for _, w := range done {
		m := w.after
		n, together := s.cfg.Caps.capFor(m)
		if n < 0 || m.Status != Active || m.ArchivedAt != nil || m.DeletedAt != nil || !w.grew {
			continue
		}
		f := full{m.Scope, m.Kind, together}
		if most[f] = n; keep[f] == nil {
			order = append(order, f)
		}
		keep[f], at = append(keep[f], m.ID), w.change.At
	}
	for _, f := range order {
		ids := keep[f]
		ids = ids[max(0, len(ids)-max(1, most[f])):] // more than fit were written: the last ones stay
		leaving, err := s.store.Evictable(ctx, Eviction{
			Scope: f.owner, Kind: f.kind, Origin: f.together, Keep: ids, Most: most[f], Now: at,
		})
		if err != nil {
			return err
		}
		for _, m := range leaving {
			if _, err := s.applyArchive(ctx, bySchedule, Write{Reason: reasonCap}, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// upkeepBatch is how many memories the schedule looks at in one go.
const upkeepBatch = 200

// Expire archives the memories of a store whose time to live is over (R11), with the
// status expired; it returns how many. Prompts leave them out from that moment on, whether
// or not it has run. Works in read-only mode. Run it often. Only the system may.
func (s *Service) Expire(ctx context.Context, a actor.Actor, store string) (int, error) {
	if err := checkScope(a, actUpkeep, scope.Scope{Store: store}); err != nil {
		return 0, fault.Op(err, "memory: expire")
	}
	total := 0
	for before := -1; before < total; { // none of a batch went: what is left is somebody else's
		before = total
		ms, err := s.store.Lapsed(ctx, store, s.now.UTC(), upkeepBatch)
		if err != nil || len(ms) == 0 {
			return total, fault.Op(err, "memory: expire")
		}
		for _, m := range ms {
			gone, err := s.archiveIfDue(ctx, a, m, Expired, reasonTTL, func(m Memory) bool {
				return m.ExpiresAt != nil && !m.ExpiresAt.After(s.now.UTC())
			})
			if err != nil {
				return total, fault.Op(err, "memory: expire %s", m.ID)
			}
			total += gone
		}
	}
	return total, nil
}

// Prune archives what of a store does not matter any more, as Pruning says; it returns how
// many. Run it daily. Only the system may.
func (s *Service) Prune(ctx context.Context, a actor.Actor, store string) (int, error) {
	if err := checkScope(a, actUpkeep, scope.Scope{Store: store}); err != nil {
		return 0, fault.Op(err, "memory: prune")
	}
	if s.cfg.Pruning.Idle <= 0 || s.cfg.ReadOnly {
		return 0, nil
	}
	total, after := 0, ""
	for {
		ms, err := s.store.Untouched(ctx, store, s.now.UTC().Add(-s.cfg.Pruning.Idle), after, upkeepBatch)
		if err != nil || len(ms) == 0 {
			return total, fault.Op(err, "memory: prune")
		}
		for _, m := range ms {
			after = m.ID
			if !s.isFaded(m) {
				continue
			}
			gone, err := s.archiveIfDue(ctx, a, m, m.Status, reasonPruned, s.isFaded)
			if err != nil {
				return total, fault.Op(err, "memory: prune %s", m.ID)
			}
			total += gone
		}
	}
}

// isFaded reports whether a memory does not matter any more.
func (s *Service) isFaded(m Memory) bool {
	now := s.now.UTC()
	return !m.Pinned && m.Type != Constraint && (s.cfg.Pruning.Explicit || m.Origin != Explicit) &&
		(m.Kind == Item || m.Kind == Fact) && now.Sub(m.lastTouched()) >= s.cfg.Pruning.Idle && m.Priority(now) < s.cfg.Pruning.Below
}

// archiveIfDue archives a memory by schedule, if it is still to go: it is looked at again
// while nobody else writes. It returns how many went.
func (s *Service) archiveIfDue(ctx context.Context, a actor.Actor, m Memory, status Status, reason string, due func(Memory) bool) (int, error) {
	w, err := s.applySingle(ctx, a, Write{
		Op: OpArchive, Scopes: []scope.Scope{m.Scope}, MemoryID: m.ID, Status: status, Reason: reason, due: due,
	})
	switch {
	case errors.Is(err, ErrNotFound): // erased or deleted meanwhile
		return 0, nil
	case err != nil || w.change.ID == "":
		return 0, err
	}
	return 1, nil
}
