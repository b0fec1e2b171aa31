package memory

import (
	"context"
	"time"

	"keepsake/fault"
)

func (s *Service) keepDeleted() time.Duration {
	if s.KeepDeleted <= 0 {
		return DefaultKeepDeleted
	}
	return s.KeepDeleted
}

// Delete soft-deletes a memory (P24, P53): it is gone from every list and prompt at once,
// can be restored for KeepDeleted, and is then destroyed by Purge. A tombstone keeps
// pipelines from learning it again. Works in read-only mode (R12). memory/forget deletes
// with the windows masked; use that where a person asks to forget.
func (s *Service) Delete(ctx context.Context, scopes []Scope, id string, a Actor, reason string) (Memory, Change, error) {
	var m Memory
	var c Change
	err := s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if m, err = s.live(ctx, scopes, id); err != nil {
			return err
		}
		m, c, err = s.remove(ctx, m, a, reason, "")
		return err
	})
	return m, c, fault.Op(err, "memory: delete %s", id)
}

func (s *Service) remove(ctx context.Context, m Memory, a Actor, reason, undoes string) (Memory, Change, error) {
	now := s.now()
	if err := s.Store.SetDeleted(ctx, m.ID, &now); err != nil {
		return m, Change{}, err
	}
	m.DeletedAt = &now
	if err := s.withdraw(ctx, m); err != nil {
		return m, Change{}, err
	}
	if err := s.bury(ctx, m.Scope, m.Subject, m.Content, "deleted"); err != nil {
		return m, Change{}, err
	}
	c, err := s.record(ctx, Change{
		MemoryID: m.ID, Scope: m.Scope, Op: OpDelete, Before: m.Content, Version: m.Version,
		Actor: a, Reason: reason, Undoes: undoes,
	})
	return m, c, err
}

// withdraw closes the open proposals to update a memory that goes.
func (s *Service) withdraw(ctx context.Context, m Memory) error {
	open, err := s.Store.Decisions(ctx, []Scope{m.Scope}, DecisionOpen, "")
	if err != nil {
		return err
	}
	for _, d := range open {
		if d.MemoryID != m.ID {
			continue
		}
		d.Content, d.Evidence = "", nil
		if err := s.decide(ctx, d, DecisionDeclined); err != nil {
			return err
		}
	}
	return nil
}

// Restore brings a deleted or archived memory back. ErrUnchanged when it is neither, a
// *KnownError when the same was remembered again meanwhile, ErrNotFound when its days
// are over.
func (s *Service) Restore(ctx context.Context, scopes []Scope, id string, a Actor, reason string) (Memory, Change, error) {
	if err := s.writable(); err != nil {
		return Memory{}, Change{}, err
	}
	var m Memory
	var c Change
	err := s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if m, err = s.hold(ctx, scopes, id); err != nil {
			return err
		}
		m, c, err = s.revive(ctx, m, a, reason, "")
		return err
	})
	return m, c, fault.Op(err, "memory: restore %s", id)
}

func (s *Service) revive(ctx context.Context, m Memory, a Actor, reason, undoes string) (Memory, Change, error) {
	if m.DeletedAt == nil {
		if m.ArchivedAt != nil {
			return s.unarchive(ctx, m, a, reason, undoes)
		}
		return m, Change{}, ErrUnchanged
	}
	if err := s.unknown(ctx, m); err != nil {
		return m, Change{}, err
	}
	if err := s.Store.SetDeleted(ctx, m.ID, nil); err != nil {
		return m, Change{}, err
	}
	m.DeletedAt = nil
	if err := s.outOfArchive(ctx, &m); err != nil {
		return m, Change{}, err
	}
	if err := s.lift(ctx, m.Scope, m.Subject, m.Content); err != nil {
		return m, Change{}, err
	}
	c, err := s.record(ctx, Change{
		MemoryID: m.ID, Scope: m.Scope, Op: OpRestore, After: m.Content, Version: m.Version,
		Actor: a, Reason: reason, Undoes: undoes,
	})
	if err == nil {
		err = s.makeRoom(ctx, m)
	}
	return m, c, err
}

// Pin pins or unpins a memory: pinned ones leave prompts and caps last (R7). An archived one
// comes back first.
// ErrUnchanged when it is so already.
func (s *Service) Pin(ctx context.Context, scopes []Scope, id string, pinned bool, a Actor) (Memory, Change, error) {
	if err := s.writable(); err != nil {
		return Memory{}, Change{}, err
	}
	var m Memory
	var c Change
	err := s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if m, err = s.live(ctx, scopes, id); err != nil {
			return err
		}
		if m, err = s.fetched(ctx, m); err != nil {
			return err
		}
		m, c, err = s.setPinned(ctx, m, pinned, a, "asked by the person", "")
		return err
	})
	return m, c, fault.Op(err, "memory: pin %s", id)
}

func (s *Service) setPinned(ctx context.Context, m Memory, pinned bool, a Actor, reason, undoes string) (Memory, Change, error) {
	if m.Pinned == pinned {
		return m, Change{}, ErrUnchanged
	}
	if err := s.Store.SetPinned(ctx, m.ID, pinned); err != nil {
		return m, Change{}, err
	}
	m.Pinned = pinned
	op := OpPin
	if !pinned {
		op = OpUnpin
	}
	c, err := s.record(ctx, Change{
		MemoryID: m.ID, Scope: m.Scope, Op: op, Before: m.Content, After: m.Content,
		Version: m.Version, Actor: a, Reason: reason, Undoes: undoes,
	})
	return m, c, err
}

// Undo takes one change back by another change: an addition is deleted, an update gets
// its old content as a new version, a deletion is restored, a pin is turned. ErrUndone
// when that was done before; ErrConflict when the memory has changed since, so that no
// later word of the person is lost.
func (s *Service) Undo(ctx context.Context, scopes []Scope, changeID string, a Actor) (Memory, Change, error) {
	var m Memory
	var c Change
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		old, err := s.Store.Change(ctx, scopes, changeID)
		if err != nil {
			return err
		}
		if m, err = s.hold(ctx, scopes, old.MemoryID); err != nil {
			return err
		}
		// Read again: two taps on one button meet at the lock.
		if old, err = s.Store.Change(ctx, scopes, changeID); err != nil {
			return err
		}
		if old.UndoneAt != nil {
			return ErrUndone
		}
		if m, c, err = s.reverse(ctx, m, old, a); err != nil {
			return err
		}
		return s.Store.MarkUndone(ctx, old.ID, c.At)
	})
	return m, c, fault.Op(err, "memory: undo %s", changeID)
}

// reverse applies the opposite of a change.
func (s *Service) reverse(ctx context.Context, m Memory, old Change, a Actor) (Memory, Change, error) {
	const reason = "undone by the person"
	deletes := old.Op == OpAdd || old.Op == OpRestore
	if err := s.writable(); err != nil && !deletes { // forgetting always works
		return m, Change{}, err
	}
	if m.Version != old.Version || (m.DeletedAt != nil) != (old.Op == OpDelete) {
		return m, Change{}, ErrConflict
	}
	switch old.Op {
	case OpAdd, OpRestore:
		return s.remove(ctx, m, a, reason, old.ID)
	case OpUpdate:
		vs, err := s.Store.Versions(ctx, m.ID)
		if err != nil {
			return m, Change{}, err
		}
		e := Edit{Content: old.Before, Actor: a, Reason: reason}
		for _, v := range vs {
			if v.Number == old.Version-1 { // what spoke for the old content speaks for it again
				e.Evidence = v.Evidence
			}
		}
		return s.addVersion(ctx, m, e, OpUpdate, old.ID)
	case OpDelete:
		return s.revive(ctx, m, a, reason, old.ID)
	case OpArchive, OpUnarchive:
		switch archived := m.ArchivedAt != nil; {
		case archived != (old.Op == OpArchive):
			return m, Change{}, ErrConflict
		case archived:
			return s.unarchive(ctx, m, a, reason, old.ID)
		}
		return s.archive(ctx, m, Active, a, reason, old.ID)
	case OpPin, OpUnpin:
		return s.setPinned(ctx, m, old.Op == OpUnpin, a, reason, old.ID)
	}
	return m, Change{}, fault.New(fault.Internal, "a change of an unknown kind")
}

// Erase destroys everything of a scope at once and for good. Works in read-only mode.
// memory/forget.Everything erases what other rooms hold as well; use that where a person
// asks.
func (s *Service) Erase(ctx context.Context, scope Scope) (Erased, error) {
	var e Erased
	err := s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if err = s.Store.Lock(ctx, scope); err != nil {
			return err
		}
		e, err = s.Store.Erase(ctx, scope)
		return err
	})
	return e, fault.Op(err, "memory: erase a scope")
}

// Move gives everything of a scope another name: the platform gave a group another number.
// Doing it again changes nothing.
func (s *Service) Move(ctx context.Context, from, to Scope) error {
	return fault.Op(s.Store.Move(ctx, from, to), "memory: move a scope")
}

// Purge destroys the texts of memories deleted longer than KeepDeleted ago, and those of
// old decisions and tombstones; it returns how many memories went. Run it daily.
func (s *Service) Purge(ctx context.Context) (int, error) {
	now := s.now()
	n, err := s.Store.Purge(ctx, now.Add(-s.keepDeleted()), now)
	return n, fault.Op(err, "memory: purge")
}
