package update

import (
	"strings"
	"time"

	"keepsake/delivery"
	"keepsake/markdown"
	"keepsake/people"
	"keepsake/session"
	"keepsake/trust"
)

// Identity is who Telegram says the bot is.
type Identity struct {
	ID       int64
	Username string // without "@"
	Name     string
	ReadsAll bool // privacy mode is off: the bot is shown all that groups say
}

// Incoming is one update in neutral words.
type Incoming struct {
	UpdateID int64
	Kind     Kind
	Chat     Chat
	Topic    int // message_thread_id of a forum's topic; 0 = none

	// Sender is who caused the update: who wrote, edited or tapped, or who changed our
	// membership. Without an ID it is nobody who could be asked: see Anonymous.
	Sender people.Person
	// Anonymous says that somebody wrote in the name of a chat: of the group itself (an
	// anonymous admin, AsGroup) or of a channel.
	Anonymous bool
	AsGroup   bool
	// SenderIsBot says that another bot caused it.
	SenderIsBot bool

	// Message is what was written or edited. Of a tap it is the message under which the
	// button stands, with nothing but its ID when Telegram does not show it any more; of
	// other kinds it is empty.
	Message Message
	// Reply is the message that Message answers, nil = none.
	Reply *Message
	// Quote is the text that Message quotes, at most 1,000 runes: what the person marked, or
	// the message it answers unless the conversation has just shown it.
	Quote string

	// Mentioned says that Message names the bot or answers something the bot wrote. Named
	// says that it calls the bot by name, as one calls a person.
	Mentioned, Named bool

	Tap        *Tap        // of Kind Tapped
	Membership *Membership // of Kind Member
	Moved      *Moved      // a notice that the group has another number; Kind is Written
}

// Chat is where an update happened.
type Chat struct {
	ID    int64
	Kind  ChatKind
	Title string // of a group
}

// ChatKind tells chats apart; the zero value is a channel or a kind nobody knows.
type ChatKind int

// The kinds of chats that the bot talks in.
const (
	OtherChat ChatKind = iota
	Private
	Group // supergroups are groups, too
)

// Message is one message as it reads now.
type Message struct {
	ID     int64
	SentAt time.Time
	// Author is who wrote it, without an ID when it was written in the name of a chat.
	Author people.Person
	IsBot  bool // Author is a bot
	IsOurs bool // Author is this bot
	// Text is what it says: its text, or the caption of what it carries. Lines that Telegram
	// shows as a quotation or as code begin with "> ". Plain is Text without these marks.
	Text, Plain string
	IsCaption   bool
	Forwarded   bool
	// Inline says that an inline bot wrote it and the sender only chose it.
	Inline bool
	Trust  trust.Level
	// Attachment is what it carries beside words. Its Kind is "" when that is nothing.
	Attachment Attachment
	Album      string // what it shares with the other messages of an album; "" = none
	// Position is where the sender says they are; nil = they do not. A venue is a place they talk about.
	Position *Position
}

// Position is a place on the map, in degrees.
type Position struct{ Latitude, Longitude float64 }

// Tap is a button pressed.
type Tap struct {
	ID          string // Telegram's, to be answered
	Data        string // the button's callback data
	Action, Ref string // Data taken apart: "action:ref"
	// Keyboard and Text are what the message shows now.
	Keyboard [][]delivery.Button
	Text     markdown.Text
}

// Membership says whether a member may write in the chat: the bot in a group, a person in
// the private chat with the bot.
type Membership struct {
	Before, Now bool
}

// Moved is the change of a group's number.
type Moved struct {
	From, To int64
}

// IsGroup reports whether the update happened in a group.
func (in *Incoming) IsGroup() bool { return in.Chat.Kind == Group }

// Place returns where the update happened, for the bot of this name.
func (in *Incoming) Place(bot string) session.Place {
	return session.Place{Bot: bot, Chat: in.Chat.ID, Topic: in.Topic}
}

// HasPlace reports whether the update says in which chat it happened. A tap on a button that Telegram sends
// without its message does not.
func (in *Incoming) HasPlace() bool { return in.Chat.ID != 0 }

// IsEmpty reports whether a message says nothing to us, as notices of the platform do.
func (in *Incoming) IsEmpty() bool {
	return isBlank(in.Message.Text) && in.Message.Attachment.Kind == ""
}

// IsAddressed reports whether a group's message speaks to the bot: by a mention, as an
// answer to the bot or, when the group allows it, by the bot's name.
func (in *Incoming) IsAddressed(byName bool) bool {
	return in.Mentioned || byName && in.Named
}

// TypedLine returns what a command may stand in: the text of a message that its sender
// typed. It is "" for captions, which are no commands, and for what was forwarded or written
// by an inline bot (InlineLine).
func (in *Incoming) TypedLine() string {
	if in.Message.Inline {
		return ""
	}
	return in.line()
}

// InlineLine is TypedLine for what an inline bot wrote, and "" for everything else.
func (in *Incoming) InlineLine() string {
	if !in.Message.Inline {
		return ""
	}
	return in.line()
}

func (in *Incoming) line() string {
	if in.Kind != Written && in.Kind != Edited || in.Message.IsCaption || in.Message.Forwarded {
		return ""
	}
	if strings.HasPrefix(in.Message.Text, ">") {
		return in.Message.Text // a quoted command is none
	}
	return in.Message.Plain
}

// IsAnswer reports whether a message may answer a question of ours: only what the sender wrote
// for it may, not what was passed on or what an inline bot wrote.
func (in *Incoming) IsAnswer() bool {
	return in.Reply != nil && in.Reply.IsBot && !in.Message.Forwarded && !in.Message.Inline
}

// IsPosition reports whether a person shows the bot in private where they are.
func (in *Incoming) IsPosition() bool {
	return in.Kind == Written && in.Chat.Kind == Private && in.Message.Position != nil && !in.Message.Forwarded && !in.Message.Inline
}

// HasSender reports whether somebody caused the update: a person, a bot, or whoever wrote
// in the name of a chat.
func (in *Incoming) HasSender() bool { return in.Sender.ID != "" || in.Anonymous }

// RepliesTo returns the id of the message that this one answers, 0 = none. All messages of a topic name the notice that it was made.
func (in *Incoming) RepliesTo() int64 {
	if in.Reply == nil || in.Reply.ID == int64(in.Topic) {
		return 0
	}
	return in.Reply.ID
}
