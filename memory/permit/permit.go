// Package permit says who may do what with the memories of a scope.
//
// It is the part of the rules that needs no memory: a table of actors, actions and kinds of scopes. Package memory
// asks it before every write, and adds what depends on one memory (whose words they were). The whole table,
// actor by actor, is the test of internal/permission.
//
// Start reading at Check.
package permit

import (
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// ErrNotAllowed means that the actor may never do this in the scope.
var ErrNotAllowed = fault.New(fault.Denied, "the actor may not do this here")

// Action is the kind of operation for which permission is checked.
type Action int

const (
	Propose Action = iota // propose a write about which a person decides
	Add                   // add
	Edit                  // update
	Manage                // delete, restore, pin, archive, undo another actor's change
	Import                // import from an archive, open a scope
	Retire                // archive a memory that no person asked for
	Upkeep                // expire, prune, purge, move
	Destroy               // erase a whole scope
)

// partMay lists the actions that each part of the program may perform in any scope.
var partMay = map[actor.Kind][]Action{
	actor.Extraction:    {Propose, Add, Edit},
	actor.Consolidation: {Propose, Add, Edit, Retire},
	actor.Import:        {Import},
	actor.System:        {Retire, Upkeep, Destroy},
}

// Check returns an error when the actor may not perform the action on any memory of the scope.
// Package memory checks what depends on the memory.
//
// In a person's scope only that person may act, directly or by a tool; a tool never erases a
// whole scope. In the scope of a group or a project members may add and admins may do
// everything. There a tool may propose even for an author without an id, because an admin
// decides. Only owners may act in the global scope, and only parts of the program in a
// session's scope.
func Check(a actor.Actor, act Action, owner scope.Scope) error {
	if a.IsPart() {
		if a.Kind == actor.Import && a.ID != "" && owner != (scope.Scope{Store: owner.Store, Kind: scope.User, ID: a.ID}) {
			return ErrNotAllowed
		}
		if slices.Contains(partMay[a.Kind], act) {
			return nil
		}
		return ErrNotAllowed
	}
	if a.Kind != actor.Person && a.Kind != actor.Tool || act == Retire || act == Upkeep || act == Import || act == Destroy && a.Kind == actor.Tool {
		return ErrNotAllowed
	}
	switch owner.Kind {
	case scope.User:
		if a.ID != "" && a.ID == owner.ID {
			return nil
		}
	case scope.Group, scope.Project:
		if a.IsAdmin() || a.Kind == actor.Tool && act == Propose { // an admin decides
			return nil
		}
		if !a.IsMember() {
			return ErrNotAllowed
		}
		if act == Destroy {
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
