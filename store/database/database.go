// Package database is one open database, SQLite in the process or PostgreSQL: connections,
// transactions, migrations, encryption, backups, scrubbing, and signals between processes.
//
// It knows no noun and no table. The rooms beside it (store/memories, store/sessions and
// others) hold the rows of the nouns and reach them through Access; package store puts both
// together. Where the two databases must differ, the code calls a method of the dialect
// (sqlite.go, postgres.go); what differs for one noun only is in the room of that noun.
//
// Invariants:
//   - The context carries the transaction (InTx): every method that is called with this
//     context joins the transaction, and so does a nested InTx.
//   - Times are UTC, truncated to microseconds, on both databases.
//   - SQLite has one connection that writes, in immediate transactions, and a pool of
//     read-only connections. The journal is a WAL with synchronous=FULL; Open verifies this.
//     A file lock admits one process at a time; Options.Shared bypasses it.
//   - Errors never contain text that a person wrote.
//
// Start reading at Open, then InTx in tx.go, then Access.
package database

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"

	"keepsake/erasure"
	"keepsake/fault"
	"keepsake/logs"
	"keepsake/store/column"
	"keepsake/store/standing"
	"keepsake/store/statements"
	"keepsake/store/wal"
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
	// ErasureJournal is the file of the journal of erasures (package erasure). "" means a file beside a
	// SQLite database, and in PostgreSQL the schema pgjournal.Schema.
	ErasureJournal string
	// ErasureKey makes the hashes of people and groups in the journal.
	ErasureKey erasure.Key
	Log        *slog.Logger // nil discards all records
	// Observe, when set, is called, from many goroutines, before every statement and after the
	// end of every transaction. Tests use it to count statements.
	Observe func(statements.Statement)
}

// The names of the databases, which Dialect returns.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// ErrNoDatabase means that Options.Existing is set and the database does not exist.
var ErrNoDatabase = fault.New(fault.NotFound, "there is no database")

// DB is one open database.
type DB struct {
	dialect dialect
	writer  *gorm.DB // SQLite: one connection
	reader  *gorm.DB // SQLite: a read-only pool; PostgreSQL: the same as writer
	closers []io.Closer
	log     *slog.Logger
	schema  Schema
	wire    *Wire        // nil on SQLite, which only one process serves from
	cleaner *wal.Cleaner // nil on PostgreSQL, which has no log of ours

	journal    erasure.Journal
	erasureKey erasure.Key

	migrating sync.Mutex
	watch     standing.Watch

	filesMu       sync.Mutex
	file, walFile fs.FileInfo // as they were opened; nil = not known yet
}

// Schema is what the package has to know of the tables.
type Schema struct {
	// Personal are the tables that contain text of people. Scrub removes what was deleted there.
	Personal []string
	// TextIndexes are the full-text indexes in SQLite, which keep deleted words until they are merged.
	TextIndexes []string
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
	// lockMigrations runs fn while no other process migrates this database.
	lockMigrations(ctx context.Context, db *DB, fn func(context.Context) error) error
	// migrations returns the migrations of this database and the handle to run them with.
	migrations(ctx context.Context, db *DB) (gooseDialect, error)
	backup(ctx context.Context, db *DB, path string) error
	scrub(ctx context.Context, db *DB) error
	// requireScrub records, in the transaction of an erasure, that a scrub must follow. When
	// the process dies before the scrub, maintain runs it.
	requireScrub(tx *gorm.DB) error
	// numberParams replaces question marks by the driver's placeholders.
	numberParams(query string) string
	maintain(ctx context.Context, db *DB) error
	// journal opens the journal of erasures, where no file is set.
	journal(o Options) (erasure.Journal, error)
	// catalogue returns the SELECT of the names of all tables.
	catalogue(s Schema) string
	// plan implements Plan on a connection of the driver.
	plan(ctx context.Context, raw any, query string) ([]string, error)
}

// Open opens a database and verifies its settings. It does not migrate: see Migrate. It returns
// fault.Invalid for an unknown URL, fault.Unavailable when the database cannot be reached or
// another process has locked it, and ErrNoDatabase, ErrKeyMissing, ErrKeyWrong, ErrKeyUnused
// or standing.ErrDamaged.
func Open(ctx context.Context, o Options, s Schema) (*DB, error) {
	db := &DB{log: o.Log, schema: s}
	db.log = logs.OrNone(db.log)
	db.watch.Log = db.log
	var err error
	switch scheme, rest, _ := strings.Cut(o.URL, ":"); scheme {
	case "sqlite":
		if o.Existing && !hasDatabaseFile(rest) {
			return nil, ErrNoDatabase
		}
		if err = db.openSQLite(ctx, rest, o); err != nil && !errors.Is(err, errInUse) {
			err = standing.Explain(err, strings.TrimPrefix(rest, "//"))
		}
	case "postgres", "postgresql":
		if err = db.openPostgres(ctx, o); o.Existing && isNoDatabase(err) {
			err = ErrNoDatabase
		}
	default:
		err = fault.Field("DATABASE_URL", "is neither sqlite:PATH nor postgres://…")
	}
	if err == nil {
		err = db.watchErrors()
	}
	if err == nil {
		err = db.openJournal(o)
	}
	if err != nil {
		db.Close()
		return nil, fault.Op(err, "open the database")
	}
	return db, nil
}

// Close closes all connections and releases the file lock. It may be called twice.
func (db *DB) Close() error {
	var errs []error
	for i := len(db.closers) - 1; i >= 0; i-- {
		errs = append(errs, db.closers[i].Close())
	}
	if db.journal != nil {
		errs = append(errs, db.journal.Close())
	}
	db.closers = nil
	return errors.Join(errs...)
}

// Dialect returns SQLite or Postgres.
func (db *DB) Dialect() string { return db.dialect.name() }

// Ping returns an error when the database does not answer.
func (db *DB) Ping(ctx context.Context) error {
	return Wrap(db.reader.WithContext(ctx).Exec("SELECT 1").Error, "ping")
}

var gormConfig = gorm.Config{
	SkipDefaultTransaction: true,
	TranslateError:         true,
	// SELECT names columns, so that prepared statements stay valid when a migration adds one.
	QueryFields: true,
	Logger:      logger.Discard, // the default logger prints bound values
	NowFunc:     func() time.Time { return column.UTC(time.Now()) },
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
