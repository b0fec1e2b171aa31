package task

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/logs"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/secret"
	"keepsake/shortid"
	"keepsake/templates"
	"keepsake/text"
	"keepsake/trust"
)

var (
	// ErrDone says that a task was completed before.
	ErrDone = fault.New(fault.Conflict, "the task is done already")
	// ErrOpen says that a task to be reopened is open.
	ErrOpen = fault.New(fault.Conflict, "the task is open already")
	// ErrAccepted says that a proposed task was accepted before.
	ErrAccepted = fault.New(fault.Conflict, "the task was added already")
)

// maxTitle bounds a title, in runes.
const maxTitle = 200

// Config is what a Service is made of.
type Config struct {
	Store    Store
	Delivery *delivery.Service // where reminders go
	People   *people.Service   // whose language a reminder speaks
	Words    *templates.Words
	Now      clock.Now
	Log      *slog.Logger // nil = silent; ids only, never titles
}

// Service is the only write path to tasks. Its methods join a transaction that is in ctx.
type Service struct {
	store    Store
	delivery *delivery.Service
	people   *people.Service
	words    *templates.Words
	now      clock.Now
	log      *slog.Logger
}

// New returns a Service.
func New(c Config) *Service {
	s := &Service{store: c.Store, delivery: c.Delivery, people: c.People, words: c.Words, now: c.Now, log: c.Log}
	s.log = logs.OrNone(s.log)
	return s
}

// canWrite reports whether the actor may write a person's tasks: the person, a tool that
// works for them, a part of the house.
func canWrite(a actor.Actor, person string) bool {
	return a.IsPart() || a.IsThePerson(person) || a.IsToolFor(person)
}

// Draft is a task to create.
type Draft struct {
	Store, Person string
	Title         string
	Due           string         // as ParseDue reads it; "" = none
	Repeat        string         // as ParseRepeat reads it, from Due on, which may have passed; "" = once
	Zone          *time.Location // of the person
	Floating      bool           // Zone is a guess, see Task.Floating
	Bot           string         // where to remind
	Chat          int64
	Topic         int
	SourceTurn    string // turn and call that make it; both "" when no tool does
	SourceCall    string
	Trust         trust.Level // whose words the title may hold, see Task.Trust
	Proposed      bool        // it waits for the person's tap, see Accept
}

// Create stores a task and plans its reminder: at its time, or at 09:00 of its day. For the
// person, a tool of theirs and the house; others get ErrDenied. Invalid names "title" or
// "due" or "repeat"; ErrExists when the turn's call made it before.
func (s *Service) Create(ctx context.Context, a actor.Actor, n Draft) (Task, error) {
	if !canWrite(a, n.Person) {
		return Task{}, ErrDenied
	}
	title := CleanTitle(n.Title)
	if l := text.Len(title); l < 1 || l > maxTitle {
		return Task{}, fault.Field("title", "must have 1 to 200 characters")
	}
	now := s.now.UTC()
	t := Task{
		Person: n.Person, Store: n.Store, Title: title, CreatedAt: now,
		Bot: n.Bot, Chat: n.Chat, Topic: n.Topic, SourceTurn: n.SourceTurn, SourceCall: n.SourceCall, Trust: n.Trust,
		Proposed: n.Proposed, Floating: n.Floating && n.Due != "",
	}
	if err := t.plan(n.Due, n.Repeat, now, n.Zone); err != nil {
		return Task{}, err
	}
	if n.Proposed {
		if err := s.store.DropProposals(ctx, n.Person, now.Add(-proposalLife)); err != nil {
			return Task{}, fault.Op(err, "task: create")
		}
	}
	for try := 0; ; try++ {
		t.ID = shortid.New(shortid.Len)
		err := s.store.Insert(ctx, t)
		if errors.Is(err, ErrExists) && try < 8 { // an id taken; or the call, then again and again
			continue
		}
		return t, fault.Op(err, "task: create")
	}
}

// CleanTitle returns a title as it is stored and shown: on one line, secrets masked.
func CleanTitle(title string) string { return secret.Mask(text.OneLine(title)) }

// proposalLife is how long a proposed task waits for its tap, and how long a declined one is remembered. Older ones go when the next one comes.
const proposalLife = 30 * 24 * time.Hour

// Accept puts a proposed task on the person's list; its reminder counts from then on. ErrAccepted when
// it is there already. For the person and the house, since a tap is the authority; others,
// tools too, get ErrDenied.
func (s *Service) Accept(ctx context.Context, a actor.Actor, store, person, id string) (Task, error) {
	t, err := s.decide(ctx, a, store, person, id, s.store.Accept)
	t.Proposed = false
	return t, fault.Op(err, "task: accept %s", id)
}

// Decline ends a proposed task, which Declined lists from then on; ErrAccepted when it was accepted. For whoever
// may Accept.
func (s *Service) Decline(ctx context.Context, a actor.Actor, store, person, id string) (Task, error) {
	t, err := s.decide(ctx, a, store, person, id, func(ctx context.Context, id string) error {
		now := s.now.UTC()
		return s.store.SetDone(ctx, id, &now, "")
	})
	return t, fault.Op(err, "task: decline %s", id)
}

// Declined returns the proposed tasks that a person said no to in the last 30 days: they are not to be proposed
// again. The person's own words make one all the same.
func (s *Service) Declined(ctx context.Context, store, person string) ([]Task, error) {
	return s.proposed(ctx, store, person, true)
}

// Proposed returns the tasks that wait for a person's tap, the newest first.
func (s *Service) Proposed(ctx context.Context, store, person string) ([]Task, error) {
	return s.proposed(ctx, store, person, false)
}

func (s *Service) proposed(ctx context.Context, store, person string, declined bool) ([]Task, error) {
	ts, err := s.store.Proposed(ctx, store, person, s.now.UTC().Add(-proposalLife))
	ts = slices.DeleteFunc(ts, func(t Task) bool { return t.IsDeclined() != declined })
	return ts, fault.Op(err, "task: proposed")
}

func (s *Service) decide(ctx context.Context, a actor.Actor, store, person, id string, do func(context.Context, string) error) (t Task, err error) {
	if !a.IsPart() && !a.IsThePerson(person) {
		return Task{}, ErrDenied
	}
	err = s.store.InTx(ctx, func(ctx context.Context) (err error) {
		if t, err = s.store.Get(ctx, store, person, id); err != nil {
			return err
		}
		switch {
		case t.IsDeclined():
			return ErrNotFound
		case !t.Proposed:
			return ErrAccepted
		}
		return do(ctx, id)
	})
	return t, err
}

// AskDone notes that the person is asked in the actor's turn whether a task is done. It changes nothing
// else; ErrDone when it is done. For whoever may Complete.
func (s *Service) AskDone(ctx context.Context, a actor.Actor, store, person, id string) (Task, error) {
	return s.setAsked(ctx, a, store, person, id, a.TurnID)
}

// LeaveOpen ends the question of AskDone. For whoever may Complete.
func (s *Service) LeaveOpen(ctx context.Context, a actor.Actor, store, person, id string) (Task, error) {
	return s.setAsked(ctx, a, store, person, id, "")
}

func (s *Service) setAsked(ctx context.Context, a actor.Actor, store, person, id, turn string) (t Task, err error) {
	if !canWrite(a, person) {
		return Task{}, ErrDenied
	}
	err = s.store.InTx(ctx, func(ctx context.Context) (err error) {
		t, err = s.getMade(ctx, store, person, id)
		switch {
		case err != nil:
			return err
		case t.DoneAt != nil:
			return ErrDone
		}
		t.AskedTurn = turn
		return s.store.SetAsked(ctx, id, turn)
	})
	return t, fault.Op(err, "task: ask about %s", id)
}

// OfTurn returns the tasks of a person that the turn's tools made, changed, completed or asked about.
func (s *Service) OfTurn(ctx context.Context, store, person, turn string) ([]Task, error) {
	ts, err := s.store.OfTurn(ctx, store, person, turn)
	return ts, fault.Op(err, "task: of turn %s", turn)
}

// List returns a page of a person's tasks, proposed ones left out, and how many there are in all: open ones by due
// time (none last), then by creation; done ones the newest first. limit 0 = all.
func (s *Service) List(ctx context.Context, store, person string, done bool, limit, offset int) (ts []Task, total int, err error) {
	if ts, err = s.store.List(ctx, store, person, done, limit, offset); err == nil {
		total, err = s.store.Count(ctx, store, person, done)
	}
	return ts, total, fault.Op(err, "task: list")
}

// Get returns one task of a person.
func (s *Service) Get(ctx context.Context, store, person, id string) (Task, error) {
	t, err := s.store.Get(ctx, store, person, id)
	return t, fault.Op(err, "task: get %s", id)
}

// Complete marks a task as done, which silences its reminder; ErrDone when it was. Of a task that repeats only this
// time is done, and the task stays open. For the person, a tool of theirs and the house; others get ErrDenied.
func (s *Service) Complete(ctx context.Context, a actor.Actor, store, person, id string) (Task, error) {
	return s.setDone(ctx, a, store, person, id, markDone)
}

// CompleteReminded is Complete for the Done under a reminder. It is about a time that has come: the next time of a series
// stays, also where it is later today.
func (s *Service) CompleteReminded(ctx context.Context, a actor.Actor, store, person, id string) (Task, error) {
	return s.setDone(ctx, a, store, person, id, markReminded)
}

// Reopen takes a completion back, or that the task was called off; ErrOpen when the task is open. For whoever may Complete.
func (s *Service) Reopen(ctx context.Context, a actor.Actor, store, person, id string) (Task, error) {
	return s.setDone(ctx, a, store, person, id, markOpen)
}

// mark is what setDone makes of a task.
type mark int

const (
	markOpen mark = iota
	markDone
	markReminded // done, and of a series nothing that is to come
)

func (s *Service) setDone(ctx context.Context, a actor.Actor, store, person, id string, to mark) (Task, error) {
	if !canWrite(a, person) {
		return Task{}, ErrDenied
	}
	var t Task
	done := to != markOpen
	err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
		if t, err = s.store.Get(ctx, store, person, id); err != nil {
			return err
		}
		switch {
		case t.Proposed:
			return ErrNotFound
		case done && t.DoneAt != nil:
			return ErrDone
		case !done && t.DoneAt == nil:
			return ErrOpen
		}
		if t.IsRepeating() {
			return s.setSeriesDone(ctx, a, &t, to)
		}
		t.DoneAt, t.DoneTurn, t.AskedTurn, t.Cancelled = nil, "", "", false
		if done {
			now := s.now.UTC()
			t.DoneAt, t.DoneTurn = &now, a.TurnID
		}
		return s.store.SetDone(ctx, id, t.DoneAt, t.DoneTurn)
	})
	return t, fault.Op(err, "task: set done %s", id)
}

// Delete destroys one task of a person. For the person, a tool of theirs and the house;
// others get ErrDenied.
func (s *Service) Delete(ctx context.Context, a actor.Actor, store, person, id string) error {
	if !canWrite(a, person) {
		return ErrDenied
	}
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.store.Get(ctx, store, person, id); err != nil {
			return err
		}
		return s.store.Delete(ctx, id)
	})
	return fault.Op(err, "task: delete %s", id)
}

// Erase destroys the tasks of a scope's owner, in every store, and returns how many; a
// group has none. For whoever actor.CanErase; others get ErrDenied.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) (int, error) {
	if !a.CanErase(owner) {
		return 0, ErrDenied
	}
	if owner.Kind != scope.User {
		return 0, nil
	}
	n, err := s.store.Erase(ctx, owner.ID)
	return n, fault.Op(err, "task: erase")
}
