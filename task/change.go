package task

import (
	"context"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/fault"
)

// ErrSnoozed says that the task will be reminded of anyway, so there is nothing to put off.
var ErrSnoozed = fault.New(fault.Conflict, "the reminder is still to come")

// NoRepeat is the rule that ends a series and leaves its next time.
const NoRepeat = "none"

// plan sets when a new task is due and reminded of.
func (t *Task) plan(due, rule string, now time.Time, zone *time.Location) error {
	if zone == nil {
		zone = time.UTC
	}
	due, rule = strings.TrimSpace(due), strings.TrimSpace(rule)
	switch {
	case rule != "" && due == "":
		return fault.Field("due", "is needed for what repeats: the first time")
	case rule != "":
		d, err := readDue(due, zone)
		if err != nil {
			return err
		}
		return t.repeat(rule, d, now, zone)
	case due != "":
		d, err := ParseDue(due, now, zone)
		if err != nil {
			return err
		}
		t.DueAt, t.AllDay, t.RemindAt, t.Zone = &d.At, d.AllDay, d.remindAt(now, zone), zone.String()
	}
	return nil
}

// Change is what Move changes of a task; "" = as it is.
type Change struct {
	Due    string // as ParseDue reads it. Of a series only the next time moves, unless Repeat is given, too
	Repeat string // as ParseRepeat reads it, or NoRepeat
	Zone   *time.Location
	// Floating says that Zone is a guess, see Task.Floating.
	Floating bool
}

// Move changes when an open task is due and how it repeats; ErrDone when it is done. Invalid names "due" or
// "repeat". TakeBack undoes it. For the person, a tool of theirs and the house; others get ErrDenied.
func (s *Service) Move(ctx context.Context, a actor.Actor, store, person, id string, c Change) (Task, error) {
	t, err := s.change(ctx, a, store, person, id, func(t *Task, now time.Time) error {
		before := *t
		if err := t.move(c, now); err != nil {
			return err
		}
		t.revise(before, a.TurnID, false)
		return nil
	})
	return t, fault.Op(err, "task: move %s", id)
}

func (t *Task) move(c Change, now time.Time) error {
	if c.Due != "" {
		t.Floating = c.Floating
	}
	zone, due, rule := c.Zone, strings.TrimSpace(c.Due), strings.TrimSpace(c.Repeat)
	if zone == nil {
		zone = time.UTC
	}
	if strings.EqualFold(rule, NoRepeat) {
		t.Repeat, rule = "", ""
	}
	switch {
	case rule != "" && due == "" && t.DueAt == nil:
		return fault.Field("due", "is needed for what repeats: the first time")
	case rule != "" && due == "":
		return t.repeat(rule, Due{At: *t.DueAt, AllDay: t.AllDay}, now, zone)
	case rule != "":
		return t.plan(due, rule, now, zone)
	case due == "":
		return nil
	}
	d, err := ParseDue(due, now, zone)
	if err != nil {
		return err
	}
	t.DueAt, t.AllDay, t.RemindAt, t.RemindedAt, t.Zone = &d.At, d.AllDay, d.remindAt(now, zone), nil, zone.String()
	if t.IsRepeating() && t.RemindAt == nil { // today, past 09:00: only a reminder moves a series on
		at := remindOn(d.At, zone)
		t.RemindAt = &at
	}
	return nil
}

// Snoozing is for how long a reminder is put off.
type Snoozing string

// How long.
const (
	SnoozeHour Snoozing = "h" // an hour from now
	SnoozeDay  Snoozing = "d" // tomorrow at the same time, or at 09:00 for a day
)

// Snooze puts the last reminder of an open task off; ErrSnoozed when that was done before, ErrDone when the task is
// done. When it is due stays, and so do the times of a series: of what comes sooner, its next time or the end
// of the pause, there is one reminder. For whoever may Move.
func (s *Service) Snooze(ctx context.Context, a actor.Actor, store, person, id string, by Snoozing) (Task, error) {
	t, err := s.change(ctx, a, store, person, id, func(t *Task, now time.Time) error {
		_, zone, err := s.voice(ctx, *t)
		if err != nil {
			return err
		}
		if t.DueAt == nil || !t.IsRepeating() && t.RemindedAt == nil || t.IsRepeating() && t.isSnoozed() {
			return ErrSnoozed
		}
		until := now.Add(time.Hour)
		switch by {
		case SnoozeHour:
		case SnoozeDay:
			until = tomorrow(now, *t, zone)
		default:
			return ErrNotFound
		}
		if !t.IsRepeating() || until.Before(*t.RemindAt) {
			t.RemindAt = &until
		}
		t.RemindedAt = nil
		return nil
	})
	return t, fault.Op(err, "task: snooze %s", id)
}

// isSnoozed reports whether a series is to be reminded of before its next time.
func (t Task) isSnoozed() bool { return t.RemindAt.Before(*t.DueAt) }

// tomorrow returns the next day at the minute the task is due, on the clock of zone.
func tomorrow(now time.Time, t Task, zone *time.Location) time.Time {
	hour, minute := remindHour, 0
	if !t.AllDay {
		hour, minute = t.DueAt.In(zone).Hour(), t.DueAt.In(zone).Minute()
	}
	y, m, d := now.In(zone).Date()
	return time.Date(y, m, d+1, hour, minute, 0, 0, zone).UTC()
}

// Cancel calls an open task off, with all times of a series; ErrDone when it is done. Reopen takes it back. For whoever
// may Move.
func (s *Service) Cancel(ctx context.Context, a actor.Actor, store, person, id string) (Task, error) {
	t, err := s.change(ctx, a, store, person, id, func(t *Task, now time.Time) error {
		t.DoneAt, t.DoneTurn, t.AskedTurn, t.Cancelled = &now, a.TurnID, "", true
		return nil
	})
	return t, fault.Op(err, "task: cancel %s", id)
}

// getMade returns a task that is more than proposed.
func (s *Service) getMade(ctx context.Context, store, person, id string) (Task, error) {
	t, err := s.store.Get(ctx, store, person, id)
	if err == nil && t.Proposed {
		err = ErrNotFound
	}
	return t, err
}

// change does something to an open task in one transaction.
func (s *Service) change(ctx context.Context, a actor.Actor, store, person, id string, do func(t *Task, now time.Time) error) (t Task, err error) {
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
		if err := do(&t, s.now.UTC()); err != nil {
			return err
		}
		return s.store.Update(ctx, t)
	})
	return t, err
}

// setSeriesDone completes this time of a series, or opens one that was called off. This time is today's or an
// earlier one: a tap must not skip a day that has not come. Under a reminder it is the time that was reminded of.
func (s *Service) setSeriesDone(ctx context.Context, a actor.Actor, t *Task, to mark) error {
	_, zone, err := s.voice(ctx, *t)
	if err != nil {
		return err
	}
	now, before := s.now.UTC(), *t
	t.DoneAt, t.DoneTurn, t.AskedTurn, t.Cancelled = nil, "", "", false
	next := *t.DueAt
	if t.AllDay {
		next = remindOn(next, zone)
	}
	latest := startOfDay(now.In(zone).AddDate(0, 0, 1), zone)
	if t.isOftenADay() {
		latest = now
	}
	switch {
	case to == markDone && next.Before(latest) && next.After(now):
		err = t.advance(next, zone)
	case to == markOpen && t.RemindAt.After(now): // a reminder that was put off stays so
	case next.After(now): // what was put off is done as well
		t.RemindAt, t.RemindedAt = &next, nil
	case to == markReminded: // the next time has come meanwhile; its own reminder is on its way
	default:
		err = t.advance(now, zone)
	}
	if err != nil {
		return err
	}
	if !t.IsRepeating() { // that was the last time
		t.DoneAt, t.DoneTurn = &now, a.TurnID
	}
	if to != markOpen {
		t.revise(before, a.TurnID, true)
	}
	return s.store.Update(ctx, *t)
}
