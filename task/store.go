package task

import (
	"context"
	"time"

	"keepsake/tx"
)

// Store is what a database must do for tasks. Methods called with a context from InTx join
// that transaction.
type Store interface {
	tx.Runner
	taskStore
	reminderStore
}

// taskStore is what the database does for the tasks of one person.
type taskStore interface {
	// Insert stores a task; ErrExists when its id, or its turn's call, is there.
	Insert(ctx context.Context, t Task) error
	// List returns a person's tasks, proposed ones left out, as Count does: open ones by due time (none last), then CreatedAt;
	// done ones, newest first, when done is true.
	List(ctx context.Context, store, person string, done bool, limit, offset int) ([]Task, error)
	Count(ctx context.Context, store, person string, done bool) (int, error)
	// Get returns a task of a person; ErrNotFound when they have none of this id.
	Get(ctx context.Context, store, person, id string) (Task, error)
	// OfTurn returns the tasks of a person that the turn's tools made, changed, completed or asked about,
	// proposed ones too, by CreatedAt.
	OfTurn(ctx context.Context, store, person, turn string) ([]Task, error)
	// SetDone sets or (nil) clears the completion time and the turn that completed it. It clears AskedTurn.
	SetDone(ctx context.Context, id string, at *time.Time, turn string) error
	// Update stores when a task is due, is reminded of and repeats, whether and in which turn it was done or
	// called off, and its revision; the rest of it stays.
	Update(ctx context.Context, t Task) error
	// SetAsked sets the turn in which the person is asked whether the task is done; "" = no longer.
	SetAsked(ctx context.Context, id, turn string) error
	// Accept ends that a task is proposed.
	Accept(ctx context.Context, id string) error
	// Proposed returns a person's proposed tasks, declined ones too, created since a time, the newest first.
	Proposed(ctx context.Context, store, person string, since time.Time) ([]Task, error)
	// Floating returns a person's open tasks that are Floating, in every store, proposed ones too, by due time.
	Floating(ctx context.Context, person string) ([]Task, error)
	// DropProposals destroys a person's proposed tasks created before a time.
	DropProposals(ctx context.Context, person string, before time.Time) error
	Delete(ctx context.Context, id string) error
	// Erase destroys a person's tasks and returns how many.
	Erase(ctx context.Context, person string) (int, error)
}

// reminderStore is what the database does for reminders, of everybody.
type reminderStore interface {
	// DueReminders returns open tasks, proposed ones left out, whose RemindAt has come and that were not reminded.
	DueReminders(ctx context.Context, now time.Time, limit int) ([]Task, error)
	// StalledSeries returns open series that were reminded of before now and not moved on: by the release before there were
	// any, or when a backup was put back.
	StalledSeries(ctx context.Context, now time.Time, limit int) ([]Task, error)
	MarkReminded(ctx context.Context, id string, at time.Time) error
}
