package simulator

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"time"
)

// User is an account: a person or the bot.
type User struct {
	ID           int64  `json:"id"`
	IsBot        bool   `json:"is_bot"`
	FirstName    string `json:"first_name"`
	LastName     string `json:"last_name,omitempty"`
	Username     string `json:"username,omitempty"`
	LanguageCode string `json:"language_code,omitempty"`
}

// Entity formats a range of a text: what the wire's MessageEntity holds of it. Offset and
// Length count UTF-16 units.
type Entity struct {
	Type     string `json:"type"`
	Offset   int    `json:"offset"`
	Length   int    `json:"length"`
	URL      string `json:"url,omitempty"`
	Language string `json:"language,omitempty"`
	User     *User  `json:"user,omitempty"` // of a text_mention
}

// End returns the first unit after the entity.
func (e Entity) End() int { return e.Offset + e.Length }

// Message is what a phone shows, as it is now.
type Message struct {
	ID          int64      `json:"id"`
	Chat        int64      `json:"chat"`
	Topic       int        `json:"topic,omitempty"`
	From        User       `json:"from"`
	At          time.Time  `json:"at"`
	Kind        string     `json:"kind"` // text, photo, sticker, voice, document, …
	Text        string     `json:"text"` // the caption, of anything but text
	Entities    []Entity   `json:"entities,omitempty"`
	Buttons     [][]Button `json:"buttons,omitempty"`
	ForceReply  bool       `json:"force_reply,omitempty"` // the phone opened a reply to it
	Selective   bool       `json:"selective,omitempty"`   // … only on the phones of those it mentions or answers
	Placeholder string     `json:"placeholder,omitempty"` // what the input field then shows
	ReplyTo     int64      `json:"reply_to,omitempty"`
	Quote       string     `json:"quote,omitempty"`
	Forwarded   string     `json:"forwarded,omitempty"` // name of who wrote it first
	Album       string     `json:"album,omitempty"`
	File        *File      `json:"file,omitempty"`
	Silent      bool       `json:"silent,omitempty"`
	Reactions   []string   `json:"reactions,omitempty"` // the bot's
	Edits       []Edit     `json:"edits,omitempty"`     // what it was before, oldest first
	Deleted     bool       `json:"deleted,omitempty"`

	wire     object // fields of the wire that only pass through (sticker, voice, forward_origin, …)
	isNotice bool   // it is the platform's: bots always see it
}

// IsFromBot reports whether the bot wrote it.
func (m Message) IsFromBot() bool {
	return m.From.IsBot && m.From.ID != anonymousAdmin && m.From.ID != channelBot
}

// Button finds a button by its text.
func (m Message) Button(text string) (Button, bool) {
	for _, b := range slices.Concat(m.Buttons...) {
		if b.Text == text {
			return b, true
		}
	}
	return Button{}, false
}

// Button is an inline button.
type Button struct {
	Text string `json:"text"`
	Data string `json:"callback_data,omitempty"`
	URL  string `json:"url,omitempty"`
}

// Edit is an earlier state of a message.
type Edit struct {
	At   time.Time `json:"at"` // when it stopped being so
	Text string    `json:"text"`
}

// File is something uploaded, by a person or the bot.
type File struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type,omitempty"` // MIME
	Data []byte `json:"-"`

	path string // from where the bot fetches it
}

// Tap is one press of a button (a callback query).
type Tap struct {
	ID       string    `json:"id"`
	Chat     int64     `json:"chat"`
	Message  int64     `json:"message"`
	From     User      `json:"from"`
	Data     string    `json:"data"`
	At       time.Time `json:"at"`
	Answered bool      `json:"answered"` // the little clock on the button is gone
	Text     string    `json:"text,omitempty"`
	Alert    bool      `json:"alert,omitempty"`
}

// object is a JSON object on the wire.
type object = map[string]any

// chat is a private chat or a group. Its state is guarded by Server.mu.
type chat struct {
	id       int64
	kind     string // private, group, supergroup
	title    string
	messages []*Message // by id
	closed   string     // why the bot may not write, "" = it may

	// Of groups only.
	members map[int64]string // user id -> administrator, member, left, kicked; the bot too
	topics  map[int]*Message // by id, what created them; nil = no forum
	movedTo int64            // the supergroup that it became
	nextID  int64            // message ids of a supergroup: its own row
	group   *Group
}

func (c *chat) find(id int64) *Message {
	if i, ok := c.search(id); ok && !c.messages[i].Deleted {
		return c.messages[i]
	}
	return nil
}

// search returns where the message with an id is, or would be.
func (c *chat) search(id int64) (int, bool) {
	return slices.BinarySearchFunc(c.messages, id, func(m *Message, id int64) int { return cmp.Compare(m.ID, id) })
}

// History returns what a person sees in a chat, oldest first, without deleted messages.
func (s *Server) History(chat int64) []Message { return s.messagesAfter(chat, 0) }

// messagesAfter returns the messages of a chat with ids above after.
func (s *Server) messagesAfter(chat, after int64) []Message {
	defer s.lock()()
	c := s.chats[chat]
	if c == nil {
		return nil
	}
	first, _ := c.search(after + 1)
	out := make([]Message, 0, len(c.messages)-first)
	for _, m := range c.messages[first:] {
		if !m.Deleted {
			out = append(out, *m)
		}
	}
	return out
}

// Message returns one message, deleted or not.
func (s *Server) Message(chat, id int64) (Message, bool) {
	defer s.lock()()
	if c := s.chats[chat]; c != nil {
		if i, ok := c.search(id); ok {
			return *c.messages[i], true
		}
	}
	return Message{}, false
}

// post stores m as the newest message of c, tells everybody, and returns it.
func (s *Server) post(c *chat, m *Message) *Message {
	next := &s.nextID
	if c.kind == "supergroup" {
		next = &c.nextID
	}
	*next++
	m.ID, m.Chat, m.At = *next, c.id, s.now().Truncate(time.Second)
	if m.Kind == "" {
		m.Kind = "text"
	}
	c.messages = append(c.messages, m)
	s.recordEvent(Event{Kind: "message", Chat: c.id, Message: m})
	return m
}

// setNonZero sets the fields of o whose values are not zero: names and values in turn.
func setNonZero(o object, fields ...any) object {
	for i := 0; i+1 < len(fields); i += 2 {
		if v := reflect.ValueOf(fields[i+1]); v.IsValid() && !v.IsZero() {
			o[fields[i].(string)] = fields[i+1]
		}
	}
	return o
}

func (s *Server) wireChat(c *chat) object {
	o := setNonZero(object{"id": c.id, "type": c.kind}, "title", c.title, "is_forum", c.topics != nil)
	if p := s.people[c.id]; p != nil {
		setNonZero(o, "first_name", p.user.FirstName, "last_name", p.user.LastName, "username", p.user.Username)
	}
	return o
}

// wireMessage returns m on the wire; the message it answers comes along, but not that one's own.
func (s *Server) wireMessage(m *Message, withReply bool) object {
	c := s.chats[m.Chat]
	o := object{"message_id": m.ID, "from": m.From, "chat": s.wireChat(c), "date": m.At.Unix()}
	maps.Copy(o, m.wire)
	text, entities := "text", "entities"
	if m.Kind != "text" {
		text, entities = "caption", "caption_entities"
	}
	setNonZero(o, text, m.Text, entities, m.Entities, "media_group_id", m.Album, "message_thread_id", m.Topic, "is_topic_message", m.Topic != 0)
	if len(m.Edits) > 0 {
		o["edit_date"] = m.Edits[len(m.Edits)-1].At.Unix()
	}
	if m.Kind == "document" && m.IsFromBot() {
		o["document"] = m.File.wireDocument()
	}
	if len(m.Buttons) > 0 {
		o["reply_markup"] = object{"inline_keyboard": m.Buttons}
	}
	to := c.find(m.ReplyTo)
	if m.ReplyTo == 0 { // as Telegram does in topics
		to = c.topics[m.Topic]
	}
	if withReply && to != nil && to != m {
		o["reply_to_message"] = s.wireMessage(to, false)
	}
	return o
}
