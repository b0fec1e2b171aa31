package memory

import (
	"context"
	"time"

	"keepsake/fault"
	"keepsake/scope"
	"keepsake/tx"
)

// Sentinels. Doors turn them into sentences.
var (
	ErrNotFound = fault.New(fault.NotFound, "no such memory")
	ErrConflict = fault.New(fault.Conflict, "the memory changed meanwhile")
	ErrReadOnly = fault.New(fault.Denied, "memory writes are switched off")
	ErrSecret   = fault.New(fault.Invalid, "a secret is not kept as a memory")
	// ErrIDTaken is returned by Store.Insert on an id collision; the Service retries (F1).
	ErrIDTaken = fault.New(fault.Conflict, "memory id is taken")
)

// Store is what a database must do for memories, a small interface for each thing it keeps.
// Methods called with a context from InTx join that transaction. Store checks no rules;
// Service does.
type Store interface {
	Transactions
	ScopeStore
	MemoryStore
	MarkStore
	QueryStore
	ChangeStore
	DecisionStore
	TombstoneStore
	ErasureStore
}

// Transactions runs units of work, and what is to follow them.
type Transactions interface {
	tx.Runner
	// AfterCommit runs fn when the transaction of ctx has committed, at once when there is
	// none, and never when it is rolled back.
	AfterCommit(ctx context.Context, fn func())
}

// ScopeStore keeps whose memories there are, and the revision of each scope.
type ScopeStore interface {
	// Lock holds a scope until the transaction ends, so that two writers of one scope look
	// and write one after the other (SQLite: nothing to do, its writers queue anyway).
	Lock(ctx context.Context, scope scope.Scope) error
	// Scopes returns every scope of a store that was ever written, ordered by kind and id.
	Scopes(ctx context.Context, store string) ([]scope.Scope, error)
	// Topics returns the scopes of a group's topics ("ID:topic") that were ever written.
	Topics(ctx context.Context, group scope.Scope) ([]scope.Scope, error)
	// Revisions returns the present revision of each scope (0 when never written).
	Revisions(ctx context.Context, scopes []scope.Scope) (map[scope.Scope]int64, error)
}

// MemoryStore keeps memories and their versions.
type MemoryStore interface {
	// Insert stores a memory with its first version and evidence; ErrIDTaken on collision.
	Insert(ctx context.Context, m Memory, v Version) error
	// AddVersion appends v when the current version is v.Number-1, else ErrConflict.
	// Evidence, search tokens and UpdatedAt follow.
	AddVersion(ctx context.Context, v Version) error
	// Get returns one memory of these scopes, deleted or not; ErrNotFound otherwise.
	Get(ctx context.Context, scopes []scope.Scope, id string) (Memory, error)
	// Versions returns a memory's versions in order of number, with evidence.
	Versions(ctx context.Context, id string) ([]Version, error)
	// At returns the memories of these refs with the content of the named version, in the
	// order of Find; refs whose memory is deleted or whose version is gone are left out.
	At(ctx context.Context, refs []Ref) ([]Memory, error)
}

// MarkStore sets what is written beside a memory's content.
type MarkStore interface {
	// SetDeleted sets or (nil) clears the deletion time.
	SetDeleted(ctx context.Context, id string, at *time.Time) error
	SetPinned(ctx context.Context, id string, pinned bool) error
	// SetArchived sets or (nil) clears the time of archiving, and the status.
	SetArchived(ctx context.Context, id string, at *time.Time, s Status) error
	// SetExpires sets or (nil) clears the end of a memory's time to live.
	SetExpires(ctx context.Context, id string, at *time.Time) error
	// Touch notes that memories were brought up (P65). It bumps no revision.
	Touch(ctx context.Context, ids []string, at time.Time) error
}

// QueryStore finds memories.
type QueryStore interface {
	// Find returns what the query selects, ordered by category bytewise, then CreatedAt,
	// then id bytewise (P17, F2); by rank when Words is set; newest deletion first when
	// Deleted.
	Find(ctx context.Context, q Query) ([]Memory, error)
	// Count returns how many Find would return without Limit and Offset.
	Count(ctx context.Context, q Query) (int, error)
	// Having returns the ids of those memories the query selects (its Words, Limit and Offset
	// do not count) that have a search word, bytewise in order, at most limit.
	Having(ctx context.Context, q Query, word string, limit int) ([]string, error)
	// Evictable returns the memories that leave a full scope, in the order of CompareEviction
	// at e.Now: as many as there are active ones outside the archive above e.Most, without
	// those of e.Keep. It reads one index and sorts no contents.
	Evictable(ctx context.Context, e Eviction) ([]Memory, error)
	// Lapsed returns a store's active memories of all scopes and kinds whose time to live
	// is over, the longest first, at most limit. Archived and deleted ones are left out.
	Lapsed(ctx context.Context, store string, now time.Time, limit int) ([]Memory, error)
	// Untouched returns a store's active memories of all scopes that are neither pinned,
	// archived nor deleted, and that nobody changed or brought up since a time: those whose
	// id comes after an id, in order of id, at most limit.
	Untouched(ctx context.Context, store string, since time.Time, after string, limit int) ([]Memory, error)
}

// Eviction asks which memories leave a full scope.
type Eviction struct {
	Scope  scope.Scope
	Kind   Kind
	Origin Origin   // "" = all origins count together
	Keep   []string // ids of what stays, whatever it is
	Most   int      // how many may stay
	Now    time.Time
}

// ChangeStore keeps the applied changes.
type ChangeStore interface {
	// Record stores a change and bumps its scope's revision, creating it at 1.
	Record(ctx context.Context, c Change) error
	// Change returns one change of these scopes; ErrNotFound otherwise.
	Change(ctx context.Context, scopes []scope.Scope, id string) (Change, error)
	// Changes returns a turn's changes in order, or a memory's when turnID is "".
	Changes(ctx context.Context, memoryID, turnID string) ([]Change, error)
	// ChangesSince returns the scopes' changes after a time, oldest first, at most limit.
	// Changes of memories that are deleted by now come without their texts.
	ChangesSince(ctx context.Context, scopes []scope.Scope, after time.Time, limit int) ([]Change, error)
	// BatchChanges returns the scopes' changes of a batch in order; none for the batch "".
	BatchChanges(ctx context.Context, scopes []scope.Scope, batch string) ([]Change, error)
	MarkUndone(ctx context.Context, changeID string, at time.Time) error
}

// DecisionStore keeps the writes that wait for a tap.
type DecisionStore interface {
	PutDecision(ctx context.Context, d Decision) error // insert, or replace by id
	Decision(ctx context.Context, scopes []scope.Scope, id string) (Decision, error)
	// Decisions returns the scopes' decisions in a state, oldest first; of one turn when
	// turnID is not "".
	Decisions(ctx context.Context, scopes []scope.Scope, state DecisionState, turnID string) ([]Decision, error)
	// MemoryDecisions returns the decisions about one memory in a state, oldest first.
	MemoryDecisions(ctx context.Context, memoryID string, state DecisionState) ([]Decision, error)
}

// TombstoneStore keeps what was declined or deleted.
type TombstoneStore interface {
	PutTombstone(ctx context.Context, t Tombstone) error
	Tombstones(ctx context.Context, scopes []scope.Scope) ([]Tombstone, error)
	// LiftTombstones removes the tombstones of a slot.
	LiftTombstones(ctx context.Context, scope scope.Scope, slotHash string) error
}

// ErasureStore destroys, and moves, all that a scope has.
type ErasureStore interface {
	// Purge destroys the texts of memories deleted before a time (memory, versions,
	// evidence, search tokens, changes' texts), blanks tombstones due, and deletes
	// decisions decided, or open and made, before that time; it returns how many memories
	// went.
	Purge(ctx context.Context, deletedBefore, now time.Time) (int, error)
	// Erase destroys everything of a scope: memories, versions, evidence, tokens,
	// changes, decisions, tombstones. It returns what was destroyed. Of a User scope
	// its own row goes too, with the revision (0 again): erase the sessions that saw it in
	// the same transaction. Other scopes keep theirs, one higher.
	Erase(ctx context.Context, scope scope.Scope) (Erased, error)
	// Move gives everything of a scope another name; what that name holds already stays
	// beside it. The revision grows. A scope never written is nothing to move.
	Move(ctx context.Context, from, to scope.Scope) error
}

// Erased counts what Erase destroyed.
type Erased struct {
	Memories, Versions, Changes, Decisions, Tombstones int
}

// Add counts another erasure in.
func (e *Erased) Add(o Erased) {
	e.Memories += o.Memories
	e.Versions += o.Versions
	e.Changes += o.Changes
	e.Decisions += o.Decisions
	e.Tombstones += o.Tombstones
}
