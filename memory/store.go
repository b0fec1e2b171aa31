package memory

import (
	"context"
	"time"

	"keepsake/fault"
	"keepsake/scope"
	"keepsake/tx"
)

// Errors of the Service and the Store. Doors translate them for people.
var (
	ErrNotFound = fault.New(fault.NotFound, "no such memory")
	ErrConflict = fault.New(fault.Conflict, "the memory changed meanwhile")
	ErrReadOnly = fault.New(fault.Denied, "memory writes are switched off")
	ErrSecret   = fault.New(fault.Invalid, "a secret is not kept as a memory")
	// ErrIDTaken is the error of Store.Insert when the id exists; the Service retries (F1).
	ErrIDTaken = fault.New(fault.Conflict, "memory id is taken")
)

// Store is the interface of the database, the sum of smaller interfaces. Methods called with a context from InTx join that transaction.
// Store checks no rules; Service does.
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

// Transactions runs transactions and functions after their commit.
type Transactions interface {
	tx.Runner
	// AfterCommit runs fn after the transaction of ctx has committed, or immediately when ctx carries none. After a rollback fn does not
	// run.
	AfterCommit(ctx context.Context, fn func())
}

// ScopeStore stores scopes and their revisions.
type ScopeStore interface {
	// Lock locks a scope until the transaction ends, so that the writers of a scope read and write one after the other. SQLite needs no
	// lock, because it has one writer at a time.
	Lock(ctx context.Context, scope scope.Scope) error
	// Scopes returns all scopes of a store that were ever written, ordered by kind and id.
	Scopes(ctx context.Context, store string) ([]scope.Scope, error)
	// Topics returns the scopes of a group's topics ("ID:topic") that were ever written.
	Topics(ctx context.Context, group scope.Scope) ([]scope.Scope, error)
	// Revisions returns the current revision of each scope; 0 if it was never written.
	Revisions(ctx context.Context, scopes []scope.Scope) (map[scope.Scope]int64, error)
	// WritesOff reports whether writes are switched off for a scope or for all (package writeswitch). Who switches them off waits for the
	// transaction of ctx.
	WritesOff(ctx context.Context, owner scope.Scope) (bool, error)
}

// MemoryStore stores memories and their versions.
type MemoryStore interface {
	// Insert stores a memory with its first version and evidence. It returns ErrIDTaken when the id exists.
	Insert(ctx context.Context, m Memory, v Version) error
	// AddVersion appends v with its evidence and updates search words and UpdatedAt. It returns ErrConflict unless the current version is
	// v.Number-1.
	AddVersion(ctx context.Context, v Version) error
	// Get returns one memory of these scopes, deleted or not, or ErrNotFound.
	Get(ctx context.Context, scopes []scope.Scope, id string) (Memory, error)
	// Versions returns the versions of memories with their evidence, ordered by memory and number.
	Versions(ctx context.Context, ids ...string) ([]Version, error)
	// CountEvidence returns for each of these memories how many distinct messages its current version names as evidence. Those without
	// evidence are missing from the map.
	CountEvidence(ctx context.Context, ids []string) (map[string]int, error)
	// At returns the memories of these refs with the content of the given version, in the order of Find. It leaves out deleted memories and
	// missing versions.
	At(ctx context.Context, refs []Ref) ([]Memory, error)
}

// MarkStore sets the columns of a memory that are not part of a version.
type MarkStore interface {
	// SetDeleted sets the deletion time; nil clears it.
	SetDeleted(ctx context.Context, id string, at *time.Time) error
	SetPinned(ctx context.Context, id string, pinned bool) error
	SetImportance(ctx context.Context, id string, importance float64) error
	// SetLabels sets category and subject, and updates the search words.
	SetLabels(ctx context.Context, id, category, subject string) error
	// SetArchived sets the time of archiving (nil clears it) and the status.
	SetArchived(ctx context.Context, id string, at *time.Time, s Status) error
	// SetExpires sets the end of a memory's time to live; nil clears it.
	SetExpires(ctx context.Context, id string, at *time.Time) error
	// Confirm adds evidence to the current version of a memory, leaving out messages that it names already, and sets the rest.
	Confirm(ctx context.Context, id string, c Confirmation) error
	// Touch counts an access of memories (P65). It does not increment a revision.
	Touch(ctx context.Context, ids []string, at time.Time) error
	// TouchShown counts that memories were shown, those that were shown after since excepted. It does not increment a revision.
	TouchShown(ctx context.Context, ids []string, since, at time.Time) error
}

// QueryStore finds memories.
type QueryStore interface {
	// Find returns the memories that the query selects, ordered by category bytewise, then by CreatedAt, then by id bytewise (P17, F2).
	// With Words it orders by rank, with Deleted by the time of deletion, the newest first.
	Find(ctx context.Context, q Query) ([]Memory, error)
	// Count returns the number of memories that Find returns without Limit and Offset.
	Count(ctx context.Context, q Query) (int, error)
	// Having returns the ids of the memories that the query selects and that have a search word, ordered bytewise, at most limit. It
	// ignores the query's Words, Limit and Offset.
	Having(ctx context.Context, q Query, word string, limit int) ([]string, error)
	// Evictable returns the memories to archive from a scope above its cap, in the order of CompareEviction at e.Now: as many as there are
	// active, unarchived memories above e.Most, but none of e.Keep. It uses one index and sorts no contents.
	Evictable(ctx context.Context, e Eviction) ([]Memory, error)
	// Lapsed returns the active, unarchived memories of all scopes of a store whose time to live has ended, the earliest end first, at most
	// limit.
	Lapsed(ctx context.Context, store string, now time.Time, limit int) ([]Memory, error)
	// Untouched returns the active, unarchived memories of all scopes of a store that are not pinned and that were neither changed nor
	// accessed since a time. It returns those with an id greater than after, ordered by id, at most limit.
	Untouched(ctx context.Context, store string, since time.Time, after string, limit int) ([]Memory, error)
}

// Eviction holds the arguments of Evictable.
type Eviction struct {
	Scope  scope.Scope
	Kind   Kind
	Origin Origin   // "" = all origins count together
	Keep   []string // ids that are never returned
	Most   int      // the cap
	Now    time.Time
}

// ChangeStore stores the applied changes.
type ChangeStore interface {
	// Record stores a change and increments its scope's revision, which begins with 1.
	Record(ctx context.Context, c Change) error
	// Change returns one change of these scopes, or ErrNotFound.
	Change(ctx context.Context, scopes []scope.Scope, id string) (Change, error)
	// Changes returns a turn's changes in order, or a memory's when turnID is "".
	Changes(ctx context.Context, memoryID, turnID string) ([]Change, error)
	// ChangesSince returns the scopes' changes after a time, oldest first, at most limit. It blanks the texts of changes whose memory is
	// now deleted.
	ChangesSince(ctx context.Context, scopes []scope.Scope, after time.Time, limit int) ([]Change, error)
	// BatchChanges returns the scopes' changes of a batch in order. The batch "" has none.
	BatchChanges(ctx context.Context, scopes []scope.Scope, batch string) ([]Change, error)
	MarkUndone(ctx context.Context, changeID string, at time.Time) error
}

// DecisionStore stores decisions.
type DecisionStore interface {
	PutDecision(ctx context.Context, d Decision) error // inserts, or replaces by id
	Decision(ctx context.Context, scopes []scope.Scope, id string) (Decision, error)
	// Decisions returns the scopes' decisions in a state, oldest first. If turnID is not "" it returns only those of this turn.
	Decisions(ctx context.Context, scopes []scope.Scope, state DecisionState, turnID string) ([]Decision, error)
	// MemoryDecisions returns the decisions about one memory in a state, oldest first.
	MemoryDecisions(ctx context.Context, memoryID string, state DecisionState) ([]Decision, error)
}

// TombstoneStore stores tombstones.
type TombstoneStore interface {
	PutTombstone(ctx context.Context, t Tombstone) error
	Tombstones(ctx context.Context, scopes []scope.Scope) ([]Tombstone, error)
	// LiftTombstones removes the tombstones of a slot.
	LiftTombstones(ctx context.Context, scope scope.Scope, slotHash string) error
}

// ErasureStore deletes and moves the rows of a scope.
type ErasureStore interface {
	// Purge deletes the memories that were deleted before a time, with versions, evidence and search words, and blanks the texts of their
	// changes. It blanks due tombstones and deletes decisions that were decided, or proposed if open, before that time. It returns the
	// number of memories.
	Purge(ctx context.Context, deletedBefore, now time.Time) (int, error)
	// Erase deletes all rows of a scope: memories, versions, evidence, search words, changes, decisions and tombstones. It returns their
	// numbers. It also deletes the row of a User scope, whose revision becomes 0, so the caller must erase the sessions that refer to the
	// revision in the same transaction. The revision of any other scope is incremented.
	Erase(ctx context.Context, scope scope.Scope) (Erased, error)
	// Move renames a scope and increments its revision. If the new name has memories, the scopes are merged. It does nothing for a scope
	// that was never written.
	Move(ctx context.Context, from, to scope.Scope) error
}

// Erased counts the rows that Erase deleted.
type Erased struct {
	Memories, Versions, Changes, Decisions, Tombstones int
}

// Add adds the counts of another erasure.
func (e *Erased) Add(o Erased) {
	e.Memories += o.Memories
	e.Versions += o.Versions
	e.Changes += o.Changes
	e.Decisions += o.Decisions
	e.Tombstones += o.Tombstones
}
