package database

import (
	"context"
	"database/sql"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Access is how the rooms of the nouns reach their rows. It is not part of DB, because DB is
// embedded in what package store hands out, and no GORM type may leave the folder store.
type Access struct{ db *DB }

// NewAccess returns access to the rows of a database.
func NewAccess(db *DB) Access { return Access{db} }

// InTx is DB.InTx.
func (a Access) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return a.db.InTx(ctx, fn)
}

// AfterCommit is DB.AfterCommit.
func (a Access) AfterCommit(ctx context.Context, fn func()) { a.db.AfterCommit(ctx, fn) }

// Transact is InTx for methods of a store: it also passes the transaction's handle.
func (a Access) Transact(ctx context.Context, fn func(ctx context.Context, g *gorm.DB) error) error {
	return a.InTx(ctx, func(ctx context.Context) error {
		return fn(ctx, a.db.current(ctx).handle.WithContext(ctx))
	})
}

// Read returns the handle for reads: the transaction of ctx, or else the read pool.
func (a Access) Read(ctx context.Context) *gorm.DB {
	if t := a.db.current(ctx); t != nil {
		return t.handle.WithContext(ctx)
	}
	return a.db.reader.WithContext(ctx)
}

// Write runs fn with the handle for writes: the transaction of ctx, or else the write
// connection. Without a transaction each statement of fn commits by itself.
func (a Access) Write(ctx context.Context, fn func(g *gorm.DB) error) error {
	if t := a.db.current(ctx); t != nil {
		return fn(t.handle.WithContext(ctx))
	}
	if err := a.db.watch.Lost(); err != nil {
		return err
	}
	ctx, cancel := withWriteTimeout(ctx)
	defer cancel()
	return fn(a.db.writer.WithContext(ctx))
}

// Query runs a query with question marks for its parameters on the read pool, never in a
// transaction. It is for the hottest queries, whose time GORM would double.
func (a Access) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	handle, err := a.db.reader.DB()
	if err != nil {
		return nil, err
	}
	return handle.QueryContext(ctx, a.db.dialect.numberParams(query), args...)
}

// IsInTx reports whether ctx carries a running transaction.
func (a Access) IsInTx(ctx context.Context) bool { return a.db.current(ctx) != nil }

// TxValue returns the value of type T that belongs to the transaction of ctx, zero at first,
// or nil when ctx carries no transaction. Only the room that declares T uses it.
func TxValue[T any](ctx context.Context, a Access) *T {
	t := a.db.current(ctx)
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	key := (*T)(nil)
	if t.values[key] == nil {
		if t.values == nil {
			t.values = map[any]any{}
		}
		t.values[key] = new(T)
	}
	return t.values[key].(*T)
}

// Dialect returns SQLite or Postgres.
func (a Access) Dialect() string { return a.db.Dialect() }

// IsSingleProcess reports whether only one process serves from the database.
func (a Access) IsSingleProcess() bool { return a.db.dialect.isSingleProcess() }

// LockRows returns the clause of a SELECT that locks its rows until the transaction ends.
func (a Access) LockRows() []clause.Expression { return a.db.dialect.lock() }

// SkipLocked returns the SQL that locks rows of the table alias and skips locked ones.
func (a Access) SkipLocked(alias string) string { return a.db.dialect.skipLocked(alias) }

// RequireScrub records, in the transaction of an erasure, that a scrub must follow. When the
// process dies before the scrub, Maintain runs it.
func (a Access) RequireScrub(g *gorm.DB) error { return a.db.dialect.requireScrub(g) }

// ClearLog has the log of a SQLite database emptied soon after the transaction of ctx has committed, so that what the
// transaction destroyed is gone from the files. It is much cheaper than a scrub. When the process dies before, the
// next start does it.
func (a Access) ClearLog(ctx context.Context) { a.db.clearLog(ctx) }

// CheckChanged returns the error of an update, or missing if the update matched no row.
func CheckChanged(done *gorm.DB, missing error, op string) error {
	if done.Error == nil && done.RowsAffected == 0 {
		return missing
	}
	return Wrap(done.Error, op)
}
