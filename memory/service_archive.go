package memory

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"keepsake/fault"
)

// Caps are how many active memories of a kind one scope holds outside the archive (R7).
// 0 is the default, a negative number is no cap.
type Caps struct {
	Explicit  int // items a person asked for or confirmed (I5); 1000
	Extracted int // items found by extraction (A28); 200
	Facts     int // facts of a shard, whoever wrote them; 50
}

// of returns the cap that a memory counts for, and whose origins count together with it
// ("" = all).
func (c Caps) of(m Memory) (most int, together Origin) {
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

// Leaving orders memories by who leaves first when there are too many (R7, A65, P65):
// pinned ones last, before them constraints, before them explicit ones; among equals the
// one that matters least now, then the oldest.
func Leaving(a, b Memory, now time.Time) int {
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
)

var bySchedule = Actor{Kind: ActorSystem}

// makeRoom archives what exceeds a cap, in the transaction of the write that made it so.
// What was written is not sent away by its own write.
func (s *Service) makeRoom(ctx context.Context, written Memory) error {
	most, together := s.Caps.of(written)
	if most < 0 || written.Status != Active || written.ArchivedAt != nil {
		return nil
	}
	q := Known(written.Scope)
	q.Kinds, q.Origin = []Kind{written.Kind}, together
	n, err := s.Store.Count(ctx, q)
	if err != nil || n <= most {
		return err
	}
	ms, err := s.Store.Find(ctx, q)
	if err != nil {
		return err
	}
	ms = slices.DeleteFunc(ms, func(m Memory) bool { return m.ID == written.ID })
	now := s.now()
	slices.SortFunc(ms, func(a, b Memory) int { return Leaving(a, b, now) })
	for _, m := range ms[:min(n-most, len(ms))] {
		if _, _, err := s.archive(ctx, m, m.Status, bySchedule, reasonCap, ""); err != nil {
			return err
		}
	}
	return nil
}

// archive puts a memory into the archive with a status.
func (s *Service) archive(ctx context.Context, m Memory, status Status, a Actor, reason, undoes string) (Memory, Change, error) {
	now := s.now()
	if err := s.Store.SetArchived(ctx, m.ID, &now, status); err != nil {
		return m, Change{}, err
	}
	m.ArchivedAt, m.Status = &now, status
	c, err := s.record(ctx, Change{
		MemoryID: m.ID, Scope: m.Scope, Op: OpArchive, Before: m.Content, After: m.Content, Version: m.Version,
		Actor: a, Reason: reason, Undoes: undoes,
	})
	return m, c, err
}

// unarchive brings a memory back. One whose time was over has no end of it any more: a
// person wants it. A *KnownError when the same was remembered again meanwhile.
func (s *Service) unarchive(ctx context.Context, m Memory, a Actor, reason, undoes string) (Memory, Change, error) {
	if err := s.unknown(ctx, m); err != nil {
		return m, Change{}, err
	}
	if err := s.outOfArchive(ctx, &m); err != nil {
		return m, Change{}, err
	}
	c, err := s.record(ctx, Change{
		MemoryID: m.ID, Scope: m.Scope, Op: OpUnarchive, Before: m.Content, After: m.Content, Version: m.Version,
		Actor: a, Reason: reason, Undoes: undoes,
	})
	if err == nil {
		err = s.makeRoom(ctx, m)
	}
	return m, c, err
}

// unknown refuses what is remembered by another memory outside the archive.
func (s *Service) unknown(ctx context.Context, m Memory) error {
	known, ok, err := s.known(ctx, m.Scope, m.Kind, m.Content, Unarchived)
	if err == nil && ok {
		err = &KnownError{Memory: known}
	}
	return err
}

func (s *Service) outOfArchive(ctx context.Context, m *Memory) error {
	if m.ArchivedAt == nil {
		return nil
	}
	if m.Status == Expired {
		if err := s.Store.SetExpires(ctx, m.ID, nil); err != nil {
			return err
		}
		m.Status, m.ExpiresAt = Active, nil
	}
	m.ArchivedAt = nil
	return s.Store.SetArchived(ctx, m.ID, nil, m.Status)
}

// fetched returns a memory that is to be written to, out of the archive.
func (s *Service) fetched(ctx context.Context, m Memory) (Memory, error) {
	if m.ArchivedAt == nil {
		return m, nil
	}
	m, _, err := s.unarchive(ctx, m, bySchedule, "it is written to", "")
	return m, err
}

// confirmed begins a memory's time to live anew (R11), as long as it was.
func (s *Service) confirmed(ctx context.Context, m *Memory) error {
	if m.ExpiresAt == nil || !m.ExpiresAt.After(m.UpdatedAt) {
		return nil
	}
	until := s.now().Add(m.ExpiresAt.Sub(m.UpdatedAt))
	m.ExpiresAt = &until
	return s.Store.SetExpires(ctx, m.ID, &until)
}

// upkeepBatch is how many memories the schedule looks at in one go.
const upkeepBatch = 200

// Expire archives the memories of a store whose time to live is over (R11), with the
// status expired; it returns how many. Prompts leave them out from that moment on, whether
// or not it has run. Works in read-only mode. Run it often.
func (s *Service) Expire(ctx context.Context, store string) (int, error) {
	total := 0
	for before := -1; before < total; { // none of a batch went: what is left is somebody else's
		before = total
		ms, err := s.Store.Lapsed(ctx, store, s.now(), upkeepBatch)
		if err != nil || len(ms) == 0 {
			return total, fault.Op(err, "memory: expire")
		}
		for _, m := range ms {
			gone, err := s.retire(ctx, m, Expired, reasonTTL, func(m Memory) bool {
				return m.ExpiresAt != nil && !m.ExpiresAt.After(s.now())
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
// many. Run it daily.
func (s *Service) Prune(ctx context.Context, store string) (int, error) {
	if s.Pruning.Idle <= 0 || s.ReadOnly {
		return 0, nil
	}
	total, after := 0, ""
	for {
		ms, err := s.Store.Untouched(ctx, store, s.now().Add(-s.Pruning.Idle), after, upkeepBatch)
		if err != nil || len(ms) == 0 {
			return total, fault.Op(err, "memory: prune")
		}
		for _, m := range ms {
			after = m.ID
			if !s.faded(m) {
				continue
			}
			gone, err := s.retire(ctx, m, m.Status, reasonPruned, s.faded)
			if err != nil {
				return total, fault.Op(err, "memory: prune %s", m.ID)
			}
			total += gone
		}
	}
}

// faded reports whether a memory does not matter any more.
func (s *Service) faded(m Memory) bool {
	now := s.now()
	return !m.Pinned && m.Type != Constraint && (s.Pruning.Explicit || m.Origin != Explicit) &&
		(m.Kind == Item || m.Kind == Fact) && now.Sub(m.touched()) >= s.Pruning.Idle && m.Priority(now) < s.Pruning.Below
}

// retire archives a memory by schedule, if it is still to go: it is looked at again while
// nobody else writes. It returns how many went.
func (s *Service) retire(ctx context.Context, m Memory, status Status, reason string, due func(Memory) bool) (n int, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		m, err := s.hold(ctx, []Scope{m.Scope}, m.ID)
		if err != nil || m.DeletedAt != nil || m.ArchivedAt != nil || m.Status != Active || !due(m) {
			return err
		}
		n = 1
		_, _, err = s.archive(ctx, m, status, bySchedule, reason, "")
		return err
	})
	if errors.Is(err, ErrNotFound) { // erased meanwhile
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return n, nil
}
