// Package delivery holds the inbox of updates, the lanes that order them, and the outbox of
// messages to send.
//
// Any package may put a message into the outbox; only a door (package bot) renders and sends
// it. A row is committed before anything is done with it, so a crash loses nothing: an update
// is in the inbox before its receipt is confirmed to the platform, and an answer enters the
// outbox in the transaction that ends its turn.
//
// One owner at a time works on a lane (bot:chat:topic, or its control lane), under a lease
// with a fencing token that every write checks (Guard).
//
// A Service consists of parts, each with a small interface to the database: Inbox (updates),
// Letters (dead letters), Stops (/stop), Lanes, Outbox (messages), Dispatch (claims of
// messages), Settler (unknown outcomes), Leases (jobs), Paces (rate limits) and Upkeep. A
// caller that needs one part takes only that part.
//
// Conversations are in package session: here, payloads are blanked when they are handled.
//
// Start reading at Update and Outgoing; then Service.
package delivery

import (
	"slices"
	"strings"
	"time"

	"keepsake/secret"
)

// UpdateState is the state of an inbox row.
type UpdateState string

const (
	Waiting  UpdateState = "waiting" // not handled, or being handled under the lane's lease
	Handled  UpdateState = "handled" // finished; the payload is blanked
	DeadMail UpdateState = "dead"    // failed too often or undecodable; kept for the operator
)

// Update is one update of the platform. (Bot, UpdateID) is unique, so Receive is idempotent.
type Update struct {
	ID         int64
	Bot        string
	UpdateID   int64
	Kind       string // the door's word for the kind of update; Undecodable; "" = unknown
	Lane       string
	Chat       int64
	Person     string // person id of the sender, "" = unknown; Erase selects by it
	Payload    []byte // as received, with secrets masked; blank when handled
	ReceivedAt time.Time
	DueAt      time.Time // not handled before: the end of a burst's quiet second, or a retry
	State      UpdateState
	TurnID     string // the turn that it is assigned to; "" = none yet
	Attempts   int
	Error      string // constant English of the last failure
	Trace      string // the parent of its spans, see package tracing; "" = not traced
	Addressed  bool   // addressed to the bot: in a private chat, or meant for it in a group
	Album      string // the group's album that it belongs to; "" = none
	StopAsked  bool   // /stop arrived before it was assigned to a turn, see Stops.AskStop
}

// Undecodable is the Kind of an update that could not be decoded.
const Undecodable = "undecodable"

// Claim is the right to work on a lane until the lease ends. Every claim has a greater Fence.
type Claim struct {
	Lane  string
	Owner string
	Fence int64
}

// Kind is the kind of an outgoing message.
type Kind string

const (
	Send  Kind = "send"  // a new message: the answer of a command, a notice, a reminder
	Edit  Kind = "edit"  // replaces the text and the buttons of a message
	Reply Kind = "reply" // a turn's answer: a placeholder, then edits of it
	React Kind = "react" // adds a reaction (the body's text) to a person's message
	Voice Kind = "voice" // speaks the body's text, which a reply shows as well
)

// OutState is the state of an outbox row.
type OutState string

const (
	Drafting OutState = "drafting" // a reply whose turn has not ended
	Ready    OutState = "ready"    // to be sent at DueAt
	Settling OutState = "settling" // sent, but the outcome of an earlier call is unknown, see Settler
	Sent     OutState = "sent"     // finished; the text is blanked
	Failed   OutState = "failed"   // refused for good (the bot is blocked, the chat is gone)
	Dropped  OutState = "dropped"  // not needed any more
)

// Outgoing is one outgoing message in a form that does not depend on the platform.
type Outgoing struct {
	ID      int64
	Bot     string
	Chat    int64
	Topic   int
	Person  string // the recipient; Erase selects by it
	Kind    Kind
	State   OutState
	DueAt   time.Time
	Body    Body
	TurnID  string // for Reply; unique
	Target  int64  // for Edit: the message to replace; for React: the one to react to
	ReplyTo int64  // the message it answers, 0 when none
	// Purpose and Ref say what an answer to this message means, if it is a question with
	// ForceReply, or what a later message is to know of it (Latest). They are kept when the body is blanked; ByMessage
	// finds the question.
	Purpose  string
	Ref      string
	Messages []int64 // platform ids of the parts sent so far, in order
	Attempts int
	Error    string // constant English of the last failure
	SentAt   *time.Time
	Trace    string // see Update.Trace; set by Service.Put

	// MustArrive is set for messages that a person cannot simply request again, such as a
	// reminder: they are sent as a placeholder first, like replies. Other messages of Kind
	// Send are not sent again when the outcome of a call is unknown.
	MustArrive bool
	After      int64 // the newest message id of the chat when this was put; 0 = unknown
	// Tried, Strays, SettleUntil and Repaint were stored by NoteAttempt.
	Tried       int
	Strays      int
	SettleUntil time.Time
	Repaint     bool
	// ClaimOut sets these fields: Former is the previous owner if that was another process,
	// IsFollowed reports whether a later message of the chat is ready, and IsAway whether the
	// chat is closed or has moved.
	Former     string
	IsFollowed bool
	IsAway     bool
}

// Body is the content of a message.
type Body struct {
	Text       string     `json:"text"` // Markdown; text of people must be escaped (text.Escape)
	Buttons    [][]Button `json:"buttons,omitempty"`
	ForceReply bool       `json:"force_reply,omitempty"`
	Hint       string     `json:"hint,omitempty"` // placeholder of the input field with ForceReply, at most 64
	// Position is the label of a button beside the input field that sends where the person is, once; "" = there is none.
	Position string `json:"position,omitempty"`
	File     *File  `json:"file,omitempty"` // sent as a document with Text as caption
	Silent   bool   `json:"silent,omitempty"`
	// Settled are the lines of the message that an Edit of the buttons alone replaces, as far as it is known what the message shows.
	Settled []Settled `json:"settled,omitempty"`
	// Unmasked is what Text and the labels show on purpose, so that Put leaves it: a key that was just made for the
	// person, and ids of keys. It is in the row until the message is sent, which blanks it.
	Unmasked []string `json:"-"`
}

// Settled is a line of a message that asked something, and what it says once that is answered, both in Markdown; Result "" takes the line out.
type Settled struct {
	Question string `json:"question"`
	Result   string `json:"result,omitempty"`
}

// ShowsSecret is the Purpose of messages with Body.Unmasked: once the body is blanked, it leaves the database's log as well.
const ShowsSecret = "secret"

// masked returns the body with the secrets in its texts masked. Links of buttons and the content of files stay.
//
// The answers of a model are masked like all else, for three reasons. The body is stored until it is sent, and backed
// up with the rest. The transcript masks the same text, so that what is shown is what the model reads of itself
// later. And whatever in it is a secret came in by a way that nobody chose: what the person writes is masked before
// the model reads it. The price is an example key or IBAN that reads "•••"; placeholders, hashes, ids and
// code stay, which TestAnswersOfModelsStay of package secret holds.
func (b Body) masked() Body {
	shown := b.Unmasked
	b.Text, b.Unmasked = maskAround(b.Text, shown), nil
	if b.File != nil {
		b.File = &File{Name: secret.Mask(b.File.Name), Data: b.File.Data}
	}
	rows := make([][]Button, len(b.Buttons))
	for i, row := range b.Buttons {
		rows[i] = slices.Clone(row)
		for j := range rows[i] {
			rows[i][j].Text = maskAround(rows[i][j].Text, shown)
		}
	}
	if b.Buttons != nil {
		b.Buttons = rows
	}
	b.Settled = slices.Clone(b.Settled)
	for i, s := range b.Settled {
		b.Settled[i] = Settled{secret.Mask(s.Question), secret.Mask(s.Result)}
	}
	return b
}

// maskAround masks the secrets in a text, apart from what is shown on purpose.
func maskAround(text string, shown []string) string {
	if len(shown) == 0 {
		return secret.Mask(text)
	}
	if shown[0] == "" {
		return maskAround(text, shown[1:])
	}
	parts := strings.Split(text, shown[0])
	for i := range parts {
		parts[i] = maskAround(parts[i], shown[1:])
	}
	return strings.Join(parts, shown[0])
}

// Button is a button under a message. Action and Ref are sent as callback data and have at most
// 60 bytes together. A URL button has only Text and URL.
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

// Backlog counts a bot's unfinished rows.
type Backlog struct {
	Waiting int       // waiting updates
	Lanes   int       // lanes with waiting updates
	Deepest int       // waiting updates of the fullest lane
	Dead    int       // dead letters
	Unsent  int       // ready messages
	Oldest  time.Time // arrival of the oldest waiting update; zero = none
	DueOut  time.Time // due time of the oldest ready message; zero = none
}
