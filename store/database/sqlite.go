package database

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
	"github.com/ncruces/go-sqlite3/gormlite"
	"github.com/pressly/goose/v3"
	"gorm.io/gorm/clause"

	"keepsake/durable"
	"keepsake/fault"
	"keepsake/migrations"
	"keepsake/store/statements"
	"keepsake/store/wal"
)

// sqliteTime is the format of stored times. Its width is fixed, so that text sorts by time.
const sqliteTime = "2006-01-02T15:04:05.000000Z"

// sqlitePragmas are set on every connection, in this order. secure_delete overwrites deleted
// rows; temp_store keeps the temporary copies of sorting and VACUUM in memory, not in files.
var sqlitePragmas = []string{
	"busy_timeout(10000)", "journal_mode(wal)", "synchronous(full)", "foreign_keys(on)",
	"secure_delete(on)", "temp_store(memory)", "journal_size_limit(16777216)",
}

// verifiedPragmas are read back by open, because SQLite silently ignores a misspelt pragma.
var verifiedPragmas = map[string]string{
	"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "secure_delete": "1", "temp_store": "2",
}

type sqlite struct {
	path   string
	key    *Key // nil = the file is not encrypted
	shared bool
	// observe is Options.Observe; it may be nil.
	observe func(statements.Statement)
}

func (db *DB) openSQLite(ctx context.Context, path string, o Options) error {
	path, err := sqlitePath(path)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fault.Wrap(fault.Unavailable, "the folder of the database cannot be made", err)
	}
	if !o.Shared {
		lock, err := lockFile(path + ".lock")
		if err != nil {
			return err
		}
		db.closers = append(db.closers, lock)
	}
	lite := sqlite{path: path, key: o.Key, shared: o.Shared, observe: o.Observe}
	if err := lite.prepareFiles(ctx); err != nil {
		return err
	}
	db.dialect = lite
	write, err := lite.open(ctx, "_txlock=immediate", 1, sqliteTime)
	if err != nil {
		return err
	}
	db.closers = append(db.closers, write)
	if !o.Shared {
		if err := lite.signLog(ctx, write); err != nil {
			return err
		}
	}
	read, err := lite.open(ctx, "_pragma=query_only(on)", max(4, runtime.NumCPU()), sqliteTime)
	if err != nil {
		return err
	}
	db.closers = append(db.closers, read)
	if db.writer, _, err = openGORM(gormlite.OpenDB(write), write); err != nil {
		return err
	}
	if db.reader, _, err = openGORM(gormlite.OpenDB(read), read); err != nil {
		return err
	}
	db.cleaner = wal.NewCleaner(write)
	db.closers = append(db.closers, db.cleaner)
	return nil
}

// sqlitePath returns the absolute path of the file in a URL whose "sqlite:" was cut off.
func sqlitePath(path string) (string, error) {
	path = strings.TrimPrefix(path, "//")
	if path == "" || strings.Contains(path, ":memory:") {
		return "", fault.Field("DATABASE_URL", "sqlite: needs the path of a file")
	}
	return filepath.Abs(path)
}

// hasDatabaseFile reports whether the file exists and is not empty.
func hasDatabaseFile(path string) bool {
	info, err := os.Stat(strings.TrimPrefix(path, "//"))
	return err == nil && info.Size() > 0
}

// errInUse means that another process holds the file lock.
var errInUse = fault.New(fault.Unavailable,
	"another Keepsake is using this database; stop it first, or give this one its own DATABASE_URL (on PostgreSQL several work side by side)")

// lockFile locks the file. Close, or the end of the process, releases the lock.
func lockFile(path string) (io.Closer, error) {
	lock, err := durable.Lock(path)
	switch {
	case errors.Is(err, durable.ErrLocked):
		return nil, errInUse
	case err != nil:
		return nil, fault.Wrap(fault.Unavailable, "the lock file of the database cannot be opened and locked", err)
	}
	return lock, nil
}

// open opens connections with sqlitePragmas and verifies verifiedPragmas.
func (s sqlite) open(ctx context.Context, param string, conns int, timefmt string) (*sql.DB, error) {
	h, err := s.openWith(param, sqlitePragmas, conns, timefmt)
	if err != nil {
		return nil, err
	}
	if err := s.verifyPragmas(ctx, h, verifiedPragmas); err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

func (s sqlite) openWith(param string, pragmas []string, conns int, timefmt string) (*sql.DB, error) {
	q := "?" + param + "&" + s.key.params() + "&_timefmt=" + url.QueryEscape(timefmt)
	for _, p := range pragmas {
		q += "&_pragma=" + url.QueryEscape(p)
	}
	plain, err := (&driver.SQLite{}).OpenConnector("file:" + fileURI(s.path) + q)
	if err != nil {
		return nil, err
	}
	h := sql.OpenDB(statements.Connector{Connector: plain, Observe: s.observe})
	h.SetMaxOpenConns(conns)
	h.SetMaxIdleConns(conns)
	return h, nil
}

// fileURI escapes a path for a "file:" URI.
func fileURI(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).EscapedPath()
}

// verifyPragmas returns an error unless every pragma has its value, and ErrKeyWrong for a wrong
// key, because it is the first to read the file.
func (s sqlite) verifyPragmas(ctx context.Context, h *sql.DB, values map[string]string) error {
	for name, want := range values {
		var got string
		if err := h.QueryRowContext(ctx, "PRAGMA "+name).Scan(&got); err != nil {
			if s.key != nil && errors.Is(err, sqlite3.NOTADB) {
				return ErrKeyWrong
			}
			return fault.Wrap(fault.Unavailable, "the file is not a usable database", Wrap(err, name))
		}
		if got != want {
			return fault.New(fault.Internal, "the database refuses the setting "+name+"="+want)
		}
	}
	return nil
}

func (sqlite) name() string { return SQLite }

// Row locks are not needed: transactions are immediate, so only one can write at a time.
func (sqlite) lock() []clause.Expression { return nil }
func (sqlite) skipLocked(string) string  { return "" }
func (sqlite) isSingleProcess() bool     { return true }

// migrations opens a separate connection, because goose's table holds times in SQLite's own
// format, which the other connections refuse to read.
func (s sqlite) migrations(ctx context.Context, _ *DB) (gooseDialect, error) {
	handle, err := s.open(ctx, "_txlock=immediate", 1, "auto")
	if err != nil {
		return gooseDialect{}, err
	}
	return gooseDialect{goose.DialectSQLite3, migrations.SQLite(), handle, handle.Close}, nil
}

// lockMigrations takes the file lock, so that no command migrates while a bot runs. A
// process that was not opened with Shared holds the lock already.
func (s sqlite) lockMigrations(ctx context.Context, _ *DB, fn func(context.Context) error) error {
	if !s.shared {
		return fn(ctx)
	}
	lock, err := lockFile(s.path + ".lock")
	if err != nil {
		return err
	}
	defer lock.Close()
	return fn(ctx)
}

func (sqlite) numberParams(query string) string { return query }
