// Package session is the noun for conversations: sessions, their messages and the turns
// that answer them.
//
// A session is one conversation with a beginning and an end (chat + topic, and the
// person in a private chat). A message is one record, appended with a per-session
// sequence number and never changed: it is the event that a memory's evidence points to.
// Masking and removing change what a window shows, not the record; only erasure
// destroys. A turn is the answer to one or more messages of the person; its messages
// carry its id, so a turn resumed after a crash reads what was done and goes on.
//
// It is not memory (what was learned) and not delivery (what travels).
//
// MARSYS's classes (R13) are one log, not several: ConversationMemory is a session's
// messages, ManagedConversationMemory the same with a Window that is cut, MemoryManager
// the constructor Service.Log that chooses by name. A Log is a handle: it holds an id and
// settings, and every operation is the Service's on the stored session. So what the bot
// says and what a program adds by hand are the same rows, under the same rules (order,
// links, secrets, forgetting), and there is no second copy to lose or to diverge: what a
// windowCache keeps is compared with the rows whenever it is read. A Log's words stay Go's:
// Add, Update, All, Recent, ByRole, ByID, Remove, Reset.
//
// Start reading at Session, Message, Turn; then Service, Log, Window.
package session

import (
	"time"
)

// Place is where a conversation happens.
type Place struct {
	Bot   string // our name for the bot, the role's name
	Chat  int64
	Topic int // message_thread_id; 0 = none
}

// Session is one conversation.
type Session struct {
	ID       string // UUID
	PublicID string // 12 hex characters (I11); "" = pruned: only evidence is left of it (R16)
	Store    string // the memory store it reads, see scope.Scope
	Place    Place
	Person   string // person id in a private chat, "" in a group
	// TopicMemory says that a group keeps one memory per topic (people.Chat): what the
	// session began with stays, so that its prompt never mixes two scopes.
	TopicMemory bool
	// Private says that it is a temporary chat: no memory is read or kept in it, and it is destroyed once it
	// has ended.
	Private bool

	StartedAt    time.Time
	LastActiveAt time.Time
	EndedAt      *time.Time

	Snapshot *Snapshot // nil until the first turn
	// WindowFrom is the sequence number of the first message the window shows; it moves
	// only when the window is cut, so the prompt is append-only in between.
	WindowFrom int64
	// Summary is the running summary of the messages below SummaryTo (exclusive).
	Summary   string
	SummaryTo int64
}

// IsGroup reports whether the conversation is a group's.
func (s Session) IsGroup() bool { return s.Person == "" }

// Snapshot is what the cached prefix of the prompt was made of, as ids and versions, so
// that a restart or another replica rebuilds the same bytes.
type Snapshot struct {
	TakenAt    time.Time        `json:"taken_at"`
	Memories   []Ref            `json:"memories"`
	Revisions  map[string]int64 `json:"revisions"`             // scope -> revision when taken
	Tools      []string         `json:"tools"`                 // chosen when taken, appended to later
	ValidUntil *time.Time       `json:"valid_until,omitempty"` // first expiry among Memories
	Omitted    int              `json:"omitted,omitempty"`     // memories that did not fit
	Blocks     []Block          `json:"blocks,omitempty"`      // what else the prefix shows
}

// Block names one version of something that is no memory, such as a digest.
type Block struct {
	Kind    string    `json:"kind"`
	Ref     string    `json:"ref"` // whose it is, or which
	Version int       `json:"v"`
	Items   []string  `json:"items,omitempty"` // ids of what stands beside it
	Name    string    `json:"name,omitempty"`  // what it is headed with
	Mark    string    `json:"mark,omitempty"`  // of texts that change without a version
	Since   time.Time `json:"since"`
}

// Ref names one content of one memory, as memory.Ref does.
type Ref struct {
	ID      string `json:"id"`
	Version int    `json:"v"`
}

// TurnState says how far a turn is.
type TurnState string

const (
	TurnOpen     TurnState = "open"     // being worked on, or to be resumed
	TurnWaiting  TurnState = "waiting"  // the model is away; goes on at RetryAt
	TurnAnswered TurnState = "answered" // final text committed
	TurnStopped  TurnState = "stopped"  // by /stop
	TurnGivenUp  TurnState = "given_up" // visibly
	TurnLimited  TurnState = "limited"  // a limit cut it off, visibly
)

// Turn is one answer in the making.
type Turn struct {
	ID        string // UUID
	SessionID string
	Lane      string // delivery lane
	Person    string // whom it answers; "" = somebody without an id (anonymous, a channel)
	ReplyID   int64  // the delivery reply that shows it
	State     TurnState
	StopAsked bool
	OpenedAt  time.Time
	RetryAt   *time.Time
	ClosedAt  *time.Time
	Usage     Usage
	// Spoken says that it answers what was said aloud to the bot.
	Spoken bool
	// Used are the ids of the memories that were looked up for the answer.
	Used []string
}

// Usage is what a turn cost. Tokens are the endpoint's counts, Cost is in the price
// table's currency.
type Usage struct {
	Calls        int
	PromptTokens int
	CachedTokens int // part of PromptTokens
	AnswerTokens int
	Cost         float64
	Model        string // the last that answered
}
