// Package task is the noun for a person's tasks and their reminders.
//
// A task with a due time reminds at that time through the delivery outbox; the reminder
// is a row, so it survives restarts. It is not memory: what is to do passes. A task that repeats (series.go) is one
// row: a reminder moves it on to its next time in the same transaction. What the bot slept through is one reminder, late.
//
// A task belongs to one person: they, a tool that works for them and the house itself may
// write it, nobody else. What a tool wants that the person did not say waits for the person's tap: a
// proposed task is in no list, reminds of nothing and cannot be completed until Accept; a completion
// that was asked about happens by Complete. A tool may do neither.
//
// Start reading at Task; then Service.
package task

import (
	"time"

	"keepsake/fault"
	"keepsake/trust"
)

var (
	ErrNotFound = fault.New(fault.NotFound, "no such task")
	// ErrDenied says that the actor may not read or change these tasks.
	ErrDenied = fault.New(fault.Denied, "the tasks are somebody else's")
	// ErrExists is returned by Store.Insert when the id is taken, or the turn's call has
	// made its task already.
	ErrExists = fault.New(fault.Conflict, "the task exists already")
)

// Task is one thing to do.
type Task struct {
	ID         string // 8 characters like a memory id
	Person     string // person id of the owner
	Store      string // the agent's store, see scope.Scope
	Title      string // 1–200 runes
	DueAt      *time.Time
	AllDay     bool // due on a day, not at a time: reminded at 09:00 of that day
	CreatedAt  time.Time
	DoneAt     *time.Time
	RemindAt   *time.Time // when to remind, nil = never
	RemindedAt *time.Time
	// Repeat is the rule of RFC 5545 by which it comes again, "" = once. DueAt and RemindAt are those of the next
	// time. RepeatFrom is the time on the wall clock with which the series began, "2026-11-27T09:00".
	Repeat, RepeatFrom string
	// Zone is the zone on whose clock the due time was read, "" = unknown. A series goes by the clock that the person has
	// chosen since.
	Zone string
	// Floating says that the due time was read on a clock that nobody had chosen, so that SetZone moves it.
	Floating bool
	// Cancelled says that DoneAt is when the task was called off.
	Cancelled  bool
	Bot        string // where to remind
	Chat       int64
	Topic      int
	SourceTurn string // turn and call that made it: made once
	SourceCall string
	// Proposed says that the task waits for the person's tap: they did not ask for it themselves. One that they
	// declined stays proposed and gets the DoneAt of that, see IsDeclined.
	Proposed bool
	// DoneTurn is the turn whose tool completed it, AskedTurn the last one in which the person was
	// asked whether it is done; "" = none.
	DoneTurn, AskedTurn string
	Revision            *Revision // the last change that TakeBack undoes, nil = none
	// Trust is whose words the title may hold: trust.Person or trust.Bot when nobody else's
	// were in sight, else theirs.
	Trust trust.Level
}

// IsDeclined reports whether the person said no to a proposed task. It is kept for proposalLife so that it is not
// proposed again (a no is a no), and is nowhere else.
func (t Task) IsDeclined() bool { return t.Proposed && t.DoneAt != nil }
