package simulator

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
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
	forwards string // who wrote first what is sent, see WithForward
	answers  int64  // what it answers, see WithReply

	alias *alias // writes as somebody else, see Group.Anonymous and Group.Channel
}

// Person returns the person with this id (also the id of the private chat), created at the first
// call. "Ann Lee" has a first and a last name. Before the person's first message the bot
// may not write to them.
func (s *Server) Person(id int64, name string) *Person {
	defer s.lock()()
	if p := s.people[id]; p != nil {
		return p
	}
	first, last, _ := strings.Cut(name, " ")
	p := &Person{srv: s, user: &User{ID: id, FirstName: first, LastName: last, LanguageCode: "en"}}
	s.people[id] = p
	s.chats[id] = &chat{id: id, kind: "private", closed: "bot can't initiate conversation with a user"}
	return p
}

// ID returns the person's id, which is also the id of the private chat.
func (p *Person) ID() int64 { return p.user.ID }

// User returns the person's account.
func (p *Person) User() User {
	defer p.srv.lock()()
	return *p.user
}

// Rename changes the account: name, username and language ("" leaves each as it is).
func (p *Person) Rename(name, username, language string) *Person {
	defer p.srv.lock()()
	if name != "" {
		p.user.FirstName, p.user.LastName, _ = strings.Cut(name, " ")
	}
	p.user.Username, p.user.LanguageCode = cmp.Or(username, p.user.Username), cmp.Or(language, p.user.LanguageCode)
	return p
}

// Say sends a text. One too long for a message is cut as Telegram's apps cut it, into
// messages that follow each other; the last is returned.
func (p *Person) Say(text string) Message {
	if text == "" {
		panic("simulator: a phone sends no empty text")
	}
	defer p.srv.lock()()
	rest := units(text)
	for len(rest) > maxText {
		n := maxText
		if cutsPair(rest, n) {
			n--
		}
		p.send(&Message{Text: string(utf16.Decode(rest[:n]))})
		rest = rest[n:]
	}
	return p.send(&Message{Text: string(utf16.Decode(rest))})
}

// StartLink follows a link t.me/bot?start=payload.
func (p *Person) StartLink(payload string) Message {
	return p.Say(strings.TrimSpace("/start " + payload))
}

// Reply answers a message.
func (p *Person) Reply(to int64, text string) Message {
	return p.post(&Message{Text: text, ReplyTo: to})
}

// Quote answers a part of a message; quote must occur in it.
func (p *Person) Quote(to int64, quote, text string) Message {
	defer p.srv.lock()()
	m := p.chat().find(to)
	if m == nil || !strings.Contains(m.Text, quote) {
		panic("simulator: no such words to quote")
	}
	before, _, _ := strings.Cut(m.Text, quote)
	wire := object{"quote": object{"text": quote, "position": len(units(before)), "is_manual": true}}
	return p.send(&Message{Text: text, ReplyTo: to, Quote: quote, wire: wire})
}

// Forward forwards a text of somebody whose account stays hidden.
func (p *Person) Forward(from, text string) Message {
	return p.WithForward(from).post(&Message{Text: text})
}

// ForwardFrom forwards a text of somebody whose account is open.
func (p *Person) ForwardFrom(from *Person, text string) Message {
	origin := object{"type": "user", "date": p.srv.now().Unix(), "sender_user": from.User()}
	return p.post(&Message{Text: text, Forwarded: from.User().FirstName, wire: object{"forward_origin": origin}})
}

// Edit changes a text (or caption) the person sent.
func (p *Person) Edit(id int64, text string) Message {
	defer p.srv.lock()()
	m := p.chat().find(id)
	if m == nil || m.From.ID != p.user.ID {
		panic("simulator: people edit only their own messages")
	}
	m.revise(p.srv.now(), text, markEntities(text), nil)
	p.srv.recordEvent(Event{Kind: "edit", Chat: m.Chat, Message: m})
	p.srv.pushMessage("edited_message", m)
	return *m
}

// Delete removes a message from the chat; bots are not told.
func (p *Person) Delete(id int64) {
	defer p.srv.lock()()
	if m := p.chat().find(id); m != nil {
		p.srv.remove(m)
	}
}

// Press taps the button with this text under a message. There is an error when the person
// does not see such a button. A button with a URL opens it: no tap reaches the bot.
func (p *Person) Press(message int64, button string) (Tap, error) {
	m, _ := p.srv.Message(p.Chat(), message)
	b, ok := m.Button(button)
	if !ok || m.Deleted {
		return Tap{}, fmt.Errorf("there is no message %d with a button %q", message, button)
	}
	if b.URL != "" {
		return Tap{}, nil
	}
	return p.PressData(message, b.Data)
}

// Tap presses the newest button with this text.
func (p *Person) Tap(button string) (Tap, error) {
	for _, m := range slices.Backward(p.Messages()) {
		if _, ok := m.Button(button); ok {
			return p.Press(m.ID, button)
		}
	}
	return Tap{}, fmt.Errorf("nobody shows %s a button %q", p.user.FirstName, button)
}

// PressData sends a tap with data that need not be on the message any more, as a phone does
// that has not seen an edit, or a forger.
func (p *Person) PressData(message int64, data string) (Tap, error) {
	defer p.srv.lock()()
	m := p.chat().find(message)
	if m == nil {
		return Tap{}, fmt.Errorf("there is no message %d", message)
	}
	s := p.srv
	s.nextTap++
	t := &Tap{ID: fmt.Sprint(7000000000000 + s.nextTap), Chat: m.Chat, Message: m.ID, From: *p.user, Data: data, At: s.now()}
	s.taps[t.ID] = t
	s.recordEvent(Event{Kind: "tap", Chat: m.Chat, Tap: t})
	s.push("callback_query", object{
		"id": t.ID, "from": *p.user, "message": s.wireMessage(m, true),
		"chat_instance": fmt.Sprint(m.Chat), "data": data,
	})
	return *t, nil
}

// TapState returns a tap as it is now: answered or not, and with what.
func (s *Server) TapState(id string) Tap {
	defer s.lock()()
	if t := s.taps[id]; t != nil {
		return *t
	}
	return Tap{}
}

// UnansweredTaps returns the taps whose button still shows a little clock.
func (s *Server) UnansweredTaps() []Tap {
	defer s.lock()()
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
func (p *Person) Block() { p.setClosed("blocked", "bot was blocked by the user", "member", "kicked") }

// Unblock undoes Block.
func (p *Person) Unblock() { p.setClosed("unblocked", "", "kicked", "member") }

func (p *Person) setClosed(kind, why, was, is string) {
	defer p.srv.lock()()
	p.chat().closed = why
	p.srv.announceBot(kind, p.chat(), p, was, is)
}

// Deactivate deletes the account.
func (p *Person) Deactivate() {
	defer p.srv.lock()()
	p.chat().closed = "user is deactivated"
}

// Messages returns what the person sees in the chat, oldest first.
func (p *Person) Messages() []Message { return p.srv.History(p.Chat()) }

// Last returns the newest message of the bot, zero when there is none.
func (p *Person) Last() Message {
	for _, m := range slices.Backward(p.Messages()) {
		if m.IsFromBot() {
			return m
		}
	}
	return Message{}
}

// Await returns the first message of the bot with an id above after of which match is true,
// waiting for it. An edit can make it true.
func (p *Person) Await(ctx context.Context, after int64, match func(Message) bool) (Message, error) {
	var hit Message
	err := p.srv.WaitFor(ctx, func() bool {
		all := p.srv.messagesAfter(p.Chat(), after)
		i := slices.IndexFunc(all, func(m Message) bool { return m.IsFromBot() && match(m) })
		if i >= 0 {
			hit = all[i]
		}
		return i >= 0
	})
	return hit, err
}

// AwaitText waits as Await does, for a message that contains words.
func (p *Person) AwaitText(ctx context.Context, after int64, words string) (Message, error) {
	m, err := p.Await(ctx, after, func(m Message) bool { return strings.Contains(m.Text, words) })
	if err != nil {
		return m, fmt.Errorf("waiting for the bot to say %q to %s: %w", words, p.user.FirstName, err)
	}
	return m, nil
}

// Chat returns the id of the chat the person is in: the private one, or the group's.
func (p *Person) Chat() int64 {
	defer p.srv.lock()()
	return p.chat().id
}

func (p *Person) chat() *chat {
	if p.group != nil {
		return p.group.c
	}
	return p.srv.chats[p.user.ID]
}

// post sends as send does, for callers that do not hold mu.
func (p *Person) post(m *Message) Message {
	defer p.srv.lock()()
	return p.send(m)
}

// send posts the person's message and tells the bot. The caller holds mu.
func (p *Person) send(m *Message) Message {
	s, c := p.srv, p.chat()
	c.closed = "" // writing to a blocked bot unblocks it: the app asks for it first
	if p.group != nil && !c.hasMember(p.user.ID) && p.alias == nil {
		panic("simulator: only members write in a group")
	}
	m.From, m.Topic = *p.user, p.topic
	if m.wire == nil {
		m.wire = object{}
	}
	if p.alias != nil {
		m.From, m.wire["sender_chat"] = p.alias.from, p.alias.chat
	}
	if p.forwards != "" {
		m.Forwarded = p.forwards
		m.wire["forward_origin"] = object{"type": "hidden_user", "date": s.now().Unix(), "sender_user_name": p.forwards}
	}
	m.ReplyTo = cmp.Or(m.ReplyTo, p.answers)
	m.Entities = markEntities(m.Text)
	s.post(c, m)
	s.pushMessage("message", m)
	return *m
}

// revise replaces what a message shows and remembers what it showed.
func (m *Message) revise(at time.Time, text string, entities []Entity, buttons [][]Button) {
	m.Edits = append(m.Edits, Edit{At: at, Text: m.Text, Entities: m.Entities, Buttons: m.Buttons})
	m.Text, m.Entities, m.Buttons = text, entities, buttons
}

var markedWord = regexp.MustCompile(`(^|\s)(/[A-Za-z0-9_]{1,64}(?:@\w+)?|@\w{3,32}|https?://\S+)`)

// markEntities marks what Telegram marks by itself in what people write.
func markEntities(text string) []Entity {
	var out []Entity
	kinds := map[byte]string{'/': "bot_command", '@': "mention", 'h': "url"}
	for _, at := range markedWord.FindAllStringSubmatchIndex(text, -1) {
		word := text[at[4]:at[5]]
		out = append(out, Entity{Type: kinds[word[0]], Offset: len(units(text[:at[4]])), Length: len(units(word))})
	}
	return out
}
