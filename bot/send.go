package bot

import (
	"bytes"
	"context"
	"strconv"

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
		_, err := b.api.EditMessageText(ctx, params)
		return b.call(ctx, "editMessageText", chat, err)
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
	if err = b.call(ctx, "editMessageReplyMarkup", chat, err); verdictOf(err) == notModified || verdictOf(err) == messageGone {
		return nil
	}
	return err
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
		return 0, b.call(ctx, "sendDocument", o.Chat, err)
	}
	return int64(m.ID), nil
}
