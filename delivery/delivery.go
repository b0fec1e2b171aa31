// Package delivery is the noun for what travels: the inbox of updates, the lanes that
// order them, and the outbox of messages to send.
//
// Anyone may put an outgoing message here; only a door (package bot) renders and sends
// it. A row is committed before it is acted upon, so a crash loses nothing: an update is
// in the inbox before the platform hears that we have it; an answer is in the outbox in
// the same transaction that ends its turn.
//
// A lane (bot:chat:topic, or its control lane) is worked by one owner at a time, under a
// lease with a fencing token that every write of the work checks (Guard).
//
// A Service is made of parts, each with its own methods and its own small view of the
// database: Inbox (updates), Letters (dead letters), Stops (/stop), Lanes, Outbox (what is
// to be sent), Dispatch (who sends it), Leases (jobs), Paces (the platform's limits) and
// Upkeep. Who needs one part takes the part. The database is reached through them only.
//
// It is not a conversation (package session): payloads are blanked once handled.
//
// Start reading at Update and Outgoing; then Service.
package delivery

import "time"

// UpdateState says how far an inbox row is.
type UpdateState string

const (
	Waiting  UpdateState = "waiting" // to be handled, or being handled under the lane's lease
	Handled  UpdateState = "handled" // done; the payload is blanked
	DeadMail UpdateState = "dead"    // given up after the attempts, or undecodable; kept for the operator
)

// Update is one thing that arrived. (Bot, UpdateID) is unique: arrival is idempotent.
type Update struct {
	ID         int64
	Bot        string
	UpdateID   int64
	Kind       string // what the door calls it, one of a handful of words; Undecodable; "" when unknown
	Lane       string
	Chat       int64
	Person     string // person id of the sender, "" when unknown; what erasure finds it by
	Payload    []byte // as it came, secrets masked; blank once handled
	ReceivedAt time.Time
	DueAt      time.Time // not handled before: the quiet second of a burst, a retry's delay
	State      UpdateState
	TurnID     string // the turn that answers it, "" until one does
	Attempts   int
	Error      string // constant English of the last failure
	Trace      string // where its trace stands, see package tracing; "" = not traced
	Addressed  bool   // it speaks to the bot: a message in a private chat, one of a group that is meant for it
	Album      string // which album of a group's it is part of, "" = none
	StopAsked  bool   // /stop came before a turn took it, see Stops.AskStop
}

// Undecodable is the Kind of an update that no door could read.
const Undecodable = "undecodable"

// Claim is the right to work a lane until the lease ends. Fence grows with every claim.
type Claim struct {
	Lane  string
	Owner string
	Fence int64
}

// Kind says what an outgoing message is.
type Kind string

const (
	Send  Kind = "send"  // a message of its own: commands' answers, notices, reminders
	Edit  Kind = "edit"  // replaces a message's text and buttons
	Reply Kind = "reply" // a turn's answer: placeholder first, then edits
	React Kind = "react" // puts an emoji (the body's text) to a person's message
)

// OutState says how far an outgoing message is.
type OutState string

const (
	Drafting OutState = "drafting" // a reply whose turn is not done
	Ready    OutState = "ready"    // to be sent at DueAt
	Settling OutState = "settling" // shown whole; a call about it may still be carried out, see Settler
	Sent     OutState = "sent"     // done; text blanked
	Failed   OutState = "failed"   // the platform refused it for good (blocked, chat gone)
	Dropped  OutState = "dropped"  // nothing to show after all
)

// Outgoing is one neutral outgoing message: text as Markdown, buttons, what it answers.
type Outgoing struct {
	ID      int64
	Bot     string
	Chat    int64
	Topic   int
	Person  string // whom it is for; what erasure finds it by
	Kind    Kind
	State   OutState
	DueAt   time.Time
	Body    Body
	TurnID  string // for Reply; unique
	Target  int64  // for Edit: the message to replace; for React: the one to react to
	ReplyTo int64  // the message it answers, 0 when none
	// Purpose and Ref say what an answer to this message means (a question asked with
	// ForceReply): found again by ByMessage. They outlive the blanked body.
	Purpose  string
	Ref      string
	Messages []int64 // platform ids of the parts sent so far, in order
	Attempts int
	Error    string // constant English of the last failure
	SentAt   *time.Time
	Trace    string // as Update.Trace; set by Service.Put

	// MustArrive is for what a person cannot simply ask for again (a reminder, a question to
	// an owner): it is shown by placeholder, as replies are. Other messages of Kind Send are
	// not sent again when the outcome of a call is unknown.
	MustArrive bool
	After      int64 // the chat's newest message of the platform when this was put; 0 = not known
	// Tried, Strays, SettleUntil and Repaint are what was noted (AttemptNote).
	Tried       int
	Strays      int
	SettleUntil time.Time
	Repaint     bool
	// Former is who else had claimed it, IsFollowed says that more of its chat is ready, IsAway
	// that its chat is closed or has another number; set by ClaimOut.
	Former     string
	IsFollowed bool
	IsAway     bool
}

// Body is what a message shows.
type Body struct {
	Text       string     `json:"text"` // Markdown; escape what people wrote (text.Escape)
	Buttons    [][]Button `json:"buttons,omitempty"`
	ForceReply bool       `json:"force_reply,omitempty"`
	Hint       string     `json:"hint,omitempty"` // placeholder of the input field with ForceReply, at most 64
	File       *File      `json:"file,omitempty"` // sent as a document with Text as caption
	Silent     bool       `json:"silent,omitempty"`
}

// Button is something to tap. Action and Ref travel in the callback data: together at
// most 60 bytes. A URL button has only Text and URL.
type Button struct {
	Text   string `json:"text"`
	Action string `json:"action,omitempty"` // e.g. "undo"
	Ref    string `json:"ref,omitempty"`    // e.g. a change id
	URL    string `json:"url,omitempty"`
}

// File is a document to send.
type File struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}

// Backlog is what of a bot's waits, in one look.
type Backlog struct {
	Waiting int       // updates to be handled
	Lanes   int       // lanes that have some
	Deepest int       // of the fullest lane
	Dead    int       // dead letters
	Unsent  int       // ready messages
	Oldest  time.Time // since when the oldest update waits; zero = none
	DueOut  time.Time // when the oldest ready message was due; zero = none
}
