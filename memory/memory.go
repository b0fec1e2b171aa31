// Package memory is the noun of the house: what is kept about a scope, version by
// version, with its evidence, and the one Service that may write it.
//
// A memory is one durable fact. Its content changes only by a new version; its id never
// changes. Every applied write is a Change (op, before, after, actor, source, batch,
// reason), which is audit and undo in one, and bumps the revision of its scope.
//
// It is not chat history (package session) and not prompt text (package agent).
//
// Invariants:
//   - An id is looked up together with the scopes the caller may see; another scope's
//     memory is "not found".
//   - Queries name the kinds and statuses they want; the zero Query finds nothing.
//   - Reading never bumps a revision.
//   - Nothing a person wrote is in an error or a log.
//
// Start reading at Memory, then Service in service.go; Store is what a database must do.
package memory

import (
	"time"

	"keepsake/actor"
	"keepsake/scope"
	"keepsake/trust"
)

// Kind says which of the five shapes of memory it is (DESIGN: labels).
type Kind string

const (
	Item       Kind = "item"
	Directive  Kind = "directive"
	Fact       Kind = "fact"
	Suggestion Kind = "suggestion"
	Episode    Kind = "episode"
)

// Type is AstrBot's stability class (A12–A16).
type Type string

const (
	Profile     Type = "profile"
	Preference  Type = "preference"
	Constraint  Type = "constraint"
	TaskState   Type = "task_state"
	EpisodeType Type = "episode"
)

// Reserved categories (P18). Others are free words of at most 50 runes.
const (
	CategoryPerson     = "person"
	CategoryPreference = "preference"
	CategoryContext    = "context"
	CategoryProject    = "project"
)

// Categories lists the reserved categories in their order in the tool's schema (P31).
var Categories = []string{CategoryPerson, CategoryPreference, CategoryContext, CategoryProject}

// TypeOf maps a category to a type when only a category is given (R2).
func TypeOf(category string) Type {
	if category == CategoryPreference {
		return Preference
	}
	return Profile
}

// Status says whether a memory takes part. Deletion and archiving are timestamps.
type Status string

const (
	Active   Status = "active"
	Shadow   Status = "shadow"
	Pending  Status = "pending"
	Disabled Status = "disabled"
	Expired  Status = "expired"
)

// Origin says how a memory came to be.
type Origin string

const (
	Explicit  Origin = "explicit"  // a person asked for it or confirmed it
	Extracted Origin = "extracted" // found in the log by extraction
)

// Memory is one durable fact with its current content.
type Memory struct {
	ID         string // 8 characters A–Z a–z 0–9, case-sensitive (P12, F1)
	Scope      scope.Scope
	Kind       Kind
	Type       Type
	Category   string // 1–50 runes
	Subject    string // at most 200 runes; "" = none (NULL in the database)
	Status     Status
	Origin     Origin
	Trust      trust.Level
	Pinned     bool
	Confidence float64 // 0–1; explicit = 1
	Importance float64 // 0–1; 0.5 when nobody said
	Content    string  // of the current version (P13)
	Version    int     // number of the current version, from 1; 0 = none
	CreatedAt  time.Time
	UpdatedAt  time.Time  // time of the current version (P27)
	DeletedAt  *time.Time // soft deletion; the text is purged some days later
	ExpiresAt  *time.Time // nil = no time to live
	// ArchivedAt is when it left because there were too many, or its time was over (R7). An
	// archived memory is in no list and no prompt; it can be searched for and restored.
	ArchivedAt *time.Time
	// LastAccessedAt and AccessCount tell when it was last brought up, and how often (P65):
	// recalled for a message, or found by the model's search.
	LastAccessedAt *time.Time
	AccessCount    int
}

// Version is one content of a memory (P10).
type Version struct {
	ID        string // UUID
	MemoryID  string
	Number    int // from 1, without gaps
	Content   string
	SessionID string // the conversation it came from, "" when none
	CreatedAt time.Time
	Evidence  []Evidence
}

// Evidence ties a version to a message that said so. Evidence keeps its own quote and
// date, so it still explains when the session is gone (R16).
type Evidence struct {
	MessageID string // session.Message.ID; "" when typed into a command
	Quote     string // what was said, secrets masked
	Trust     trust.Level
	SaidAt    time.Time
	Author    string // person id of who said it, "" when unknown
}

// Ref names one content of one memory; a snapshot is a list of these.
type Ref struct {
	ID      string `json:"id"`
	Version int    `json:"v"`
}

// Op is what a change did.
type Op string

const (
	OpAdd     Op = "add"
	OpUpdate  Op = "update"
	OpDelete  Op = "delete"
	OpRestore Op = "restore"
	OpPin     Op = "pin"
	OpUnpin   Op = "unpin"
	// OpArchive and OpUnarchive: it left for the archive, and came back (R7).
	OpArchive   Op = "archive"
	OpUnarchive Op = "unarchive"
)

// Change is one applied write: audit and undo in one.
type Change struct {
	ID       string // 12 characters like a memory id; fits a button
	MemoryID string
	Scope    scope.Scope
	Op       Op
	Before   string // content before, "" for add; blanked by erasure
	After    string // content after, "" for delete; blanked by erasure
	Version  int    // the memory's version after the change
	Actor    actor.Actor
	Source   Source // what made the actor ask
	// Batch names the changes that can be reverted together: a turn's, a run's, an import's.
	Batch      string
	Reason     string  // constant English, e.g. "asked in conversation"
	Confidence float64 // the memory's after the change
	Origin     Origin  // the memory's
	Undoes     string  // the change this one takes back, "" when none
	UndoneAt   *time.Time
	At         time.Time
}

// DecisionState says what became of a proposal that waits for a tap.
type DecisionState string

const (
	DecisionOpen     DecisionState = "open"
	DecisionSaved    DecisionState = "saved"
	DecisionDeclined DecisionState = "declined"
)

// Decision is a write that the policy did not let through by itself, shown with
// Save / Edit / Never. What is shown is byte for byte what Save stores.
type Decision struct {
	ID        string // 12 characters; fits a button
	Scope     scope.Scope
	Op        Op     // OpAdd or OpUpdate
	MemoryID  string // for OpUpdate: the memory; for a saved OpAdd: what it became
	Version   int    // for OpUpdate: the version it was proposed against
	Content   string
	Category  string
	Subject   string
	Evidence  []Evidence
	Actor     actor.Actor
	Reason    string // why it waits, constant English
	State     DecisionState
	At        time.Time
	DecidedAt *time.Time
}

// Tombstone is what remains of a declined or deleted text so that no pipeline asks or
// stores it again: its text for some days, visible and erasable; then only the keyed
// hash of its slot. An explicit request, Undo or Restore lifts it (R12).
type Tombstone struct {
	ID       string
	Scope    scope.Scope
	SlotHash string // keyed hash of SlotKey
	Content  string // "" after PurgeAt
	Reason   string // "declined" or "deleted"
	At       time.Time
	PurgeAt  time.Time
}

// Query selects memories. The zero value selects nothing: Scopes, Kinds and Statuses
// must be named.
type Query struct {
	Scopes   []scope.Scope
	Kinds    []Kind
	Statuses []Status
	Origin   Origin // "" = all
	Category string // "" = all
	Subject  string // normalised equality (Subject is folded by the store's column); "" = all
	IDs      []string
	Deleted  bool     // true = only soft-deleted ones, archived or not; false = only the others
	Archived Archived // the zero value leaves archived ones out
	Words    []string // text.Words tokens; all must occur in content or subject; ordered by rank
	Limit    int      // 0 = no limit
	Offset   int
}

// Archived says what a query wants of the archive.
type Archived int

// What a query can want of it.
const (
	Unarchived Archived = iota // nothing
	AlsoArchived
	OnlyArchived
)

// Known returns the query of everything that counts as remembered in the scopes: active
// items, not deleted.
func ActiveQuery(scopes ...scope.Scope) Query {
	return Query{Scopes: scopes, Kinds: []Kind{Item}, Statuses: []Status{Active}}
}

// Kept is Known with the archive: everything that can be found, shown and exported.
func RetentionQuery(scopes ...scope.Scope) Query {
	return Query{Scopes: scopes, Kinds: []Kind{Item}, Statuses: []Status{Active, Expired}, Archived: AlsoArchived}
}

// InArchive is what of Kept is in the archive.
func ArchivedQuery(scopes ...scope.Scope) Query {
	q := RetentionQuery(scopes...)
	q.Archived = OnlyArchived
	return q
}
