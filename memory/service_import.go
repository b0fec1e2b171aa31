package memory

import (
	"context"

	"github.com/google/uuid"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/permit"
	"keepsake/shortid"
)

// Import stores a memory from an archive with its id, labels, dates, and all versions with their
// evidence. It changes no existing memory. Only an import may call it (actor.Import), and that
// of a person only for the person's scope. It returns ErrIDTaken when the id exists, a *KnownError
// when a memory has the same statement, ErrDeclined
// when the statement was declined or deleted here since, ErrReadOnly, and fault.Invalid for data
// that no other write could have stored.
func (s *Service) Import(ctx context.Context, a actor.Actor, m Memory, versions []Version) (Change, error) {
	w, err := s.applySingle(ctx, a, Write{Op: OpAdd, Imported: &Imported{m, versions}})
	return w.change, fault.Op(err, "memory: import %s", m.ID)
}

// ImportAll imports several memories in one transaction, as one batch that can be reverted, and
// applies the caps once for all. Memories that Import refuses are left out; refused has their
// errors by index.
func (s *Service) ImportAll(ctx context.Context, a actor.Actor, batch string, all []Imported) (refused map[int]error, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		refused = map[int]error{}
		var done []written
		for i := range all {
			w, err := s.applyImport(ctx, a, Write{Op: OpAdd, Imported: &all[i], Batch: batch})
			if err != nil && fault.KindOf(err) == fault.Internal {
				return err
			}
			if err != nil {
				refused[i] = err
				continue
			}
			done = append(done, w)
		}
		return s.makeRoom(ctx, done)
	})
	return refused, fault.Op(err, "memory: import a batch")
}

// checkImportable returns the error with which Import refuses a memory.
func (s *Service) checkImportable(ctx context.Context, a actor.Actor, m Memory, versions []Version) error {
	if err := s.checkWritable(ctx, m.Scope); err != nil {
		return err
	}
	if err := permit.Check(a, permit.Import, m.Scope); err != nil {
		return err
	}
	if err := s.checkImport(m, versions, a); err != nil {
		return err
	}
	last := versions[len(versions)-1]
	declined, err := s.hasTombstone(ctx, m.Scope, m.Subject, last.Content)
	if err == nil && declined {
		err = ErrDeclined
	}
	return err
}

// applyImport stores a memory with its versions.
func (s *Service) applyImport(ctx context.Context, a actor.Actor, w Write) (written, error) {
	m, versions := w.Imported.Memory, w.Imported.Versions
	if err := s.checkImportable(ctx, a, m, versions); err != nil {
		return written{}, err
	}
	if err := s.store.Lock(ctx, m.Scope); err != nil {
		return written{}, err
	}
	last := versions[len(versions)-1]
	if m.Status == Active && m.ArchivedAt == nil {
		if err := s.refuseDuplicate(ctx, Memory{ID: m.ID, Scope: m.Scope, Kind: m.Kind, Content: last.Content}); err != nil {
			return written{}, err
		}
	}
	m.Content, m.Version, m.UpdatedAt = last.Content, last.Number, last.CreatedAt
	for i, v := range versions {
		v.MemoryID, v.SaidAt = m.ID, saidAt(m.Origin == Extracted, v.Evidence, s.now.UTC())
		v.Evidence, m.SaidAt = cleanEvidence(v.Evidence, v.Content, a, v.CreatedAt), v.SaidAt
		store := s.store.AddVersion
		if i == 0 {
			store = func(ctx context.Context, v Version) error { return s.store.Insert(ctx, m, v) }
		}
		if err := store(ctx, v); err != nil {
			return written{}, err
		}
	}
	if w.Reason == "" {
		w.Reason = "from an archive"
	}
	c, err := s.record(ctx, a, w, OpAdd, m, "", m.Content)
	return written{after: m, change: c, grew: true}, err
}

// checkImport returns an error for data that Add and Update could not have stored.
func (s *Service) checkImport(m Memory, versions []Version, a actor.Actor) error {
	n := Draft{Scope: m.Scope, Content: m.Content, Category: m.Category, Subject: m.Subject, Kind: m.Kind, Type: m.Type}
	switch {
	case !shortid.IsValid(m.ID):
		return fault.Field("id", "is not a memory's")
	case len(versions) == 0:
		return fault.Field("versions", "are missing")
	case m.DeletedAt != nil:
		return fault.Field("deleted_at", "is set: what is forgotten is not imported")
	case m.Kind == "" || m.Type == "" || m.Status == "" || m.Origin == "" || m.CreatedAt.IsZero():
		return fault.Field("memory", "lacks a label or a date")
	case !between01(m.Confidence) || !between01(m.Importance):
		return fault.Field("confidence", "and importance are numbers from 0 to 1")
	}
	for i, v := range versions {
		clean, err := s.content(v.Content, Limits{})
		if err != nil {
			return err
		}
		if clean != v.Content || v.Number != i+1 || uuid.Validate(v.ID) != nil || v.CreatedAt.IsZero() {
			return fault.Field("versions", "are not as they are stored: numbered from 1, of one clean line, dated")
		}
	}
	n.Content = versions[0].Content
	if err := s.normalize(&n, a); err != nil {
		return err
	}
	if n.Category != m.Category || n.Subject != m.Subject {
		return fault.Field("category", "and subject are not as they are stored")
	}
	return nil
}

func between01(f float64) bool { return f >= 0 && f <= 1 }
