package bot

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/text"
)

// This file is what a group's door asks: is this message for us, who writes it, may they?

func isGroup(c models.Chat) bool {
	return c.Type == models.ChatTypeGroup || c.Type == models.ChatTypeSupergroup
}

// moved returns where a group went, or came from, by a notice of the platform.
func moved(m *models.Message) (from, to int64, ok bool) {
	switch {
	case m.MigrateToChatID != 0:
		return m.Chat.ID, m.MigrateToChatID, true
	case m.MigrateFromChatID != 0:
		return m.MigrateFromChatID, m.Chat.ID, true
	}
	return 0, 0, false
}

// groupConcerns reports whether a group's message is for us, so that it may be stored:
// what is addressed to us, and what members say to each other only while an admin lets us
// listen.
func (b *Bot) groupConcerns(ctx context.Context, u *models.Update, m *models.Message) (bool, error) {
	if m.From.IsBot && m.SenderChat == nil || empty(m) {
		return false, nil
	}
	if c, ok := parseCommand(m.Text); ok && m.ForwardOrigin == nil {
		ours := c.Bot == "" && commands[c.Name] != nil || c.Bot != "" && strings.EqualFold(c.Bot, b.Username())
		return ours && u.Message != nil, nil
	}
	chat, err := b.cfg.People.Chat(ctx, b.cfg.Name, m.Chat.ID)
	if err != nil || !b.serves(chat) {
		return false, err
	}
	if chat.Listening || b.addressed(m, chat) || u.Message != nil && m.MediaGroupID != "" { // see decided
		return true, nil
	}
	if u.EditedMessage != nil {
		return b.knows(ctx, m)
	}
	return false, nil
}

// knows reports whether a message is kept already: in a conversation, or waiting for its
// turn. Only then may its later wording be.
func (b *Bot) knows(ctx context.Context, m *models.Message) (bool, error) {
	place := b.placeOf(m)
	known, err := b.cfg.Sessions.Knows(ctx, place, int64(m.ID))
	if err != nil || known {
		return known, err
	}
	rows, err := b.cfg.Delivery.LaneUpdates(ctx, delivery.Lane(place.Bot, place.Chat, place.Topic))
	for _, row := range rows {
		if u, err := decode(row); err == nil && u.Message != nil && u.Message.ID == m.ID {
			return true, nil
		}
	}
	return false, err
}

// addressed reports whether a group's message speaks to us: by a mention, as an answer to
// something we said, or (a setting) by our name.
func (b *Bot) addressed(m *models.Message, chat people.Chat) bool {
	me := b.identity()
	if r := m.ReplyToMessage; r != nil && r.From != nil && r.From.ID == me.ID && r.ForumTopicCreated == nil {
		return true
	}
	said, entities := m.Text, m.Entities
	if said == "" {
		said, entities = m.Caption, m.CaptionEntities
	}
	for _, e := range entities {
		switch e.Type {
		case models.MessageEntityTypeMention:
			if strings.EqualFold(part(said, e.Offset, e.Length), "@"+me.Username) {
				return true
			}
		case models.MessageEntityTypeTextMention:
			if e.User != nil && e.User.ID == me.ID {
				return true
			}
		}
	}
	return chat.ByName && m.ForwardOrigin == nil && called(said, me.Name)
}

// called reports whether somebody is called by name: at the start of what is said, with at
// most a word of greeting before it, or at its end after a comma.
func called(said, name string) bool {
	said, name = text.Fold(said), text.Fold(name)
	if name == "" {
		return false
	}
	ends := func(rest string) bool {
		return rest == "" || strings.ContainsRune(" ,:;!?.…-—", firstRune(rest))
	}
	if rest, ok := strings.CutPrefix(said, name); ok && ends(rest) {
		return true
	}
	_, later := word(said)
	if rest, ok := strings.CutPrefix(later, name); ok && ends(rest) && (rest == "" || rest[0] != ' ') {
		return true
	}
	said = strings.TrimRight(said, " !?.…")
	before, ok := strings.CutSuffix(said, name)
	return ok && strings.HasSuffix(strings.TrimRight(before, " "), ",")
}

// part cuts a range, counted in UTF-16 units, out of a text.
func part(s string, offset, length int) string {
	var b strings.Builder
	at := 0
	for _, r := range s {
		if at >= offset && at < offset+length {
			b.WriteRune(r)
		}
		at += text.UTF16Len(string(r))
	}
	return b.String()
}

// writer returns the person who wrote a message, nil when it was written in the name of a
// chat: by an anonymous admin, or by a channel. Those are nobody with an id.
func writer(m *models.Message) *models.User {
	if m.SenderChat != nil {
		return nil
	}
	return m.From
}

// stranger is who writes in the name of a chat.
func stranger(m *models.Message) people.Person {
	name := "Admin"
	if m.SenderChat.ID != m.Chat.ID {
		name = text.Cut(text.OneLine(m.SenderChat.Title), 100)
	}
	return people.Person{Name: name, Receipts: true}
}

// serves reports whether a group may talk to us. It never follows from what its members
// may do in private.
func (b *Bot) serves(c people.Chat) bool {
	switch {
	case c.Access == people.Blocked:
		return false
	case b.cfg.Access == AccessList: // written by hand, it still names what the group was before
		return slices.Contains(b.cfg.Allow, c.ID) || c.MovedFrom != 0 && slices.Contains(b.cfg.Allow, c.MovedFrom)
	}
	return b.cfg.Access == AccessOpen || c.Access == people.Allowed
}

// standing is what somebody is in a chat at this moment.
type standing struct{ member, admin bool }

// standingOf asks Telegram what the sender of a request is in its group. In a private chat
// everybody is their own master.
func (b *Bot) standingOf(ctx context.Context, u *models.Update, m *models.Message) (standing, error) {
	if m != nil && m.Chat.Type == models.ChatTypePrivate {
		return standing{member: true, admin: true}, nil
	}
	if m == nil || !isGroup(m.Chat) || u.MyChatMember != nil {
		return standing{}, nil
	}
	if _, _, ok := moved(m); ok {
		return standing{}, nil
	}
	if u.CallbackQuery == nil && m.SenderChat != nil {
		// Only an admin can write as the group itself.
		return standing{member: true, admin: m.SenderChat.ID == m.Chat.ID}, nil
	}
	from := sender(u)
	if from == nil {
		return standing{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	got, err := b.api.GetChatMember(ctx, &tg.GetChatMemberParams{ChatID: m.Chat.ID, UserID: from.ID})
	if err = b.call(ctx, "getChatMember", 0, err); err != nil {
		if v := verdictOf(err); v == away || v == flooded || v == "" {
			return standing{}, err
		}
		return standing{}, nil
	}
	switch got.Type {
	case models.ChatMemberTypeOwner, models.ChatMemberTypeAdministrator:
		return standing{member: true, admin: true}, nil
	case models.ChatMemberTypeMember:
		return standing{member: true}, nil
	case models.ChatMemberTypeRestricted:
		return standing{member: got.Restricted != nil && got.Restricted.IsMember}, nil
	}
	return standing{}, nil
}

// Refusals of groups.
var (
	errNotMine   = fault.New(fault.Denied, "only who said it, whom it is about, or an admin may")
	errAdminOnly = fault.New(fault.Denied, "only admins may")
)

// may returns nil when the person may change or forget a memory here: anything in their
// private chat; in a group what they said, what is about them, and admins everything.
func (r *request) may(ctx context.Context, id string) error {
	if !r.chat.Group() || r.standing.admin {
		return nil
	}
	h, err := r.cfg.Memory.History(ctx, r.scopes(), id)
	if err != nil {
		return err
	}
	if !r.own(h) {
		return errNotMine
	}
	return nil
}

// own reports whether the person said what a memory holds, or is whom it is about: that is
// told by the id in the label, not by a name.
func (r *request) own(h memory.History) bool {
	if r.person.ID == "" || !r.standing.member {
		return false
	}
	return people.Labelled(h.Memory.Subject, r.person.ID) || slices.Contains(authors(h), r.person.ID)
}

// authors returns the ids of who said what a memory holds now, or wrote it by command.
func authors(h memory.History) (ids []string) {
	for _, v := range h.Versions {
		for _, e := range v.Evidence {
			if v.Number == h.Memory.Version && e.Author != "" && !slices.Contains(ids, e.Author) {
				ids = append(ids, e.Author)
			}
		}
	}
	return ids
}

// mayDecide is may for a proposal: whoever it was asked of, and admins.
func (r *request) mayDecide(ctx context.Context, decision string) error {
	if !r.chat.Group() || r.standing.admin {
		return nil
	}
	d, err := r.cfg.Memory.Decision(ctx, r.scopes(), decision)
	if err != nil {
		return err
	}
	if r.person.ID == "" || d.Actor.ID != r.person.ID {
		return errNotMine
	}
	return nil
}

// mayUndo is may for a change: whoever made it, and who may the memory.
func (r *request) mayUndo(ctx context.Context, change string) error {
	if !r.chat.Group() || r.standing.admin {
		return nil
	}
	c, err := r.cfg.Memory.Change(ctx, r.scopes(), change)
	if err != nil {
		return err
	}
	if r.person.ID != "" && c.Actor.ID == r.person.ID && r.standing.member {
		return nil
	}
	return r.may(ctx, c.MemoryID)
}

// tapIsFor returns why a tap in a group is not for this person to make, as the id of
// words: buttons are for whom the message was sent to, and for admins.
func (r *request) tapIsFor(ctx context.Context) (refusal string, err error) {
	switch {
	case r.person.Access == people.Blocked:
		return "access.denied", nil
	case !r.standing.member:
		return "group.not_member", nil
	case r.standing.admin:
		return "", nil
	}
	out, err := r.cfg.Delivery.ByMessage(ctx, r.place.Bot, r.place.Chat, r.tap.message)
	if err != nil && !errors.Is(err, delivery.ErrNotFound) {
		return "", err
	}
	if err != nil || out.Person == "" || out.Person != r.person.ID {
		return "group.not_yours", nil
	}
	return "", nil
}
