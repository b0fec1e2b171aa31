package update

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/go-telegram/bot/models"

	"keepsake/delivery"
	"keepsake/markdown"
	"keepsake/people"
	"keepsake/text"
	"keepsake/trust"
)

// ErrMalformed says that a payload is no update.
var ErrMalformed = errors.New("update: the payload cannot be decoded")

// Decode reads the payload of one update that was sent to the bot called me.
func Decode(payload []byte, me Identity) (Incoming, error) {
	var u models.Update
	if err := json.Unmarshal(payload, &u); err != nil {
		return Incoming{Kind: Other}, ErrMalformed
	}
	restoreLegacyForwards(payload, &u)
	in := Incoming{UpdateID: u.ID, Kind: Other}
	switch {
	case u.Message != nil:
		in.Kind = Written
		in.fillMessage(u.Message, me)
		in.Moved = movedOf(u.Message)
	case u.EditedMessage != nil:
		in.Kind = Edited
		in.fillMessage(u.EditedMessage, me)
	case u.MyChatMember != nil:
		in.Kind = Member
		in.Chat = chatOf(u.MyChatMember.Chat)
		in.Sender = personOf(&u.MyChatMember.From)
		in.Membership = &Membership{Before: canWrite(u.MyChatMember.OldChatMember), Now: canWrite(u.MyChatMember.NewChatMember)}
	case u.MessageReaction != nil:
		in.fillReaction(u.MessageReaction)
	case u.CallbackQuery != nil:
		in.fillTap(u.CallbackQuery, me)
	}
	return in, nil
}

// fillMessage fills in what a written or edited message says.
func (in *Incoming) fillMessage(m *models.Message, me Identity) {
	in.Chat, in.Topic = chatOf(m.Chat), topicOf(m)
	in.Message = messageOf(m, in.Chat.Kind, me)
	in.Sender, in.SenderIsBot = in.Message.Author, in.Message.IsBot
	if m.From != nil && m.SenderChat != nil && in.Chat.Kind != Private {
		in.Anonymous, in.AsGroup = true, m.SenderChat.ID == m.Chat.ID
	}
	if m.ReplyToMessage != nil {
		reply := messageOf(m.ReplyToMessage, in.Chat.Kind, me)
		in.Reply = &reply
	}
	in.Quote = quoteOf(m, in)
	in.Mentioned, in.Named = isMentioned(m, me), !in.Message.Forwarded && isCalled(in.Message.Text, me.Name)
}

// dislike is the reaction that is heard.
const dislike = "👎"

// fillReaction fills in a thumb down that was not there before. Other reactions are of Kind Other.
func (in *Incoming) fillReaction(r *models.MessageReactionUpdated) {
	has := func(rs []models.ReactionType) bool {
		return slices.ContainsFunc(rs, func(t models.ReactionType) bool {
			return t.ReactionTypeEmoji != nil && t.ReactionTypeEmoji.Emoji == dislike
		})
	}
	if r.User == nil || !has(r.NewReaction) || has(r.OldReaction) {
		return
	}
	in.Kind, in.Chat, in.Message.ID = Reacted, chatOf(r.Chat), int64(r.MessageID)
	in.Sender, in.SenderIsBot = personOf(r.User), r.User.IsBot
}

// fillTap fills in a pressed button. Of a tap without a message nobody knows where it was made:
// its Chat stays empty (Incoming.HasPlace).
func (in *Incoming) fillTap(q *models.CallbackQuery, me Identity) {
	in.Tap = &Tap{}
	switch {
	case q.Message.Message != nil:
		m := q.Message.Message
		in.Chat, in.Topic = chatOf(m.Chat), topicOf(m)
		in.Message = messageOf(m, in.Chat.Kind, me)
		in.Tap = &Tap{Keyboard: keyboardOf(m.ReplyMarkup), Text: shownText(m)}
	case q.Message.InaccessibleMessage != nil:
		m := q.Message.InaccessibleMessage
		in.Chat, in.Message.ID = chatOf(m.Chat), int64(m.MessageID)
	}
	in.Kind, in.Sender, in.SenderIsBot = Tapped, personOf(&q.From), q.From.IsBot
	in.Tap.ID, in.Tap.Data = q.ID, q.Data
	in.Tap.Action, in.Tap.Ref, _ = strings.Cut(q.Data, ":")
}

func chatOf(c models.Chat) Chat {
	chat := Chat{ID: c.ID, Title: c.Title}
	switch c.Type {
	case models.ChatTypePrivate:
		chat.Kind = Private
	case models.ChatTypeGroup, models.ChatTypeSupergroup:
		chat.Kind = Group
	}
	return chat
}

func topicOf(m *models.Message) int {
	if m.IsTopicMessage {
		return m.MessageThreadID
	}
	return 0
}

func messageOf(m *models.Message, chat ChatKind, me Identity) Message {
	return Message{
		ID:         int64(m.ID),
		SentAt:     time.Unix(int64(m.Date), 0).UTC(),
		Author:     authorOf(m, chat),
		IsBot:      m.From != nil && m.From.IsBot,
		IsOurs:     m.From != nil && m.From.ID == me.ID,
		Text:       readText(m),
		Plain:      text.Clean(rawText(m)),
		IsCaption:  m.Text == "",
		Forwarded:  isForwarded(m),
		Inline:     m.ViaBot != nil,
		Trust:      trustOf(m, me),
		Attachment: attachmentOf(m),
		Album:      m.MediaGroupID,
		Position:   positionOf(m),
	}
}

func positionOf(m *models.Message) *Position {
	if m.Location == nil || m.Venue != nil {
		return nil
	}
	return &Position{Latitude: m.Location.Latitude, Longitude: m.Location.Longitude}
}

// trustOf returns how far the words of a message may become a memory: by who wrote them, not by
// who sent them, and the least where several things are true of it. What a message quotes is
// worth less (readText, Incoming.Quote), what is attached is weighed where it is read
// (bot/attach). An answer to a story or to another chat's message is the person's own text; what
// it answers stands in Incoming.Quote, as far as Telegram shows it.
func trustOf(m *models.Message, me Identity) trust.Level {
	level := trust.Person
	if m.SenderChat != nil { // nobody who could be asked wrote it
		level = trust.Member
	}
	if isForwarded(m) || m.Story != nil { // a story is always shared, its caption its poster's
		level = min(level, trust.Forwarded)
	}
	isOtherBot := m.SenderChat == nil && m.From != nil && m.From.IsBot && m.From.ID != me.ID
	if m.ViaBot != nil || m.SenderBusinessBot != nil || isOtherBot { // the person only chose it, or allowed it
		level = min(level, trust.Tool)
	}
	return level
}

// isForwarded reports whether somebody else's message was passed on, by a person or, from a
// channel into its group, by Telegram itself.
func isForwarded(m *models.Message) bool { return m.ForwardOrigin != nil || m.IsAutomaticForward }

// rawText returns the text or the caption of a message as it was sent.
func rawText(m *models.Message) string {
	if m.Text != "" {
		return m.Text
	}
	return m.Caption
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// authorOf returns who wrote a message. Who writes in the name of a chat has no ID.
func authorOf(m *models.Message, chat ChatKind) people.Person {
	switch {
	case m.SenderChat == nil || chat == Private:
		return personOf(m.From)
	case m.SenderChat.ID == m.Chat.ID:
		return people.Person{Name: "Admin", Receipts: true}
	}
	return people.Person{Name: text.Cut(text.OneLine(m.SenderChat.Title), 100), Receipts: true}
}

// personOf returns a person as Telegram names them, the zero Person for nil.
func personOf(u *models.User) people.Person {
	if u == nil {
		return people.Person{}
	}
	return people.Person{
		ID:         people.ID(u.ID),
		Name:       text.Cut(text.OneLine(u.FirstName+" "+u.LastName), 100),
		Username:   text.Cut(text.OneLine(u.Username), 64),
		ClientLang: text.Cut(text.OneLine(u.LanguageCode), 16),
	}
}

// movedOf returns where a group went, or came from, nil when a message says no such thing.
func movedOf(m *models.Message) *Moved {
	switch {
	case m.MigrateToChatID != 0:
		return &Moved{From: m.Chat.ID, To: m.MigrateToChatID}
	case m.MigrateFromChatID != 0:
		return &Moved{From: m.MigrateFromChatID, To: m.Chat.ID}
	}
	return nil
}

// canWrite reports whether a member of this kind may write in the chat.
func canWrite(m models.ChatMember) bool {
	switch m.Type {
	case models.ChatMemberTypeOwner, models.ChatMemberTypeAdministrator, models.ChatMemberTypeMember:
		return true
	case models.ChatMemberTypeRestricted:
		return m.Restricted != nil && m.Restricted.IsMember
	}
	return false
}

func keyboardOf(k *models.InlineKeyboardMarkup) [][]delivery.Button {
	if k == nil {
		return nil
	}
	var rows [][]delivery.Button
	for _, keys := range k.InlineKeyboard {
		var row []delivery.Button
		for _, key := range keys {
			b := delivery.Button{Text: key.Text, URL: key.URL}
			b.Action, b.Ref, _ = strings.Cut(key.CallbackData, ":")
			row = append(row, b)
		}
		rows = append(rows, row)
	}
	return rows
}

// shownText returns what a message shows, with the formatting that the bot itself uses.
func shownText(m *models.Message) markdown.Text {
	t := markdown.Text{Text: m.Text}
	for _, e := range m.Entities {
		switch e.Type {
		case models.MessageEntityTypeBold, models.MessageEntityTypeItalic, models.MessageEntityTypeUnderline,
			models.MessageEntityTypeStrikethrough, models.MessageEntityTypeSpoiler, models.MessageEntityTypeBlockquote,
			models.MessageEntityTypeExpandableBlockquote, models.MessageEntityTypeCode, models.MessageEntityTypePre,
			models.MessageEntityTypeTextLink:
			t.Entities = append(t.Entities, markdown.Entity{
				Type: markdown.Type(e.Type), Offset: e.Offset, Length: e.Length, URL: e.URL, Language: e.Language,
			})
		}
	}
	return t
}
