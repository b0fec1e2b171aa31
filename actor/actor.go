// Package actor says who asks for a write, and where they stand.
//
// It is ground floor: every noun's writing methods take an Actor and refuse what the actor
// may not do; a door only says who it is. The rules themselves are in each noun's contract.
//
// Start reading at Actor.
package actor

import (
	"keepsake/fault"
	"keepsake/scope"
)

// ErrAdminsOnly refuses what only the admins of a group may do. Every noun refuses with it, so
// that a door has one sentence for it.
var ErrAdminsOnly = fault.New(fault.Denied, "only admins of the group may")

// Kind says what kind of part of the house asks.
type Kind string

const (
	Person        Kind = "person"        // by command, button or API
	Tool          Kind = "tool"          // the model, for the person
	Extraction    Kind = "extraction"    // found in the log of a conversation
	Consolidation Kind = "consolidation" // merged out of what is known
	Import        Kind = "import"        // from an archive, by an operator or the person
	System        Kind = "system"        // the house itself: schedule, limits, the platform's news
)

// Standing is what a person is at the place they speak from. Higher standings include the
// lower ones.
type Standing int

const (
	// Stranger is nobody with a right there: unknown, anonymous or no member any more.
	Stranger Standing = iota
	// Member is somebody of the chat.
	Member
	// Admin may change everything of the chat; in a private chat the person is their own.
	Admin
)

// Actor is who asks for a write, and from where. The zero Actor may do nothing.
type Actor struct {
	Kind     Kind
	ID       string   // the person's id; "" = nobody with an id, or no person
	Standing Standing // of the person at the place; see IsAdmin
	Owner    bool     // the person is an owner of the bot

	SessionID string // the conversation, "" when none
	TurnID    string // the turn; the batch of its changes
	CallID    string // the tool call within the turn
}

// OfSystem returns the actor for what the house does by itself.
func OfSystem() Actor { return Actor{Kind: System} }

// OfPerson returns the actor for a person in their private chat, or at an operator's door:
// there they are their own admin.
func OfPerson(id string) Actor { return Actor{Kind: Person, ID: id, Standing: Admin} }

// IsPart reports whether a part of the house asks and no person: it may do what its job is,
// whosever scope it is about.
func (a Actor) IsPart() bool {
	switch a.Kind {
	case Extraction, Consolidation, Import, System:
		return true
	}
	return false
}

// IsAdmin reports whether the actor may change everything of the place they speak from.
func (a Actor) IsAdmin() bool { return a.IsPart() || a.Standing >= Admin }

// IsMember reports whether the actor belongs to the place they speak from.
func (a Actor) IsMember() bool { return a.IsPart() || a.Standing >= Member }

// IsThePerson reports whether the person asks by themselves: by command or button, not
// through a tool that the model called.
func (a Actor) IsThePerson(id string) bool { return a.Kind == Person && a.ID == id && id != "" }

// IsToolFor reports whether a tool asks that the model called for the person.
func (a Actor) IsToolFor(id string) bool { return a.Kind == Tool && a.ID == id && id != "" }

// CanErase reports whether the actor may destroy what is kept for a scope's owner: a person
// what is their own, an admin what is their group's (Standing is toward that group), a part
// of the house anything. A tool erases nothing, whoever it is called for.
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
