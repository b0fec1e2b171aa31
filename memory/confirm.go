package memory

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/permit"
	"keepsake/scope"
)

// Confirmation is what a pipeline found that says again what a memory says.
type Confirmation struct {
	Evidence   []Evidence
	Confidence float64    // of the memory from now on; an explicit memory keeps its own
	ExpiresAt  *time.Time // of the memory from now on (R11); an explicit memory keeps its own
	SaidAt     time.Time  // of the memory from now on, set by Confirm
}

// Confirm links what was said again to the current version of a memory (A21), and counts it as an
// access at the time it was said. Content, labels and revision stay, so it is no change and no prompt is rebuilt. The actors
// that may update the memory may call it. It returns ErrNotFound for a memory that is archived or
// deleted.
func (s *Service) Confirm(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string, c Confirmation) error {
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		m, err := s.getLocked(ctx, scopes, id)
		if err == nil && (m.DeletedAt != nil || m.ArchivedAt != nil) {
			err = ErrNotFound
		}
		if err == nil {
			err = s.checkMemory(ctx, a, permit.Edit, m)
		}
		if err == nil {
			err = s.checkWritable(ctx, m.Scope)
		}
		if err != nil {
			return err
		}
		if m.Origin == Explicit {
			c.Confidence, c.ExpiresAt = m.Confidence, m.ExpiresAt
		}
		c.SaidAt = m.SaidAt
		if said := saidAt(true, c.Evidence, s.now.UTC()); said.After(m.LastSaid()) {
			c.SaidAt, m.SaidAt = said, said
		}
		c.Evidence = cleanEvidence(c.Evidence, m.Content, a, s.now.UTC())
		if err := s.store.Confirm(ctx, m.ID, c); err != nil {
			return err
		}
		return s.store.Touch(ctx, []string{m.ID}, m.LastTouched())
	})
	return fault.Op(err, "memory: confirm %s", id)
}
