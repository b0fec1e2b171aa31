package usage

import (
	"context"
	"time"

	"keepsake/tx"
)

// Store is what a database must do for usage. Methods called with a context from InTx
// join that transaction.
type Store interface {
	tx.Runner
	dayStore
	noticeStore
}

// dayStore is what the database does for days.
type dayStore interface {
	// Last returns a subject's newest day, zero when there is none.
	Last(ctx context.Context, bot, subject string) (Day, error)
	// Add adds to the days of these subjects and ends, opening those that are not there, in
	// one statement, and returns the first as it is then. The rows are held until the
	// transaction ends: who adds next sees what was added. No two may be of one subject.
	Add(ctx context.Context, d Day, more ...Day) (Day, error)
	// Sum adds up a subject's days that end after from and not after to.
	Sum(ctx context.Context, bot, subject string, from, to time.Time) (Count, error)
	// Move gives a subject's days to another, adding up where both have one.
	Move(ctx context.Context, bot, from, to string) error
	// Erase destroys a subject's days, and notices to it, that ended by a time, with every bot.
	Erase(ctx context.Context, subject string, ended time.Time) error
	// Purge destroys days that ended before a time, of payers and of bots as a whole;
	// notices go with payers' days.
	Purge(ctx context.Context, payers, bots time.Time) (int, error)
}

// noticeStore is what the database does for what somebody was told.
type noticeStore interface {
	// Notice notes that somebody was told of something that ends (or ended) at a time, and
	// reports whether that is news.
	Notice(ctx context.Context, bot, what, whom string, about time.Time) (bool, error)
}
