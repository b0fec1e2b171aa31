// Package memory holds the memories of a scope with their versions and evidence, and the
// Service that is the only one to write them.
//
// A memory is one durable fact. Its content changes only by a new version; its id never
// changes. Every applied write is a Change (op, before, after, actor, source, batch,
// reason), which serves both audit and undo and increments the revision of its scope.
//
// Chat history is in package session, prompt texts are in package agent.
//
// Invariants:
//   - A memory is looked up by its id and the scopes that the caller may see. A memory of
//     another scope is "not found".
//   - A query names the kinds and statuses that it selects; the zero Query selects nothing.
//   - Reading never increments a revision.
//   - Errors and logs contain no text of people.
//
// Start reading at Memory, then at Service in service.go. Store is the interface of the
// database.
package memory

import (
	"time"

	"keepsake/actor"
	"keepsake/scope"
	"keepsake/trust"
)

// Kind is the kind of a memory. It determines who writes the memory and in which block of a prompt it is shown.
type Kind string

const (
	Item       Kind = "item"       // a fact about a person, about a group, or for everybody
	Directive  Kind = "directive"  // how a person wants to be answered; merged into their digest
	Fact       Kind = "fact"       // a fact of a shard
	Suggestion Kind = "suggestion" // what may belong in a shard; merged into the digest of the shard
	Episode    Kind = "episode"    // the summary of one stretch of a conversation
)

// Type is AstrBot's stability class (A12–A16).
type Type string

const (
	Profile     Type = "profile"    // who somebody is and what belongs to them
	Preference  Type = "preference" // what somebody likes or wants
	Constraint  Type = "constraint" // what must hold or must not be done
	TaskState   Type = "task_state" // how far something is that somebody does
	EpisodeType Type = "episode"    // what happened at a time
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

// Status is the state of a memory. Prompts and lists show only Active ones, unless a query asks for others. Deletion and
// archiving are not states but timestamps.
type Status string

const (
	Active   Status = "active"   // it is in use
	Shadow   Status = "shadow"   // found by extraction, and nobody was asked about it
	Pending  Status = "pending"  // found by extraction; it waits for a person's yes
	Disabled Status = "disabled" // a program switched it off; it is in the archive
	Expired  Status = "expired"  // its time to live is over
)

// Origin is the way in which a memory was found.
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
	Importance float64 // 0–1, see priority.go
	Content    string  // of the current version (P13)
	Version    int     // number of the current version, from 1; 0 = none
	CreatedAt  time.Time
	UpdatedAt  time.Time  // time of the current version (P27)
	DeletedAt  *time.Time // soft deletion; the text is purged some days later
	ExpiresAt  *time.Time // nil = no time to live
	// SaidAt is when what extraction found was last said, which may be long before it was read; zero = UpdatedAt. See LastSaid.
	SaidAt time.Time
	// ArchivedAt is the time of archiving, because of a cap or the end of the time to live
	// (R7). An archived memory is in no list and no prompt; it can be searched and restored.
	ArchivedAt *time.Time
	// LastAccessedAt and AccessCount are the time of the last access and the number of
	// accesses (P65): somebody asked for the memory, or said it again.
	LastAccessedAt *time.Time
	AccessCount    int
	// ShownAt and ShownCount are the last day on which a prompt showed the memory unasked, and
	// the number of these days.
	ShownAt    *time.Time
	ShownCount int
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

	// SaidAt and Trust are what the memory's are from this version on; a Trust of Unknown leaves
	// it as it was. They are not read back.
	SaidAt time.Time
	Trust  trust.Level
}

// Evidence links a version to the message that supports it. It has its own copy of the quote
// and the date, which remain when the session is deleted (R16).
type Evidence struct {
	MessageID string // session.Message.ID; "" when typed into a command
	Quote     string // with secrets masked
	Trust     trust.Level
	SaidAt    time.Time
	Author    string // person id of the author; "" = unknown
	// From and To are where the quotation stands in the message, in runes; both 0 = unknown.
	From, To int
	Meta
}

// Method is how a statement was taken from its message (A9, F7); "" = not recorded.
type Method string

const (
	MethodExplicit    Method = "user_explicit"
	MethodRule        Method = "rule"
	MethodModel       Method = "llm_extract" // by a model, from the person's words
	MethodModelOnTool Method = "llm_extract_tool"
	MethodProgram     Method = "program" // written by a program; Meta.Model is the id of its key
)

// Meta is how an evidence was found (A9). The zero value = not recorded.
type Meta struct {
	Method     Method  `json:",omitempty"`
	Base       float64 `json:",omitempty"` // the confidence of this evidence alone, 0–1
	Model      string  `json:",omitempty"` // of MethodProgram: actor.Actor.Key
	PromptHash string  `json:",omitempty"` // of the instructions that the model had
}

// Ref identifies one version of a memory. A snapshot is a list of refs.
type Ref struct {
	ID      string `json:"id"`
	Version int    `json:"v"`
}

// Op is the operation of a change.
type Op string

const (
	OpAdd     Op = "add"
	OpUpdate  Op = "update"
	OpDelete  Op = "delete"
	OpRestore Op = "restore"
	OpPin     Op = "pin"
	OpUnpin   Op = "unpin"
	// OpArchive and OpUnarchive move a memory into and out of the archive (R7).
	OpArchive   Op = "archive"
	OpUnarchive Op = "unarchive"
	// OpLabel changes category and subject. Before and After of its change hold a Labels text.
	OpLabel Op = "label"
	// OpWeigh changes importance and time to live. Before and After of its change hold a Weight text.
	OpWeigh Op = "weigh"
	OpWish  Op = "wish" // only of a decision: a directive that the person brought, which package digest stores
)

// Change is one applied write. It serves both audit and undo.
type Change struct {
	ID       string // 12 characters as in a memory id; fits a button
	MemoryID string
	Scope    scope.Scope
	Op       Op
	Before   string // content before, "" for add; blanked by erasure
	After    string // content after, "" for delete; blanked by erasure
	Version  int    // the memory's version after the change
	Actor    actor.Actor
	Source   Source // the cause of the write
	// Batch identifies changes that can be reverted together: of a turn, a run or an import.
	Batch      string
	Reason     string  // constant English, e.g. "asked in conversation"
	Confidence float64 // of the memory, after the change
	Origin     Origin  // of the memory
	Undoes     string  // id of the change that this one undoes; "" = none
	UndoneAt   *time.Time
	At         time.Time
}

// DecisionState is the state of a Decision.
type DecisionState string

const (
	DecisionOpen     DecisionState = "open"
	DecisionSaved    DecisionState = "saved"
	DecisionDeclined DecisionState = "declined"
	// DecisionWithdrawn: the message that it came from reads differently now.
	DecisionWithdrawn DecisionState = "withdrawn"
	DecisionOutdated  DecisionState = "outdated" // the person has said otherwise since
)

// Decision is a proposed write that waits for a person's tap on Save, Edit or Never. The person
// is shown exactly the bytes that Save stores.
type Decision struct {
	ID        string // 12 characters; fits a button
	Scope     scope.Scope
	Op        Op     // OpAdd, OpUpdate, OpWish, or OpDelete of an offer to forget
	MemoryID  string // of OpUpdate and OpDelete: the memory; of a saved OpAdd: the new memory
	Version   int    // of OpUpdate: the memory's version when the write was proposed
	Content   string
	Category  string
	Subject   string
	Evidence  []Evidence
	Actor     actor.Actor
	Reason    string // why it was not applied, constant English
	State     DecisionState
	At        time.Time
	DecidedAt *time.Time
	// SaidNow and Near are those of the Draft that is proposed. They are not stored.
	SaidNow bool
	Near    []string
}

// Made is a decision as it was asked about, and as it is now that a person answered.
type Made struct{ Asked, Now Decision }

// Reasons of decisions by which the bot asks whether to keep a fact that the person has stated: offered by a model (R19), and found by extraction.
const ReasonOffered, ReasonFound = "offered in conversation", "found in conversation"

// IsOffer reports whether the bot asks by this decision whether to keep a new fact.
func (d Decision) IsOffer() bool { return d.Op == OpAdd && d.Reason == ReasonOffered }

// IsAskedAgain reports whether the decision stands under a turn in which the person said yes to it in words, which decided nothing
// (Service.AskAgain).
func (d Decision) IsAskedAgain() bool { return d.Actor.Kind == actor.Person && d.Actor.SessionID != "" }

// Tombstone keeps a declined or deleted text from being proposed or stored again, also in other
// words. For some days it holds the text, which the person can see and erase, and then only the
// keyed hash of its slot. The person's own words in the present turn, a tap, Undo or Restore lift
// it (R12, R18).
type Tombstone struct {
	ID       string
	Scope    scope.Scope
	SlotHash string // keyed hash of SlotKey
	Content  string // "" after PurgeAt
	Reason   string // "declined" or "deleted"
	At       time.Time
	PurgeAt  time.Time
}

// Query selects memories. Scopes, Kinds and Statuses must be set: the zero Query selects none.
type Query struct {
	Scopes       []scope.Scope
	Kinds        []Kind
	Statuses     []Status
	Origin       Origin // "" = all
	Type         Type   // "" = all
	Category     string // "" = all
	Subject      string // normalised equality (Subject is folded by the store's column); "" = all
	IDs          []string
	Message      string    // only memories whose present version has this message as evidence; "" = all
	Foreign      bool      // only what the owner of a private scope did not say: lesser trust, or a shared scope
	Deleted      bool      // true = only soft-deleted memories, archived or not; false = only others
	Archived     Archived  // by default archived memories are left out
	After        *Memory   // only what follows this one in the order by category; nil = all
	Words        []string  // tokens of text.Words or text.Parts; all must occur in content or subject; ordered by rank
	AnyWord      bool      // one of Words is enough
	Since, Until time.Time // of the current version, Until exclusive; zero = no bound
	Limit        int       // 0 = no limit
	Offset       int
}

// Archived selects memories by whether they are archived.
type Archived int

const (
	Unarchived   Archived = iota // only memories outside the archive
	AlsoArchived                 // all
	OnlyArchived                 // only archived ones
)

// ActiveQuery selects the items that are in active use in the scopes: neither deleted nor
// archived.
func ActiveQuery(scopes ...scope.Scope) Query {
	return Query{Scopes: scopes, Kinds: []Kind{Item}, Statuses: []Status{Active}}
}

// RetentionQuery selects the items of ActiveQuery and the archived ones: all that can be found,
// shown and exported.
func RetentionQuery(scopes ...scope.Scope) Query {
	return Query{Scopes: scopes, Kinds: []Kind{Item}, Statuses: []Status{Active, Expired}, Archived: AlsoArchived}
}

// ArchivedQuery selects the archived items of RetentionQuery.
func ArchivedQuery(scopes ...scope.Scope) Query {
	q := RetentionQuery(scopes...)
	q.Archived = OnlyArchived
	return q
}
