package task

import (
	"context"
	"errors"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/templates"
	"keepsake/text"
)

// Actions of the buttons of a reminder; the ref is the task id, with a dot and a Snoozing behind it for ActionSnooze.
const (
	ActionDone   = "task-done"
	ActionSnooze = "task-later"
	ActionCancel = "task-stop"
)

// reminders is how many reminders one transaction handles.
const reminders = 50

// Remind puts the reminders that are due into the outbox and returns how many. A reminder
// and its mark are one commit: it is put there once, whatever is killed in between, and
// after a long silence it comes late rather than never, one for all the times of a series that were missed. For the house only; others get
// ErrDenied.
func (s *Service) Remind(ctx context.Context, a actor.Actor, now time.Time) (int, error) {
	if !a.IsPart() {
		return 0, ErrDenied
	}
	now = clock.Truncate(now)
	if err := s.moveStalled(ctx, now); err != nil {
		return 0, err
	}
	total := 0
	for {
		n := 0
		err := s.store.InTx(ctx, func(ctx context.Context) error {
			due, err := s.store.DueReminders(ctx, now, reminders)
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

// remind puts one reminder into the outbox and plans the next of a series.
func (s *Service) remind(ctx context.Context, t Task, now time.Time) error {
	lang, zone, err := s.voice(ctx, t)
	if err != nil {
		return err
	}
	id := "task.reminder.now"
	if t.AllDay && (t.Zone == "" || startOfDay(now, zone).Equal(startOfDay(*t.DueAt, zone))) {
		id = "task.reminder.today"
	}
	if _, err := s.delivery.Put(ctx, delivery.Outgoing{
		Bot: t.Bot, Chat: t.Chat, Topic: t.Topic, Person: t.Person,
		Kind: delivery.Send, State: delivery.Ready, DueAt: now, MustArrive: true,
		Body: delivery.Body{
			Text:    s.words.Say(lang, id, templates.Data{"Title": text.Visible(t.Title)}),
			Buttons: s.reminderButtons(lang, t),
		},
	}); err != nil {
		return err
	}
	s.log.DebugContext(ctx, "reminder put", "task", t.ID, "late", now.Sub(*t.RemindAt))
	if !t.IsRepeating() {
		return s.store.MarkReminded(ctx, t.ID, now)
	}
	return s.moveOn(ctx, t, now, zone)
}

// reminderButtons returns what can be done about a reminder by a tap.
func (s *Service) reminderButtons(lang string, t Task) [][]delivery.Button {
	button := func(words, action, ref string) delivery.Button {
		return delivery.Button{Text: s.words.Say(lang, words, nil), Action: action, Ref: ref}
	}
	cancel := "task.button.cancel"
	if t.IsRepeating() {
		cancel = "task.button.stop"
	}
	return [][]delivery.Button{
		{button("task.button.done", ActionDone, t.ID), button("task.button.hour", ActionSnooze, t.ID+"."+string(SnoozeHour))},
		{button("task.button.tomorrow", ActionSnooze, t.ID+"."+string(SnoozeDay)), button(cancel, ActionCancel, t.ID)},
	}
}

// voice returns the language and the clock of whose task it is.
func (s *Service) voice(ctx context.Context, t Task) (lang string, zone *time.Location, err error) {
	said, err := people.LoadZone(t.Zone)
	if err != nil {
		said = time.UTC
	}
	p, err := s.people.Get(ctx, t.Person)
	switch {
	case errors.Is(err, people.ErrNotFound):
		return "", said, nil
	case err != nil:
		return "", nil, err
	}
	return s.words.Match(p.Languages()...), people.ZoneOf(p, said), nil
}

// moveOn plans the next reminder of a series, or ends it.
func (s *Service) moveOn(ctx context.Context, t Task, now time.Time, zone *time.Location) error {
	t.RemindedAt = &now
	if err := t.advance(now, zone); err != nil {
		return err
	}
	return s.store.Update(ctx, t)
}

// moveStalled plans the next reminder of the series that stand still.
func (s *Service) moveStalled(ctx context.Context, now time.Time) error {
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		stalled, err := s.store.StalledSeries(ctx, now, reminders)
		for _, t := range stalled {
			_, zone, err := s.voice(ctx, t)
			if err != nil {
				return err
			}
			if err := s.moveOn(ctx, t, now, zone); err != nil {
				return err
			}
		}
		return err
	})
	return fault.Op(err, "task: move series on")
}
