package task

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/people"
)

// SetZone reads the due times of a person's floating tasks again, now that they have said what their clock is: nine
// o'clock is nine o'clock there. A time of today that has passed there is tomorrow's. It returns those tasks, proposed ones left
// out, by what was their due time. For the person, a tool of theirs and the house; others get ErrDenied.
func (s *Service) SetZone(ctx context.Context, a actor.Actor, person string, zone *time.Location) ([]Task, error) {
	if !canWrite(a, person) {
		return nil, ErrDenied
	}
	var moved []Task
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		moved = nil
		ts, err := s.store.Floating(ctx, person)
		if err != nil {
			return err
		}
		for _, t := range ts {
			if err := t.settle(zone, s.now.UTC()); err != nil {
				return err
			}
			if err := s.store.Update(ctx, t); err != nil {
				return err
			}
			if !t.Proposed {
				moved = append(moved, t)
			}
		}
		return nil
	})
	return moved, fault.Op(err, "task: set zone")
}

// settle puts a floating task on the clock of zone. What was reminded of or put off stays where it is.
func (t *Task) settle(zone *time.Location, now time.Time) error {
	guessed, err := people.LoadZone(t.Zone)
	if err != nil {
		guessed = time.UTC
	}
	t.Floating, t.Zone = false, zone.String()
	if t.DueAt == nil || t.RemindedAt != nil {
		return nil
	}
	if t.IsRepeating() {
		if t.isSnoozed() && !t.AllDay {
			return nil
		}
		return t.advance(now, zone)
	}
	wall := onWall(t.DueAt.In(guessed))
	y, m, d := wall.Date()
	due := Due{At: time.Date(y, m, d, wall.Hour(), wall.Minute(), wall.Second(), 0, zone).UTC(), AllDay: t.AllDay}
	if !due.AllDay && due.At.Before(now) && !t.DueAt.Before(now) {
		due.At = time.Date(y, m, d+1, wall.Hour(), wall.Minute(), wall.Second(), 0, zone).UTC()
	}
	t.DueAt, t.RemindAt = &due.At, due.remindAt(now, zone)
	return nil
}
