// Package store implements the Store interfaces of the nouns (memory, session, delivery,
// people, task and others) on one database: SQLite, embedded in the process, or PostgreSQL.
//
// Both databases share the code, over GORM. Where they must differ, it calls a method of the
// dialect (sqlite.go, postgres.go). The package enforces no business rules: the nouns'
// services do. It exports no GORM type and no row type.
//
// Invariants:
//   - The context carries the transaction (InTx): every method that is called with this
//     context joins the transaction, and so does a nested InTx.
//   - Times are UTC, truncated to microseconds, on both databases.
//   - Names and ids sort bytewise on both databases.
//   - SQLite has one connection that writes, in immediate transactions, and a pool of
//     read-only connections. The journal is a WAL with synchronous=FULL; Open verifies this.
//     A file lock admits one process at a time; Options.Shared bypasses it.
//   - Errors never contain text that a person wrote.
//
// The schema is in package migrations. Package storetest runs the same tests on both
// databases. Start reading at Open, then InTx in tx.go, then the file of one noun.
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

// Options configures Open.
type Options struct {
	// URL is "sqlite:PATH" or "postgres://…" (also "postgresql://…").
	URL string
	// Shared opens a SQLite file without taking the file lock. Short commands (backup,
	// owner link, inbox, doctor) use it while the bot runs. Without Shared, Open fails
	// when another process holds the lock. PostgreSQL ignores it.
	Shared bool
	// Existing makes Open return ErrNoDatabase when the database does not exist. Without
	// it, Open creates a missing SQLite file.
	Existing bool
	// Key encrypts the files of a SQLite database; nil means that they are not encrypted.
	// Open fails when Key and file do not match; Convert changes the encryption of a file.
	// PostgreSQL ignores it.
	Key *Key
	Log *slog.Logger // nil discards all records
	// Observe, when set, is called, from many goroutines, before every statement and after the
	// end of every transaction. Tests use it to count statements.
	Observe func(Statement)
}

// ErrNoDatabase means that Options.Existing is set and the database does not exist.
var ErrNoDatabase = fault.New(fault.NotFound, "there is no database")

// DB is one open database.
type DB struct {
	dialect dialect
	writer  *gorm.DB // SQLite: one connection
	reader  *gorm.DB // SQLite: a read-only pool; PostgreSQL: the same as writer
	closers []io.Closer
	log     *slog.Logger
	queued  chan struct{} // see recall.VectorStore.Queued
	cache   vectorCache
	wire    *wire // nil on SQLite, which only one process serves from

	migrating sync.Mutex
	standing  standing
}

// dialect holds what differs between the two databases. A dialect has no state but its settings.
type dialect interface {
	name() string
	// isSingleProcess reports whether only one process serves from the database.
	isSingleProcess() bool
	// lock returns the clause of a SELECT that locks its rows until the transaction ends.
	lock() []clause.Expression
	// skipLocked returns the SQL that locks rows of the table alias and skips locked ones.
	skipLocked(alias string) string
	// indexWords replaces the search words of a memory.
	indexWords(tx *gorm.DB, memoryID string, scope int64, words []string) error
	// matchWords narrows a query over "agent_memories AS m" joined with "memory_search
	// AS w" to memories that have all words.
	matchWords(q *gorm.DB, scopes []int64, words []string, anyWord bool) *gorm.DB
	// lockMigrations runs fn while no other process migrates this database.
	lockMigrations(ctx context.Context, db *DB, fn func(context.Context) error) error
	// migrations returns the migrations of this database and the handle to run them with.
	migrations(ctx context.Context, db *DB) (gooseDialect, error)
	backup(ctx context.Context, db *DB, path string) error
	scrub(ctx context.Context, db *DB) error
	// requireScrub records, in the transaction of an erasure, that a scrub must follow. When
	// the process dies before the scrub, maintain runs it.
	requireScrub(tx *gorm.DB) error
	// vector returns an embedding as a column value.
	vector(embedding []float32) any
	// vectorBytes returns the expression that selects an embedding as bytes, the length of
	// the header in these bytes, and the byte order of the float32 values after it.
	vectorBytes() (column string, header int, order binary.ByteOrder)
	// eachVersion returns the FROM clause that joins a parameter, the JSON object
	// {"id": version}, with the memories "AS m" whose current version is the given one.
	eachVersion() string
	// eachNumber returns the SELECT of the integers in a parameter that numbers encodes.
	eachNumber() string
	// numberParams replaces question marks by the driver's placeholders.
	numberParams(query string) string
	// canSearchVectors reports whether the database implements nearest. The store then uses
	// nearest for a scope until its vectors are searched a second time at one revision.
	canSearchVectors() bool
	// nearest answers a search in the database, with the same ranking as search.rank.
	nearest(a search, scopes map[int64]scopeRow) ([]recall.Near, error)
	maintain(ctx context.Context, db *DB) error
	// priority returns memory.Memory.Priority in SQL, of the time and memory.FadeDays.
	priority() string
	// catalogue returns the SELECT of the names of all tables.
	catalogue() string
	// plan implements Plan on a connection of the driver.
	plan(ctx context.Context, raw any, query string) ([]string, error)
}

// Open opens a database and verifies its settings. It does not migrate: see Migrate. It returns
// fault.Invalid for an unknown URL, fault.Unavailable when the database cannot be reached or
// another process has locked it, and ErrNoDatabase, ErrKeyMissing, ErrKeyWrong or ErrKeyUnused.
func Open(ctx context.Context, o Options) (*DB, error) {
	db := &DB{log: o.Log, queued: make(chan struct{}, 1)}
	if db.log == nil {
		db.log = slog.New(slog.DiscardHandler)
	}
	var err error
	switch scheme, rest, _ := strings.Cut(o.URL, ":"); scheme {
	case "sqlite":
		if o.Existing && !hasDatabaseFile(rest) {
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
		return nil, fault.Op(explainDisk(err, o.URL), "open the database")
	}
	if err := db.watchErrors(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := db.CheckFile(); err != nil { // notes which files were opened
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Migrate opens a database, applies all pending migrations and closes it.
func Migrate(ctx context.Context, url string) error {
	db, err := Open(ctx, Options{URL: url})
	if err != nil {
		return err
	}
	return errors.Join(db.Migrate(ctx), db.Close())
}

// Close closes all connections and releases the file lock. It may be called twice.
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

// Ping returns an error when the database does not answer.
func (db *DB) Ping(ctx context.Context) error {
	return wrap(db.reader.WithContext(ctx).Exec("SELECT 1").Error, "ping")
}

// Memories returns the store of memories.
func (db *DB) Memories() memory.Store { return memories{db} }

// Vectors returns the store of the memories' embeddings.
func (db *DB) Vectors() recall.VectorStore { return vectors{db} }

// Sessions returns the store of conversations.
func (db *DB) Sessions() session.Store { return sessions{db} }

// Deliveries returns the store of the inbox, the lanes and the outbox.
func (db *DB) Deliveries() delivery.Store { return deliveries{db} }

// People returns the store of people.
func (db *DB) People() people.Store { return peopleStore{db} }

// Tasks returns the store of tasks.
func (db *DB) Tasks() task.Store { return tasks{db} }

// Usage returns the store of usage counts.
func (db *DB) Usage() usage.Store { return usageStore{db} }

var gormConfig = gorm.Config{
	SkipDefaultTransaction: true,
	TranslateError:         true,
	// SELECT names columns, so that prepared statements stay valid when a migration adds one.
	QueryFields: true,
	Logger:      logger.Discard, // the default logger prints bound values
	NowFunc:     func() time.Time { return utc(time.Now()) },
}

// openGORM returns a GORM handle that uses an open sql.DB. It closes the sql.DB on failure.
func openGORM(d gorm.Dialector, handle *sql.DB) (*gorm.DB, *sql.DB, error) {
	c := gormConfig
	g, err := gorm.Open(d, &c)
	if err != nil {
		handle.Close()
	}
	return g, handle, err
}
