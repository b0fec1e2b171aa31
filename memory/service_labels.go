package memory

import (
	"context"
	"fmt"
	"strings"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/permit"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/text"
)

// Labels are what a memory is filed under.
type Labels struct {
	Category string // "" = unchanged
	Subject  string // "" = none
}

// String returns the labels as a change stores them: category, line end, subject.
func (l Labels) String() string { return l.Category + "\n" + l.Subject }

// parseLabels is the reverse of Labels.String.
func parseLabels(s string) Labels {
	category, subject, _ := strings.Cut(s, "\n")
	return Labels{category, subject}
}

// Relabel changes the category and the subject of a memory and returns it. The change can be undone.
// It returns ErrUnchanged when both are the same. The same actors as for Update may call it.
func (s *Service) Relabel(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string, l Labels) (Memory, Change, error) {
	w, err := s.applySingle(ctx, a, Write{Op: OpLabel, Scopes: scopes, MemoryID: id, Labels: l, Reason: "filed by the person"})
	return w.after, w.change, fault.Op(err, "memory: relabel %s", id)
}

// applyLabel changes the labels of a memory.
func (s *Service) applyLabel(ctx context.Context, a actor.Actor, w Write, m Memory) (written, error) {
	l := Labels{strings.ToLower(text.OneLine(w.Labels.Category)), text.OneLine(w.Labels.Subject)}
	if l.Category == "" {
		l.Category = m.Category
	}
	switch before := (Labels{m.Category, m.Subject}); {
	case text.Len(l.Category) > maxCategory:
		return written{}, fault.Field("category", fmt.Sprintf("must have at most %d characters", maxCategory))
	case text.Len(l.Subject) > MaxSubject:
		return written{}, fault.Field("subject", fmt.Sprintf("must have at most %d characters", MaxSubject))
	case HoldsSecret(l.Subject) || HoldsSecret(l.Category):
		return written{}, ErrSecret
	case l == before:
		return written{}, ErrUnchanged
	default:
		old := m
		if err := s.store.SetLabels(ctx, m.ID, l.Category, l.Subject); err != nil {
			return written{}, err
		}
		m.Category, m.Subject = l.Category, l.Subject
		c, err := s.record(ctx, a, w, OpLabel, m, before.String(), l.String())
		return written{before: old, after: m, change: c}, err
	}
}

// Merge drops a memory that says what another one says, and returns the change, which can be
// undone. Nothing is forgotten by it: it leaves no tombstone. It returns ErrNotFound when one of
// them is gone. The actors that may delete the dropped one may call it.
func (s *Service) Merge(ctx context.Context, a actor.Actor, scopes []scope.Scope, drop, keep string) (kept Memory, c Change, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if kept, err = s.store.Get(ctx, scopes, keep); err != nil {
			return err
		}
		if kept.DeletedAt != nil || kept.ArchivedAt != nil || drop == keep {
			return ErrNotFound
		}
		w, err := s.applySingle(ctx, a, Write{Op: OpDelete, Scopes: scopes, MemoryID: drop, Reason: "merged into another", merged: true})
		c = w.change
		return err
	})
	return kept, c, fault.Op(err, "memory: merge %s", drop)
}

// OfferForgetting stores an open decision of OpDelete for each of the memories, so that a door can
// show them with a button each, and returns the decisions in order. Nothing is forgotten by it. It
// returns ErrNotFound for a memory outside the scopes. It works in read-only mode.
func (s *Service) OfferForgetting(ctx context.Context, a actor.Actor, scopes []scope.Scope, ids []string) ([]Decision, error) {
	var out []Decision
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		out = nil
		for _, id := range ids {
			m, err := s.store.Get(ctx, scopes, id)
			if err == nil && m.DeletedAt != nil {
				err = ErrNotFound
			}
			if err == nil {
				err = permit.Check(a, permit.Propose, m.Scope)
			}
			if err != nil {
				return err
			}
			d := Decision{
				ID: shortid.New(shortid.LongLen), Scope: m.Scope, Op: OpDelete, MemoryID: m.ID, Version: m.Version, Content: m.Content,
				Category: m.Category, Subject: m.Subject, Actor: a, Reason: "asked in conversation", State: DecisionOpen, At: s.now.UTC(),
			}
			if err := s.putDecision(ctx, d); err != nil {
				return err
			}
			out = append(out, d)
		}
		return nil
	})
	return out, fault.Op(err, "memory: offer forgetting")
}
