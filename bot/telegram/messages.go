package telegram

import (
	"bytes"
	"context"
	"strconv"
	"sync"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"keepsake/delivery"
	"keepsake/markdown"
)

// The methods whose absence changes how something is shown, for Lacks.
const (
	EditMethod   = "editMessageText"
	FileMethod   = "sendDocument"
	VoiceMethod  = "sendVoice"
	ReactMethod  = "setMessageReaction"
	TypingMethod = "sendChatAction"
	DeleteMethod = "deleteMessage"

	editButtonsMethod = "editMessageReplyMarkup"
)

// Mention is the type of an entity that mentions a person, whose number is its URL.
const Mention = "text_mention"

// Message is one message to send.
type Message struct {
	Chat    int64
	Topic   int
	ReplyTo int64 // the message it answers, 0 = none
	Text    markdown.Text
	Silent  bool
	Buttons [][]delivery.Button
	// ForceReply opens an answer on the phone, with Hint in the empty field; it takes the
	// place of buttons. In a group it does so only for whom the text mentions.
	ForceReply bool
	// Position is the label of a button beside the input field that sends where the person is; it leaves when it was used.
	Position string
	Hint     string
}

// Send sends a message and returns its id. It counts against the limits: Wait first.
func (c *Client) Send(ctx context.Context, m Message) (id int64, err error) {
	params := &tg.SendMessageParams{
		ChatID: m.Chat, MessageThreadID: m.Topic, Text: m.Text.Text, Entities: entities(m.Text),
		LinkPreviewOptions: noPreview, DisableNotification: m.Silent,
		ReplyMarkup: c.markup(m), ReplyParameters: replyTo(m.ReplyTo),
	}
	err = c.call(ctx, "sendMessage", m.Chat, func(ctx context.Context) error {
		sent, err := c.api.SendMessage(ctx, params)
		if err == nil {
			id = int64(sent.ID)
		}
		return err
	})
	return id, err
}

// fileTimeout bounds the sending of a file.
const fileTimeout = 90 * time.Second

// SendFile sends a document whose caption is the message's text, and returns its id. It
// counts against the limits: Wait first.
func (c *Client) SendFile(ctx context.Context, m Message, f delivery.File) (id int64, err error) {
	params := &tg.SendDocumentParams{
		ChatID: m.Chat, MessageThreadID: m.Topic, DisableNotification: m.Silent, ReplyMarkup: c.markup(m),
		Document: &models.InputFileUpload{Filename: f.Name, Data: bytes.NewReader(f.Data)},
		Caption:  m.Text.Text, CaptionEntities: entities(m.Text), ReplyParameters: replyTo(m.ReplyTo),
	}
	err = c.callWithin(ctx, fileTimeout, FileMethod, m.Chat, func(ctx context.Context) error {
		sent, err := c.api.SendDocument(ctx, params)
		if err == nil {
			id = int64(sent.ID)
		}
		return err
	})
	return id, err
}

// Voice is a recording to send as a voice message: Ogg with Opus.
type Voice struct {
	Data []byte
	Long time.Duration
}

// SendVoice sends a voice message and returns its id. It counts against the limits: Wait first.
func (c *Client) SendVoice(ctx context.Context, m Message, v Voice) (id int64, err error) {
	params := &tg.SendVoiceParams{
		ChatID: m.Chat, MessageThreadID: m.Topic, DisableNotification: m.Silent, ReplyParameters: replyTo(m.ReplyTo),
		Voice: &models.InputFileUpload{Filename: "voice.ogg", Data: bytes.NewReader(v.Data)}, Duration: int(v.Long.Seconds()),
	}
	err = c.callWithin(ctx, fileTimeout, VoiceMethod, m.Chat, func(ctx context.Context) error {
		sent, err := c.api.SendVoice(ctx, params)
		if err == nil {
			id = int64(sent.ID)
		}
		return err
	})
	return id, err
}

// Edit replaces a message's text and buttons (none = no keyboard). What is shown already
// counts as done. It counts against the limits: Wait first.
func (c *Client) Edit(ctx context.Context, chat, message int64, t markdown.Text, buttons [][]delivery.Button) error {
	params := &tg.EditMessageTextParams{
		ChatID: chat, MessageID: int(message), Text: t.Text, Entities: entities(t),
		LinkPreviewOptions: noPreview,
	}
	if k := c.keyboard(buttons); k != nil {
		params.ReplyMarkup = k
	}
	err := c.call(ctx, EditMethod, chat, func(ctx context.Context) error {
		_, err := c.api.EditMessageText(ctx, params)
		return err
	})
	if VerdictOf(err) == NotModified {
		err = nil
	}
	if err == nil && len(buttons) > 0 {
		c.shown.note(chat, message, t)
	}
	return err
}

// IsShown reports whether one of our messages shows a text without buttons, by editing
// that text in: "message is not modified" means yes. A message of ours that shows another
// text is changed by asking.
func (c *Client) IsShown(ctx context.Context, chat, message int64, t markdown.Text) (bool, error) {
	err := c.call(ctx, EditMethod, chat, func(ctx context.Context) error {
		_, err := c.api.EditMessageText(ctx, &tg.EditMessageTextParams{
			ChatID: chat, MessageID: int(message), Text: t.Text, Entities: entities(t), LinkPreviewOptions: noPreview,
		})
		return err
	})
	switch VerdictOf(err) {
	case NotModified:
		return true, nil
	case OK, MessageGone, Refused:
		return false, nil
	}
	return false, err
}

// EditButtons replaces only the keyboard under a message (none = no keyboard). It counts
// against the limits: Wait first.
func (c *Client) EditButtons(ctx context.Context, chat, message int64, buttons [][]delivery.Button) error {
	params := &tg.EditMessageReplyMarkupParams{ChatID: chat, MessageID: int(message)}
	if k := c.keyboard(buttons); k != nil {
		params.ReplyMarkup = k
	}
	err := c.call(ctx, editButtonsMethod, chat, func(ctx context.Context) error {
		_, err := c.api.EditMessageReplyMarkup(ctx, params)
		return err
	})
	if t, found := c.shown.find(chat, message); found && VerdictOf(err) == NoMethod {
		// The old text with the new keyboard does the same.
		err = c.Edit(ctx, chat, message, t, buttons)
	}
	if v := VerdictOf(err); !v.IsAway() && v != Flooded {
		c.shown.forget(chat, message)
	}
	return err
}

// Delete deletes one of our messages.
func (c *Client) Delete(ctx context.Context, chat, message int64) error {
	return c.call(ctx, DeleteMethod, chat, func(ctx context.Context) error {
		_, err := c.api.DeleteMessage(ctx, &tg.DeleteMessageParams{ChatID: chat, MessageID: int(message)})
		return err
	})
}

// React puts an emoji to a person's message; once more changes nothing.
func (c *Client) React(ctx context.Context, chat, message int64, emoji string) error {
	return c.call(ctx, ReactMethod, chat, func(ctx context.Context) error {
		_, err := c.api.SetMessageReaction(ctx, &tg.SetMessageReactionParams{
			ChatID: chat, MessageID: int(message), Reaction: []models.ReactionType{{
				Type:              models.ReactionTypeTypeEmoji,
				ReactionTypeEmoji: &models.ReactionTypeEmoji{Type: models.ReactionTypeTypeEmoji, Emoji: emoji},
			}},
		})
		return err
	})
}

// Typing shows for about five seconds that an answer is being made.
func (c *Client) Typing(ctx context.Context, chat int64, topic int) error {
	return c.call(ctx, TypingMethod, chat, func(ctx context.Context) error {
		_, err := c.api.SendChatAction(ctx, &tg.SendChatActionParams{ChatID: chat, MessageThreadID: topic, Action: models.ChatActionTyping})
		return err
	})
}

// AnswerTap ends the spinner of a tapped button, with a short note or none.
func (c *Client) AnswerTap(ctx context.Context, id, note string) error {
	return c.callWithin(ctx, 10*time.Second, "answerCallbackQuery", 0, func(ctx context.Context) error {
		_, err := c.api.AnswerCallbackQuery(ctx, &tg.AnswerCallbackQueryParams{CallbackQueryID: id, Text: note})
		return err
	})
}

// entities returns formatting as the Bot API takes it.
func entities(t markdown.Text) []models.MessageEntity {
	out := make([]models.MessageEntity, len(t.Entities))
	for i, e := range t.Entities {
		out[i] = models.MessageEntity{
			Type: models.MessageEntityType(e.Type), Offset: e.Offset, Length: e.Length,
			URL: e.URL, Language: e.Language,
		}
		if e.Type == Mention {
			id, _ := strconv.ParseInt(e.URL, 10, 64)
			out[i].URL, out[i].User = "", &models.User{ID: id, FirstName: "·"}
		}
	}
	return out
}

// MaxData is Telegram's limit for the data of a button, in bytes.
const MaxData = 64

// keyboard returns buttons as an inline keyboard, nil when there are none. A button whose
// data would not fit is left out and logged: it is our mistake.
func (c *Client) keyboard(rows [][]delivery.Button) *models.InlineKeyboardMarkup {
	var k models.InlineKeyboardMarkup
	for _, row := range rows {
		var line []models.InlineKeyboardButton
		for _, b := range row {
			data := b.Action + ":" + b.Ref
			switch {
			case b.URL != "":
				line = append(line, models.InlineKeyboardButton{Text: b.Text, URL: b.URL})
			case len(data) > MaxData:
				c.log.Error("button data too long", "action", b.Action)
			default:
				line = append(line, models.InlineKeyboardButton{Text: b.Text, CallbackData: data})
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

// markup returns what goes under a new message, untyped nil when there is nothing.
func (c *Client) markup(m Message) models.ReplyMarkup {
	if m.ForceReply {
		return &models.ForceReply{ForceReply: true, InputFieldPlaceholder: m.Hint, Selective: m.Chat < 0}
	}
	if m.Position != "" {
		return &models.ReplyKeyboardMarkup{
			Keyboard:       [][]models.KeyboardButton{{{Text: m.Position, RequestLocation: true}}},
			ResizeKeyboard: true, OneTimeKeyboard: true,
		}
	}
	if k := c.keyboard(m.Buttons); k != nil {
		return k
	}
	return nil
}

func replyTo(message int64) *models.ReplyParameters {
	if message == 0 {
		return nil
	}
	return &models.ReplyParameters{MessageID: int(message), AllowSendingWithoutReply: true}
}

var noPreview = &models.LinkPreviewOptions{IsDisabled: tg.True()}

// NoteShown remembers what a message shows whose keyboard is about to change, for a Bot
// API that cannot change a keyboard alone. The notes are in memory only, and few.
func (c *Client) NoteShown(chat, message int64, t markdown.Text) { c.shown.note(chat, message, t) }

// Shown returns what a message with buttons shows. found is false when that is not known.
func (c *Client) Shown(chat, message int64) (t markdown.Text, found bool) {
	return c.shown.find(chat, message)
}

// shownTexts are what messages show, by chat and message.
type shownTexts struct {
	mu    sync.Mutex
	texts map[[2]int64]markdown.Text
}

const maxShownTexts = 256

func (s *shownTexts) note(chat, message int64, t markdown.Text) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.texts == nil || len(s.texts) >= maxShownTexts {
		s.texts = map[[2]int64]markdown.Text{}
	}
	s.texts[[2]int64{chat, message}] = t
}

func (s *shownTexts) find(chat, message int64) (t markdown.Text, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, found = s.texts[[2]int64{chat, message}]
	return t, found
}

func (s *shownTexts) forget(chat, message int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.texts, [2]int64{chat, message})
}
