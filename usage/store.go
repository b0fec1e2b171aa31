package usage

import (
	"context"
	"time"

	"keepsake/tx"
)

// Store is the interface of the database. Methods called with a context from InTx join that
// transaction.
type Store interface {
	tx.Runner
	dayStore
	noticeStore
}

// dayStore stores days.
type dayStore interface {
	// Last returns a subject's newest day without its parts, or the zero Day.
	Last(ctx context.Context, bot, subject string) (Day, error)
	// Add adds counts to the days with these subjects and ends in one statement, and inserts
	// missing days. It returns the first day with its new count. The rows stay locked until
	// the transaction ends. Each subject may occur only once.
	Add(ctx context.Context, d Day, more ...Day) (Day, error)
	// Sum returns the sum of a subject's days that end after from and not after to, without their parts.
	Sum(ctx context.Context, bot, subject string, from, to time.Time) (Count, error)
	// Parts returns the sum of the parts of the same days.
	Parts(ctx context.Context, bot, subject string, from, to time.Time) (Parts, error)
	// Move moves a subject's days to another subject and adds up days that both have.
	Move(ctx context.Context, bot, from, to string) error
	// Erase deletes a subject's days and its notices that ended by a time, of all bots.
	Erase(ctx context.Context, subject string, ended time.Time) error
	// Purge deletes the days of payers and the days of whole bots that ended before a time
	// each. It deletes notices like the days of payers. It returns the number of rows.
	Purge(ctx context.Context, payers, bots time.Time) (int, error)
}

// noticeStore stores notices.
type noticeStore interface {
	// Notice records that somebody was notified about a limit whose window ends at a time. It
	// reports whether that was not recorded before.
	Notice(ctx context.Context, bot, what, whom string, about time.Time) (bool, error)
}
