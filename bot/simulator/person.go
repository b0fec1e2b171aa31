package simulator

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf16"
)

// Person is somebody with a phone, in a private chat with the bot or in a group (Group.As).
// Its methods act at once and return what the phone then shows.
type Person struct {
	srv      *Server
	user     *User
	group    *Group // nil in the private chat
	topic    int    // of the group, 0 = none
	forwards string // who wrote first what is sent, see Forwarding
	answers  int64  // what it answers, see Answering

	mask *mask // writes as somebody else, see Group.Anonymous and Group.Channel
}

// Person is the person with this id (also the id of the private chat), created at the first
// call. "Ann Lee" has a first and a last name. Before the person's first message the bot
// may not write to them.
func (s *Server) Person(id int64, name string) *Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.people[id]; p != nil {
		return p
	}
	first, last, _ := strings.Cut(name, " ")
	p := &Person{srv: s, user: &User{ID: id, FirstName: first, LastName: last, LanguageCode: "en"}}
	s.people[id] = p
	s.chats[id] = &chat{id: id, kind: "private"}
	return p
}

// ID is the person's id, which is also the id of the private chat.
func (p *Person) ID() int64 { return p.user.ID }

// User is the person's account.
func (p *Person) User() User {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	return *p.user
}

// Rename changes the account: name, username and language ("" leaves each as it is).
func (p *Person) Rename(name, username, language string) *Person {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	if name != "" {
		p.user.FirstName, p.user.LastName, _ = strings.Cut(name, " ")
	}
	if username != "" {
		p.user.Username = username
	}
	if language != "" {
		p.user.LanguageCode = language
	}
	return p
}

// Say sends a text. One too long for a message is cut as Telegram's apps cut it, into
// messages that follow each other; the last is returned.
func (p *Person) Say(text string) Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	var last Message
	for _, part := range parts(text) {
		last = p.send(&Message{Text: part})
	}
	return last
}

func parts(text string) []string {
	if text == "" {
		panic("simulator: a phone sends no empty text")
	}
	units := utf16.Encode([]rune(text))
	var out []string
	for len(units) > maxText {
		n := maxText
		if units[n] >= 0xDC00 && units[n] <= 0xDFFF {
			n--
		}
		out = append(out, string(utf16.Decode(units[:n])))
		units = units[n:]
	}
	return append(out, string(utf16.Decode(units)))
}

// StartLink follows a link t.me/bot?start=payload.
func (p *Person) StartLink(payload string) Message {
	return p.Say(strings.TrimSpace("/start " + payload))
}

// Reply answers a message.
func (p *Person) Reply(to int64, text string) Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	return p.send(&Message{Text: text, ReplyTo: to})
}

// Quote answers a part of a message; quote must occur in it.
func (p *Person) Quote(to int64, quote, text string) Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	at := -1
	if m := p.chat().find(to); m != nil {
		if i := strings.Index(m.Text, quote); i >= 0 {
			at = len(utf16.Encode([]rune(m.Text[:i])))
		}
	}
	if at < 0 {
		panic("simulator: no such words to quote")
	}
	wire := object{"quote": object{"text": quote, "position": at, "is_manual": true}}
	return p.send(&Message{Text: text, ReplyTo: to, Quote: quote, wire: wire})
}

// Forward forwards a text of somebody whose account stays hidden.
func (p *Person) Forward(from, text string) Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	origin := object{"type": "hidden_user", "date": p.srv.now().Unix(), "sender_user_name": from}
	return p.send(&Message{Text: text, Forwarded: from, wire: object{"forward_origin": origin}})
}

// ForwardFrom forwards a text of somebody whose account is open.
func (p *Person) ForwardFrom(from *Person, text string) Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	origin := object{"type": "user", "date": p.srv.now().Unix(), "sender_user": wireUser(*from.user)}
	return p.send(&Message{Text: text, Forwarded: from.user.FirstName, wire: object{"forward_origin": origin}})
}

// Edit changes a text (or caption) the person sent.
func (p *Person) Edit(id int64, text string) Message {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	m := p.chat().find(id)
	if m == nil || m.From.ID != p.user.ID {
		panic("simulator: people edit only their own messages")
	}
	m.revise(p.srv.now(), text, found(text), nil)
	p.srv.event(Event{Kind: "edit", Chat: m.Chat, Message: m})
	p.srv.pushMessage("edited_message", m)
	return *m
}

// Delete removes a message from the chat; bots are not told.
func (p *Person) Delete(id int64) {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	if m := p.chat().find(id); m != nil {
		m.Deleted = true
		p.srv.event(Event{Kind: "delete", Chat: m.Chat, Message: m})
	}
}

// Press taps the button with this text under a message. There is an error when the person
// does not see such a button. A button with a URL opens it: no tap reaches the bot.
func (p *Person) Press(message int64, button string) (Tap, error) {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	m := p.chat().find(message)
	if m == nil {
		return Tap{}, fmt.Errorf("there is no message %d", message)
	}
	b, ok := m.Button(button)
	if !ok {
		return Tap{}, fmt.Errorf("message %d has no button %q", message, button)
	}
	if b.URL != "" {
		return Tap{}, nil
	}
	return p.tap(m, b.Data), nil
}

// Tap presses the newest button with this text.
func (p *Person) Tap(button string) (Tap, error) {
	seen := p.Messages()
	for i := len(seen) - 1; i >= 0; i-- {
		if _, ok := seen[i].Button(button); ok {
			return p.Press(seen[i].ID, button)
		}
	}
	return Tap{}, fmt.Errorf("nobody shows %s a button %q", p.user.FirstName, button)
}

// PressData sends a tap with data that need not be on the message any more: a phone that
// had not yet seen an edit, a second finger, or a forger.
func (p *Person) PressData(message int64, data string) (Tap, error) {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	m := p.chat().find(message)
	if m == nil {
		return Tap{}, fmt.Errorf("there is no message %d", message)
	}
	return p.tap(m, data), nil
}

func (p *Person) tap(m *Message, data string) Tap {
	s := p.srv
	s.nextTap++
	t := &Tap{ID: fmt.Sprint(7000000000000 + s.nextTap), Chat: m.Chat, Message: m.ID, From: *p.user, Data: data, At: s.now()}
	s.taps[t.ID] = t
	s.event(Event{Kind: "tap", Chat: m.Chat, Tap: t})
	s.push("callback_query", object{
		"id": t.ID, "from": wireUser(*p.user), "message": s.wireMessage(m, true),
		"chat_instance": fmt.Sprint(m.Chat), "data": data,
	})
	return *t
}

// TapState is a tap as it is now: answered or not, and with what.
func (s *Server) TapState(id string) Tap {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.taps[id]; t != nil {
		return *t
	}
	return Tap{}
}

// Unanswered lists the taps whose button still shows a little clock.
func (s *Server) Unanswered() []Tap {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Tap
	for _, t := range s.taps {
		if !t.Answered {
			out = append(out, *t)
		}
	}
	return out
}

// AwaitAnswer returns the tap once the bot answered it.
func (p *Person) AwaitAnswer(ctx context.Context, tap Tap) (Tap, error) {
	err := p.srv.WaitFor(ctx, func() bool { return p.srv.TapState(tap.ID).Answered })
	return p.srv.TapState(tap.ID), err
}

// Block stops the bot from writing to the person, and tells it.
func (p *Person) Block() { p.membership("blocked", true, "member", "kicked") }

// Unblock undoes Block.
func (p *Person) Unblock() { p.membership("unblocked", false, "kicked", "member") }

func (p *Person) membership(kind string, blocked bool, was, is string) {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	s, c := p.srv, p.chat()
	c.blocked = blocked
	s.event(Event{Kind: kind, Chat: c.id})
	s.push("my_chat_member", object{
		"chat": s.wireChat(c), "from": wireUser(*p.user), "date": s.now().Unix(),
		"old_chat_member": member(s.bot, was), "new_chat_member": member(s.bot, is),
	})
}

// Deactivate deletes the account.
func (p *Person) Deactivate() {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	p.chat().gone = true
}

// Messages is what the person sees in the chat, oldest first.
func (p *Person) Messages() []Message { return p.srv.History(p.Chat()) }

// Last is the newest message of the bot, zero when there is none.
func (p *Person) Last() Message {
	seen := p.Messages()
	for i := len(seen) - 1; i >= 0; i-- {
		if seen[i].FromBot() {
			return seen[i]
		}
	}
	return Message{}
}

// Await returns the first message of the bot with an id above after that is as match says,
// now or later: also one that becomes so by an edit.
func (p *Person) Await(ctx context.Context, after int64, match func(Message) bool) (Message, error) {
	var hit Message
	err := p.srv.WaitFor(ctx, func() bool {
		p.srv.mu.Lock()
		news := p.srv.seen(p.chat().id, after)
		p.srv.mu.Unlock()
		for _, m := range news {
			if m.FromBot() && match(m) {
				hit = m
				return true
			}
		}
		return false
	})
	return hit, err
}

// AwaitText is Await for a message that contains words.
func (p *Person) AwaitText(ctx context.Context, after int64, words string) (Message, error) {
	m, err := p.Await(ctx, after, func(m Message) bool { return strings.Contains(m.Text, words) })
	if err != nil {
		return m, fmt.Errorf("waiting for the bot to say %q to %s: %w", words, p.user.FirstName, err)
	}
	return m, nil
}

// Chat is the id of the chat the person is in: the private one, or the group's.
func (p *Person) Chat() int64 {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	return p.chat().id
}

func (p *Person) chat() *chat {
	if p.group != nil {
		return p.group.c
	}
	return p.srv.chats[p.user.ID]
}

// send posts the person's message and tells the bot. The caller holds mu.
func (p *Person) send(m *Message) Message {
	s, c := p.srv, p.chat()
	c.started = true
	if c.kind == "private" && c.blocked { // writing to a blocked bot unblocks it: the app asks for it first
		c.blocked = false
	}
	if p.group != nil && !c.writes(p.user.ID) && p.mask == nil {
		panic("simulator: only members write in a group")
	}
	m.From, m.Topic = *p.user, p.topic
	if m.wire == nil {
		m.wire = object{}
	}
	if p.mask != nil {
		p.mask.put(m)
	}
	if p.forwards != "" {
		m.Forwarded = p.forwards
		m.wire["forward_origin"] = object{"type": "hidden_user", "date": s.now().Unix(), "sender_user_name": p.forwards}
	}
	m.ReplyTo = cmp.Or(m.ReplyTo, p.answers)
	m.Entities = found(m.Text)
	s.post(c, m)
	s.pushMessage("message", m)
	return *m
}

// revise replaces what a message shows and remembers what it showed.
func (m *Message) revise(at time.Time, text string, entities []Entity, buttons [][]Button) {
	m.Edits = append(m.Edits, Edit{At: at, Text: m.Text, Entities: m.Entities, Buttons: m.Buttons})
	m.Text, m.Entities, m.Buttons = text, entities, buttons
}

var marked = regexp.MustCompile(`(^|\s)(/[A-Za-z0-9_]{1,64}(?:@\w+)?|@\w{3,32}|https?://\S+)`)

// found marks what Telegram marks by itself in what people write.
func found(text string) []Entity {
	var out []Entity
	for _, at := range marked.FindAllStringSubmatchIndex(text, -1) {
		word := text[at[4]:at[5]]
		e := Entity{Type: "bot_command", Offset: len(utf16.Encode([]rune(text[:at[4]]))), Length: len(utf16.Encode([]rune(word)))}
		switch word[0] {
		case '@':
			e.Type = "mention"
		case 'h':
			e.Type = "url"
		}
		out = append(out, e)
	}
	return out
}
