// Package actor describes who requests a write and with which standing.
//
// All writing methods of the services take an Actor and refuse what the actor may not do. A door
// only sets the Actor. The rules are in the doc comment of each method.
//
// Start reading at Actor.
package actor

import (
	"keepsake/fault"
	"keepsake/scope"
)

// ErrAdminsOnly means that only the admins of a group may do this. All services return it, so
// that a door needs only one text for it.
var ErrAdminsOnly = fault.New(fault.Denied, "only admins of the group may")

// Kind is the kind of an actor: a person or a part of the program.
type Kind string

const (
	Person        Kind = "person"        // by command, button or API
	Tool          Kind = "tool"          // the model, for the person
	Extraction    Kind = "extraction"    // a run that extracts memories from a conversation
	Consolidation Kind = "consolidation" // a run that merges memories
	Import        Kind = "import"        // from an archive, by an operator or the person
	System        Kind = "system"        // the program itself: schedule, limits, reports of the platform
)

// Standing is the role of a person in the chat in which they write. A higher standing includes
// the lower ones.
type Standing int

const (
	// Stranger has no rights: an unknown or anonymous person, or a former member.
	Stranger Standing = iota
	// Member is a member of the chat.
	Member
	// Admin may change everything of the chat. In a private chat the person is the admin.
	Admin
)

// Actor is who requests a write, and from where. The zero Actor may do nothing.
type Actor struct {
	Kind     Kind
	ID       string   // the person's id; "" = a person without an id, or no person
	Standing Standing // of the person in the chat; see IsAdmin
	Owner    bool     // the person is an owner of the bot
	// Key is the id of the key by which a program acts with the person's rights, or LocalKey; "" = no program does.
	Key string

	SessionID string // the conversation; "" = none
	TurnID    string // the turn; the batch of its changes
	CallID    string // the tool call in the turn
}

// LocalKey is Actor.Key of a program that speaks on the standard input of this one and needs no key.
const LocalKey = "local"

// OfSystem returns the actor for writes of the program itself.
func OfSystem() Actor { return Actor{Kind: System} }

// OfPerson returns the actor for a person in their private chat or in a terminal, where they are
// the admin.
func OfPerson(id string) Actor { return Actor{Kind: Person, ID: id, Standing: Admin} }

// IsPart reports whether the actor is a part of the program and not a person. A part may act in
// any scope.
func (a Actor) IsPart() bool {
	switch a.Kind {
	case Extraction, Consolidation, Import, System:
		return true
	}
	return false
}

// IsAdmin reports whether the actor may change everything of the chat in which they write.
func (a Actor) IsAdmin() bool { return a.IsPart() || a.Standing >= Admin }

// IsMember reports whether the actor is a member of the chat in which they write.
func (a Actor) IsMember() bool { return a.IsPart() || a.Standing >= Member }

// IsThePerson reports whether the person acts directly, by command or button, and not by a tool
// that the model called.
func (a Actor) IsThePerson(id string) bool { return a.Kind == Person && a.ID == id && id != "" }

// IsToolFor reports whether the actor is a tool that the model called for the person.
func (a Actor) IsToolFor(id string) bool { return a.Kind == Tool && a.ID == id && id != "" }

// CanErase reports whether the actor may erase the data of a scope's owner. A person may erase
// their own, an admin their group's (Standing must be that in the group), and a part of the
// program anybody's. A tool may erase nothing.
func (a Actor) CanErase(owner scope.Scope) bool {
	switch {
	case a.IsPart():
		return true
	case a.Kind != Person:
		return false
	case owner.Kind == scope.User:
		return a.IsThePerson(owner.ID)
	case owner.Kind == scope.Group:
		return a.IsAdmin()
	}
	return false
}
