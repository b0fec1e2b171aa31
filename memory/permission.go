package memory

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// Errors for actors without permission. Doors translate them for people.
var (
	// ErrNotAllowed means that the actor may never do this in the scope.
	ErrNotAllowed = fault.New(fault.Denied, "the actor may not do this here")
	// ErrNotYours means that the memory belongs to another member of the group.
	ErrNotYours = fault.New(fault.Denied, "only who said it, whom it is about, or an admin may")
)

// action is the kind of operation for which permission is checked.
type action int

const (
	actPropose action = iota // propose a write about which a person decides
	actAdd                   // add
	actEdit                  // update
	actManage                // delete, restore, pin, archive, undo another actor's change
	actImport                // import from an archive, open a scope
	actRetire                // archive a memory that no person asked for
	actUpkeep                // expire, prune, purge, move
	actDestroy               // erase a whole scope
)

// partMay lists the actions that each part of the program may perform in any scope.
var partMay = map[actor.Kind][]action{
	actor.Extraction:    {actPropose, actAdd, actEdit},
	actor.Consolidation: {actPropose, actAdd, actEdit, actRetire},
	actor.Import:        {actImport},
	actor.System:        {actRetire, actUpkeep, actDestroy},
}

// checkScope returns an error when the actor may not perform the action on any memory of the
// scope. checkMemory checks what depends on the memory.
//
// In a person's scope only that person may act, directly or by a tool; a tool never erases a
// whole scope. In the scope of a group or a project members may add and admins may do
// everything. There a tool may propose even for an author without an id, because an admin
// decides. Only owners may act in the global scope, and only parts of the program in a
// session's scope.
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

// checkMemory returns an error when the actor may not change a memory. In addition to checkScope
// it lets a member of a group change only the memories that they said, by command or by the
// evidence of the current version, and those whose subject names them. A tool may also update
// for the member whom its turn answers, because grounds has checked that member's words.
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

// IsOwn reports whether the actor is a member who said the current content of a memory, or whom
// its subject names.
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

// checkUndo returns an error unless the actor is the author of the change or may manage the
// memory. The system may take back what no person did: the operator reverts a run.
func (s *Service) checkUndo(ctx context.Context, a actor.Actor, c Change, m Memory) error {
	if a.Kind == actor.System && (c.Actor.Kind == actor.Extraction || c.Actor.Kind == actor.Consolidation) {
		return nil
	}
	if err := checkScope(a, actManage, c.Scope); err != nil {
		return err
	}
	if a.ID != "" && a.ID == c.Actor.ID {
		return nil
	}
	return s.checkMemory(ctx, a, actManage, m)
}

// checkDecide returns an error when the actor may not decide about a proposal. In a group the
// member who was asked and admins may.
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

// CheckErase returns nil when an actor may erase a scope: its person, a group's admins and the
// system.
func CheckErase(a actor.Actor, owner scope.Scope) error { return checkScope(a, actDestroy, owner) }

// Editable returns a memory that the actor may update, so that a door can ask for the new text.
// Otherwise it returns the error of Update.
func (s *Service) Editable(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string) (Memory, error) {
	m, err := s.Get(ctx, scopes, id)
	if err != nil {
		return m, err
	}
	return m, s.checkMemory(ctx, a, actEdit, m)
}

// Decidable returns an open decision that the actor may make, so that a door can ask for another
// text. Otherwise it returns the error of Save.
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
