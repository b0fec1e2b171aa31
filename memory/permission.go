package memory

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// Refusals of actors. Doors turn them into sentences.
var (
	// ErrNotAllowed refuses what is not the actor's business at all.
	ErrNotAllowed = fault.New(fault.Denied, "the actor may not do this here")
	// ErrNotYours refuses a member of a group what is another member's.
	ErrNotYours = fault.New(fault.Denied, "only who said it, whom it is about, or an admin may")
)

// action is what an actor asks for, as far as permission is concerned.
type action int

const (
	actPropose action = iota // propose a write, which a person then decides about
	actAdd                   // add
	actEdit                  // update
	actManage                // delete, restore, pin, archive, undo what another did
	actImport                // bring back from an archive, open a scope
	actRetire                // archive what was not asked for by a person
	actUpkeep                // expire, prune, purge, move
	actDestroy               // erase a whole scope
)

// partMay lists what a part of the house may do, in any scope: what its job is.
var partMay = map[actor.Kind][]action{
	actor.Extraction:    {actPropose, actAdd, actEdit},
	actor.Consolidation: {actPropose, actAdd, actEdit, actRetire},
	actor.Import:        {actImport},
	actor.System:        {actRetire, actUpkeep, actDestroy},
}

// checkScope refuses an actor who may do something in a scope to no memory of it. What
// depends on the memory is for checkMemory.
//
// In a person's scope that person may do everything, by themselves or by a tool (which never
// erases a whole scope), and nobody else anything. In a group's scope, and in a project's, members may add, admins may do
// everything, and a tool may propose even for somebody without an id, since an admin decides
// then. The global scope is the owners'. A session's scope is for parts of the house.
func checkScope(a actor.Actor, act action, owner scope.Scope) error {
	if a.IsPart() {
		if a.Kind == actor.Import && a.ID != "" && owner != (scope.Scope{Store: owner.Store, Kind: scope.User, ID: a.ID}) {
			return ErrNotAllowed
		}
		if slices.Contains(partMay[a.Kind], act) {
			return nil
		}
		return ErrNotAllowed
	}
	if a.Kind != actor.Person && a.Kind != actor.Tool || act == actRetire || act == actUpkeep || act == actImport || act == actDestroy && a.Kind == actor.Tool {
		return ErrNotAllowed
	}
	switch owner.Kind {
	case scope.User:
		if a.ID != "" && a.ID == owner.ID {
			return nil
		}
	case scope.Group, scope.Project:
		if a.IsAdmin() || a.Kind == actor.Tool && act == actPropose { // an admin decides
			return nil
		}
		if !a.IsMember() {
			return ErrNotAllowed
		}
		if act == actDestroy {
			return actor.ErrAdminsOnly
		}
		return nil
	case scope.Global:
		if a.Owner {
			return nil
		}
	}
	return ErrNotAllowed
}

// checkMemory refuses an actor who may not change a memory. Beyond checkScope: of a group's
// memories a member may change those that they said, by command or by evidence of the
// current version, and those whose subject names them. A tool may besides update for the
// member whom its turn answers, since grounds has judged that member's own words.
func (s *Service) checkMemory(ctx context.Context, a actor.Actor, act action, m Memory) error {
	if err := checkScope(a, act, m.Scope); err != nil {
		return err
	}
	shared := m.Scope.Kind == scope.Group || m.Scope.Kind == scope.Project
	if !shared || a.IsAdmin() || act == actPropose || a.Kind == actor.Tool && act == actEdit && a.ID != "" {
		return nil
	}
	versions, err := s.store.Versions(ctx, m.ID)
	if err != nil {
		return err
	}
	if !s.IsOwn(a, m, versions) {
		return ErrNotYours
	}
	return nil
}

// IsOwn reports whether the actor is a member who said what a memory holds now, or whom its
// subject names.
func (s *Service) IsOwn(a actor.Actor, m Memory, versions []Version) bool {
	if a.ID == "" || !a.IsMember() {
		return false
	}
	if s.cfg.IsAbout != nil && s.cfg.IsAbout(m.Subject, a.ID) {
		return true
	}
	return slices.ContainsFunc(versions, func(v Version) bool {
		return v.Number == m.Version && slices.ContainsFunc(v.Evidence, func(e Evidence) bool { return e.Author == a.ID })
	})
}

// checkUndo refuses an actor who may not take a change back: its author may, and whoever
// may manage the memory.
func (s *Service) checkUndo(ctx context.Context, a actor.Actor, c Change, m Memory) error {
	if err := checkScope(a, actManage, c.Scope); err != nil {
		return err
	}
	if a.ID != "" && a.ID == c.Actor.ID {
		return nil
	}
	return s.checkMemory(ctx, a, actManage, m)
}

// checkDecide refuses an actor who may not decide about a proposal: in a group those it was
// asked of may, and admins.
func checkDecide(a actor.Actor, d Decision) error {
	if err := checkScope(a, actEdit, d.Scope); err != nil {
		return err
	}
	shared := d.Scope.Kind == scope.Group || d.Scope.Kind == scope.Project
	if shared && !a.IsAdmin() && (a.ID == "" || a.ID != d.Actor.ID) {
		return ErrNotYours
	}
	return nil
}

// CheckErase returns nil when an actor may destroy everything of a scope: the person whose it
// is, the admins of a group, and the system.
func CheckErase(a actor.Actor, owner scope.Scope) error { return checkScope(a, actDestroy, owner) }

// Editable returns a memory that the actor may update, for who asks for the new wording; else
// why they may not: as Update.
func (s *Service) Editable(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string) (Memory, error) {
	m, err := s.Get(ctx, scopes, id)
	if err != nil {
		return m, err
	}
	return m, s.checkMemory(ctx, a, actEdit, m)
}

// Decidable returns an open proposal that the actor may decide, for who asks for another
// wording; else why they may not: as Save.
func (s *Service) Decidable(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string) (Decision, error) {
	d, err := s.Decision(ctx, scopes, id)
	if err != nil {
		return d, err
	}
	if err := checkDecide(a, d); err != nil {
		return d, err
	}
	if d.State != DecisionOpen {
		return d, ErrDecided
	}
	return d, nil
}
