package simulator

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// chatKey is an id as it is written on the wire.
func chatKey(id int64) string { return strconv.FormatInt(id, 10) }

// chat is the chat a request names, whether or not the bot may write there.
func (s *Server) chat(q *request) (*chat, *apiError) {
	v := q.params["chat_id"]
	if v == "" {
		return nil, bad("chat_id is empty")
	}
	id, _ := strconv.ParseInt(v, 10, 64)
	c := s.chats[id]
	if c == nil {
		return nil, bad("chat not found")
	}
	return c, nil
}

// reachable is the chat a request names if the bot may write there.
func (s *Server) reachable(q *request) (*chat, *apiError) {
	c, fail := s.chat(q)
	switch {
	case fail != nil:
		return nil, fail
	case c.movedTo != 0:
		return nil, &apiError{code: 400, description: "Bad Request: group chat was upgraded to a supergroup chat", migrateTo: c.movedTo}
	case c.members != nil && !c.writes(s.bot.ID):
		how := "bot is not a member of the " + c.kind + " chat"
		if c.members[s.bot.ID] == "kicked" {
			how = "bot was kicked from the " + c.kind + " chat"
		}
		return nil, &apiError{code: 403, description: "Forbidden: " + how}
	case c.gone:
		return nil, &apiError{code: 403, description: "Forbidden: user is deactivated"}
	case c.blocked:
		return nil, &apiError{code: 403, description: "Forbidden: bot was blocked by the user"}
	case !c.started:
		return nil, &apiError{code: 403, description: "Forbidden: bot can't initiate conversation with a user"}
	}
	topic, _ := strconv.Atoi(q.params["message_thread_id"])
	if topic != 0 && c.topics[topic] == nil {
		return nil, bad("message thread not found")
	}
	return c, nil
}

// message is the message a request names; to is what the request wants to do to it.
func (s *Server) message(q *request, to string) (*chat, *Message, *apiError) {
	c, fail := s.reachable(q)
	if fail != nil {
		return nil, nil, fail
	}
	id, err := strconv.ParseInt(q.params["message_id"], 10, 64)
	if err != nil || id <= 0 {
		return nil, nil, bad("message identifier is not specified")
	}
	m := c.find(id)
	if m == nil {
		return nil, nil, bad("message to %s not found", to)
	}
	return c, m, nil
}

func sendMessage(s *Server, q *request) (any, *apiError) {
	c, fail := s.reachable(q)
	if fail != nil {
		return nil, fail
	}
	text, entities, fail := s.text(q, "text", "entities", maxText)
	if fail != nil {
		return nil, fail
	}
	if text == "" {
		return nil, bad("message text is empty")
	}
	return s.sendFrom(q, c, &Message{Text: text, Entities: entities})
}

func sendDocument(s *Server, q *request) (any, *apiError) {
	c, fail := s.reachable(q)
	if fail != nil {
		return nil, fail
	}
	upload := q.files["document"]
	if ref, ok := strings.CutPrefix(q.params["document"], "attach://"); ok {
		upload = q.files[ref]
	}
	file := s.files[q.params["document"]]
	switch {
	case upload != nil && len(upload.Data) == 0:
		return nil, bad("file must be non-empty")
	case upload != nil:
		file = s.store("documents", upload.Name, upload.Data)
	case file == nil:
		return nil, bad("there is no document in the request")
	}
	caption, entities, fail := s.text(q, "caption", "caption_entities", maxCaption)
	if fail != nil {
		return nil, fail
	}
	return s.sendFrom(q, c, &Message{Kind: "document", File: file, Text: caption, Entities: entities})
}

// sendFrom posts the bot's message m with what every kind of message has.
func (s *Server) sendFrom(q *request, c *chat, m *Message) (any, *apiError) {
	markup, fail := s.markup(q)
	if fail != nil {
		return nil, fail
	}
	if m.ReplyTo, m.Quote, fail = s.replyTo(q, c); fail != nil {
		return nil, fail
	}
	m.From = s.bot
	m.Topic, _ = strconv.Atoi(q.params["message_thread_id"])
	m.Selective = markup.selective
	if to := c.find(m.ReplyTo); to != nil && to.Topic != m.Topic {
		return nil, s.violate(q.method, "an answer to a message of another topic")
	}
	m.Buttons, m.ForceReply, m.Placeholder = markup.buttons, markup.force, markup.placeholder
	m.Silent = q.params["disable_notification"] == "true"
	return s.wireMessage(s.post(c, m), true), nil
}

// replyTo reads reply_parameters.
func (s *Server) replyTo(q *request, c *chat) (int64, string, *apiError) {
	v := q.params["reply_parameters"]
	if v == "" {
		return 0, "", nil
	}
	var p struct {
		MessageID     int64           `json:"message_id"`
		ChatID        json.RawMessage `json:"chat_id"`
		Lenient       bool            `json:"allow_sending_without_reply"`
		Quote         string          `json:"quote"`
		QuoteEntities []Entity        `json:"quote_entities"`
		QuotePosition int             `json:"quote_position"`
	}
	if err := strict(v, &p); err != nil {
		return 0, "", s.violate(q.method, "reply_parameters: "+err.Error())
	}
	if id := string(p.ChatID); id != "" && strings.Trim(id, `"`) != chatKey(c.id) {
		return 0, "", s.violate(q.method, "replies to other chats are not simulated")
	}
	to := c.find(p.MessageID)
	switch {
	case to == nil && p.Lenient:
		return 0, "", nil
	case to == nil:
		return 0, "", bad("message to be replied not found")
	case p.Quote != "" && !strings.Contains(to.Text, p.Quote):
		return 0, "", bad("QUOTE_TEXT_INVALID")
	}
	return to.ID, p.Quote, nil
}

// editable is the bot's own message that a request wants to edit, with its new keyboard.
func (s *Server) editable(q *request) (*Message, markup, *apiError) {
	_, m, fail := s.message(q, "edit")
	if fail != nil {
		return nil, markup{}, fail
	}
	if !m.FromBot() || m.ForceReply {
		return nil, markup{}, bad("message can't be edited")
	}
	k, fail := s.markup(q)
	if fail == nil && (k.force || k.other) {
		fail = bad("inline keyboard expected")
	}
	return m, k, fail
}

func editText(s *Server, q *request) (any, *apiError) {
	m, k, fail := s.editable(q)
	if fail != nil {
		return nil, fail
	}
	if m.Kind != "text" {
		return nil, bad("there is no text in the message to edit")
	}
	text, entities, fail := s.text(q, "text", "entities", maxText)
	if fail != nil {
		return nil, fail
	}
	if text == "" {
		return nil, bad("message text is empty")
	}
	return s.change(m, text, entities, k.buttons)
}

func editCaption(s *Server, q *request) (any, *apiError) {
	m, k, fail := s.editable(q)
	if fail != nil {
		return nil, fail
	}
	if m.Kind == "text" {
		return nil, bad("there is no caption in the message to edit")
	}
	text, entities, fail := s.text(q, "caption", "caption_entities", maxCaption)
	if fail != nil {
		return nil, fail
	}
	return s.change(m, text, entities, k.buttons)
}

func editMarkup(s *Server, q *request) (any, *apiError) {
	m, k, fail := s.editable(q)
	if fail != nil {
		return nil, fail
	}
	return s.change(m, m.Text, m.Entities, k.buttons)
}

func (s *Server) change(m *Message, text string, entities []Entity, buttons [][]Button) (any, *apiError) {
	same := func(a, b any) bool {
		return reflect.ValueOf(a).Len() == 0 && reflect.ValueOf(b).Len() == 0 || reflect.DeepEqual(a, b)
	}
	if text == m.Text && same(entities, m.Entities) && same(buttons, m.Buttons) {
		return nil, bad("message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message")
	}
	m.revise(s.now(), text, entities, buttons)
	s.event(Event{Kind: "edit", Chat: m.Chat, Message: m})
	return s.wireMessage(m, true), nil
}

func deleteMessage(s *Server, q *request) (any, *apiError) {
	_, m, fail := s.message(q, "delete")
	if fail != nil {
		return nil, fail
	}
	if s.now().Sub(m.At) > 48*time.Hour {
		return nil, bad("message can't be deleted for everyone")
	}
	m.Deleted = true
	s.event(Event{Kind: "delete", Chat: m.Chat, Message: m})
	return true, nil
}

// deleteMessages skips what it does not find, as documented.
func deleteMessages(s *Server, q *request) (any, *apiError) {
	var ids []int64
	if err := json.Unmarshal([]byte(q.params["message_ids"]), &ids); err != nil || len(ids) == 0 || len(ids) > 100 {
		return nil, bad("message identifiers are not specified")
	}
	for _, id := range ids {
		one := &request{method: q.method, params: map[string]string{"chat_id": q.params["chat_id"], "message_id": chatKey(id)}}
		if _, fail := deleteMessage(s, one); fail != nil && !strings.Contains(fail.description, "message to delete not found") {
			return nil, fail
		}
	}
	return true, nil
}

// answerWithin is how long a phone waits for the answer to a tap.
const answerWithin = time.Minute

func answerCallback(s *Server, q *request) (any, *apiError) {
	t := s.taps[q.params["callback_query_id"]]
	if t == nil || t.Answered || s.now().Sub(t.At) > answerWithin {
		return nil, bad("query is too old and response timeout expired or query ID is invalid")
	}
	if len(utf16.Encode([]rune(q.params["text"]))) > 200 {
		return nil, bad("MESSAGE_TOO_LONG")
	}
	t.Answered, t.Text, t.Alert = true, q.params["text"], q.params["show_alert"] == "true"
	s.event(Event{Kind: "answer", Chat: t.Chat, Tap: t})
	return true, nil
}
