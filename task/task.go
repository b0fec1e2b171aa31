// Package task is the noun for a person's tasks and their reminders.
//
// A task with a due time reminds at that time through the delivery outbox; the reminder
// is a row, so it survives restarts. It is not memory: what is to do passes.
//
// Start reading at Task; then Service.
package task

import (
	"context"
	"time"

	"keepsake/fault"
	"keepsake/trust"
)

var (
	ErrNotFound = fault.New(fault.NotFound, "no such task")
	// ErrExists is returned by Store.Insert when the id is taken, or the turn's call has
	// made its task already.
	ErrExists = fault.New(fault.Conflict, "the task exists already")
)

// Task is one thing to do.
type Task struct {
	ID         string // 8 characters like a memory id
	Person     string // person id of the owner
	Store      string // the agent's store, see memory.Scope
	Title      string // 1–200 runes
	DueAt      *time.Time
	AllDay     bool // due on a day, not at a time: reminded at 09:00 of that day
	CreatedAt  time.Time
	DoneAt     *time.Time
	RemindAt   *time.Time // when to remind, nil = never
	RemindedAt *time.Time
	Bot        string // where to remind
	Chat       int64
	Topic      int
	SourceTurn string // turn and call that made it: made once
	SourceCall string
	// Trust is whose words the title may hold: trust.Person or trust.Bot when nobody else's
	// were in sight, else theirs.
	Trust trust.Level
}

// Store is what a database must do for tasks. Methods called with a context from InTx
// join that transaction.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	Insert(ctx context.Context, t Task) error
	// List returns a person's tasks: open ones by due time (none last), then CreatedAt;
	// done ones, newest first, when done is true.
	List(ctx context.Context, store, person string, done bool, limit, offset int) ([]Task, error)
	Count(ctx context.Context, store, person string, done bool) (int, error)
	Get(ctx context.Context, store, person, id string) (Task, error)
	// SetDone sets or (nil) clears the completion time.
	SetDone(ctx context.Context, id string, at *time.Time) error
	Delete(ctx context.Context, id string) error
	// DueReminders returns open tasks whose RemindAt has come and that were not reminded.
	DueReminders(ctx context.Context, now time.Time, limit int) ([]Task, error)
	MarkReminded(ctx context.Context, id string, at time.Time) error
	// Erase destroys a person's tasks and returns how many.
	Erase(ctx context.Context, person string) (int, error)
}
