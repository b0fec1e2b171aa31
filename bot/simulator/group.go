package simulator

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"
)

// Group is a group or supergroup, with or without topics. Its methods act at once and tell
// the bot what Telegram would.
type Group struct {
	srv *Server
	c   *chat
}

// Group returns the group with this id (below 0; a supergroup's begins with -100), created at
// the first call, empty.
func (s *Server) Group(id int64, title string) *Group {
	defer s.lock()()
	if c := s.chats[id]; c != nil {
		return c.group
	}
	g := &Group{srv: s}
	g.c = s.newGroup(id, title, g)
	return g
}

func (s *Server) newGroup(id int64, title string, g *Group) *chat {
	if id >= 0 {
		panic("simulator: ids of groups are below 0")
	}
	c := &chat{id: id, kind: "group", title: title, members: map[int64]string{}, group: g}
	if strings.HasPrefix(formatID(id), "-100") {
		c.kind = "supergroup"
	}
	s.chats[id] = c
	return c
}

// SetPrivacy switches the bot's privacy mode, which is on at first: then it sees in groups
// only commands, mentions, answers to its messages, and notices of the platform, unless it
// is an admin. The bot learns it with its next getMe.
func (s *Server) SetPrivacy(on bool) {
	defer s.lock()()
	s.readsAll = !on
}

// ID returns the group's id; another after Migrate.
func (g *Group) ID() int64 {
	defer g.srv.lock()()
	return g.c.id
}

// hasMember reports whether somebody is in the group.
func (c *chat) hasMember(user int64) bool {
	return c.members[user] == "administrator" || c.members[user] == "member"
}

// As returns a person's phone, showing the group, or one of its topics (0 = none, General).
func (g *Group) As(p *Person, topic int) *Person {
	return &Person{srv: g.srv, user: p.user, group: g, topic: topic}
}

// Topic creates a topic and returns its id; the first makes the group a forum.
func (g *Group) Topic(by *Person, name string) int {
	defer g.srv.lock()()
	if g.c.kind != "supergroup" {
		panic("simulator: only supergroups have topics")
	}
	if g.c.topics == nil {
		g.c.topics = map[int]*Message{}
	}
	m := g.post(by, "forum_topic_created", object{"name": name, "icon_color": 7322096})
	m.Topic = int(m.ID)
	g.c.topics[m.Topic] = m
	g.srv.pushMessage("message", m)
	return m.Topic
}

// post posts a message of the platform.
func (g *Group) post(from *Person, kind string, value any) *Message {
	return g.srv.post(g.c, &Message{Kind: kind, From: *from.user, wire: object{kind: value}, isNotice: true})
}

// postNotice posts a message of the platform, which the bot always sees.
func (g *Group) postNotice(from *Person, kind string, value any) {
	g.srv.pushMessage("message", g.post(from, kind, value))
}

// Join makes people members.
func (g *Group) Join(people ...*Person) *Group {
	defer g.srv.lock()()
	for _, p := range people {
		g.c.members[p.user.ID] = "member"
		g.postNotice(p, "new_chat_members", []User{*p.user})
	}
	return g
}

// Leave ends a membership.
func (g *Group) Leave(p *Person) {
	defer g.srv.lock()()
	g.c.members[p.user.ID] = "left"
	g.postNotice(p, "left_chat_member", *p.user)
}

// Promote makes a member an admin.
func (g *Group) Promote(p *Person) *Group {
	defer g.srv.lock()()
	g.c.members[p.user.ID] = "administrator"
	return g
}

// AddBot makes the bot a member, or again after a kick.
func (g *Group) AddBot(by *Person) *Group {
	defer g.srv.lock()()
	g.setBotStatus("added", by, "member")
	g.postNotice(by, "new_chat_members", []User{g.srv.bot})
	return g
}

// AdminBot makes the bot an admin: it then sees all that is said, whatever its privacy mode.
func (g *Group) AdminBot(by *Person) {
	defer g.srv.lock()()
	g.setBotStatus("added", by, "administrator")
}

// KickBot throws the bot out.
func (g *Group) KickBot(by *Person) {
	defer g.srv.lock()()
	g.setBotStatus("kicked", by, "kicked")
}

func (g *Group) setBotStatus(event string, by *Person, status string) {
	was := cmp.Or(g.c.members[g.srv.bot.ID], "left")
	g.c.members[g.srv.bot.ID] = status
	g.srv.announceBot(event, g.c, by, was, status)
}

// announceBot tells everybody, and the bot, what the bot is now in a chat.
func (s *Server) announceBot(kind string, c *chat, by *Person, was, is string) {
	s.recordEvent(Event{Kind: kind, Chat: c.id})
	s.push("my_chat_member", object{
		"chat": s.wireChat(c), "from": *by.user, "date": s.now().Unix(),
		"old_chat_member": wireMember(s.bot, was), "new_chat_member": wireMember(s.bot, is),
	})
}

// Migrate makes a group a supergroup with another id, whose messages are numbered anew. The
// Group and the phones in it go along.
func (g *Group) Migrate(to int64) {
	s := g.srv
	defer s.lock()()
	old := g.c
	if old.kind != "group" {
		panic("simulator: only groups become supergroups")
	}
	by := &Person{srv: s, user: &User{ID: 777001, FirstName: "Telegram"}}
	g.postNotice(by, "migrate_to_chat_id", to)
	g.c = s.newGroup(to, old.title, g)
	g.c.members = maps.Clone(old.members)
	old.movedTo = to
	g.postNotice(by, "migrate_from_chat_id", old.id)
}

// alias is an account that stands for a chat that writes.
type alias struct {
	from User
	chat object
}

// Ids of the accounts that stand for chats, the same in all of Telegram.
const (
	anonymousAdmin = 1087968824
	channelBot     = 136817688
)

func isAlias(user int64) bool { return user == anonymousAdmin || user == channelBot }

// Anonymous returns the phone of an admin who writes as the group.
func (g *Group) Anonymous(p *Person, topic int) *Person {
	defer g.srv.lock()()
	out := g.As(p, topic)
	out.alias = &alias{chat: g.srv.wireChat(g.c), from: User{ID: anonymousAdmin, IsBot: true, FirstName: "Group", Username: "GroupAnonymousBot"}}
	return out
}

// Channel returns the phone of somebody who writes in the group as their channel.
func (g *Group) Channel(p *Person, id int64, title string) *Person {
	out := g.As(p, 0)
	out.alias = &alias{chat: channel(id, title), from: User{ID: channelBot, IsBot: true, FirstName: "Channel", Username: "Channel_Bot"}}
	return out
}

func channel(id int64, title string) object {
	return object{"id": id, "type": "channel", "title": title}
}

// ChannelPost tells the bot of a post in a channel that it is a member of.
func (s *Server) ChannelPost(id int64, title, text string) {
	defer s.lock()()
	s.nextID++
	from := channel(id, title)
	s.push("channel_post", object{"message_id": s.nextID, "chat": from, "sender_chat": from, "date": s.now().Unix(), "text": text})
}

// pushMessage gives the bot a message that it may see. The caller holds mu.
func (s *Server) pushMessage(kind string, m *Message) {
	c := s.chats[m.Chat]
	if c.members != nil && (!c.hasMember(s.bot.ID) || !s.canSee(c, m)) {
		return
	}
	s.push(kind, s.wireMessage(m, true))
}

// canSee reports whether the bot is shown a message of a group it is in.
func (s *Server) canSee(c *chat, m *Message) bool {
	if s.readsAll || c.members[s.bot.ID] == "administrator" || m.isNotice {
		return true
	}
	if to := c.find(m.ReplyTo); to != nil && to.From.ID == s.bot.ID {
		return true
	}
	return slices.ContainsFunc(m.Entities, func(e Entity) bool {
		name, to, aimed := strings.Cut(entityText(m.Text, e), "@")
		switch e.Type {
		case "text_mention":
			return e.User != nil && e.User.ID == s.bot.ID
		case "mention":
			return strings.EqualFold(to, s.bot.Username)
		case "bot_command":
			return name != "" && (!aimed || strings.EqualFold(to, s.bot.Username))
		}
		return false
	})
}

// entityText returns the part of a text that an entity marks.
func entityText(text string, e Entity) string {
	return string(utf16.Decode(units(text)[e.Offset:e.End()]))
}

// wireMember returns a ChatMember on the wire.
func wireMember(u User, status string) object {
	o := object{"status": status, "user": u}
	switch status {
	case "kicked":
		o["until_date"] = 0
	case "administrator":
		maps.Copy(o, allFalse([]string{
			"can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
			"can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users",
			"can_post_stories", "can_edit_stories", "can_delete_stories",
		}))
	}
	return o
}

func getChatMember(s *Server, q *request) (any, *apiError) {
	id := q.args.UserID
	if id == 0 {
		return nil, badRequest("invalid user_id specified")
	}
	p, status := s.people[id], "member"
	if q.chat.members != nil {
		if fail := findOpenChat(s, q); fail != nil {
			return nil, fail
		}
		status = cmp.Or(q.chat.members[id], "left")
	}
	switch {
	case q.chat.members != nil && id == s.bot.ID:
		return wireMember(s.bot, status), nil
	case p == nil || q.chat.members == nil && id != q.chat.id:
		return nil, badRequest("member not found")
	}
	return wireMember(*p.user, status), nil
}
