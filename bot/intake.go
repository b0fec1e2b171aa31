package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/go-telegram/bot/models"

	"keepsake/delivery"
	"keepsake/internal/failpoint"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/session"
	"keepsake/text"
	"keepsake/tracing"
)

// arrival is one update as read from the wire.
type arrival struct {
	id     int64
	raw    []byte         // secrets masked
	update *models.Update // nil = cannot be decoded
}

// read decodes one update by itself, so that one bad update harms no other. ok=false
// means that there is nothing to do about it: a kind we do not handle, a group's talk.
func (b *Bot) read(ctx context.Context, raw json.RawMessage) (arrival, bool, error) {
	var head struct {
		ID int64 `json:"update_id"`
	}
	_ = json.Unmarshal(raw, &head)
	in := arrival{id: head.ID, raw: maskPayload(raw)}
	u := &models.Update{}
	if err := json.Unmarshal(in.raw, u); err != nil || head.ID == 0 {
		return in, true, nil
	}
	in.update = u
	ok, err := b.concerns(ctx, u)
	return in, ok, err
}

// concerns reports whether an update is for us: from a person in a private chat, from a
// group what groupConcerns says, and news about the chat itself.
func (b *Bot) concerns(ctx context.Context, u *models.Update) (bool, error) {
	m := messageOf(u)
	switch {
	case u.MyChatMember != nil: // channels are not for talking
		return isGroup(m.Chat) || m.Chat.Type == models.ChatTypePrivate, nil
	case u.CallbackQuery != nil:
		return !u.CallbackQuery.From.IsBot && m != nil, nil
	case m == nil || m.From == nil:
		return false, nil
	case isGroup(m.Chat):
		if _, _, ok := moved(m); ok {
			return u.Message != nil, nil
		}
		return b.groupConcerns(ctx, u, m)
	case m.Chat.Type != models.ChatTypePrivate || m.From.IsBot:
		return false, nil
	}
	return !empty(m), nil
}

// messageOf returns the message an update is about: new, edited, or the one whose button
// was tapped (with only chat and id when Telegram does not show it any more); for news of
// our own membership one that holds only chat and sender.
func messageOf(u *models.Update) *models.Message {
	switch {
	case u.Message != nil:
		return u.Message
	case u.EditedMessage != nil:
		return u.EditedMessage
	case u.MyChatMember != nil:
		return &models.Message{Chat: u.MyChatMember.Chat, From: &u.MyChatMember.From}
	case u.CallbackQuery != nil:
		m := u.CallbackQuery.Message
		if m.Message != nil {
			return m.Message
		}
		if gone := m.InaccessibleMessage; gone != nil {
			return &models.Message{ID: gone.MessageID, Chat: gone.Chat}
		}
	}
	return nil
}

// sender returns the person who sent an update, nil when it is no person (see writer).
func sender(u *models.Update) *models.User {
	if u.CallbackQuery != nil {
		return &u.CallbackQuery.From
	}
	if m := messageOf(u); m != nil {
		return writer(m)
	}
	return nil
}

func (b *Bot) placeOf(m *models.Message) session.Place {
	p := session.Place{Bot: b.cfg.Name, Chat: m.Chat.ID}
	if m.IsTopicMessage {
		p.Topic = m.MessageThreadID
	}
	return p
}

// take commits arrivals to the inbox, whichever way they came; once it returns nil,
// Telegram may hear that we have them. What comes again is known by its id.
func (b *Bot) take(ctx context.Context, ins []arrival) (err error) {
	rows := make([]delivery.Update, 0, len(ins))
	spans := make([]*tracing.Span, 0, len(ins))
	defer func() {
		for _, s := range spans {
			s.End(err)
		}
	}()
	for _, in := range ins {
		if in.update != nil && in.update.CallbackQuery != nil {
			b.hurry(ctx, in.update.CallbackQuery.ID)
		}
		traced, span := tracing.Start(ctx, "update")
		if spans = append(spans, span); span != nil {
			span.Text("update.kind", Kind(in.raw))
		}
		row, err := b.row(traced, in)
		if err != nil {
			return err
		}
		row.Trace = tracing.Carry(traced)
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := b.cfg.Delivery.Receive(ctx, rows); err != nil {
		return err
	}
	failpoint.Hit(failpoint.AfterInboxCommit)
	return nil
}

// row makes the inbox row of an arrival. Commands, taps and answers to the bot's
// questions take the control lane; talk waits for the pause that ends a burst.
func (b *Bot) row(ctx context.Context, in arrival) (delivery.Update, error) {
	now := b.now()
	row := delivery.Update{
		Bot: b.cfg.Name, UpdateID: in.id, Lane: delivery.Lane(b.cfg.Name, 0, 0), Payload: in.raw,
		ReceivedAt: now, DueAt: now, State: delivery.Waiting,
	}
	if in.update == nil {
		row.State, row.Error = delivery.DeadMail, "the update cannot be decoded"
		return row, nil
	}
	m := messageOf(in.update)
	place := b.placeOf(m)
	row.Chat = place.Chat
	row.Lane = delivery.Lane(place.Bot, place.Chat, place.Topic)
	if from := sender(in.update); from != nil {
		row.Person = people.ID(from.ID)
	}
	control, err := b.isControl(ctx, in.update)
	if err != nil {
		return row, err
	}
	switch {
	case control:
		row.Lane = delivery.ControlLane(place.Bot, place.Chat, place.Topic)
		return row, nil
	case in.update.Message != nil && b.cfg.Quiet > 0:
		row.DueAt = now.Add(b.cfg.Quiet)
	}
	if isGroup(m.Chat) {
		row.Album = m.MediaGroupID
	}
	row.Addressed, err = b.speaksToUs(ctx, in.update)
	return row, err
}

func (b *Bot) isControl(ctx context.Context, u *models.Update) (bool, error) {
	if u.CallbackQuery != nil || u.MyChatMember != nil {
		return true, nil
	}
	if u.Message == nil {
		return false, nil
	}
	if _, _, ok := moved(u.Message); ok {
		return true, nil
	}
	if _, ok := b.commandFor(u.Message); ok {
		return true, nil
	}
	_, ok, err := b.question(ctx, u.Message)
	return ok, err
}

// Kinds are the words that Kind may return.
var Kinds = append(slices.Clone(wanted), "other")

// Kind names an update by its payload: one of Kinds.
func Kind(payload []byte) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(payload, &fields) == nil {
		for _, kind := range wanted {
			if _, ok := fields[kind]; ok {
				return kind
			}
		}
	}
	return "other"
}

// question returns the question of ours (asked with ForceReply) that a message answers; in
// a group only who was asked can.
func (b *Bot) question(ctx context.Context, m *models.Message) (delivery.Outgoing, bool, error) {
	asked := m.ReplyToMessage
	if asked == nil || asked.From == nil || !asked.From.IsBot {
		return delivery.Outgoing{}, false, nil
	}
	o, err := b.cfg.Delivery.ByMessage(ctx, b.cfg.Name, m.Chat.ID, int64(asked.ID))
	// A quick answer may overtake the storing of the question's id.
	for until := time.Unix(int64(asked.Date), 0).Add(3 * time.Second); errors.Is(err, delivery.ErrNotFound) && b.now().Before(until); {
		if !pause(ctx, 20*time.Millisecond) {
			break
		}
		o, err = b.cfg.Delivery.ByMessage(ctx, b.cfg.Name, m.Chat.ID, int64(asked.ID))
	}
	if errors.Is(err, delivery.ErrNotFound) {
		return delivery.Outgoing{}, false, nil
	}
	from := writer(m)
	mine := o.Chat > 0 || from != nil && o.Person == people.ID(from.ID)
	return o, err == nil && mine && forms[o.Purpose] != nil, err
}

// decode reads a stored payload again.
func decode(row delivery.Update) (*models.Update, error) {
	u := &models.Update{}
	if err := json.Unmarshal(row.Payload, u); err != nil {
		return nil, errors.New("stored update cannot be decoded")
	}
	return u, nil
}

// maskPayload returns the JSON of an update with every secret in what people wrote
// replaced, so that none is ever stored. JSON that holds none, or cannot be read, is
// returned as it is.
func maskPayload(raw []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return raw
	}
	changed := false
	v = maskValue(v, &changed)
	if !changed {
		return raw
	}
	out, err := json.Marshal(v)
	if err != nil {
		return raw
	}
	return out
}

// written are the fields of the Bot API that hold what somebody wrote.
var written = map[string]bool{"text": true, "caption": true, "url": true, "question": true, "description": true}

func maskValue(v any, changed *bool) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = maskValue(v[i], changed)
		}
	case map[string]any:
		for k, inner := range v {
			s, isString := inner.(string)
			if !isString {
				v[k] = maskValue(inner, changed)
				continue
			}
			if !written[k] {
				continue
			}
			if masked := maskWritten(s); masked != s {
				v[k], *changed = masked, true
			}
		}
	}
	return v
}

// maskWritten masks the secrets of a text. The parts of a command are none, whatever they
// look like: "/memory pin a1b2c3d4" tells no PIN.
func maskWritten(s string) string {
	c, ok := parseCommand(s)
	if !ok {
		return text.MaskSecrets(s)
	}
	if c.Name == "start" {
		return s
	}
	sub, rest := word(c.Args)
	id, _ := word(rest)
	if !memory.ValidID(strings.Trim(id, idMarks)) {
		return text.MaskSecrets(s)
	}
	i := strings.Index(s, sub) + len(sub)
	i += strings.Index(s[i:], id) + len(id)
	return s[:i] + text.MaskSecrets(s[i:])
}
