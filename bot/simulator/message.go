package simulator

import (
	"cmp"
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

// End is the first unit after the entity.
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

	wire object // fields of the wire that only pass through (sticker, voice, forward_origin, …)
}

// FromBot says who wrote it.
func (m Message) FromBot() bool { return m.From.IsBot && !masked(m.From.ID) }

// Button finds a button by its text.
func (m Message) Button(text string) (Button, bool) {
	for _, row := range m.Buttons {
		for _, b := range row {
			if b.Text == text {
				return b, true
			}
		}
	}
	return Button{}, false
}

// Button is an inline button.
type Button struct {
	Text string `json:"text"`
	Data string `json:"data,omitempty"`
	URL  string `json:"url,omitempty"`
}

// Edit is an earlier state of a message.
type Edit struct {
	At       time.Time  `json:"at"` // when it stopped being so
	Text     string     `json:"text"`
	Entities []Entity   `json:"entities,omitempty"`
	Buttons  [][]Button `json:"buttons,omitempty"`
}

// File is something uploaded, by a person or the bot.
type File struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type,omitempty"` // MIME
	Data []byte `json:"-"`

	path  string // from where the bot fetches it
	asked bool   // getFile told the path: before, there is none
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
	started  bool       // a person wrote first: before, the bot may not
	blocked  bool
	gone     bool // the account was deleted

	// Of groups only, see group.go.
	members map[int64]string // user id -> creator, administrator, member, left, kicked; the bot too
	topics  map[int]*Message // by id, what created them; nil = no forum
	movedTo int64            // the supergroup that it became
	nextID  int64            // message ids of a supergroup: its own row
	group   *Group
}

func (c *chat) find(id int64) *Message {
	i, ok := slices.BinarySearchFunc(c.messages, id, func(m *Message, id int64) int { return cmp.Compare(m.ID, id) })
	if !ok || c.messages[i].Deleted {
		return nil
	}
	return c.messages[i]
}

// History is what a person sees in a chat, oldest first, without deleted messages.
func (s *Server) History(chat int64) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen(chat, 0)
}

// seen are the messages of a chat with ids above after. The caller holds mu.
func (s *Server) seen(chat, after int64) []Message {
	c := s.chats[chat]
	if c == nil {
		return nil
	}
	first, _ := slices.BinarySearchFunc(c.messages, after+1, func(m *Message, id int64) int { return cmp.Compare(m.ID, id) })
	out := make([]Message, 0, len(c.messages)-first)
	for _, m := range c.messages[first:] {
		if !m.Deleted {
			out = append(out, *m)
		}
	}
	return out
}

// Message is one message, deleted or not.
func (s *Server) Message(chat, id int64) (Message, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.chats[chat]; c != nil {
		for _, m := range c.messages {
			if m.ID == id {
				return *m, true
			}
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
	s.event(Event{Kind: "message", Chat: c.id, Message: m})
	return m
}

// wireUser is a User on the wire.
func wireUser(u User) object {
	o := object{"id": u.ID, "is_bot": u.IsBot, "first_name": u.FirstName}
	for k, v := range map[string]string{"last_name": u.LastName, "username": u.Username, "language_code": u.LanguageCode} {
		if v != "" {
			o[k] = v
		}
	}
	return o
}

func (s *Server) wireChat(c *chat) object {
	o := object{"id": c.id, "type": c.kind}
	if p := s.people[c.id]; p != nil {
		o["first_name"] = p.user.FirstName
		if p.user.LastName != "" {
			o["last_name"] = p.user.LastName
		}
		if p.user.Username != "" {
			o["username"] = p.user.Username
		}
	}
	if c.title != "" {
		o["title"] = c.title
	}
	if c.topics != nil {
		o["is_forum"] = true
	}
	return o
}

// wireMessage is m on the wire; the message it answers comes along, but not that one's own.
func (s *Server) wireMessage(m *Message, withReply bool) object {
	c := s.chats[m.Chat]
	o := object{"message_id": m.ID, "from": wireUser(m.From), "chat": s.wireChat(c), "date": m.At.Unix()}
	for k, v := range m.wire {
		o[k] = v
	}
	text, entities := "text", "entities"
	if m.Kind != "text" {
		text, entities = "caption", "caption_entities"
	}
	if m.Text != "" {
		o[text] = m.Text
	}
	if len(m.Entities) > 0 {
		o[entities] = m.Entities
	}
	if len(m.Edits) > 0 {
		o["edit_date"] = m.Edits[len(m.Edits)-1].At.Unix()
	}
	if m.Topic != 0 {
		o["message_thread_id"], o["is_topic_message"] = m.Topic, true
	}
	if m.Album != "" {
		o["media_group_id"] = m.Album
	}
	if m.File != nil && m.FromBot() {
		o["document"] = wireDocument(m.File)
	}
	if len(m.Buttons) > 0 {
		o["reply_markup"] = object{"inline_keyboard": wireButtons(m.Buttons)}
	}
	if withReply && m.ReplyTo != 0 {
		if to := c.find(m.ReplyTo); to != nil {
			o["reply_to_message"] = s.wireMessage(to, false)
		}
	} else if root := c.topics[m.Topic]; withReply && root != nil && root != m {
		o["reply_to_message"] = s.wireMessage(root, false) // as Telegram does in topics
	}
	return o
}

func wireDocument(f *File) object {
	return object{"file_id": f.ID, "file_unique_id": "u" + f.ID, "file_name": f.Name, "mime_type": f.Type, "file_size": len(f.Data)}
}

func wireButtons(rows [][]Button) [][]object {
	out := make([][]object, len(rows))
	for i, row := range rows {
		for _, b := range row {
			o := object{"text": b.Text}
			if b.URL != "" {
				o["url"] = b.URL
			} else {
				o["callback_data"] = b.Data
			}
			out[i] = append(out[i], o)
		}
	}
	return out
}
