// Package store keeps everything in one database: SQLite embedded in the process, or
// PostgreSQL.
//
// It implements the Store interfaces of the nouns (memory, session, delivery, people,
// task) with one repository code over GORM; the few places where the two databases must
// differ are behind the dialect type (sqlite.go, postgres.go). It checks no rules: the
// nouns' services do. Nothing of GORM leaves this room, and no row type does.
//
// Invariants:
//   - A transaction travels in the context (InTx): every method called with that context
//     joins it, nested InTx joins too.
//   - Times are UTC, truncated to microseconds, on both databases.
//   - Sorting of names and ids is bytewise on both databases.
//   - SQLite: one connection writes, in immediate transactions; a pool reads; WAL with
//     synchronous=FULL, asserted at start; one process at a time (a file lock), unless
//     the opener says Shared.
//   - Errors never quote what a person wrote.
//
// The schema is in package migrations. What is proved, on both databases alike, is in
// storetest. Start reading at Open, then InTx in tx.go, then one noun's file.
package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/session"
	"keepsake/task"
	"keepsake/usage"
)

// Options says which database to open.
type Options struct {
	// URL is "sqlite:PATH" or "postgres://…" (also "postgresql://…").
	URL string
	// Shared opens a SQLite file beside the process that owns it: for short commands
	// (backup, owner link, inbox, doctor) while the bot runs. Without it a second opener
	// is refused. PostgreSQL ignores it.
	Shared bool
	// Existing opens what is there and makes no new SQLite file: ErrNoDatabase otherwise.
	Existing bool
	// Key is what the files of a SQLite database are encrypted with; nil = they are plain.
	// It must be as the file is: see Convert. PostgreSQL ignores it.
	Key *Key
	Log *slog.Logger // nil = silent
	// Observe, when set, hears of every statement before it runs, and of every end of a
	// transaction after it: for tests that count. It is called from many goroutines.
	Observe func(Statement)
}

// ErrNoDatabase says that Options.Existing was asked for and there is none.
var ErrNoDatabase = fault.New(fault.NotFound, "there is no database")

// DB is one open database.
type DB struct {
	dialect dialect
	writer  *gorm.DB // SQLite: one connection
	reader  *gorm.DB // SQLite: a read-only pool; PostgreSQL: the same as writer
	closers []io.Closer
	log     *slog.Logger
	queued  chan struct{} // see recall.VectorStore.Queued
	hot     hotScopes
	wire    *wire // nil = no other process serves from this database

	migrating sync.Mutex
}

// dialect is what the two databases do differently. A dialect has no state besides its
// handles.
type dialect interface {
	name() string
	// alone reports whether no other process serves from this database.
	alone() bool
	// lock is the clause of a SELECT whose row stays as it is until the transaction ends.
	lock() []clause.Expression
	// skipLocked is the same, in SQL, for a SELECT that takes one row among many.
	skipLocked(alias string) string
	// indexWords stores the search words of a memory anew.
	indexWords(tx *gorm.DB, memoryID string, scope int64, words []string) error
	// matchWords narrows a query over "agent_memories AS m" joined with "memory_search
	// AS w" to memories that have all words.
	matchWords(q *gorm.DB, scopes []int64, words []string) *gorm.DB
	// migrationLock runs fn while no other process migrates this database.
	migrationLock(ctx context.Context, db *DB, fn func(context.Context) error) error
	// migrations returns what goose needs to work on this database.
	migrations(ctx context.Context, db *DB) (gooseDialect, error)
	backup(ctx context.Context, db *DB, path string) error
	scrub(ctx context.Context, db *DB) error
	// oweScrub notes, in the transaction of an erasure, that a scrub has to follow: should
	// the process die in between, maintain makes up for it.
	oweScrub(tx *gorm.DB) error
	// vector is an embedding as a column holds it.
	vector(embedding []float32) any
	// vectorBytes is that column as bytes: a header, then a float32 after the other.
	vectorBytes() (column string, header int, order binary.ByteOrder)
	// eachVersion joins the pairs of a JSON object {"id": version} with the memories "AS m"
	// that have these versions now.
	eachVersion() string
	// eachNumber selects the numbers of a list that is one parameter, see numbers.
	eachNumber() string
	// numbered is a statement with its question marks as the driver wants them.
	numbered(query string) string
	// scans reports whether the database compares vectors itself, by nearest, until a scope
	// is asked for the second time. What it ranks is what we would.
	scans() bool
	nearest(a search, scopes map[int64]scopeRow) ([]recall.Near, error)
	maintain(ctx context.Context, db *DB) error
	// priority is memory.Memory.Priority in SQL; its parameters are the time and
	// memory.FadeDays.
	priority() string
	// catalogue asks for the names of all tables.
	catalogue() string
	// plan is Plan, of the driver's own connection.
	plan(ctx context.Context, raw any, query string) ([]string, error)
}

// Open opens a database and asserts that it is set up as promised. It does not migrate:
// see Migrate. Errors: fault.Invalid for a URL it does not understand, fault.Unavailable
// when the database is away or another process has it, and ErrKeyMissing, ErrKeyWrong or
// ErrKeyUnused.
func Open(ctx context.Context, o Options) (*DB, error) {
	db := &DB{log: o.Log, queued: make(chan struct{}, 1)}
	if db.log == nil {
		db.log = slog.New(slog.DiscardHandler)
	}
	var err error
	switch scheme, rest, _ := strings.Cut(o.URL, ":"); scheme {
	case "sqlite":
		if o.Existing && !fileThere(rest) {
			return nil, ErrNoDatabase
		}
		err = db.openSQLite(ctx, rest, o)
	case "postgres", "postgresql":
		if err = db.openPostgres(ctx, o); o.Existing && isNoDatabase(err) {
			err = ErrNoDatabase
		}
	default:
		err = fault.Field("DATABASE_URL", "is neither sqlite:PATH nor postgres://…")
	}
	if err != nil {
		db.Close()
		return nil, fault.Op(err, "open the database")
	}
	return db, nil
}

// Migrate opens a database, brings its schema up to date and closes it.
func Migrate(ctx context.Context, url string) error {
	db, err := Open(ctx, Options{URL: url})
	if err != nil {
		return err
	}
	return errors.Join(db.Migrate(ctx), db.Close())
}

// Close closes all connections and gives up the process lock. Calling it twice is fine.
func (db *DB) Close() error {
	var errs []error
	for i := len(db.closers) - 1; i >= 0; i-- {
		errs = append(errs, db.closers[i].Close())
	}
	db.closers = nil
	return errors.Join(errs...)
}

// Dialect returns "sqlite" or "postgres".
func (db *DB) Dialect() string { return db.dialect.name() }

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	return wrap(db.reader.WithContext(ctx).Exec("SELECT 1").Error, "ping")
}

// Memories returns the store of memories.
func (db *DB) Memories() memory.Store { return memories{db} }

// Vectors returns the store of what memories mean.
func (db *DB) Vectors() recall.VectorStore { return vectors{db} }

// Sessions returns the store of conversations.
func (db *DB) Sessions() session.Store { return sessions{db} }

// Deliveries returns the store of what travels.
func (db *DB) Deliveries() delivery.Store { return deliveries{db} }

// People returns the store of people.
func (db *DB) People() people.Store { return peopleStore{db} }

// Tasks returns the store of tasks.
func (db *DB) Tasks() task.Store { return tasks{db} }

// Usage returns the Store for what is used.
func (db *DB) Usage() usage.Store { return usageStore{db} }

var gormConfig = gorm.Config{
	SkipDefaultTransaction: true,
	TranslateError:         true,
	// Columns are named, so that a plan kept for a statement stays valid when another version of
	// the program adds a column.
	QueryFields: true,
	Logger:      logger.Discard, // its own prints values
	NowFunc:     func() time.Time { return utc(time.Now()) },
}

// gormOver puts GORM over an open handle.
func gormOver(d gorm.Dialector, handle *sql.DB) (*gorm.DB, *sql.DB, error) {
	c := gormConfig
	g, err := gorm.Open(d, &c)
	if err != nil {
		handle.Close()
	}
	return g, handle, err
}
