package memory

import (
	"context"

	"keepsake/fault"
	"keepsake/text"
	"keepsake/trust"
)

// Propose stores a write that waits for a tap (Save / Edit / Never) and returns it as
// stored: what Save will write is exactly its Content. It is checked like the write
// itself: *KnownError, *SimilarError, ErrUnchanged, ErrNotFound, ErrSecret, Invalid. ErrDeclined when
// the person declined or deleted the same before. A proposal that is open already is
// returned as it is, so that nobody is asked twice.
//
// d names Op, Scope, Content, Category, Subject, Evidence, Actor and Reason; for OpUpdate
// MemoryID. limits bind the content. distinctFrom is for additions what New.DistinctFrom
// is.
func (s *Service) Propose(ctx context.Context, scopes []Scope, d Decision, limits Limits, distinctFrom ...string) (Decision, error) {
	if err := s.writable(); err != nil {
		return d, err
	}
	err := s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		switch d.Op {
		case OpAdd:
			err = s.checkAdd(ctx, &d, limits, distinctFrom)
		case OpUpdate:
			err = s.checkUpdate(ctx, scopes, &d, limits)
		default:
			err = fault.Field("op", "cannot be proposed")
		}
		if err != nil {
			return err
		}
		if gone, err := s.buried(ctx, d.Scope, d.Subject, d.Content); err != nil || gone {
			if gone {
				err = ErrDeclined
			}
			return err
		}
		open, err := s.Store.Decisions(ctx, []Scope{d.Scope}, DecisionOpen, "")
		if err != nil {
			return err
		}
		for _, o := range open {
			if o.Op == d.Op && o.MemoryID == d.MemoryID && o.Version == d.Version && o.Content == d.Content {
				d = o
				return nil
			}
		}
		d.ID, d.State, d.At, d.DecidedAt = NewID(ChangeIDLen), DecisionOpen, s.now(), nil
		return s.Store.PutDecision(ctx, d)
	})
	return d, fault.Op(err, "memory: propose")
}

func (s *Service) checkAdd(ctx context.Context, d *Decision, limits Limits, distinctFrom []string) error {
	n := New{
		Scope: d.Scope, Content: d.Content, Category: d.Category, Subject: d.Subject,
		Evidence: d.Evidence, Actor: d.Actor, Limits: limits, DistinctFrom: distinctFrom,
	}
	if err := s.normalize(&n); err != nil {
		return err
	}
	if err := s.Store.Lock(ctx, d.Scope); err != nil {
		return err
	}
	if err := s.distinct(ctx, n); err != nil {
		return err
	}
	d.Content, d.Category, d.Subject, d.Evidence = n.Content, n.Category, n.Subject, n.Evidence
	d.MemoryID, d.Version = "", 0
	return nil
}

func (s *Service) checkUpdate(ctx context.Context, scopes []Scope, d *Decision, limits Limits) error {
	content, err := s.content(d.Content, limits)
	if err != nil {
		return err
	}
	m, err := s.live(ctx, scopes, d.MemoryID)
	if err != nil {
		return err
	}
	if m.Content == content {
		return ErrUnchanged
	}
	d.Content, d.Category, d.Subject, d.Scope, d.Version = content, m.Category, m.Subject, m.Scope, m.Version
	d.Evidence = evidence(d.Evidence, content, d.Actor, s.now())
	return nil
}

// Save applies an open decision, with the content the person edited when edited is not
// "". It makes an explicit memory (R5). ErrDecided when it was decided before;
// ErrConflict when the memory it would update has changed since. When the same was
// remembered meanwhile, that memory is returned and the Change is zero.
func (s *Service) Save(ctx context.Context, scopes []Scope, decisionID string, a Actor, edited string) (Memory, Change, error) {
	if err := s.writable(); err != nil {
		return Memory{}, Change{}, err
	}
	var m Memory
	var c Change
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		d, err := s.undecided(ctx, scopes, decisionID)
		if err != nil {
			return err
		}
		if edited != "" {
			d.Content = edited
			d.Evidence = append(d.Evidence, Evidence{Quote: text.Clean(edited), Trust: trust.Person, SaidAt: s.now(), Author: a.ID})
		}
		if m, c, err = s.apply(ctx, scopes, d, a); err != nil {
			return err
		}
		d.MemoryID, d.Content = m.ID, m.Content
		return s.decide(ctx, d, DecisionSaved)
	})
	return m, c, fault.Op(err, "memory: save decision %s", decisionID)
}

// apply writes what a decision proposed. The tap is the person's own judgement, so the
// same subject does not stop it.
func (s *Service) apply(ctx context.Context, scopes []Scope, d Decision, a Actor) (Memory, Change, error) {
	const reason = "confirmed by the person"
	if d.Op == OpUpdate {
		_, m, c, err := s.Update(ctx, scopes, d.MemoryID, Edit{
			Content: d.Content, IfVersion: d.Version, Evidence: d.Evidence, Actor: a, Reason: reason,
		})
		return m, c, err
	}
	n := New{
		Scope: d.Scope, Content: d.Content, Category: d.Category, Subject: d.Subject,
		Evidence: d.Evidence, Actor: a, Reason: reason,
	}
	if err := s.normalize(&n); err != nil {
		return Memory{}, Change{}, err
	}
	known, ok, err := s.known(ctx, n.Scope, n.Kind, n.Content, Unarchived)
	if err != nil || ok {
		return known, Change{}, err
	}
	return s.insert(ctx, n)
}

// Decline closes an open decision and leaves a tombstone (R5). ErrDecided when it was
// decided before. Works in read-only mode.
func (s *Service) Decline(ctx context.Context, scopes []Scope, decisionID string, _ Actor) (Decision, error) {
	var d Decision
	err := s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if d, err = s.undecided(ctx, scopes, decisionID); err != nil {
			return err
		}
		if err = s.bury(ctx, d.Scope, d.Subject, d.Content, "declined"); err != nil {
			return err
		}
		d.State = DecisionDeclined
		return s.decide(ctx, d, DecisionDeclined)
	})
	return d, fault.Op(err, "memory: decline decision %s", decisionID)
}

// undecided returns an open decision and holds its scope for writing.
func (s *Service) undecided(ctx context.Context, scopes []Scope, id string) (Decision, error) {
	d, err := s.Store.Decision(ctx, scopes, id)
	if err != nil {
		return d, err
	}
	if err = s.Store.Lock(ctx, d.Scope); err != nil {
		return d, err
	}
	if d, err = s.Store.Decision(ctx, scopes, id); err == nil && d.State != DecisionOpen {
		err = ErrDecided
	}
	return d, err
}

func (s *Service) decide(ctx context.Context, d Decision, state DecisionState) error {
	now := s.now()
	d.State, d.DecidedAt = state, &now
	return s.Store.PutDecision(ctx, d)
}

// Decision returns one decision; ErrNotFound when it is not of these scopes.
func (s *Service) Decision(ctx context.Context, scopes []Scope, id string) (Decision, error) {
	d, err := s.Store.Decision(ctx, scopes, id)
	return d, fault.Op(err, "memory: decision %s", id)
}

// Decisions returns the scopes' decisions in a state, oldest first; of one turn when
// turnID is not "".
func (s *Service) Decisions(ctx context.Context, scopes []Scope, state DecisionState, turnID string) ([]Decision, error) {
	ds, err := s.Store.Decisions(ctx, scopes, state, turnID)
	return ds, fault.Op(err, "memory: decisions")
}
