package session

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/secret"
)

// Defaults of a Service.
const (
	DefaultIdle   = 12 * time.Hour // the pause after which the next message begins a new session
	DefaultMost   = 10             // sessions kept in the terminal (I4, R7)
	DefaultResume = 20             // messages of a resumed session (I13)
)

// Service is the one door to sessions, messages and turns for every other room. What it
// stores is clean text with secrets masked. Its methods join the transaction of their
// context.
type Service struct {
	store   Store
	now     clock.Now
	idle    time.Duration
	events  Events
	windows windowCache
}

// Config is what a Service is made of.
type Config struct {
	Store  Store
	Now    clock.Now
	Idle   time.Duration // 0 = DefaultIdle
	Events Events        // called after committed writes; the zero value calls nobody
}

// Events are called once a write has committed. A function that is nil is not called.
type Events struct {
	// TurnEnded is called for every turn saved in a final state.
	TurnEnded func(state TurnState)
	// TurnWaits is called every time a turn is put aside because the model is away.
	TurnWaits func()
}

// New returns a Service.
func New(c Config) *Service {
	s := &Service{store: c.Store, now: c.Now, idle: c.Idle, events: c.Events}
	if s.idle <= 0 {
		s.idle = DefaultIdle
	}
	return s
}

// canSpeak reports whether the actor may begin, go on with and end the conversation of a
// person ("" = a group's): the person and their tool, in a group whoever speaks there, and
// the house.
func canSpeak(a actor.Actor, person string) bool {
	switch {
	case a.IsPart():
		return true
	case person == "":
		return a.Kind == actor.Person || a.Kind == actor.Tool
	}
	return a.IsThePerson(person) || a.IsToolFor(person)
}

// canWriteTo reports whether the actor may write into a session: who speaks in it, which
// their door has checked, and the house.
func canWriteTo(a actor.Actor, sessionID string) bool {
	return a.IsPart() || (a.Kind == actor.Person || a.Kind == actor.Tool) && a.SessionID == sessionID && sessionID != ""
}

// BeginPrivate is Begin for a person who is in a temporary chat (Session.Private). Either of both ends an open
// conversation of the other kind.
func (s *Service) BeginPrivate(ctx context.Context, a actor.Actor, p Place, person, store string) (Session, error) {
	if person == "" {
		return Session{}, ErrDenied
	}
	return s.begin(ctx, a, Session{Place: p, Person: person, Store: store, Private: true})
}

// Begin returns the open conversation of a place, or a new one when there is none or the pause
// was longer than Idle. It is active from now on; Append writes that down with the messages
// that the caller appends. person is "" in a group; store names the memory store that a new
// session reads, topicMemory which memory of it (see Session). For the person and their tool,
// in a group whoever speaks there, and the house; others get ErrDenied.
func (s *Service) Begin(ctx context.Context, a actor.Actor, p Place, person, store string, topicMemory bool) (Session, error) {
	return s.begin(ctx, a, Session{Place: p, Person: person, Store: store, TopicMemory: topicMemory})
}

func (s *Service) begin(ctx context.Context, a actor.Actor, x Session) (Session, error) {
	if !canSpeak(a, x.Person) {
		return Session{}, ErrDenied
	}
	var out Session
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		now := s.now.UTC()
		cur, err := s.store.Current(ctx, x.Place, x.Person)
		switch {
		case err == nil && now.Sub(cur.LastActiveAt) < s.idle && cur.Private == x.Private:
			out = cur
			out.LastActiveAt = now
			return nil
		case err == nil:
			if err := s.store.End(ctx, cur.ID, now); err != nil {
				return err
			}
		case !errors.Is(err, ErrNotFound):
			return err
		}
		out = x
		out.ID, out.PublicID, out.StartedAt, out.LastActiveAt, out.WindowFrom, out.SummaryTo = newID(), publicID(), now, now, 1, 1
		return s.store.Start(ctx, out)
	})
	return out, fault.Op(err, "begin session")
}

// Current returns the conversation of a place that has not ended; ErrNotFound when there
// is none.
func (s *Service) Current(ctx context.Context, p Place, person string) (Session, error) {
	return s.store.Current(ctx, p, person)
}

// Get returns a session; ErrNotFound when there is none.
func (s *Service) Get(ctx context.Context, id string) (Session, error) {
	return s.store.Get(ctx, id)
}

// Update changes a session in one transaction, reading it under its lock, and returns it
// changed. fn may be given a session that differs from what the caller saw before; an
// error of fn rolls back. For the house only; others get ErrDenied.
func (s *Service) Update(ctx context.Context, a actor.Actor, id string, fn func(ctx context.Context, x *Session) error) (Session, error) {
	if !a.IsPart() {
		return Session{}, ErrDenied
	}
	return s.update(ctx, id, fn)
}

func (s *Service) update(ctx context.Context, id string, fn func(ctx context.Context, x *Session) error) (Session, error) {
	var out Session
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		x, err := s.store.Lock(ctx, id)
		if err != nil {
			return err
		}
		if err := fn(ctx, &x); err != nil {
			return err
		}
		x.Summary = secret.Mask(x.Summary)
		out = x
		return s.store.Save(ctx, x)
	})
	return out, fault.Op(err, "update session %s", id)
}

// End closes the conversation of a place (/new) and reports whether there was one. For the
// person, in a group anybody who speaks there, and the house; others get ErrDenied. A tool
// ends no conversation.
func (s *Service) End(ctx context.Context, a actor.Actor, p Place, person string) (bool, error) {
	if !canSpeak(a, person) || a.Kind == actor.Tool {
		return false, ErrDenied
	}
	ended := false
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		cur, err := s.store.Current(ctx, p, person)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		ended = true
		return s.store.End(ctx, cur.ID, s.now.UTC())
	})
	return ended, fault.Op(err, "end session")
}

// Resume opens a conversation of a place again that was not pruned: the one of publicID, with
// "" the last. The newest most of its messages are shown (0 = DefaultResume), beginning with
// one of the person's (I12 to I14); its snapshot is retaken, since the role may have changed
// (I16). Other open conversations of the place end. ErrNotFound when there is none. For the
// actors that may End.
func (s *Service) Resume(ctx context.Context, a actor.Actor, p Place, person, publicID string, most int) (Session, error) {
	if !canSpeak(a, person) || a.Kind == actor.Tool {
		return Session{}, ErrDenied
	}
	var out Session
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		all, err := s.store.List(ctx, p, person, 0)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(x Session) bool { return publicID == "" || x.PublicID == publicID })
		if i < 0 {
			return ErrNotFound
		}
		chosen := all[i].ID
		for _, other := range slices.Delete(all, i, i+1) {
			if err := s.store.End(ctx, other.ID, s.now.UTC()); err != nil {
				return err
			}
		}
		if err := s.store.Reopen(ctx, chosen); err != nil {
			return err
		}
		out, err = s.update(ctx, chosen, func(ctx context.Context, x *Session) error {
			x.LastActiveAt, x.Snapshot, x.EndedAt = s.now.UTC(), nil, nil
			return s.Trim(ctx, x, cmp.Or(most, DefaultResume))
		})
		return err
	})
	return out, fault.Op(err, "resume session")
}

// Trim moves the beginning of a session's window so that it shows at most this number of
// messages; see Window.Messages. It changes x only: the caller stores the session.
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
	all, err := s.store.List(ctx, p, person, 0)
	return all, fault.Op(err, "list sessions")
}

// EndChat closes all conversations of a chat, of every topic, and returns how many. Turns
// under way are answered still. For admins of the chat and the house; others get ErrDenied.
func (s *Service) EndChat(ctx context.Context, a actor.Actor, bot string, chat int64) (int, error) {
	if !a.IsAdmin() || a.Kind == actor.Tool {
		return 0, ErrDenied
	}
	n, err := s.store.EndChat(ctx, bot, chat, s.now.UTC())
	return n, fault.Op(err, "end a chat's sessions")
}

// Move takes the conversations of a chat along to the one that it became. The platform
// numbers messages anew there, so the old numbers are forgotten. For the house only; others
// get ErrDenied.
func (s *Service) Move(ctx context.Context, a actor.Actor, bot string, from, to int64) error {
	if !a.IsPart() {
		return ErrDenied
	}
	return fault.Op(s.store.Move(ctx, bot, from, to), "move sessions")
}

// EndIdle closes the sessions that have been quiet for longer than Idle, and returns how
// many; those with an unfinished turn stay open. For the house only; others get ErrDenied.
func (s *Service) EndIdle(ctx context.Context, a actor.Actor) (int, error) {
	if !a.IsPart() {
		return 0, ErrDenied
	}
	now := s.now.UTC()
	n, err := s.store.EndIdle(ctx, now.Add(-s.idle), now)
	return n, fault.Op(err, "end idle sessions")
}

// Owners returns whose sessions there are in a store, as Erase takes them: persons, and
// chats of several.
func (s *Service) Owners(ctx context.Context, store string) ([]scope.Scope, error) {
	owners, err := s.store.Owners(ctx, store)
	return owners, fault.Op(err, "list owners of sessions")
}

// Erase destroys every session, message and turn of a scope: a person's private sessions, a
// group's of all topics. For whoever actor.CanErase; others get ErrDenied.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) (Erased, error) {
	if !a.CanErase(owner) {
		return Erased{}, ErrDenied
	}
	e, err := s.store.Erase(ctx, owner)
	s.store.AfterCommit(ctx, func() { s.windows.drop(nil) })
	return e, fault.Op(err, "erase sessions")
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func publicID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return hex.EncodeToString(b[:])
}
