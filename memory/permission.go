package memory

import (
	"context"
	"errors"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/permit"
	"keepsake/scope"
)

// Errors for actors without permission. Doors translate them for people.
var (
	// ErrNotAllowed means that the actor may never do this in the scope.
	ErrNotAllowed = permit.ErrNotAllowed
	// ErrNotYours means that the memory belongs to another member of the group.
	ErrNotYours = fault.New(fault.Denied, "only who said it, whom it is about, or an admin may")
)

// ReasonOthers is why a change waits that a member of a group asks for: it is about what another member said or is about.
const ReasonOthers = "another member said it or is the one it is about, so that member or an admin decides"

// checkMemory returns an error when the actor may not change a memory. In addition to permit.Check
// it lets a member of a group change only the memories that they said, by command or by the
// evidence of the current version, and those whose subject names them. A tool may change what the
// member may whom its turn answers.
func (s *Service) checkMemory(ctx context.Context, a actor.Actor, act permit.Action, m Memory) error {
	if err := permit.Check(a, act, m.Scope); err != nil {
		return err
	}
	shared := m.Scope.Kind == scope.Group || m.Scope.Kind == scope.Project
	if !shared || a.IsAdmin() || act == permit.Propose {
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
		return v.Number == m.Version && isByAuthor(v.Evidence, a.ID)
	})
}

// checkUndo returns an error unless the actor is the author of the change or may manage the
// memory. The system may take back what no person did: the operator reverts a run.
func (s *Service) checkUndo(ctx context.Context, a actor.Actor, c Change, m Memory) error {
	err := permit.Check(a, permit.Manage, c.Scope)
	isRun := c.Actor.Kind == actor.Extraction || c.Actor.Kind == actor.Consolidation || c.Actor.Kind == actor.System && c.Batch != ""
	if a.Kind == actor.System && isRun || err == nil && a.ID != "" && a.ID == c.Actor.ID {
		return nil
	}
	if err != nil {
		return err
	}
	return s.checkMemory(ctx, a, permit.Manage, m)
}

// checkDecide returns an error when the actor may not decide about a proposal. In a group the
// member who was asked and admins may.
func checkDecide(a actor.Actor, d Decision) error {
	if err := permit.Check(a, permit.Edit, d.Scope); err != nil {
		return err
	}
	shared := d.Scope.Kind == scope.Group || d.Scope.Kind == scope.Project
	if shared && !a.IsAdmin() && (a.ID == "" || a.ID != d.Actor.ID) {
		return ErrNotYours
	}
	return nil
}

// checkMayDecide is checkDecide, but about a change to a memory of a group decide those who may change that memory, whoever was asked.
func (s *Service) checkMayDecide(ctx context.Context, a actor.Actor, d Decision) error {
	shared := d.Scope.Kind == scope.Group || d.Scope.Kind == scope.Project
	if !shared || d.Op != OpUpdate {
		return checkDecide(a, d)
	}
	m, err := s.store.Get(ctx, []scope.Scope{d.Scope}, d.MemoryID)
	if errors.Is(err, ErrNotFound) { // it was purged
		return checkDecide(a, d)
	}
	if err != nil {
		return err
	}
	return s.checkMemory(ctx, a, permit.Edit, m)
}

// CheckAdd returns nil when the actor may add memories to a scope, and so what belongs to one.
func CheckAdd(a actor.Actor, owner scope.Scope) error { return permit.Check(a, permit.Add, owner) }

// CheckImport returns nil when the actor may import into a scope memories and what belongs to them.
func CheckImport(a actor.Actor, owner scope.Scope) error {
	return permit.Check(a, permit.Import, owner)
}

// CheckErase returns nil when an actor may erase a scope: its person, a group's admins and the
// system.
func CheckErase(a actor.Actor, owner scope.Scope) error {
	return permit.Check(a, permit.Destroy, owner)
}

// Editable returns a memory that the actor may update, so that a door can ask for the new text.
// Otherwise it returns the error of Update.
func (s *Service) Editable(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string) (Memory, error) {
	m, err := s.Get(ctx, scopes, id)
	if err != nil {
		return m, err
	}
	return m, s.checkMemory(ctx, a, permit.Edit, m)
}

// Decidable returns an open decision that the actor may make, so that a door can ask for another
// text. Otherwise it returns the error of Save.
func (s *Service) Decidable(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string) (Decision, error) {
	d, err := s.Decision(ctx, scopes, id)
	if err != nil {
		return d, err
	}
	if err := s.checkMayDecide(ctx, a, d); err != nil {
		return d, err
	}
	return d, d.checkOpen()
}
