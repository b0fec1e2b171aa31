package memory

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"keepsake/actor"
	"keepsake/memory/permit"
	"keepsake/shortid"
)

// applyAdd stores a new memory, or restores an archived one with the same statement.
func (s *Service) applyAdd(ctx context.Context, a actor.Actor, w Write) (written, error) {
	d := w.Draft
	if err := s.normalize(&d, a); err != nil {
		return written{}, err
	}
	if w.Reason == "" {
		w.Reason = d.Reason
	}
	if !w.permitted {
		if err := permit.Check(a, permit.Add, d.Scope); err != nil {
			return written{}, err
		}
	}
	err := s.store.Lock(ctx, d.Scope)
	if err == nil {
		err = s.checkWritable(ctx, d.Scope)
	}
	if err != nil {
		return written{}, err
	}
	if w.confirmed {
		same, ok, err := s.findStatement(ctx, d.Scope, d.Kind, d.Content, Unarchived)
		if err == nil && ok {
			err = s.store.Touch(ctx, []string{same.ID}, s.now.UTC())
		}
		if err != nil || ok {
			return written{before: same, after: same}, err
		}
	} else if err := s.checkDistinct(ctx, a, d); err != nil {
		return written{}, err
	}
	if err := s.passTombstones(ctx, a, w, Memory{Scope: d.Scope, Subject: d.Subject, Content: d.Content}, d.SaidNow); err != nil {
		return written{}, err
	}
	switch old, ok, err := s.findStatement(ctx, d.Scope, d.Kind, d.Content, OnlyArchived); {
	case err != nil:
		return written{}, err
	case ok: // restore it with its history
		done, err := s.unarchive(ctx, a, w, old)
		if err == nil && d.Origin == Extracted && old.Origin == Extracted { // what expired lives anew (F9, R11)
			done.after.ExpiresAt = d.ExpiresAt
			err = s.store.SetExpires(ctx, old.ID, d.ExpiresAt)
		}
		return done, err
	}
	d.Importance = d.importance(w.confirmed)
	m, err := s.insert(ctx, a, d)
	if err != nil {
		return written{}, err
	}
	c, err := s.record(ctx, a, w, OpAdd, m, "", m.Content)
	return written{after: m, change: c, grew: true}, err
}

// insert stores a checked Draft under a new id.
func (s *Service) insert(ctx context.Context, a actor.Actor, d Draft) (Memory, error) {
	now := s.now.UTC()
	m := Memory{
		Scope: d.Scope, Kind: d.Kind, Type: d.Type, Category: d.Category, Subject: d.Subject,
		Status: d.Status, Origin: d.Origin, Trust: bestTrust(d.Evidence), Confidence: d.Confidence,
		Importance: d.Importance, Content: d.Content, Version: 1, CreatedAt: now, UpdatedAt: now, ExpiresAt: d.ExpiresAt, SaidAt: saidAt(d.Origin == Extracted, d.Evidence, now),
	}
	for try := 0; ; try++ {
		m.ID = shortid.New(shortid.Len)
		err := s.store.Insert(ctx, m, Version{
			ID: uuid.NewString(), MemoryID: m.ID, Number: 1, Content: d.Content,
			SessionID: a.SessionID, CreatedAt: now, Evidence: d.Evidence,
		})
		if !errors.Is(err, ErrIDTaken) || try == 8 { // F1
			return m, err
		}
	}
}

// applyUpdate stores a new version. The content was checked before.
func (s *Service) applyUpdate(ctx context.Context, a actor.Actor, w Write, m Memory) (written, error) {
	if w.Reason == "" {
		w.Reason = w.Edit.Reason
	}
	if w.Edit.IfVersion != 0 && w.Edit.IfVersion != m.Version {
		return written{}, ErrConflict
	}
	archived := m.ArchivedAt != nil
	if w.undoes == "" {
		if m.Content == w.Edit.Content {
			return written{}, ErrUnchanged
		}
		if err := s.refuseRepetition(ctx, m, w.Edit.Content); err != nil {
			return written{}, err
		}
		var err error
		if m, err = s.bringBack(ctx, m); err != nil {
			return written{}, err
		}
	} else if err := s.refuseDuplicate(ctx, Memory{ID: m.ID, Scope: m.Scope, Kind: m.Kind, Content: w.Edit.Content}); err != nil {
		return written{}, err
	}
	now := s.now.UTC()
	v := Version{
		ID: uuid.NewString(), MemoryID: m.ID, Number: m.Version + 1, Content: w.Edit.Content,
		SessionID: a.SessionID, CreatedAt: now, Evidence: cleanEvidence(w.Edit.Evidence, w.Edit.Content, a, now),
		SaidAt: saidAt(a.Kind == actor.Extraction, w.Edit.Evidence, now),
	}
	v.Trust = cmp.Or(bestTrust(v.Evidence), m.Trust)
	if err := s.store.AddVersion(ctx, v); err != nil {
		return written{}, err
	}
	if err := s.renewTimeToLive(ctx, &m, cmp.Or(v.SaidAt, now)); err != nil {
		return written{}, err
	}
	before := m
	m.Content, m.Version, m.UpdatedAt, m.SaidAt, m.Trust = v.Content, v.Number, now, v.SaidAt, v.Trust
	if err := s.passTombstones(ctx, a, w, m, w.Edit.SaidNow); err != nil {
		return written{}, err
	}
	c, err := s.record(ctx, a, w, OpUpdate, m, before.Content, m.Content)
	return written{before: before, after: m, change: c, grew: archived}, err
}

// applyDelete soft-deletes a memory, stores a tombstone and closes the proposals about it.
func (s *Service) applyDelete(ctx context.Context, a actor.Actor, w Write, m Memory) (written, error) {
	before, now := m, s.now.UTC()
	if err := s.store.SetDeleted(ctx, m.ID, &now); err != nil {
		return written{}, err
	}
	m.DeletedAt = &now
	if err := s.closeProposals(ctx, m); err != nil {
		return written{}, err
	}
	if !w.merged {
		if err := s.putTombstone(ctx, m.Scope, m.Subject, m.Content, TombstoneDeleted); err != nil {
			return written{}, err
		}
	}
	c, err := s.record(ctx, a, w, OpDelete, m, m.Content, "")
	return written{before: before, after: m, change: c}, err
}

// closeProposals closes the open proposals to update a deleted memory.
func (s *Service) closeProposals(ctx context.Context, m Memory) error {
	open, err := s.store.MemoryDecisions(ctx, m.ID, DecisionOpen)
	if err != nil {
		return err
	}
	for _, d := range open {
		d.Scope, d.Content, d.Evidence = m.Scope, "", nil
		if err := s.closeDecision(ctx, d, DecisionDeclined); err != nil {
			return err
		}
	}
	return nil
}

// applyRestore restores a deleted or archived memory.
func (s *Service) applyRestore(ctx context.Context, a actor.Actor, w Write, m Memory) (written, error) {
	if m.DeletedAt == nil {
		if m.ArchivedAt == nil {
			return written{}, ErrUnchanged
		}
		return s.unarchive(ctx, a, w, m)
	}
	before := m
	if err := s.refuseDuplicate(ctx, m); err != nil {
		return written{}, err
	}
	if err := s.store.SetDeleted(ctx, m.ID, nil); err != nil {
		return written{}, err
	}
	m.DeletedAt = nil
	if err := s.leaveArchive(ctx, &m); err != nil {
		return written{}, err
	}
	if err := s.passTombstones(ctx, a, w, m, true); err != nil {
		return written{}, err
	}
	c, err := s.record(ctx, a, w, OpRestore, m, "", m.Content)
	return written{before: before, after: m, change: c, grew: true}, err
}

// applyPin pins or unpins a memory.
func (s *Service) applyPin(ctx context.Context, a actor.Actor, w Write, m Memory) (written, error) {
	pinned := w.Op == OpPin
	before := m
	if w.undoes == "" {
		var err error
		if m, err = s.bringBack(ctx, m); err != nil {
			return written{}, err
		}
	}
	if m.Pinned == pinned {
		return written{}, ErrUnchanged
	}
	if err := s.store.SetPinned(ctx, m.ID, pinned); err != nil {
		return written{}, err
	}
	m.Pinned = pinned
	c, err := s.record(ctx, a, w, w.Op, m, m.Content, m.Content)
	return written{before: before, after: m, change: c, grew: before.ArchivedAt != nil}, err
}

// applyArchive archives a memory and sets the status of the write.
func (s *Service) applyArchive(ctx context.Context, a actor.Actor, w Write, m Memory) (written, error) {
	if m.ArchivedAt != nil {
		return written{}, ErrUnchanged
	}
	before, now, status := m, s.now.UTC(), w.Status
	if status == "" {
		status = m.Status
	}
	if err := s.store.SetArchived(ctx, m.ID, &now, status); err != nil {
		return written{}, err
	}
	m.ArchivedAt, m.Status = &now, status
	c, err := s.record(ctx, a, w, OpArchive, m, m.Content, m.Content)
	return written{before: before, after: m, change: c}, err
}

// unarchive restores an archived memory. It removes a time to live that has ended, because a
// person wants the memory. It returns a *KnownError when the same was saved in the meantime.
func (s *Service) unarchive(ctx context.Context, a actor.Actor, w Write, m Memory) (written, error) {
	before := m
	if err := s.refuseDuplicate(ctx, m); err != nil {
		return written{}, err
	}
	if err := s.leaveArchive(ctx, &m); err != nil {
		return written{}, err
	}
	if err := s.store.Touch(ctx, []string{m.ID}, s.now.UTC()); err != nil { // it is wanted: no pruning takes it at once again
		return written{}, err
	}
	c, err := s.record(ctx, a, w, OpUnarchive, m, m.Content, m.Content)
	return written{before: before, after: m, change: c, grew: true}, err
}

// leaveArchive restores an archived memory without recording a separate change.
func (s *Service) leaveArchive(ctx context.Context, m *Memory) error {
	if m.ArchivedAt == nil {
		return nil
	}
	if m.Status == Expired || m.Status == Disabled {
		if err := s.store.SetExpires(ctx, m.ID, nil); err != nil {
			return err
		}
		m.Status, m.ExpiresAt = Active, nil
	}
	m.ArchivedAt = nil
	return s.store.SetArchived(ctx, m.ID, nil, m.Status)
}

// bringBack restores a memory if it is archived, before a write to it, and returns it.
func (s *Service) bringBack(ctx context.Context, m Memory) (Memory, error) {
	if m.ArchivedAt == nil {
		return m, nil
	}
	w, err := s.unarchive(ctx, bySchedule, Write{Reason: reasonWrittenTo}, m)
	return w.after, err
}

// renewTimeToLive restarts a memory's time to live with the same length (R11), from when its new version was said.
func (s *Service) renewTimeToLive(ctx context.Context, m *Memory, said time.Time) error {
	if m.ExpiresAt == nil || !m.ExpiresAt.After(m.LastSaid()) {
		return nil
	}
	until := said.Add(m.ExpiresAt.Sub(m.LastSaid()))
	m.ExpiresAt = &until
	return s.store.SetExpires(ctx, m.ID, &until)
}
