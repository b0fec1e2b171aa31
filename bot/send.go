package bot

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"sync"
	"unicode"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"keepsake/bot/markdown"
	"keepsake/delivery"
)

// render turns a Markdown body into the parts of messages; there is at least one.
func render(md string) []markdown.Text {
	return split(markdown.Render(md))
}

func split(t markdown.Text) []markdown.Text {
	parts := markdown.Split(t, markdown.MaxText)
	if len(parts) == 0 {
		return []markdown.Text{{Text: placeholder}}
	}
	return parts
}

// mentioned is the type of an entity that mentions a person, whose number is its URL.
const mentioned = "text_mention"

// blank reports whether there is nothing to see in a text: Telegram refuses to show it.
func blank(parts []markdown.Text) bool {
	for _, p := range parts {
		seen := func(r rune) bool {
			return unicode.IsGraphic(r) && !unicode.In(r, unicode.Z, unicode.M, unicode.Other_Default_Ignorable_Code_Point) && r != '\u2800'
		}
		if strings.ContainsFunc(p.Text, seen) {
			return p.Text == placeholder && len(parts) == 1
		}
	}
	return true
}

func entities(t markdown.Text) []models.MessageEntity {
	out := make([]models.MessageEntity, len(t.Entities))
	for i, e := range t.Entities {
		out[i] = models.MessageEntity{
			Type: models.MessageEntityType(e.Type), Offset: e.Offset, Length: e.Length,
			URL: e.URL, Language: e.Language,
		}
		if e.Type == mentioned {
			id, _ := strconv.ParseInt(e.URL, 10, 64)
			out[i].URL, out[i].User = "", &models.User{ID: id, FirstName: "·"}
		}
	}
	return out
}

// keyboardOf turns buttons into an inline keyboard, nil when there are none. A button
// whose data would not fit is left out and reported: it is our mistake.
func (b *Bot) keyboardOf(rows [][]delivery.Button) *models.InlineKeyboardMarkup {
	var k models.InlineKeyboardMarkup
	for _, row := range rows {
		var line []models.InlineKeyboardButton
		for _, x := range row {
			data := x.Action + ":" + x.Ref
			switch {
			case x.URL != "":
				line = append(line, models.InlineKeyboardButton{Text: x.Text, URL: x.URL})
			case len(data) > maxData:
				b.log.Error("button data too long", "action", x.Action)
			default:
				line = append(line, models.InlineKeyboardButton{Text: x.Text, CallbackData: data})
			}
		}
		if len(line) > 0 {
			k.InlineKeyboard = append(k.InlineKeyboard, line)
		}
	}
	if len(k.InlineKeyboard) == 0 {
		return nil
	}
	return &k
}

// maxData is Telegram's limit for the data of a button, in bytes.
const maxData = 64

func replyTo(message int64) *models.ReplyParameters {
	if message == 0 {
		return nil
	}
	return &models.ReplyParameters{MessageID: int(message), AllowSendingWithoutReply: true}
}

var noPreview = &models.LinkPreviewOptions{IsDisabled: tg.True()}

// editMethod is the one method whose absence changes how answers are shown.
const editMethod = "editMessageText"

// edit replaces a message's text and keyboard (nil = none). What is shown already counts
// as done; formatting that Telegram refuses is given up before the text is.
func (b *Bot) edit(ctx context.Context, chat, message int64, t markdown.Text, k *models.InlineKeyboardMarkup, wait bool) error {
	params := &tg.EditMessageTextParams{
		ChatID: chat, MessageID: int(message), Text: t.Text, Entities: entities(t), LinkPreviewOptions: noPreview,
	}
	if k != nil {
		params.ReplyMarkup = k
	}
	try := func() error {
		if wait {
			if err := b.limits.wait(ctx, chat); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		ctx, settled := settling(ctx)
		defer settled()
		_, err := b.api.EditMessageText(ctx, params)
		return b.call(ctx, editMethod, chat, err)
	}
	err := try()
	if verdictOf(err) == refused && len(params.Entities) > 0 {
		b.log.Error("formatting refused", "method", "editMessageText")
		params.Entities = nil
		err = try()
	}
	if verdictOf(err) == notModified {
		return nil
	}
	return err
}

// editKeyboard replaces only the keyboard under a message (nil = none).
func (b *Bot) editKeyboard(ctx context.Context, chat, message int64, k *models.InlineKeyboardMarkup) error {
	if err := b.limits.wait(ctx, chat); err != nil {
		return err
	}
	params := &tg.EditMessageReplyMarkupParams{ChatID: chat, MessageID: int(message)}
	if k != nil {
		params.ReplyMarkup = k
	}
	_, err := b.api.EditMessageReplyMarkup(ctx, params)
	err = b.call(ctx, "editMessageReplyMarkup", chat, err)
	if face, known := b.faces.of(chat, message); known && verdictOf(err) == noMethod {
		// The old text with the new keyboard does the same.
		err = b.edit(ctx, chat, message, face, k, true)
	}
	switch verdictOf(err) {
	case away, flooded:
		return err // once more
	case notModified, messageGone, noMethod:
		err = nil // buttons that are left do nothing a second time
	}
	b.faces.forget(chat, message)
	return err
}

const reactMethod = "setMessageReaction"

// react puts an emoji to a person's message; once more changes nothing. Where reactions
// are not wanted (a group may forbid them), or the message is gone, there is none.
func (b *Bot) react(ctx context.Context, o delivery.Outgoing) error {
	if b.lacking.has(reactMethod) {
		return nil
	}
	if err := b.limits.wait(ctx, o.Chat); err != nil {
		return err
	}
	_, err := b.api.SetMessageReaction(ctx, &tg.SetMessageReactionParams{
		ChatID: o.Chat, MessageID: int(o.Target), Reaction: []models.ReactionType{{
			Type:              models.ReactionTypeTypeEmoji,
			ReactionTypeEmoji: &models.ReactionTypeEmoji{Type: models.ReactionTypeTypeEmoji, Emoji: o.Body.Text},
		}},
	})
	err = b.call(ctx, reactMethod, o.Chat, err)
	switch verdictOf(err) {
	case refused, messageGone, noMethod:
		return nil
	}
	return err
}

// faces is what messages show whose keyboard is about to change, for a Bot API that cannot
// change a keyboard alone. It is in memory only and holds few.
type faces struct {
	mu sync.Mutex
	by map[[2]int64]markdown.Text
}

const maxFaces = 256

func (f *faces) keep(chat, message int64, t markdown.Text) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.by == nil || len(f.by) >= maxFaces {
		f.by = map[[2]int64]markdown.Text{}
	}
	f.by[[2]int64{chat, message}] = t
}

func (f *faces) of(chat, message int64) (t markdown.Text, known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t, known = f.by[[2]int64{chat, message}]
	return t, known
}

func (f *faces) forget(chat, message int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.by, [2]int64{chat, message})
}

// faceOf is what a message shows, with the formatting that we may send again: the rest
// Telegram finds by itself.
func faceOf(m *models.Message) markdown.Text {
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

// send sends one part of a message and returns its id.
func (b *Bot) send(ctx context.Context, o delivery.Outgoing, t markdown.Text, k models.ReplyMarkup, first bool) (int64, error) {
	params := &tg.SendMessageParams{
		ChatID: o.Chat, MessageThreadID: o.Topic, Text: t.Text, Entities: entities(t),
		LinkPreviewOptions: noPreview, DisableNotification: o.Body.Silent, ReplyMarkup: k,
	}
	if first {
		params.ReplyParameters = replyTo(o.ReplyTo)
	}
	try := func() (int64, error) {
		if err := b.limits.wait(ctx, o.Chat); err != nil {
			return 0, err
		}
		m, err := b.api.SendMessage(ctx, params)
		if err != nil {
			return 0, b.call(ctx, "sendMessage", o.Chat, err)
		}
		return int64(m.ID), nil
	}
	id, err := try()
	if verdictOf(err) == refused && len(params.Entities) > 0 {
		b.log.Error("formatting refused", "method", "sendMessage")
		params.Entities = nil
		id, err = try()
	}
	return id, err
}

const fileMethod = "sendDocument"

// sendFile sends a document with a caption and returns the message's id.
func (b *Bot) sendFile(ctx context.Context, o delivery.Outgoing, k models.ReplyMarkup) (int64, error) {
	if err := b.limits.wait(ctx, o.Chat); err != nil {
		return 0, err
	}
	params := &tg.SendDocumentParams{
		ChatID: o.Chat, MessageThreadID: o.Topic, DisableNotification: o.Body.Silent, ReplyMarkup: k,
		Document:        &models.InputFileUpload{Filename: o.Body.File.Name, Data: bytes.NewReader(o.Body.File.Data)},
		ReplyParameters: replyTo(o.ReplyTo),
	}
	if parts := markdown.Split(markdown.Render(o.Body.Text), markdown.MaxCaption); len(parts) > 0 {
		params.Caption, params.CaptionEntities = parts[0].Text, entities(parts[0])
	}
	m, err := b.api.SendDocument(ctx, params)
	if err != nil {
		return 0, b.call(ctx, fileMethod, o.Chat, err)
	}
	return int64(m.ID), nil
}
