package database

import (
	"cmp"
	"context"
	"sync"
	"time"

	"gorm.io/gorm"

	"keepsake/erasure"
	"keepsake/tracing"
)

// writeTimeout limits writes whose context has no deadline. A write with the outer context
// while a transaction holds SQLite's only write connection would otherwise wait for ever.
const writeTimeout = 30 * time.Second

// tx is a transaction that a context carries.
type tx struct {
	db     *DB
	handle *gorm.DB

	mu    sync.Mutex
	ended bool
	hooks []func() // run after the commit

	values map[any]any // see TxValue

	erased    []erasure.Item // see RecordErasure
	reapplies *erasure.Entry // see Reapply
	entry     erasure.Entry  // of what was erased, once it is written
}

type txKey struct{}

// current returns the running transaction on this database that ctx carries, or nil.
func (db *DB) current(ctx context.Context) *tx {
	t, _ := ctx.Value(txKey{}).(*tx)
	if t == nil || t.db != db {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return nil
	}
	return t
}

// InTx runs fn in a transaction. It commits when fn returns nil, and rolls back when fn fails
// or panics. Store methods called with fn's context join the transaction, and so does a nested
// InTx. The context is canceled when the transaction ends. fn must not call a model or the
// network, because the transaction blocks other writers.
func (db *DB) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if db.current(ctx) != nil {
		return fn(ctx)
	}
	if err := db.watch.Lost(); err != nil {
		return err
	}
	ctx, cancel := withWriteTimeout(ctx)
	defer cancel()
	_, span := tracing.Within(ctx, "transaction") // fn keeps ctx: rows store the caller's trace
	t := &tx{db: db}
	var failed error // fn's error, which is returned unwrapped
	err := db.writer.WithContext(ctx).Transaction(func(handle *gorm.DB) error {
		defer t.end()
		t.handle = handle
		if failed = fn(context.WithValue(ctx, txKey{}, t)); failed == nil {
			failed = db.journalErasures(ctx, t)
		}
		return failed
	})
	span.End(cmp.Or(failed, err))
	if failed != nil {
		return failed
	}
	if err != nil {
		db.noteError(err) // of the commit
		return Wrap(err, "transaction")
	}
	db.markErasure(ctx, t)
	for _, hook := range t.hooks {
		hook()
	}
	return nil
}

func (t *tx) end() {
	t.mu.Lock()
	t.ended = true
	t.mu.Unlock()
}

// AfterCommit runs fn after the transaction of ctx has committed, or immediately when ctx
// carries none. After a rollback fn does not run. Hooks run in order, outside the transaction.
func (db *DB) AfterCommit(ctx context.Context, fn func()) {
	t := db.current(ctx)
	if t == nil {
		fn()
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks = append(t.hooks, fn)
}

// clearLog has the log of a SQLite database emptied soon after the transaction of ctx has committed.
func (db *DB) clearLog(ctx context.Context) {
	if db.cleaner != nil {
		db.AfterCommit(ctx, db.cleaner.Ask)
	}
}

func withWriteTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, writeTimeout)
}
