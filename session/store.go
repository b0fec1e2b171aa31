package session

import (
	"context"
	"time"

	"keepsake/fault"
	"keepsake/scope"
	"keepsake/tx"
)

var (
	ErrNotFound = fault.New(fault.NotFound, "no such session")
	// ErrDenied says that the actor may not write this of conversations.
	ErrDenied = fault.New(fault.Denied, "the conversation is somebody else's")
	// ErrTurnEnded is returned by SaveTurn when the turn has ended already.
	ErrTurnEnded = fault.New(fault.Conflict, "the turn has ended")
	// ErrUnlinked refuses a tool result that answers no call of its turn (M18).
	ErrUnlinked = fault.New(fault.Invalid, "tool result without its call")
	// ErrDone is returned by Append when the turn already holds a result for the call.
	ErrDone = fault.New(fault.Conflict, "tool call already has its result")
)

// Store is what a database must do for sessions. Methods called with a context from InTx
// join that transaction.
type Store interface {
	tx.Runner
	tx.Committer
	conversationStore
	upkeepStore
	pruningStore
	messageStore
	viewStore
	turnStore
	ownerStore
	keptStore
}

// conversationStore is what the database does for conversations.
type conversationStore interface {
	// Start stores a new session.
	Start(ctx context.Context, s Session) error
	// Current returns the newest session of a place (and person, when not "") that has not
	// ended; ErrNotFound when there is none.
	Current(ctx context.Context, p Place, person string) (Session, error)
	Get(ctx context.Context, id string) (Session, error)
	// Lock is Get inside a transaction, with the row held until its end (Postgres: FOR
	// UPDATE; SQLite: its one writer is lock enough). Whoever changes a session in a
	// transaction reads it through Lock, so that a dropped summary never comes back.
	Lock(ctx context.Context, id string) (Session, error)
	// Save writes LastActiveAt, Snapshot, WindowFrom, Summary and SummaryTo.
	Save(ctx context.Context, s Session) error
	// End closes a session; ending an ended one changes nothing. Reopen is its opposite.
	End(ctx context.Context, id string, at time.Time) error
	Reopen(ctx context.Context, id string) error
	// List returns the sessions of a place and person ("" = a group's) that can be gone on
	// with, the last active first; limit 0 = all.
	List(ctx context.Context, p Place, person string, limit int) ([]Session, error)
}

// upkeepStore is what the database does for many conversations at once.
type upkeepStore interface {
	// EndChat closes the open sessions of a chat, whatever their topic.
	EndChat(ctx context.Context, bot string, chat int64, at time.Time) (int, error)
	// Move gives a chat's sessions (and the lanes of their turns) another chat, and blanks
	// the platform ids of their messages.
	Move(ctx context.Context, bot string, from, to int64) error
	// EndIdle closes the sessions last active before a time and returns how many; ones
	// with an open or waiting turn stay.
	EndIdle(ctx context.Context, before, at time.Time) (int, error)
}

// messageStore is what the database does for the record of messages.
type messageStore interface {
	// Append stores messages with the next sequence numbers and returns them numbered; the
	// session was active at least until then. A tool result whose (turn, call) is there
	// already is ErrDone.
	Append(ctx context.Context, sessionID string, active time.Time, ms []Message) ([]Message, error)
	// Messages returns messages with Seq >= from in order; limit 0 = all.
	Messages(ctx context.Context, sessionID string, from int64, limit int) ([]Message, error)
	// LastMessages returns the newest messages of a session, oldest first.
	LastMessages(ctx context.Context, sessionID string, limit int) ([]Message, error)
	// MessagesSince is Messages without those that a reader has already: the unmarked ones with
	// from <= Seq <= known (unmarked: never masked, edited, revised or removed). Their numbers
	// are returned instead, in order. A message that is in neither list is not there any more.
	MessagesSince(ctx context.Context, sessionID string, from, known int64) (ms []Message, unchanged []int64, err error)
	// TurnMessages returns a turn's messages in order.
	TurnMessages(ctx context.Context, turnID string) ([]Message, error)
	// ByExternal returns the newest message with a platform id at a place.
	ByExternal(ctx context.Context, p Place, external int64) (Message, error)
	// ByIDs returns the messages with these ids that are there, oldest first.
	ByIDs(ctx context.Context, ids []string) ([]Message, error)
	// Last returns the newest messages of a session, at most n, in order.
	Last(ctx context.Context, sessionID string, n int) ([]Message, error)
}

// viewStore is what the database does for what a window shows in place of a record.
type viewStore interface {
	// SetEdited records a later wording.
	SetEdited(ctx context.Context, messageID, text string) error
	// SetRevised sets (or clears, nil) what a window shows in place of a message.
	SetRevised(ctx context.Context, messageID string, r *Revision) error
	// SetRemoved sets (or clears, nil) since when messages of a session are not shown.
	SetRemoved(ctx context.Context, sessionID string, messageIDs []string, at *time.Time) error
	// Mask masks messages of a person's (or place's) sessions that are evidence, belong to
	// one of the turns, or say what is forgotten (in content, quote, edits, revisions, data
	// or arguments), and drops the summaries of the sessions they are in. says is asked
	// about every text; nil = no text says it. It returns the ids of the sessions touched.
	Mask(ctx context.Context, scope scope.Scope, messageIDs, turnIDs []string, says func(text string) bool, at time.Time) ([]string, error)
}

// turnStore is what the database does for turns.
type turnStore interface {
	// OpenTurn stores a new turn; Turn returns one; SaveTurn writes State, ReplyID,
	// RetryAt, ClosedAt and Usage.
	OpenTurn(ctx context.Context, t Turn) error
	Turn(ctx context.Context, id string) (Turn, error)
	SaveTurn(ctx context.Context, t Turn) error
	// LaneTurn returns the lane's open or waiting turn; ErrNotFound when there is none.
	LaneTurn(ctx context.Context, lane string) (Turn, error)
	// AskStop marks the lane's unfinished turn as to be stopped and reports whether there
	// was one.
	AskStop(ctx context.Context, lane string) (bool, error)
}

// ownerStore is what the database does for all that is somebody's.
type ownerStore interface {
	// Owners returns whose sessions there are in a store, as Erase takes them: persons, and
	// chats of several.
	Owners(ctx context.Context, store string) ([]scope.Scope, error)
	// Erase destroys every session, message and turn of a scope (scope.User: the person's
	// private sessions; scope.Group: the chat's).
	Erase(ctx context.Context, scope scope.Scope) (Erased, error)
}

// Erased counts what Erase destroyed.
type Erased struct {
	Sessions, Messages, Turns int
}
