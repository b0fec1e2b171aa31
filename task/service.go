package task

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/templates"
	"keepsake/text"
	"keepsake/trust"
)

var (
	// ErrDone says that a task was completed before.
	ErrDone = fault.New(fault.Conflict, "the task is done already")
	// ErrOpen says that a task to be reopened is open.
	ErrOpen = fault.New(fault.Conflict, "the task is open already")
)

// maxTitle bounds a title, in runes.
const maxTitle = 200

// Service is the only write path to tasks. Its methods join a transaction that is in ctx.
type Service struct {
	Store    Store
	Delivery *delivery.Service // where reminders go
	People   *people.Service   // whose language a reminder speaks
	Words    *templates.Words
	Now      func() time.Time
	Log      *slog.Logger // nil = silent; ids only, never titles
}

// New is a task to create.
type New struct {
	Store, Person string
	Title         string
	Due           string         // as ParseDue reads it; "" = none
	Zone          *time.Location // of the person
	Bot           string         // where to remind
	Chat          int64
	Topic         int
	SourceTurn    string // turn and call that make it; both "" when no tool does
	SourceCall    string
	Trust         trust.Level // whose words the title may hold, see Task.Trust
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// Create stores a task and plans its reminder: at its time, or at 09:00 of its day.
// Invalid names "title" or "due"; ErrExists when the turn's call made it before.
func (s *Service) Create(ctx context.Context, n New) (Task, error) {
	title := text.MaskSecrets(text.OneLine(n.Title))
	if l := text.Len(title); l < 1 || l > maxTitle {
		return Task{}, fault.Field("title", "must have 1 to 200 characters")
	}
	now := s.now()
	t := Task{
		Person: n.Person, Store: n.Store, Title: title, CreatedAt: now,
		Bot: n.Bot, Chat: n.Chat, Topic: n.Topic, SourceTurn: n.SourceTurn, SourceCall: n.SourceCall, Trust: n.Trust,
	}
	if strings.TrimSpace(n.Due) != "" {
		d, err := ParseDue(n.Due, now, n.Zone)
		if err != nil {
			return Task{}, err
		}
		t.DueAt, t.AllDay, t.RemindAt = &d.At, d.AllDay, d.remindAt(now, n.Zone)
	}
	for try := 0; ; try++ {
		t.ID = memory.NewID(memory.IDLen)
		err := s.Store.Insert(ctx, t)
		if errors.Is(err, ErrExists) && try < 8 { // an id taken; or the call, then again and again
			continue
		}
		return t, fault.Op(err, "task: create")
	}
}

// List returns a page of a person's tasks, open or done, and how many there are in all;
// see Store.List.
func (s *Service) List(ctx context.Context, store, person string, done bool, limit, offset int) (ts []Task, total int, err error) {
	if ts, err = s.Store.List(ctx, store, person, done, limit, offset); err == nil {
		total, err = s.Store.Count(ctx, store, person, done)
	}
	return ts, total, fault.Op(err, "task: list")
}

// Get returns one task of a person.
func (s *Service) Get(ctx context.Context, store, person, id string) (Task, error) {
	t, err := s.Store.Get(ctx, store, person, id)
	return t, fault.Op(err, "task: get %s", id)
}

// Complete marks a task as done, which silences its reminder; ErrDone when it was.
func (s *Service) Complete(ctx context.Context, store, person, id string) (Task, error) {
	return s.setDone(ctx, store, person, id, true)
}

// Reopen takes a completion back; ErrOpen when the task is open.
func (s *Service) Reopen(ctx context.Context, store, person, id string) (Task, error) {
	return s.setDone(ctx, store, person, id, false)
}

func (s *Service) setDone(ctx context.Context, store, person, id string, done bool) (Task, error) {
	var t Task
	err := s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if t, err = s.Store.Get(ctx, store, person, id); err != nil {
			return err
		}
		switch {
		case done && t.DoneAt != nil:
			return ErrDone
		case !done && t.DoneAt == nil:
			return ErrOpen
		}
		t.DoneAt = nil
		if done {
			now := s.now()
			t.DoneAt = &now
		}
		return s.Store.SetDone(ctx, id, t.DoneAt)
	})
	return t, fault.Op(err, "task: set done %s", id)
}

// Delete destroys one task of a person.
func (s *Service) Delete(ctx context.Context, store, person, id string) error {
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Store.Get(ctx, store, person, id); err != nil {
			return err
		}
		return s.Store.Delete(ctx, id)
	})
	return fault.Op(err, "task: delete %s", id)
}

// ActionDone is the button of a reminder that completes its task; its ref is the task id.
const ActionDone = "task-done"

// reminders is how many reminders one transaction handles.
const reminders = 50

// Remind puts the reminders that are due into the outbox and returns how many. A reminder
// and its mark are one commit: it is put there once, whatever is killed in between, and
// after a long silence it comes late rather than never.
func (s *Service) Remind(ctx context.Context, now time.Time) (int, error) {
	now = now.UTC().Truncate(time.Microsecond)
	total := 0
	for {
		n := 0
		err := s.Store.InTx(ctx, func(ctx context.Context) error {
			due, err := s.Store.DueReminders(ctx, now, reminders)
			if err != nil {
				return err
			}
			for _, t := range due {
				if err := s.remind(ctx, t, now); err != nil {
					return fault.Op(err, "task %s", t.ID)
				}
			}
			n = len(due)
			return nil
		})
		if err != nil {
			return total, fault.Op(err, "task: remind")
		}
		if total += n; n < reminders {
			return total, nil
		}
	}
}

func (s *Service) remind(ctx context.Context, t Task, now time.Time) error {
	lang := ""
	p, err := s.People.Get(ctx, t.Person)
	switch {
	case err == nil:
		lang = s.Words.Match(p.Language, p.ClientLang)
	case !errors.Is(err, people.ErrNotFound):
		return err
	}
	id := "task.reminder.now"
	if t.AllDay {
		id = "task.reminder.today"
	}
	if _, err := s.Delivery.Put(ctx, delivery.Outgoing{
		Bot: t.Bot, Chat: t.Chat, Topic: t.Topic, Person: t.Person,
		Kind: delivery.Send, State: delivery.Ready, DueAt: now,
		Body: delivery.Body{
			Text: s.Words.Say(lang, id, templates.Data{"Title": text.Visible(t.Title)}),
			Buttons: [][]delivery.Button{{
				{Text: s.Words.Say(lang, "task.button.done", nil), Action: ActionDone, Ref: t.ID},
			}},
		},
	}); err != nil {
		return err
	}
	if s.Log != nil {
		s.Log.DebugContext(ctx, "reminder put", "task", t.ID, "late", now.Sub(*t.RemindAt))
	}
	return s.Store.MarkReminded(ctx, t.ID, now)
}
