package memory

import (
	"context"
	"errors"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/permit"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/text"
	"keepsake/trust"
)

// Propose stores a decision, which waits for a tap on Save, Edit or Never, and returns it. Save
// will store exactly its Content. Propose checks the write like Apply and returns *KnownError,
// *SimilarError, ErrUnchanged, ErrNotFound, ErrSecret and fault.Invalid. It returns ErrDeclined
// when the person has declined or deleted the same before, unless d.SaidNow. If the same proposal is open, it
// returns that one, which belongs to the new turn from then on: what stands under an answer is what its model was told.
//
// d sets Op, Scope, Content, Category, Subject, Evidence and Reason, and MemoryID for OpUpdate.
// Actors who may add or update may propose, and in a group also a tool for an author without an
// id, since an admin decides. limits apply to the content. distinctFrom is Draft.DistinctFrom.
func (s *Service) Propose(ctx context.Context, a actor.Actor, scopes []scope.Scope, d Decision, limits Limits, distinctFrom ...string) (Decision, error) {
	d.Actor = a
	err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
		if err := s.checkWritable(ctx, d.Scope); err != nil {
			return err
		}
		switch d.Op {
		case OpAdd, OpWish:
			err = s.checkAdd(ctx, &d, limits, distinctFrom)
		case OpUpdate:
			err = s.checkUpdate(ctx, scopes, &d, limits)
		default:
			err = fault.Field("op", "cannot be proposed")
		}
		if err != nil {
			return err
		}
		if gone, err := s.hasTombstone(ctx, d.Scope, d.Subject, d.Content); err != nil || gone && !d.SaidNow {
			if gone {
				err = ErrDeclined
			}
			return err
		}
		open, err := s.store.Decisions(ctx, []scope.Scope{d.Scope}, DecisionOpen, "")
		if err != nil {
			return err
		}
		for _, o := range open {
			if o.Op == d.Op && o.MemoryID == d.MemoryID && o.Version == d.Version && o.Content == d.Content {
				isImported := o.Actor.Kind == actor.Person && !o.IsAskedAgain() // it stays with what it was imported with
				if a.TurnID == "" || a.TurnID == o.Actor.TurnID || isImported {
					d = o
					return nil
				}
				if d.IsOffer() { // the person has said it in the meantime
					o.Reason, o.Evidence = d.Reason, d.Evidence
				}
				d = o
				d.Actor, d.At = a, s.now.UTC()
				return s.putDecision(ctx, d)
			}
		}
		d.ID, d.State, d.At, d.DecidedAt = shortid.New(shortid.LongLen), DecisionOpen, s.now.UTC(), nil
		return s.putDecision(ctx, d)
	})
	return d, fault.Op(err, "memory: propose")
}

func (s *Service) checkAdd(ctx context.Context, d *Decision, limits Limits, distinctFrom []string) error {
	n := Draft{Scope: d.Scope, Content: d.Content, Category: d.Category, Subject: d.Subject, Evidence: d.Evidence, Limits: limits, DistinctFrom: distinctFrom, Near: d.Near}
	if err := s.normalize(&n, d.Actor); err != nil {
		return err
	}
	if err := permit.Check(d.Actor, permit.Propose, d.Scope); err != nil {
		return err
	}
	if err := s.store.Lock(ctx, d.Scope); err != nil {
		return err
	}
	if err := s.checkDistinct(ctx, d.Actor, n); err != nil {
		return err
	}
	d.Content, d.Category, d.Subject, d.Evidence = n.Content, n.Category, n.Subject, n.Evidence
	d.MemoryID, d.Version = "", 0
	return nil
}

func (s *Service) checkUpdate(ctx context.Context, scopes []scope.Scope, d *Decision, limits Limits) error {
	content, err := s.content(d.Content, limits)
	if err != nil {
		return err
	}
	m, err := s.getLocked(ctx, scopes, d.MemoryID)
	if err == nil && m.DeletedAt != nil {
		err = ErrNotFound
	}
	if err != nil {
		return err
	}
	if err := s.checkMemory(ctx, d.Actor, permit.Propose, m); err != nil {
		return err
	}
	if m.Content == content {
		return ErrUnchanged
	}
	if err := s.refuseRepetition(ctx, m, content); err != nil {
		return err
	}
	d.Content, d.Category, d.Subject, d.Scope, d.Version = content, m.Category, m.Subject, m.Scope, m.Version
	d.Evidence = cleanEvidence(d.Evidence, content, d.Actor, s.now.UTC())
	return nil
}

// Save applies an open decision. If edited is not "", it is the content. The memory becomes explicit (R5). Save returns ErrDecided
// when the decision was made before, and ErrConflict when the memory to update has changed since. When the same was saved in the meantime, it returns
// that memory and a zero Change, and of an OpWish, which package digest stores, zero ones. In a group the member who was asked and admins
// may call it, and for an OpUpdate those who may update the memory.
func (s *Service) Save(ctx context.Context, a actor.Actor, scopes []scope.Scope, decisionID, edited string) (Memory, Change, error) {
	if s.cfg.ReadOnly {
		return Memory{}, Change{}, ErrReadOnly
	}
	var saved written
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		d, err := s.getOpenDecision(ctx, a, scopes, decisionID)
		if err == nil && d.Op == OpDelete { // package forget carries it out
			err = ErrNotFound
		}
		if err == nil && d.Op == OpWish {
			return s.closeDecision(ctx, d, DecisionSaved)
		}
		if err != nil {
			return err
		}
		w := Write{Op: d.Op, Reason: "confirmed by the person", Source: SourceCard, permitted: true, confirmed: true}
		if edited != "" {
			w.Source, d.Content = SourceCommand, edited
			d.Evidence = append(d.Evidence, Evidence{Quote: text.Clean(edited), Trust: trust.Person, SaidAt: s.now.UTC(), Author: a.ID})
		}
		if d.Reason == ReasonOthers && edited == "" { // what they say so is theirs as well
			d.Evidence = append(d.Evidence, Evidence{Quote: d.Content, Trust: trust.Person, SaidAt: s.now.UTC(), Author: a.ID})
		}
		if d.Op == OpUpdate {
			w.Scopes, w.MemoryID = scopes, d.MemoryID
			w.Edit = Edit{Content: d.Content, IfVersion: d.Version, Evidence: d.Evidence}
		} else { // the person has confirmed the write, so the same subject is accepted
			w.Draft = Draft{Scope: d.Scope, Content: d.Content, Category: d.Category, Subject: d.Subject, Evidence: d.Evidence}
		}
		if saved, err = s.applySingle(ctx, a, w); err != nil {
			return err
		}
		d.MemoryID, d.Content = saved.after.ID, saved.after.Content
		return s.closeDecision(ctx, d, DecisionSaved)
	})
	return saved.after, saved.change, fault.Op(err, "memory: save decision %s", decisionID)
}

// Decline closes an open decision and stores a tombstone (R5). It returns ErrDecided when the
// decision was made before. It works in read-only mode. The same actors as for Save may call it.
func (s *Service) Decline(ctx context.Context, a actor.Actor, scopes []scope.Scope, decisionID string) (Decision, error) {
	var d Decision
	err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
		if d, err = s.getOpenDecision(ctx, a, scopes, decisionID); err != nil {
			return err
		}
		if err = s.putTombstone(ctx, d.Scope, d.Subject, d.Content, TombstoneDeclined); err != nil {
			return err
		}
		d.State = DecisionDeclined
		return s.closeDecision(ctx, d, DecisionDeclined)
	})
	return d, fault.Op(err, "memory: decline decision %s", decisionID)
}

// Withdraw closes an open decision because the message that it came from reads differently now. It leaves no tombstone, and works in
// read-only mode. It returns ErrDecided when the decision was made before. The actors of Save may call it, and who
// wrote its evidence.
func (s *Service) Withdraw(ctx context.Context, a actor.Actor, scopes []scope.Scope, decisionID string) error {
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		d, err := s.getDecision(ctx, scopes, decisionID)
		if err == nil {
			if err = checkDecide(a, d); errors.Is(err, ErrNotYours) && isByAuthor(d.Evidence, a.ID) {
				err = nil
			}
		}
		if err == nil {
			err = d.checkOpen()
		}
		if err != nil {
			return err
		}
		return s.closeDecision(ctx, d, DecisionWithdrawn)
	})
	return fault.Op(err, "memory: withdraw decision %s", decisionID)
}

// isByAuthor reports whether a person wrote a piece of evidence.
func isByAuthor(es []Evidence, author string) bool {
	return author != "" && slices.ContainsFunc(es, func(e Evidence) bool { return e.Author == author })
}

// AskAgain puts an open decision under the turn of an actor whose person said yes to it in words: of what they did not say themselves
// that keeps nothing (R21). The same actors as for Save may call it. It returns ErrDecided when the decision was made before.
func (s *Service) AskAgain(ctx context.Context, a actor.Actor, scopes []scope.Scope, decisionID string) error {
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		d, err := s.getOpenDecision(ctx, a, scopes, decisionID)
		if err != nil {
			return err
		}
		d.Actor, d.At = a, s.now.UTC()
		return s.putDecision(ctx, d)
	})
	return fault.Op(err, "memory: ask again about decision %s", decisionID)
}

// Supersede closes the open decisions about a content: to add it, as a memory was stored in its place; with "" all, as the person has said otherwise since.
// Who may add to the scope may call it.
func (s *Service) Supersede(ctx context.Context, a actor.Actor, owner scope.Scope, content, memoryID string) error {
	if err := CheckAdd(a, owner); err != nil {
		return err
	}
	if err := s.store.Lock(ctx, owner); err != nil {
		return err
	}
	open, err := s.store.Decisions(ctx, []scope.Scope{owner}, DecisionOpen, "")
	for _, d := range open {
		switch {
		case err != nil || d.Content != content:
		case memoryID == "":
			err = s.closeDecision(ctx, d, DecisionOutdated)
		case d.Op == OpAdd:
			d.MemoryID = memoryID
			err = s.closeDecision(ctx, d, DecisionSaved)
		}
	}
	return fault.Op(err, "memory: supersede decisions")
}

// getOpenDecision returns an open decision and locks its scope for writing.
func (s *Service) getOpenDecision(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string) (Decision, error) {
	d, err := s.getDecision(ctx, scopes, id)
	if err != nil {
		return d, err
	}
	if err = s.checkMayDecide(ctx, a, d); err == nil {
		err = d.checkOpen()
	}
	return d, err
}

// getDecision returns a decision and locks its scope for writing.
func (s *Service) getDecision(ctx context.Context, scopes []scope.Scope, id string) (Decision, error) {
	d, err := s.store.Decision(ctx, scopes, id)
	if err == nil {
		err = s.store.Lock(ctx, d.Scope)
	}
	if err != nil {
		return d, err
	}
	return s.store.Decision(ctx, scopes, id)
}

// checkOpen returns why a decision cannot be made any more, nil when it can.
func (d Decision) checkOpen() error {
	switch d.State {
	case DecisionOpen:
		return nil
	case DecisionWithdrawn:
		return ErrWithdrawn
	case DecisionOutdated:
		return ErrOutdated
	}
	return ErrDecided
}

// closeDecision stores the result of a decision.
func (s *Service) closeDecision(ctx context.Context, d Decision, state DecisionState) error {
	now := s.now.UTC()
	d.State, d.DecidedAt = state, &now
	return s.putDecision(ctx, d)
}

// putDecision stores a decision and calls Config.OnDecision after the commit.
func (s *Service) putDecision(ctx context.Context, d Decision) error {
	err := s.store.PutDecision(ctx, d)
	if err == nil && s.cfg.OnDecision != nil {
		s.store.AfterCommit(ctx, func() { s.cfg.OnDecision(d) })
	}
	return err
}

// Decision returns one decision of these scopes, or ErrNotFound.
func (s *Service) Decision(ctx context.Context, scopes []scope.Scope, id string) (Decision, error) {
	d, err := s.store.Decision(ctx, scopes, id)
	return d, fault.Op(err, "memory: decision %s", id)
}

// Decisions returns the scopes' decisions in a state, "" = in any, oldest first. If turnID is not "" it
// returns only those of this turn.
func (s *Service) Decisions(ctx context.Context, scopes []scope.Scope, state DecisionState, turnID string) ([]Decision, error) {
	ds, err := s.store.Decisions(ctx, scopes, state, turnID)
	return ds, fault.Op(err, "memory: decisions")
}
