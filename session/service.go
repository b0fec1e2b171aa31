package session

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/text"
)

// Defaults of a Service.
const (
	DefaultIdle   = 12 * time.Hour // the pause after which the next message begins a new session
	DefaultMost   = 10             // sessions kept per chat (I4, R7)
	DefaultResume = 20             // messages of a resumed session (I13)
)

// Service is the one door to sessions, messages and turns for every other room. What it
// stores is clean text with secrets masked. Its methods join the transaction of their
// context.
type Service struct {
	Store Store
	Now   func() time.Time
	Idle  time.Duration // 0 = DefaultIdle
	Most  int           // sessions kept per chat; 0 = DefaultMost
}

// Begin returns the conversation that goes on at a place, and marks it active; a new one
// when there is none or the pause was longer than Idle. person is "" in a group; store
// names the memory store that a new session reads, topicMemory whose (see Session).
func (s *Service) Begin(ctx context.Context, p Place, person, store string, topicMemory bool) (Session, error) {
	var out Session
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		now := s.now()
		cur, err := s.Store.Current(ctx, p, person)
		switch {
		case err == nil && now.Sub(cur.LastActiveAt) < s.idle():
			out, err = s.Update(ctx, cur.ID, func(_ context.Context, x *Session) error {
				x.LastActiveAt = now
				return nil
			})
			return err
		case err == nil:
			if err := s.Store.End(ctx, cur.ID, now); err != nil {
				return err
			}
		case !errors.Is(err, ErrNotFound):
			return err
		}
		out = Session{
			ID: newID(), PublicID: publicID(), Store: store, Place: p, Person: person,
			StartedAt: now, LastActiveAt: now, WindowFrom: 1, SummaryTo: 1, TopicMemory: topicMemory,
		}
		return s.Store.Start(ctx, out)
	})
	return out, fault.Op(err, "begin session")
}

// Current returns the conversation of a place that has not ended; ErrNotFound when there
// is none.
func (s *Service) Current(ctx context.Context, p Place, person string) (Session, error) {
	return s.Store.Current(ctx, p, person)
}

// Get returns a session; ErrNotFound when there is none.
func (s *Service) Get(ctx context.Context, id string) (Session, error) {
	return s.Store.Get(ctx, id)
}

// Update changes a session in one transaction, reading it under its lock, and returns it
// changed. fn may be given a session that differs from what the caller saw before; an
// error of fn rolls back.
func (s *Service) Update(ctx context.Context, id string, fn func(ctx context.Context, x *Session) error) (Session, error) {
	var out Session
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		x, err := s.Store.Lock(ctx, id)
		if err != nil {
			return err
		}
		if err := fn(ctx, &x); err != nil {
			return err
		}
		out = x
		return s.Store.Save(ctx, x)
	})
	return out, fault.Op(err, "update session %s", id)
}

// End closes the conversation of a place (/new) and reports whether there was one.
func (s *Service) End(ctx context.Context, p Place, person string) (bool, error) {
	ended := false
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		cur, err := s.Store.Current(ctx, p, person)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		ended = true
		return s.Store.End(ctx, cur.ID, s.now())
	})
	return ended, fault.Op(err, "end session")
}

// Resume goes on with the last conversation of a place that was not pruned, also one that
// has ended: of its messages the newest most are shown (0 = DefaultResume), beginning with
// one of the person's (I12 to I14); its snapshot is retaken, since the role may be another
// by now (I16). Others that are open there end. ErrNotFound: there is none.
func (s *Service) Resume(ctx context.Context, p Place, person string, most int) (Session, error) {
	var out Session
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		all, err := s.Store.List(ctx, p, person, 0)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return ErrNotFound
		}
		for _, other := range all[1:] {
			if err := s.Store.End(ctx, other.ID, s.now()); err != nil {
				return err
			}
		}
		if err := s.Store.Reopen(ctx, all[0].ID); err != nil {
			return err
		}
		out, err = s.Update(ctx, all[0].ID, func(ctx context.Context, x *Session) error {
			x.LastActiveAt, x.Snapshot, x.EndedAt = s.now(), nil, nil
			return s.Trim(ctx, x, cmp.Or(most, DefaultResume))
		})
		return err
	})
	return out, fault.Op(err, "resume session")
}

// Trim moves the beginning of a session's window so that it shows at most so many messages;
// see Window.Messages. The caller stores the session.
func (s *Service) Trim(ctx context.Context, x *Session, most int) error {
	ms, err := s.Window(ctx, *x)
	if err != nil || len(ms) == 0 {
		return err
	}
	from, _ := Window{Trigger: math.MaxInt, Target: math.MaxInt, Messages: most, Turns: true}.Cut(ms)
	x.WindowFrom = max(x.WindowFrom, from)
	return nil
}

// List returns the conversations of a place and person that can be gone on with, the last
// active first.
func (s *Service) List(ctx context.Context, p Place, person string) ([]Session, error) {
	all, err := s.Store.List(ctx, p, person, 0)
	return all, fault.Op(err, "list sessions")
}

// Prune destroys the oldest ended conversations of a place and person above Most, but for
// what is evidence of a memory (I17, R16), and returns how many.
func (s *Service) Prune(ctx context.Context, p Place, person string) (int, error) {
	n, err := s.Store.Prune(ctx, p, person, cmp.Or(s.Most, DefaultMost))
	return n, fault.Op(err, "prune sessions")
}

// EndChat closes all conversations of a chat, of every topic, and returns how many. Turns
// under way are answered still.
func (s *Service) EndChat(ctx context.Context, bot string, chat int64) (int, error) {
	n, err := s.Store.EndChat(ctx, bot, chat, s.now())
	return n, fault.Op(err, "end a chat's sessions")
}

// Move takes the conversations of a chat along to the one that it became. The platform
// numbers messages anew there, so the old numbers are forgotten.
func (s *Service) Move(ctx context.Context, bot string, from, to int64) error {
	return fault.Op(s.Store.Move(ctx, bot, from, to), "move sessions")
}

// EndIdle closes the sessions that have been quiet for longer than Idle, and returns how
// many; those with an unfinished turn stay open.
func (s *Service) EndIdle(ctx context.Context) (int, error) {
	now := s.now()
	n, err := s.Store.EndIdle(ctx, now.Add(-s.idle()), now)
	return n, fault.Op(err, "end idle sessions")
}

// Append stores messages at the end of a session and returns them numbered. It gives ids
// and times to those without, cleans the texts and masks secrets in them. ErrDone: the
// turn already holds a result for the call. ErrUnlinked: a result without its call (M18).
// fault.Invalid: a role or JSON that is none.
func (s *Service) Append(ctx context.Context, sessionID string, ms ...Message) ([]Message, error) {
	now := s.now()
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
	err := s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if results {
			if err := s.link(ctx, rows); err != nil {
				return err
			}
		}
		out, err = s.Store.Append(ctx, sessionID, rows)
		return err
	})
	return out, fault.Op(err, "append to session %s", sessionID)
}

// link finds the call of every tool result, among the rows or in what is stored of its
// turn, and gives a result without a name the call's.
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
			before, err := s.Store.TurnMessages(ctx, m.TurnID)
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

// Window returns the messages a prompt of this session shows, in order: their records;
// see Message.View for the words.
func (s *Service) Window(ctx context.Context, x Session) ([]Message, error) {
	ms, err := s.Store.Messages(ctx, x.ID, x.WindowFrom, 0)
	return shown(ms), fault.Op(err, "window of session %s", x.ID)
}

// shown leaves out what was removed from the view.
func shown(ms []Message) []Message {
	return slices.DeleteFunc(ms, func(m Message) bool { return m.Removed != nil })
}

// Edited records that the person changed a message after its turn; a window shows the
// later wording. It reports false when no message with this platform id is known.
func (s *Service) Edited(ctx context.Context, p Place, external int64, wording string) (bool, error) {
	m, err := s.Store.ByExternal(ctx, p, external)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err == nil {
		err = s.Store.SetEdited(ctx, m.ID, safe(wording))
	}
	return err == nil, fault.Op(err, "record edit")
}

// Knows reports whether a message with this platform id is kept at a place.
func (s *Service) Knows(ctx context.Context, p Place, external int64) (bool, error) {
	_, err := s.Store.ByExternal(ctx, p, external)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, fault.Op(err, "look for a message")
}

// Mask hides messages from every window because what they say was forgotten; see
// Store.Mask.
func (s *Service) Mask(ctx context.Context, scope memory.Scope, messageIDs, turnIDs []string, says func(text string) bool) ([]string, error) {
	ids, err := s.Store.Mask(ctx, scope, messageIDs, turnIDs, says, s.now())
	return ids, fault.Op(err, "mask messages")
}

// Erase destroys a scope's sessions, messages and turns.
func (s *Service) Erase(ctx context.Context, scope memory.Scope) (Erased, error) {
	e, err := s.Store.Erase(ctx, scope)
	return e, fault.Op(err, "erase sessions")
}

func (s *Service) idle() time.Duration {
	if s.Idle <= 0 {
		return DefaultIdle
	}
	return s.Idle
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// safe is a text as the log keeps it.
func safe(s string) string { return text.MaskSecrets(text.Clean(s)) }

// safeCalls masks secrets inside the arguments and keeps them JSON.
func safeCalls(calls []ToolCall) []ToolCall {
	out := make([]ToolCall, len(calls))
	for i, c := range calls {
		out[i] = c
		if _, found := text.FindSecret(c.Arguments); !found {
			out[i].Arguments = text.Clean(c.Arguments)
			continue
		}
		var args any
		if json.Unmarshal([]byte(c.Arguments), &args) != nil {
			out[i].Arguments = safe(c.Arguments)
			continue
		}
		b, err := json.Marshal(safeValue(args))
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

func safeValue(v any) any {
	switch v := v.(type) {
	case string:
		return safe(v)
	case []any:
		for i := range v {
			v[i] = safeValue(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = safeValue(v[k])
		}
	}
	return v
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func publicID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return hex.EncodeToString(b[:])
}
