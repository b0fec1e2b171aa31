package task

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/shortid"
)

var (
	// ErrRevised says that a change cannot be taken back, because the task was changed since.
	ErrRevised = fault.New(fault.Conflict, "the task was changed since")
	// ErrTakenBack says that a change was taken back before.
	ErrTakenBack = fault.New(fault.Conflict, "the change was taken back already")
)

// Shape is what of a task a revision changes: when it is due, is reminded of and repeats, and whether it is done.
type Shape struct {
	DueAt      *time.Time `json:"due_at,omitempty"`
	AllDay     bool       `json:"all_day,omitempty"`
	RemindAt   *time.Time `json:"remind_at,omitempty"`
	RemindedAt *time.Time `json:"reminded_at,omitempty"`
	Repeat     string     `json:"repeat,omitempty"`
	RepeatFrom string     `json:"repeat_from,omitempty"`
	Zone       string     `json:"zone,omitempty"`
	Floating   bool       `json:"floating,omitempty"`
	DoneAt     *time.Time `json:"done_at,omitempty"`
}

// Revision is the last change of a task that TakeBack undoes: a Move, or that a time of a series was done. A task has one;
// what was done otherwise (Complete, Cancel) is undone by Reopen.
type Revision struct {
	ID     string `json:"id"` // 8 characters
	Turn   string `json:"-"`  // of the tool that made it; "" = a tap did
	IsDone bool   `json:"is_done,omitempty"`
	Before Shape  `json:"before"`
	After  Shape  `json:"after"`
	// TakenBack says that it was undone.
	TakenBack bool `json:"taken_back,omitempty"`
}

func (t Task) shape() Shape {
	return Shape{
		DueAt: t.DueAt, AllDay: t.AllDay, RemindAt: t.RemindAt, RemindedAt: t.RemindedAt,
		Repeat: t.Repeat, RepeatFrom: t.RepeatFrom, Zone: t.Zone, Floating: t.Floating, DoneAt: t.DoneAt,
	}
}

func (t *Task) setShape(s Shape) {
	t.DueAt, t.AllDay, t.RemindAt, t.RemindedAt = s.DueAt, s.AllDay, s.RemindAt, s.RemindedAt
	t.Repeat, t.RepeatFrom, t.Zone, t.Floating, t.DoneAt = s.Repeat, s.RepeatFrom, s.Zone, s.Floating, s.DoneAt
}

// equals reports whether two shapes are the same to the microsecond.
func (s Shape) equals(o Shape) bool {
	return isSameTime(s.DueAt, o.DueAt) && isSameTime(s.RemindAt, o.RemindAt) && isSameTime(s.RemindedAt, o.RemindedAt) && isSameTime(s.DoneAt, o.DoneAt) &&
		s.AllDay == o.AllDay && s.Repeat == o.Repeat && s.RepeatFrom == o.RepeatFrom && s.Zone == o.Zone && s.Floating == o.Floating
}

func isSameTime(a, b *time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.UnixMicro() == b.UnixMicro()
}

// CanTakeBack reports whether the task's revision stands: it was not taken back, and nothing has changed the task since,
// neither a person nor a reminder.
func (t Task) CanTakeBack() bool {
	return t.Revision != nil && !t.Revision.TakenBack && t.shape().equals(t.Revision.After)
}

// revise notes what a change made of a task. Several changes of one turn are one revision; what changed nothing is none.
func (t *Task) revise(before Task, turn string, isDone bool) {
	r := Revision{ID: shortid.New(shortid.Len), Turn: turn, IsDone: isDone, Before: before.shape(), After: t.shape()}
	if last := before.Revision; turn != "" && before.CanTakeBack() && last.Turn == turn && last.IsDone == isDone {
		r.ID, r.Before = last.ID, last.Before
	}
	switch {
	case t.shape().equals(before.shape()):
	case r.Before.equals(r.After):
		t.Revision = nil
	default:
		t.Revision = &r
	}
}

// TakeBack undoes a revision of a task: it is due, is reminded of and repeats as before. ErrTakenBack when that was done before,
// ErrRevised when the task was changed since. For whoever may Move.
func (s *Service) TakeBack(ctx context.Context, a actor.Actor, store, person, id, revision string) (t Task, err error) {
	if !canWrite(a, person) {
		return Task{}, ErrDenied
	}
	err = s.store.InTx(ctx, func(ctx context.Context) (err error) {
		t, err = s.getMade(ctx, store, person, id)
		switch {
		case err != nil:
			return err
		case t.Revision == nil || t.Revision.ID != revision:
			return ErrRevised
		case t.Revision.TakenBack:
			return ErrTakenBack
		case !t.CanTakeBack():
			return ErrRevised
		}
		r := *t.Revision
		r.TakenBack = true
		t.setShape(r.Before)
		t.Revision = &r
		if t.DoneAt == nil {
			t.DoneTurn = ""
		}
		return s.store.Update(ctx, t)
	})
	return t, fault.Op(err, "task: take back %s", id)
}
