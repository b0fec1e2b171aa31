package simulator

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// formatID returns an id as it is written on the wire.
func formatID(id int64) string { return strconv.FormatInt(id, 10) }

// A need finds something that a request is about and keeps it in the request, or returns the refusal.
type need func(*Server, *request) *apiError

// findChat finds the chat, whether or not the bot may write there.
func findChat(s *Server, q *request) *apiError {
	if q.args.ChatID == "" {
		return badRequest("chat_id is empty")
	}
	if q.chat = s.chats[q.chatID]; q.chat == nil {
		return badRequest("chat not found")
	}
	return nil
}

// findOpenChat finds the chat if the bot may write there.
func findOpenChat(s *Server, q *request) *apiError {
	if fail := findChat(s, q); fail != nil {
		return fail
	}
	c := q.chat
	forbidden := func(why string) *apiError { return &apiError{code: 403, description: "Forbidden: " + why} }
	switch {
	case c.movedTo != 0:
		return &apiError{code: 400, description: "Bad Request: group chat was upgraded to a supergroup chat", migrateTo: c.movedTo}
	case c.members != nil && c.members[s.bot.ID] == "kicked":
		return forbidden("bot was kicked from the " + c.kind + " chat")
	case c.members != nil && !c.hasMember(s.bot.ID):
		return forbidden("bot is not a member of the " + c.kind + " chat")
	case c.closed != "":
		return forbidden(c.closed)
	case q.args.ThreadID != 0 && c.topics[q.args.ThreadID] == nil:
		return badRequest("message thread not found")
	}
	return nil
}

// findMessage finds the message to which the request wants to do something.
func findMessage(do string) need {
	return func(s *Server, q *request) *apiError {
		if fail := findOpenChat(s, q); fail != nil {
			return fail
		}
		if q.args.MessageID <= 0 {
			return badRequest("message identifier is not specified")
		}
		if q.message = q.chat.find(q.args.MessageID); q.message == nil {
			return badRequest("message to %s not found", do)
		}
		return nil
	}
}

// findEditable finds the bot's own message, and its new keyboard.
func findEditable(s *Server, q *request) *apiError {
	if fail := findMessage("edit")(s, q); fail != nil {
		return fail
	}
	if !q.message.IsFromBot() || q.message.ForceReply {
		return badRequest("message can't be edited")
	}
	fail := readKeyboard(s, q)
	if fail == nil && (q.markup.Force || q.markup.isOther) {
		fail = badRequest("inline keyboard expected")
	}
	return fail
}

func sendMessage(s *Server, q *request) (any, *apiError) {
	if q.text == "" {
		return nil, badRequest("message text is empty")
	}
	return s.sendFrom(q, &Message{})
}

func sendDocument(s *Server, q *request) (any, *apiError) {
	file, fail := s.findUpload(q, "document", q.args.Document, "documents")
	if fail != nil {
		return nil, fail
	}
	return s.sendFrom(q, &Message{Kind: "document", File: file})
}

func sendVoice(s *Server, q *request) (any, *apiError) {
	file, fail := s.findUpload(q, "voice", q.args.Voice, "voice")
	switch {
	case fail != nil:
		return nil, fail
	case !bytes.HasPrefix(file.Data, []byte("OggS")) || !bytes.Contains(file.Data, []byte("OpusHead")):
		return nil, s.violate(q.method, "a voice that is not Ogg with Opus") // Telegram shows it as a file
	}
	return s.sendFrom(q, &Message{Kind: "voice", File: file, wire: object{"voice": setNonZero(file.wire(), "duration", q.args.Duration, "mime_type", "audio/ogg")}})
}

// findUpload returns the file that a request uploads, or names, as a field.
func (s *Server) findUpload(q *request, field, value, folder string) (*File, *apiError) {
	upload := q.files[field]
	if ref, ok := strings.CutPrefix(value, "attach://"); ok {
		upload = q.files[ref]
	}
	file := s.files[value]
	switch {
	case upload != nil && len(upload.Data) == 0:
		return nil, badRequest("file must be non-empty")
	case upload != nil:
		file = s.storeFile(folder, upload.Name, upload.Data)
	case file == nil:
		return nil, badRequest("there is no %s in the request", field)
	}
	return file, nil
}

// sendFrom posts the bot's message m with the fields that every kind of message has.
func (s *Server) sendFrom(q *request, m *Message) (any, *apiError) {
	if fail := s.replyTo(q, m); fail != nil {
		return nil, fail
	}
	m.From, m.Text, m.Entities, m.Topic, m.Silent = s.bot, q.text, q.entities, q.args.ThreadID, q.args.Silent
	if to := q.chat.find(m.ReplyTo); to != nil && to.Topic != m.Topic {
		return nil, s.violate(q.method, "an answer to a message of another topic")
	}
	k := q.markup
	m.Buttons, m.ForceReply, m.Selective, m.Placeholder = k.buttons, k.Force, k.Selective, k.Placeholder
	return s.wireMessage(s.post(q.chat, m), true), nil
}

// replyTo sets the message that m answers, by reply_parameters.
func (s *Server) replyTo(q *request, m *Message) *apiError {
	if q.params["reply_parameters"] == "" {
		return nil
	}
	p := q.args.ReplyTo
	if id := string(p.ChatID); id != "" && strings.Trim(id, `"`) != formatID(q.chat.id) {
		return s.violate(q.method, "replies to other chats are not simulated")
	}
	to := q.chat.find(p.MessageID)
	switch {
	case to == nil && p.Lenient:
		return nil
	case to == nil:
		return badRequest("message to be replied not found")
	case !strings.Contains(to.Text, p.Quote):
		return badRequest("QUOTE_TEXT_INVALID")
	}
	m.ReplyTo, m.Quote = to.ID, p.Quote
	return nil
}

// edit changes the text or the caption of a message, whichever it has.
func edit(what string) func(*Server, *request) (any, *apiError) {
	return func(s *Server, q *request) (any, *apiError) {
		switch {
		case (what == "text") != (q.message.Kind == "text"):
			return nil, badRequest("there is no %s in the message to edit", what)
		case what == "text" && q.text == "":
			return nil, badRequest("message text is empty")
		}
		return s.applyEdit(q)
	}
}

func editMarkup(s *Server, q *request) (any, *apiError) {
	q.text, q.entities = q.message.Text, q.message.Entities
	return s.applyEdit(q)
}

func (s *Server) applyEdit(q *request) (any, *apiError) {
	m := q.message
	if q.text == m.Text && reflect.DeepEqual(q.entities, m.Entities) && slices.EqualFunc(q.markup.buttons, m.Buttons, slices.Equal) {
		return nil, badRequest("message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message")
	}
	m.revise(s.now(), q.text, q.entities, q.markup.buttons)
	s.recordEvent(Event{Kind: "edit", Chat: m.Chat, Message: m})
	return s.wireMessage(m, true), nil
}

func deleteMessage(s *Server, q *request) (any, *apiError) {
	if s.now().Sub(q.message.At) > 48*time.Hour {
		return nil, badRequest("message can't be deleted for everyone")
	}
	q.message.Deleted = true
	s.recordEvent(Event{Kind: "delete", Chat: q.message.Chat, Message: q.message})
	return true, nil
}

// deleteMessages skips what it does not find, as documented.
func deleteMessages(s *Server, q *request) (any, *apiError) {
	if n := len(q.args.MessageIDs); n == 0 || n > 100 {
		return nil, badRequest("message identifiers are not specified")
	}
	for _, id := range q.args.MessageIDs {
		if q.message = q.chat.find(id); q.message == nil {
			continue
		}
		if _, fail := deleteMessage(s, q); fail != nil {
			return nil, fail
		}
	}
	return true, nil
}

// answerWithin is how long a phone waits for the answer to a tap.
const answerWithin = time.Minute

func answerCallback(s *Server, q *request) (any, *apiError) {
	t := s.taps[q.args.Tap]
	if t == nil || t.Answered || s.now().Sub(t.At) > answerWithin {
		return nil, badRequest("query is too old and response timeout expired or query ID is invalid")
	}
	if len(units(q.args.Text)) > 200 {
		return nil, badRequest("MESSAGE_TOO_LONG")
	}
	t.Answered, t.Text, t.Alert = true, q.args.Text, q.args.Alert
	s.recordEvent(Event{Kind: "answer", Chat: t.Chat, Tap: t})
	return true, nil
}
