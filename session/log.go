package session

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/llm"
)

// The kinds of log, by MARSYS's names (M15).
const (
	ConversationHistory = "conversation_history" // shows everything
	ManagedConversation = "managed_conversation" // shows what fits its Window
	KnowledgeGraph      = "kg"                   // facts; opened by package memory/knowledge
)

// ErrNoGraph says that the kind "kg" is opened by package memory/knowledge, which knows memories.
var ErrNoGraph = fault.New(fault.Invalid, "a conversation alone keeps no knowledge graph: memory/knowledge opens one")

// LogOptions choose a log by name (M15).
type LogOptions struct {
	Kind        string // "" = ConversationHistory
	Description string // the system prompt (M2); "" = none, or the one that is there
	Window      Window // of ManagedConversation; zero = the defaults (M13)
	Model       llm.Chat
}

// ErrNoMessage says that a log shows no message with this id.
var ErrNoMessage = fault.New(fault.NotFound, "no such message")

// Log is a handle on one conversation with the operations of MARSYS's memory (M3–M11,
// M16): see the package comment. It holds no messages. Its methods are safe for
// concurrent use and join the transaction of their context.
type Log struct {
	who         actor.Actor
	s           *Service
	id          string
	kind        string
	description string
	window      Window
}

// Log returns the log of a session, of the kind that is named. A description becomes its
// system message: the first, and the only one; in a log that has one, the new wording is
// shown (I16). Errors are fault.Invalid with the field that is wrong or missing, and
// ErrNotFound. For who speaks in the session (actor.Actor.SessionID) and the house; others
// get ErrDenied.
func (s *Service) Log(ctx context.Context, a actor.Actor, sessionID string, o LogOptions) (*Log, error) {
	if !canWriteTo(a, sessionID) {
		return nil, ErrDenied
	}
	l := &Log{who: a, s: s, id: sessionID, kind: o.Kind, description: clean(o.Description)}
	var err error
	switch o.Kind {
	case "", ConversationHistory:
		l.kind = ConversationHistory
		if o.Window != (Window{}) {
			return nil, fault.Field("memory_config", "belongs to managed_conversation")
		}
	case ManagedConversation:
		if l.window, err = o.Window.withDefaults(); err != nil {
			return nil, err
		}
	case KnowledgeGraph:
		if o.Model == nil {
			return nil, fault.Field("model", "is needed by the memory type kg")
		}
		return nil, ErrNoGraph
	default:
		return nil, fault.Field("memory_type", "must be conversation_history, managed_conversation or kg")
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.store.Lock(ctx, sessionID); err != nil {
			return err
		}
		return l.setDescription(ctx)
	})
	return l, fault.Op(err, "open the log of session %s", sessionID)
}

// setDescription makes the description the system message of a log that has begun.
func (l *Log) setDescription(ctx context.Context) error {
	begun, err := l.s.store.Messages(ctx, l.id, 1, 1)
	if err != nil || len(begun) == 0 || l.description == "" {
		return err
	}
	first, err := l.systemMessages(ctx)
	if err != nil || len(first) == 1 && first[0].View().Content == l.description {
		return err
	}
	if len(first) == 0 {
		return fault.Field("description", "comes too late: this conversation began without one")
	}
	return l.s.store.SetRevised(ctx, first[0].ID, &Revision{Content: l.description})
}

// systemMessages returns the system message, if there is one. A loaded one stands behind the
// log's own, which is not shown then.
func (l *Log) systemMessages(ctx context.Context) ([]Message, error) {
	ms, err := l.s.store.Messages(ctx, l.id, 1, 2)
	if ms = visible(ms); len(ms) > 0 && ms[0].Role == System {
		return ms[:1], err
	}
	return nil, err
}

// Kind returns the kind's name.
func (l *Log) Kind() string { return l.kind }

// Add appends a message and returns its id (M3). A message without a turn joins the one
// under way: a person's message opens the next when no call is open. A tool result finds
// its call there, else it is ErrUnlinked (M18).
func (l *Log) Add(ctx context.Context, m Message) (string, error) {
	err := l.withSession(ctx, func(ctx context.Context) error {
		if m.TurnID == "" {
			turn, err := l.turn(ctx, m.Role)
			if err != nil {
				return err
			}
			m.TurnID = turn
		}
		out, err := l.s.Append(ctx, l.who, l.id, m)
		if err == nil {
			m.ID = out[0].ID
		}
		return err
	})
	return m.ID, fault.Op(err, "add to the log")
}

// turn returns the turn the next message belongs to.
func (l *Log) turn(ctx context.Context, role Role) (string, error) {
	last, err := l.s.store.Last(ctx, l.id, 1)
	if err != nil {
		return "", err
	}
	if len(last) == 0 || last[0].TurnID == "" {
		return newID(), nil
	}
	turn := last[0].TurnID
	if role != User {
		return turn, nil
	}
	ms, err := l.s.store.TurnMessages(ctx, turn)
	if err == nil && !hasOpenCalls(ms) {
		turn = newID()
	}
	return turn, err
}

// hasOpenCalls reports whether a call among these messages of one turn has no result yet.
func hasOpenCalls(ms []Message) bool {
	waiting := map[string]bool{}
	for _, m := range ms {
		for _, c := range m.ToolCalls {
			waiting[c.ID] = true
		}
		delete(waiting, m.ToolCallID)
	}
	return len(waiting) > 0
}

// withSession runs fn with the session locked and, before the first message, the description
// stored.
func (l *Log) withSession(ctx context.Context, fn func(ctx context.Context) error) error {
	return l.s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := l.s.store.Lock(ctx, l.id); err != nil {
			return err
		}
		if err := l.storeDescription(ctx); err != nil {
			return err
		}
		return fn(ctx)
	})
}

// storeDescription stores the description in a log without messages.
func (l *Log) storeDescription(ctx context.Context) error {
	if l.description == "" {
		return nil
	}
	first, err := l.s.store.Messages(ctx, l.id, 1, 1)
	if err == nil && len(first) == 0 {
		_, err = l.s.Append(ctx, l.who, l.id, Message{Role: System, Content: l.description})
	}
	return err
}

// Update changes what is shown of a message, not its record (M4). fn gets what is shown
// now. ErrNoMessage when the id is not shown in this log.
func (l *Log) Update(ctx context.Context, id string, fn func(r *Revision)) error {
	err := l.withSession(ctx, func(ctx context.Context) error {
		m, err := l.byID(ctx, id)
		if err != nil {
			return err
		}
		if m.Masked != nil {
			return ErrNoMessage // forgotten: there is nothing to word differently
		}
		r := m.View().revision()
		fn(&r)
		if r, err = r.clean(); err != nil {
			return err
		}
		return l.s.store.SetRevised(ctx, id, &r)
	})
	return fault.Op(err, "update message %s", id)
}

// Remove takes a message out of what is shown; its record stays (M10). A call goes with
// its results, a result with its call and the others, so that no half is left (F16).
func (l *Log) Remove(ctx context.Context, id string) error {
	err := l.withSession(ctx, func(ctx context.Context) error {
		m, err := l.byID(ctx, id)
		if err != nil {
			return err
		}
		ids := []string{id}
		if m.Role == Tool || len(m.ToolCalls) > 0 {
			turn, err := l.s.store.TurnMessages(ctx, m.TurnID)
			if err != nil {
				return err
			}
			ids = append(ids, callAndResults(turn, m)...)
		}
		now := l.s.now.UTC()
		return l.s.store.SetRemoved(ctx, l.id, ids, &now)
	})
	return fault.Op(err, "remove message %s", id)
}

// callAndResults returns the ids of a call and all its results, given one of them.
func callAndResults(turn []Message, m Message) []string {
	asks := func(x Message, call string) bool {
		return slices.ContainsFunc(x.ToolCalls, func(c ToolCall) bool { return c.ID == call })
	}
	call := m
	for _, x := range turn {
		if m.Role == Tool && asks(x, m.ToolCallID) {
			call = x
		}
	}
	ids := []string{call.ID}
	for _, x := range turn {
		if x.Role == Tool && asks(call, x.ToolCallID) {
			ids = append(ids, x.ID)
		}
	}
	return ids
}

// Reset takes everything but the system message out of what is shown (M11); the records
// stay.
func (l *Log) Reset(ctx context.Context) error {
	err := l.withSession(ctx, func(ctx context.Context) error {
		ms, err := l.loadShown(ctx, 1)
		if err != nil {
			return err
		}
		var ids []string
		for i, m := range ms {
			if i > 0 || m.Role != System {
				ids = append(ids, m.ID)
			}
		}
		now := l.s.now.UTC()
		return l.s.store.SetRemoved(ctx, l.id, ids, &now)
	})
	return fault.Op(err, "reset the log")
}

// All returns every message shown, in order, as shown (M5, M12): see ForModel for the
// words of Chat Completions.
func (l *Log) All(ctx context.Context) ([]Message, error) {
	ms, err := l.loadViews(ctx)
	return ms, fault.Op(err, "read the log")
}

// Recent returns the last n messages shown, in order (M6).
func (l *Log) Recent(ctx context.Context, n int) ([]Message, error) {
	ms, err := l.loadViews(ctx)
	return lastMessages(ms, max(n, 0)), fault.Op(err, "read the log")
}

// ByRole returns the last n messages of a role, in order; n <= 0 = all (M9).
func (l *Log) ByRole(ctx context.Context, role Role, n int) ([]Message, error) {
	ms, err := l.loadViews(ctx)
	ms = slices.DeleteFunc(ms, func(m Message) bool { return m.Role != role })
	if n > 0 {
		ms = lastMessages(ms, n)
	}
	return ms, fault.Op(err, "read the log")
}

func lastMessages(ms []Message, n int) []Message { return ms[max(0, len(ms)-n):] }

// ByID returns one message as shown (M8); ErrNoMessage when there is none.
func (l *Log) ByID(ctx context.Context, id string) (Message, error) {
	m, err := l.byID(ctx, id)
	return m.View(), fault.Op(err, "read message %s", id)
}

// byID returns the record of a message that is shown.
func (l *Log) byID(ctx context.Context, id string) (Message, error) {
	ms, err := l.s.store.ByIDs(ctx, []string{id})
	if err != nil {
		return Message{}, err
	}
	if len(ms) == 0 || ms[0].SessionID != l.id || ms[0].Removed != nil {
		return Message{}, ErrNoMessage
	}
	return ms[0], nil
}

// Messages returns what to give the model (M7, M13): all that is shown, or, of a managed
// log, what its window holds. The window is cut when it is over its trigger and then stays
// until it is again; over reports that what must be kept alone is more than the target.
func (l *Log) Messages(ctx context.Context) (ms []llm.Message, over bool, err error) {
	var win []Message
	err = l.withSession(ctx, func(ctx context.Context) (err error) {
		if l.kind != ManagedConversation {
			win, err = l.loadShown(ctx, 1)
			return err
		}
		win, over, err = l.loadWindow(ctx)
		return err
	})
	return ForModel(win), over, fault.Op(err, "read the window")
}

func (l *Log) loadWindow(ctx context.Context) ([]Message, bool, error) {
	x, err := l.s.store.Lock(ctx, l.id)
	if err != nil {
		return nil, false, err
	}
	first, err := l.systemMessages(ctx)
	if err != nil {
		return nil, false, err
	}
	from := x.WindowFrom
	if len(first) > 0 {
		from = max(from, first[0].Seq+1)
	}
	ms, err := l.loadShown(ctx, from)
	if err != nil {
		return nil, false, err
	}
	ms = append(first, ms...)
	cut, over := l.window.Cut(ms)
	if cut > from {
		rest := slices.DeleteFunc(ms[len(first):], func(m Message) bool { return m.Seq < cut })
		ms, x.WindowFrom = ms[:len(first)+len(rest)], cut
		err = l.s.store.Save(ctx, x)
	}
	return ms, over, err
}

func (l *Log) loadShown(ctx context.Context, from int64) ([]Message, error) {
	ms, err := l.s.store.Messages(ctx, l.id, from, 0)
	return visible(ms), err
}

func (l *Log) loadViews(ctx context.Context) ([]Message, error) {
	ms, err := l.loadShown(ctx, 1)
	if err == nil && len(ms) == 0 && l.description != "" {
		err = l.withSession(ctx, func(ctx context.Context) (err error) {
			ms, err = l.loadShown(ctx, 1)
			return err
		})
	}
	for i, m := range ms {
		ms[i] = m.View()
	}
	return ms, err
}
