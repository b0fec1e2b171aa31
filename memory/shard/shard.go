// Package shard is what people keep together: a shard is a named collective memory with instructions that
// say what belongs in it, facts and suggestions.
//
// A shard is made in a chat, its home: by an admin of a group, or by an owner of the bot in their private
// chat. It is shown in the chats that it is attached to, or, when it is open, in all chats of the agent.
// Facts beyond its limit are archived, the oldest first. The package asks no model: memory/consolidate does, and
// forms facts and suggestions of what was said where a shard is shared.
//
// Invariants:
//   - Who manages a shard is said by its home: a group's admins while they act there, an owner for their own. They may let
//     others do what Right says; whom a shard reaches, and that it ends, they alone decide.
//   - An item names the chat in which it was said and who said it: with either of them it is erased.
//   - Each write adds one to the revision of its shard.
//   - A citation gives nobody anything to read: CitedOf is of what a chat sees anyway. No shard reaches itself by citing.
//   - A suggestion waits, is absorbed into exactly one version of the digest, or is gone; with one that is gone all
//     versions of the digest lose their lines, and the others wait again.
//
// Start reading at Shard, then Service; rights are in rights.go, facts and suggestions in items.go, digests in digest.go.
package shard

import (
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/lines"
	"keepsake/scope"
)

// Shard is one collective memory.
type Shard struct {
	ID           string // 8 characters
	Home         scope.Scope
	Maker        string // id of the person who made it; "" = they were erased
	Name         string
	Instructions string // what belongs in it (E16)
	Open         bool   // it is shown in all chats of the agent
	Paused       bool   // nothing is added, and no prompt shows it (E32)
	MaxFacts     int    // more are archived, the oldest first (E34)
	Threshold    int    // of suggestions that wait until they are merged at once (E34)
	Schedule     string // when suggestions are merged instead (E43), as NewSchedule returns it; "" = by the threshold
	ScheduledAt  time.Time
	Rights       Rights   // what was set (E47); nil = the defaults
	Cites        []string // ids of others that it points to (E46); see Cite
	Revision     int64
	MadeAt       time.Time
}

// Kind says what an item is.
type Kind string

const (
	Fact       Kind = "fact"       // (E4)
	Suggestion Kind = "suggestion" // (E5)
)

// Item is a fact or a suggestion of a shard.
type Item struct {
	ID         string // 12 characters
	ShardID    string
	Kind       Kind
	Scope      scope.Scope // the chat in which it was said
	Person     string      // who said it; "" = nobody in particular
	Speaker    string      // their name, of what formed by itself; "" = none
	EditedBy   string      // who reworded it since, where that was somebody else
	Message    string      // id of the message in which it was said; "" = none
	Content    string
	SaidAt     time.Time
	Pending    bool       // it does not count until who said it wants it kept
	Absorbed   int        // version of the digest that says a suggestion; 0 = none does
	ArchivedAt *time.Time // nil = it counts
}

// Says returns the item with who said it (E4).
func (i Item) Says() string {
	if i.Speaker == "" {
		return i.Content
	}
	return i.Content + " (source: " + i.Speaker + ")"
}

// Digest is one version of what the suggestions of a shard come to (E15).
type Digest struct {
	ShardID string
	Version int // from 1: how often they were merged, or that was taken back (E33)
	Lines   []lines.Line
	Model   string
	At      time.Time
}

// WithOverridden returns the digest as people knew it before a later version: with a line for each of the suggestions that
// waited beside it and that the later version left out for newer ones.
func (d Digest) WithOverridden(is []Item) Digest {
	overridden := make([]lines.Line, len(is))
	for i, o := range is {
		overridden[i] = lines.Line{Text: o.Content, From: []string{o.ID}}
	}
	d.Lines = lines.Join(d.Lines, overridden)
	return d
}

// Sharing is a shard that a chat shares, and since when: what was said there before does not form in it.
type Sharing struct {
	Shard
	Since time.Time
}

// Limits of what is kept.
const (
	// DefaultFacts is how many facts a new shard keeps (E34).
	DefaultFacts = 50
	// DefaultThreshold is how many suggestions wait until they are merged.
	DefaultThreshold = 16
	// Versions is how many versions of a digest are kept.
	Versions = 20
	// MostFacts is the most that its limit can be set to.
	MostFacts = 500
	// MostShards is how many shards a chat may make.
	MostShards = 20
	// PendingLife is how long an item waits for the consent of who said it.
	PendingLife = 7 * 24 * time.Hour

	mostName         = 60 // runes
	mostInstructions = 2000
	mostContent      = 500
)

var (
	// ErrNotFound says that a chat sees no such shard, or a shard has no such item.
	ErrNotFound = fault.New(fault.NotFound, "no such shard")
	// ErrNotAllowed refuses who may not do that with the shard.
	ErrNotAllowed = fault.New(fault.Denied, "this person may not do that with the shard")
	// ErrNameTaken says that the chat has a shard of that name.
	ErrNameTaken = fault.New(fault.Conflict, "a shard of that name exists here")
	// ErrTooMany says that the chat has MostShards shards.
	ErrTooMany = fault.New(fault.Conflict, "this chat has too many shards")
	// ErrChanged says that the digest has another version by now, or that a suggestion does not wait any more.
	ErrChanged = fault.New(fault.Conflict, "the shard has changed meanwhile")
	// ErrPaused says that nothing is added to a paused shard.
	ErrPaused = fault.New(fault.Conflict, "the shard is paused")
)

// CanMake reports whether the actor may make a shard in a chat: an admin in their group, and an owner of the
// bot in their private chat. A tool may not.
func CanMake(a actor.Actor, here scope.Scope) bool {
	switch {
	case a.Kind != actor.Person:
		return a.IsPart()
	case here.Kind == scope.Group:
		return a.IsAdmin()
	}
	return here.Kind == scope.User && a.IsThePerson(here.ID) && a.Owner
}

// CanManage reports whether the actor, who acts in a chat, may do everything with a shard, whatever rights were set: in its
// home whoever could make it there, and an owner of the bot everywhere what they made in their private chat.
func CanManage(a actor.Actor, here scope.Scope, s Shard) bool {
	if s.Home.Kind == scope.User {
		return a.IsPart() || a.IsThePerson(s.Home.ID) && a.Owner
	}
	return here == s.Home && CanMake(a, here)
}
