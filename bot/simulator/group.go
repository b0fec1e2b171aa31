package simulator

import (
	"fmt"
	"maps"
	"strings"
	"unicode/utf16"
)

// Group is a group or supergroup, with or without topics. Its methods act at once and tell
// the bot what Telegram would.
type Group struct {
	srv *Server
	c   *chat
}

// Group is the group with this id (below 0; a supergroup's begins with -100), created at
// the first call, empty.
func (s *Server) Group(id int64, title string) *Group {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[id]
	if c == nil {
		c = s.newGroup(id, title)
		c.group = &Group{srv: s, c: c}
	}
	return c.group
}

func (s *Server) newGroup(id int64, title string) *chat {
	c := &chat{id: id, kind: "group", title: title, started: true, members: map[int64]string{}}
	switch {
	case id >= 0:
		panic("simulator: ids of groups are below 0")
	case strings.HasPrefix(chatKey(id), "-100"):
		c.kind = "supergroup"
	}
	s.chats[id] = c
	return c
}

// SetPrivacy switches the bot's privacy mode, which is on at first: then it sees in groups
// only commands, mentions, answers to its messages, and notices of the platform, unless it
// is an admin. The bot learns it with its next getMe.
func (s *Server) SetPrivacy(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readsAll = !on
}

// ID is the group's id; another after Migrate.
func (g *Group) ID() int64 {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.c.id
}

// writes reports whether somebody is in the group.
func (c *chat) writes(user int64) bool {
	switch c.members[user] {
	case "creator", "administrator", "member":
		return true
	}
	return false
}

// As is a person's phone, showing the group, or one of its topics (0 = none, General).
func (g *Group) As(p *Person, topic int) *Person {
	return &Person{srv: g.srv, user: p.user, group: g, topic: topic}
}

// Forum gives the group topics.
func (g *Group) Forum() *Group {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	if g.c.kind != "supergroup" {
		panic("simulator: only supergroups have topics")
	}
	if g.c.topics == nil {
		g.c.topics = map[int]*Message{}
	}
	return g
}

// Topic creates a topic and returns its id.
func (g *Group) Topic(by *Person, name string) int {
	g.Forum()
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	m := &Message{Kind: "forum_topic_created", From: *by.user, wire: object{
		"forum_topic_created": object{"name": name, "icon_color": 7322096},
	}}
	g.srv.post(g.c, m)
	m.Topic = int(m.ID)
	g.c.topics[m.Topic] = m
	g.srv.pushMessage("message", m)
	return m.Topic
}

// Join makes people members.
func (g *Group) Join(people ...*Person) *Group {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	for _, p := range people {
		g.c.members[p.user.ID] = "member"
		g.notice(p, "new_chat_members", []object{wireUser(*p.user)})
	}
	return g
}

// Leave ends a membership.
func (g *Group) Leave(p *Person) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.c.members[p.user.ID] = "left"
	g.notice(p, "left_chat_member", wireUser(*p.user))
}

// Promote makes a member an admin.
func (g *Group) Promote(p *Person) *Group { return g.rank(p, "administrator") }

// Demote undoes Promote.
func (g *Group) Demote(p *Person) *Group { return g.rank(p, "member") }

func (g *Group) rank(p *Person, status string) *Group {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.c.members[p.user.ID] = status
	return g
}

// notice posts a message of the platform, which the bot always sees.
func (g *Group) notice(from *Person, kind string, value any) {
	m := &Message{Kind: kind, From: *from.user, wire: object{kind: value}}
	g.srv.post(g.c, m)
	g.srv.pushMessage("message", m)
}

// AddBot makes the bot a member, or again after a kick; AdminBot an admin.
func (g *Group) AddBot(by *Person) *Group {
	g.bot(by, "member")
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.notice(by, "new_chat_members", []object{wireUser(g.srv.bot)})
	return g
}

// AdminBot makes the bot an admin: it then sees all that is said, whatever its privacy mode.
func (g *Group) AdminBot(by *Person) { g.bot(by, "administrator") }

// KickBot throws the bot out.
func (g *Group) KickBot(by *Person) { g.bot(by, "kicked") }

func (g *Group) bot(by *Person, status string) {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	was := g.c.members[s.bot.ID]
	if was == "" {
		was = "left"
	}
	g.c.members[s.bot.ID] = status
	kind := "added"
	if status == "kicked" {
		kind = "kicked"
	}
	s.event(Event{Kind: kind, Chat: g.c.id})
	s.push("my_chat_member", object{
		"chat": s.wireChat(g.c), "from": wireUser(*by.user), "date": s.now().Unix(),
		"old_chat_member": member(s.bot, was), "new_chat_member": member(s.bot, status),
	})
}

// Migrate makes a group a supergroup with another id, whose messages are numbered anew. The
// Group and the phones in it go along.
func (g *Group) Migrate(to int64) {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	old := g.c
	if old.kind != "group" {
		panic("simulator: only groups become supergroups")
	}
	by := &Person{srv: s, user: &User{ID: 777001, FirstName: "Telegram"}}
	next := s.newGroup(to, old.title)
	next.members = maps.Clone(old.members)
	g.notice(by, "migrate_to_chat_id", to)
	old.movedTo, next.group = to, g
	g.c = next
	g.notice(by, "migrate_from_chat_id", old.id)
}

// mask is an account that stands for a chat that writes.
type mask struct {
	from User
	chat object
}

// Ids of the accounts that stand for chats, the same in all of Telegram.
const (
	anonymousAdmin = 1087968824
	channelBot     = 136817688
)

func masked(user int64) bool { return user == anonymousAdmin || user == channelBot }

func (k *mask) put(m *Message) {
	m.From = k.from
	if m.wire == nil {
		m.wire = object{}
	}
	m.wire["sender_chat"] = k.chat
}

// Anonymous is the phone of an admin who writes as the group.
func (g *Group) Anonymous(p *Person, topic int) *Person {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	out := &Person{srv: g.srv, user: p.user, group: g, topic: topic}
	out.mask = &mask{chat: g.srv.wireChat(g.c), from: User{ID: anonymousAdmin, IsBot: true, FirstName: "Group", Username: "GroupAnonymousBot"}}
	return out
}

// Channel is the phone of somebody who writes in the group as their channel.
func (g *Group) Channel(p *Person, id int64, title string) *Person {
	out := &Person{srv: g.srv, user: p.user, group: g}
	out.mask = &mask{
		chat: object{"id": id, "type": "channel", "title": title},
		from: User{ID: channelBot, IsBot: true, FirstName: "Channel", Username: "Channel_Bot"},
	}
	return out
}

// ChannelPost is what the bot gets of a post in a channel that it is a member of.
func (s *Server) ChannelPost(id int64, title, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextID++
	channel := object{"id": id, "type": "channel", "title": title}
	s.push("channel_post", object{
		"message_id": s.nextID, "chat": channel, "sender_chat": channel, "date": s.now().Unix(), "text": text,
	})
}

// pushMessage gives the bot a message that it may see. The caller holds mu.
func (s *Server) pushMessage(kind string, m *Message) {
	c := s.chats[m.Chat]
	if c.members != nil && (!c.writes(s.bot.ID) || !s.sees(c, m)) {
		return
	}
	s.push(kind, s.wireMessage(m, true))
}

// sees reports whether the bot is shown a message of a group it is in.
func (s *Server) sees(c *chat, m *Message) bool {
	if s.readsAll || c.members[s.bot.ID] == "administrator" {
		return true
	}
	if to := c.find(m.ReplyTo); to != nil && to.From.ID == s.bot.ID {
		return true
	}
	if m.Kind != "text" && m.Text == "" && m.wire[m.Kind] != nil && notices[m.Kind] {
		return true
	}
	for _, e := range m.Entities {
		if e.User != nil && e.User.ID == s.bot.ID {
			return true
		}
		word := cut(m.Text, e)
		name, to, aimed := strings.Cut(word, "@")
		switch {
		case e.Type == "mention" && strings.EqualFold(to, s.bot.Username):
			return true
		case e.Type == "bot_command" && name != "" && (!aimed || strings.EqualFold(to, s.bot.Username)):
			return true
		}
	}
	return false
}

// cut is the part of a text that an entity marks.
func cut(text string, e Entity) string {
	return string(utf16.Decode(utf16.Encode([]rune(text))[e.Offset:e.End()]))
}

// notices are the messages of the platform.
var notices = map[string]bool{
	"new_chat_members": true, "left_chat_member": true, "migrate_to_chat_id": true, "migrate_from_chat_id": true,
	"forum_topic_created": true,
}

// member is a ChatMember on the wire.
func member(u User, status string) object {
	o := object{"status": status, "user": wireUser(u)}
	switch status {
	case "kicked":
		o["until_date"] = 0
	case "creator":
		o["is_anonymous"] = false
	case "administrator":
		for _, right := range []string{
			"can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
			"can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users",
			"can_post_stories", "can_edit_stories", "can_delete_stories",
		} {
			o[right] = false
		}
	}
	return o
}

func getChatMember(s *Server, q *request) (any, *apiError) {
	c, fail := s.chat(q)
	if fail == nil && c.members != nil {
		c, fail = s.reachable(q)
	}
	if fail != nil {
		return nil, fail
	}
	var id int64
	if _, err := fmt.Sscan(q.params["user_id"], &id); err != nil {
		return nil, bad("invalid user_id specified")
	}
	p, status := s.people[id], "member"
	if c.members != nil {
		if status = c.members[id]; status == "" {
			status = "left"
		}
		if id == s.bot.ID {
			return member(s.bot, status), nil
		}
	}
	if p == nil || c.members == nil && id != c.id {
		return nil, bad("member not found")
	}
	return member(*p.user, status), nil
}
