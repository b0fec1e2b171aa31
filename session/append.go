package session

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/secret"
	"keepsake/text"
)

// Append stores messages at the end of a session, marks it active and returns the messages
// numbered. It gives ids and times to those without, cleans the texts and masks secrets in
// them. Errors: ErrDone when the turn holds a result for the call already; ErrUnlinked for a
// result without its call (M18); fault.Invalid for an unknown role or broken JSON. For the
// speaker of the session (actor.Actor.SessionID) and the house; others get ErrDenied.
func (s *Service) Append(ctx context.Context, a actor.Actor, sessionID string, ms ...Message) ([]Message, error) {
	if !canWriteTo(a, sessionID) {
		return nil, ErrDenied
	}
	now := s.now.UTC()
	rows := make([]Message, len(ms))
	results := false
	for i, m := range ms {
		m, err := m.clean()
		if err != nil {
			return nil, fault.Op(err, "append to session %s", sessionID)
		}
		if m.ID == "" {
			m.ID = newID()
		}
		if m.At.IsZero() {
			m.At = now
		}
		m.SessionID, m.At = sessionID, m.At.UTC().Truncate(time.Microsecond)
		rows[i] = m
		results = results || m.Role == Tool
	}
	var out []Message
	err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
		if results {
			if err := s.link(ctx, rows); err != nil {
				return err
			}
		}
		if err := s.maskAnswers(ctx, sessionID, rows); err != nil {
			return err
		}
		out, err = s.store.Append(ctx, sessionID, now, rows)
		return err
	})
	return out, fault.Op(err, "append to session %s", sessionID)
}

// lookBack is how many messages before a new one can hold the question that it answers, tools' calls and results included.
const lookBack = 6

// maskAnswers masks, in what people wrote, the secrets that only the message before names: the answer to a question for a password, the
// second of two lines of which the first says "wifi password:", what replies to such a line.
func (s *Service) maskAnswers(ctx context.Context, sessionID string, rows []Message) error {
	if !slices.ContainsFunc(rows, func(m Message) bool { return m.Role == User && secret.CanAnswer(m.Content) }) {
		return nil
	}
	before, err := s.store.LastMessages(ctx, sessionID, lookBack)
	if err != nil {
		return err
	}
	for i := range rows {
		m := &rows[i]
		if m.Role == User {
			m.Content = secret.MaskAnswer(m.Quote, m.Content)
			if asked := lastOf(before, func(x Message) bool { return x.Role == Assistant }); asked != "" {
				m.Content = secret.MaskAnswer(asked, m.Content)
			}
			if begun := lastOf(before, func(x Message) bool { return x.Role == User && x.Author == m.Author }); begun != "" {
				m.Content = secret.MaskAnswer(begun, m.Content)
			}
		}
		before = append(before, *m)
	}
	return nil
}

// lastOf returns the text of the newest message of a kind.
func lastOf(ms []Message, is func(Message) bool) string {
	for _, m := range slices.Backward(ms) {
		if m.Content != "" && is(m) {
			return m.View().Content
		}
	}
	return ""
}

// link finds the call of every tool result, among the rows or in the stored messages of its
// turn, and gives a result without a name the name of its call.
func (s *Service) link(ctx context.Context, rows []Message) error {
	type key struct{ turn, call string }
	names := map[key]string{}
	read := map[string]bool{"": true}
	learn := func(ms ...Message) {
		for _, m := range ms {
			for _, c := range m.ToolCalls {
				names[key{m.TurnID, c.ID}] = c.Name
			}
		}
	}
	for i := range rows {
		m := &rows[i]
		learn(*m)
		if m.Role != Tool {
			continue
		}
		if !read[m.TurnID] {
			read[m.TurnID] = true
			before, err := s.store.TurnMessages(ctx, m.TurnID)
			if err != nil {
				return err
			}
			learn(before...)
		}
		name, asked := names[key{m.TurnID, m.ToolCallID}]
		if !asked || m.TurnID == "" || m.ToolCallID == "" {
			return ErrUnlinked
		}
		m.Name = cmp.Or(m.Name, name)
	}
	return nil
}

// Window returns the records of the messages that a prompt of this session shows, in order;
// see Message.View for their words.
func (s *Service) Window(ctx context.Context, x Session) ([]Message, error) {
	ms, err := s.loadMessages(ctx, x)
	return visible(ms), fault.Op(err, "window of session %s", x.ID)
}

// visible returns the messages that were not removed from the view.
func visible(ms []Message) []Message {
	return slices.DeleteFunc(ms, func(m Message) bool { return m.Removed != nil })
}

// Messages returns the records of a session with Seq >= from, in order, also those that no
// window shows; limit 0 = all.
func (s *Service) Messages(ctx context.Context, sessionID string, from int64, limit int) ([]Message, error) {
	ms, err := s.store.Messages(ctx, sessionID, from, limit)
	return ms, fault.Op(err, "messages of session %s", sessionID)
}

// ByIDs returns the messages with these ids that are there, oldest first.
func (s *Service) ByIDs(ctx context.Context, ids []string) ([]Message, error) {
	ms, err := s.store.ByIDs(ctx, ids)
	return ms, fault.Op(err, "messages by id")
}

// RecordEdit records that a person changed a message after its turn; a window shows the
// later wording. It reports false when no message with this platform id is known. For the
// message's author and the house; others get ErrDenied.
func (s *Service) RecordEdit(ctx context.Context, a actor.Actor, p Place, external int64, wording string) (bool, error) {
	m, err := s.store.ByExternal(ctx, p, external)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err == nil && !a.IsPart() && !(a.Kind == actor.Person && a.ID == m.Author) {
		return false, ErrDenied
	}
	if err == nil {
		err = s.store.SetEdited(ctx, m.ID, clean(wording))
	}
	return err == nil, fault.Op(err, "record edit")
}

// HasMessage reports whether a message with this platform id is kept at a place.
func (s *Service) HasMessage(ctx context.Context, p Place, external int64) (bool, error) {
	_, isKept, err := s.FindMessage(ctx, p, external)
	return isKept, err
}

// FindMessage returns the message with this platform id at a place; isKept is false when there
// is none.
func (s *Service) FindMessage(ctx context.Context, p Place, external int64) (m Message, isKept bool, err error) {
	m, err = s.store.ByExternal(ctx, p, external)
	if errors.Is(err, ErrNotFound) {
		return Message{}, false, nil
	}
	return m, err == nil, fault.Op(err, "look for a message")
}

// Mask hides messages from every window because what they say was forgotten: those of a
// scope's sessions that are named, belong to one of the turns, or say it (in content, quote,
// edits, revisions, data or arguments). Summaries of these sessions are dropped. says is
// asked about every text; nil = no text says it. It returns the ids of the sessions touched.
// For the person and their tool, in a group its members, and the house; others get ErrDenied.
func (s *Service) Mask(ctx context.Context, a actor.Actor, owner scope.Scope, messageIDs, turnIDs []string, says func(text string) bool) ([]string, error) {
	if !canMask(a, owner) {
		return nil, ErrDenied
	}
	ids, err := s.store.Mask(ctx, owner, messageIDs, turnIDs, says, s.now.UTC())
	if err == nil && len(ids) > 0 {
		s.store.AfterCommit(ctx, func() { s.windows.drop(ids) })
	}
	return ids, fault.Op(err, "mask messages")
}

func canMask(a actor.Actor, owner scope.Scope) bool {
	switch {
	case a.IsPart():
		return true
	case owner.Kind == scope.User:
		return a.IsThePerson(owner.ID) || a.IsToolFor(owner.ID)
	}
	return owner.Kind == scope.Group && (a.Kind == actor.Person || a.Kind == actor.Tool) && a.IsMember()
}

// clean returns a text as the log keeps it: clean, with secrets masked.
func clean(s string) string { return secret.Mask(text.Clean(s)) }

// maskCalls returns the calls with secrets masked inside their arguments, which stay JSON.
func maskCalls(calls []ToolCall) []ToolCall {
	out := make([]ToolCall, len(calls))
	for i, c := range calls {
		out[i] = c
		out[i].Name = maskToolName(c.Name)
		if _, found := secret.Find(c.Arguments); !found {
			out[i].Arguments = text.Clean(c.Arguments)
			continue
		}
		var args any
		if json.Unmarshal([]byte(c.Arguments), &args) != nil {
			out[i].Arguments = clean(c.Arguments)
			continue
		}
		b, err := json.Marshal(maskValue(args))
		if err != nil {
			b = []byte("{}")
		}
		out[i].Arguments = string(b)
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// maskToolName returns the name of a tool that a model called. An endpoint takes no mask as a name.
func maskToolName(name string) string {
	if _, found := secret.Find(name); found {
		return "unknown"
	}
	return name
}

func maskValue(v any) any {
	switch v := v.(type) {
	case string:
		return clean(v)
	case []any:
		for i := range v {
			v[i] = maskValue(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = maskValue(v[k])
		}
	}
	return v
}
