package memory

import (
	"context"

	"github.com/google/uuid"

	"keepsake/fault"
)

// Import stores a memory as it was, from an archive: its id, labels, dates, and every
// version with its evidence. Nothing that is here is changed. Errors: ErrIDTaken (the id is
// in use), ErrDeclined (it was declined or deleted here since: forgetting wins),
// ErrReadOnly, and fault.Invalid for what no writer could have stored.
func (s *Service) Import(ctx context.Context, m Memory, versions []Version, a Actor) (Change, error) {
	if err := s.writable(); err != nil {
		return Change{}, err
	}
	if err := s.checkImport(m, versions); err != nil {
		return Change{}, err
	}
	var c Change
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.Lock(ctx, m.Scope); err != nil {
			return err
		}
		last := versions[len(versions)-1]
		m.Content, m.Version, m.UpdatedAt = last.Content, last.Number, last.CreatedAt
		if buried, err := s.buried(ctx, m.Scope, m.Subject, m.Content); err != nil || buried {
			if err == nil {
				err = ErrDeclined
			}
			return err
		}
		for i, v := range versions {
			v.MemoryID, v.Evidence = m.ID, evidence(v.Evidence, v.Content, a, v.CreatedAt)
			var err error
			if i == 0 {
				err = s.Store.Insert(ctx, m, v)
			} else {
				err = s.Store.AddVersion(ctx, v)
			}
			if err != nil {
				return err
			}
		}
		var err error
		c, err = s.record(ctx, Change{
			MemoryID: m.ID, Scope: m.Scope, Op: OpAdd, After: m.Content, Version: m.Version,
			Actor: a, Reason: "from an archive",
		})
		if err == nil {
			err = s.makeRoom(ctx, m)
		}
		return err
	})
	return c, fault.Op(err, "memory: import %s", m.ID)
}

// checkImport refuses what Add and Update could not have stored.
func (s *Service) checkImport(m Memory, versions []Version) error {
	n := New{Scope: m.Scope, Content: m.Content, Category: m.Category, Subject: m.Subject, Kind: m.Kind, Type: m.Type}
	switch {
	case !ValidID(m.ID):
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
	if err := s.normalize(&n); err != nil {
		return err
	}
	if n.Category != m.Category || n.Subject != m.Subject {
		return fault.Field("category", "and subject are not as they are stored")
	}
	return nil
}

func between01(f float64) bool { return f >= 0 && f <= 1 }
