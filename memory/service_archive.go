package memory

import (
	"cmp"
	"context"
	"errors"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/permit"
	"keepsake/scope"
)

// Caps limit the active, unarchived memories of a scope (R7). 0 means the default, a negative
// number means no cap.
type Caps struct {
	Explicit  int // items a person asked for or confirmed (I5); 1000
	Extracted int // items found by extraction (A28); 200
	Facts     int // facts of any origin; 50
}

// capFor returns the cap for a memory, and the origin of the memories that count for it ("" =
// all origins).
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

// CompareEviction orders memories by the order of their eviction (R7, A65, P65). Pinned memories
// come last, before them constraints, before them explicit ones. Among equals the memory with
// the lowest priority comes first, then the oldest.
func CompareEviction(a, b Memory, now time.Time) int {
	return cmp.Or(
		cmp.Compare(a.firmness(), b.firmness()),
		cmp.Compare(a.Priority(now), b.Priority(now)),
		a.UpdatedAt.Compare(b.UpdatedAt),
		cmp.Compare(a.ID, b.ID),
	)
}

// firmness returns the rank of a memory in CompareEviction before its priority.
func (m Memory) firmness() (n int) {
	for i, holds := range []bool{m.Origin == Explicit, m.Type == Constraint, m.Pinned} {
		if holds {
			n += 1 << i
		}
	}
	return n
}

// Reasons of changes that no person asked for.
const (
	reasonCap = "there was no room for more"
	reasonTTL = "its time to live is over"

	reasonWrittenTo = "it is written to"
)

var bySchedule = actor.OfSystem()

// makeRoom archives the memories above each cap with one query per cap, in the transaction of
// the writes that exceeded it. It does not archive the memories that these writes added.
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
		ids = ids[max(0, len(ids)-max(1, most[f])):] // more were written than the cap allows: keep the last ones
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

// upkeepBatch is the number of memories that Expire reads at once.
const upkeepBatch = 200

// Expire archives the memories of a store whose time to live has ended (R11), with the status
// expired, and returns their number. It works in read-only mode and should run often; prompts
// leave expired memories out even before it runs. Only the system may call it.
func (s *Service) Expire(ctx context.Context, a actor.Actor, store string) (int, error) {
	if err := permit.Check(a, permit.Upkeep, scope.Scope{Store: store}); err != nil {
		return 0, fault.Op(err, "memory: expire")
	}
	total := 0
	for before := -1; before < total; { // stop after a batch without progress: other writers have changed the rest
		before = total
		ms, err := s.store.Lapsed(ctx, store, s.now.UTC(), upkeepBatch)
		if err != nil || len(ms) == 0 {
			return total, fault.Op(err, "memory: expire")
		}
		for _, m := range ms {
			changes, err := s.Apply(ctx, a, []Write{{
				Op: OpArchive, Scopes: []scope.Scope{m.Scope}, MemoryID: m.ID, Status: Expired, Reason: reasonTTL,
				Due: func(m Memory) bool { return m.ExpiresAt != nil && !m.ExpiresAt.After(s.now.UTC()) },
			}})
			if err != nil && !errors.Is(err, ErrNotFound) { // erased or deleted in the meantime
				return total, fault.Op(err, "memory: expire %s", m.ID)
			}
			total += len(changes)
		}
	}
	return total, nil
}
