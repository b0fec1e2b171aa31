package store

import (
	"cmp"
	"context"
	"sync"
	"time"

	"gorm.io/gorm"

	"keepsake/delivery"
	"keepsake/tracing"
)

// patience bounds a write whose caller set no deadline. It is what turns the one mistake
// that would hang for ever on SQLite, writing outside a transaction while holding it,
// into an error.
const patience = 30 * time.Second

// tx is a transaction under way, as it travels in a context.
type tx struct {
	db     *DB
	handle *gorm.DB

	mu    sync.Mutex
	done  bool
	hooks []func()

	guarded delivery.Claim // the lane that was found to be its claim's, see deliveries.Guard
}

type txKey struct{}

// current returns the transaction of ctx on this database, nil when there is none or it
// has ended.
func (db *DB) current(ctx context.Context) *tx {
	t, _ := ctx.Value(txKey{}).(*tx)
	if t == nil || t.db != db {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done {
		return nil
	}
	return t
}

// InTx runs fn in one transaction, committed when fn returns nil and rolled back when it
// fails or panics. Store methods called with fn's context join it; so does a nested
// InTx. The context ends with the transaction. No model or network call belongs inside.
func (db *DB) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if db.current(ctx) != nil {
		return fn(ctx)
	}
	ctx, cancel := withPatience(ctx)
	defer cancel()
	_, span := tracing.Within(ctx, "transaction") // what it writes carries the trace of its caller
	t := &tx{db: db}
	var failed error // fn's own error goes back as it is
	err := db.writer.WithContext(ctx).Transaction(func(handle *gorm.DB) error {
		defer t.end()
		t.handle = handle
		failed = fn(context.WithValue(ctx, txKey{}, t))
		return failed
	})
	span.End(cmp.Or(failed, err))
	if failed != nil {
		return failed
	}
	if err != nil {
		return wrap(err, "transaction")
	}
	for _, hook := range t.hooks {
		hook()
	}
	return nil
}

func (t *tx) end() {
	t.mu.Lock()
	t.done = true
	t.mu.Unlock()
}

// AfterCommit runs fn once the transaction of ctx has committed (at once when there is
// none), never when it rolled back. Hooks run in order, outside the transaction.
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

// read returns the handle to read with: the transaction of ctx, else the read pool.
func (db *DB) read(ctx context.Context) *gorm.DB {
	if t := db.current(ctx); t != nil {
		return t.handle.WithContext(ctx)
	}
	return db.reader.WithContext(ctx)
}

// write runs one statement: in the transaction of ctx, else by itself.
func (db *DB) write(ctx context.Context, fn func(g *gorm.DB) error) error {
	if t := db.current(ctx); t != nil {
		return fn(t.handle.WithContext(ctx))
	}
	ctx, cancel := withPatience(ctx)
	defer cancel()
	return fn(db.writer.WithContext(ctx))
}

// inTx runs several statements in one transaction.
func (db *DB) inTx(ctx context.Context, fn func(ctx context.Context, g *gorm.DB) error) error {
	return db.InTx(ctx, func(ctx context.Context) error {
		return fn(ctx, db.current(ctx).handle.WithContext(ctx))
	})
}

func withPatience(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, patience)
}
