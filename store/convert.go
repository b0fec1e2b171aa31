package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"keepsake/fault"
)

// Sentences of Convert.
var (
	// ErrConverted says that a database is already as it was asked to be.
	ErrConverted = fault.New(fault.Conflict, "there is nothing to do: the database is so already")
	errDamaged   = fault.New(fault.Unavailable, "the database is damaged: nothing was changed; restore a backup, or ask sqlite3 for .recover")
	errDiffers   = fault.New(fault.Internal, "the copy is not what the database holds: nothing was changed")
	errBusy      = fault.New(fault.Unavailable, "another command is using the database: try again when it has ended")
)

// convertPragmas hold the whole database: nobody else can read or write it meanwhile.
var convertPragmas = []string{
	"busy_timeout(2000)", "locking_mode(exclusive)", "journal_mode(wal)", "synchronous(full)", "temp_store(memory)",
}

// Names of what a conversion has beside the database.
const (
	copySuffix = ".converting"  // the copy, not complete yet
	oldSuffix  = ".old-to-wipe" // the database as it was, once the copy has its place
)

// Convert gives the files of a SQLite database another encryption: none (nil) to a key, a
// key to none, or one key to another. ErrConverted when it is so already.
//
// It can be killed at any moment: the database keeps its place until a copy is complete,
// sound, and holds the same rows; the copy then takes the place at once. What was there is
// overwritten and removed; a conversion that was cut off before that is finished by the
// next. Overwriting reaches what the file system writes in place: an SSD, a snapshot or a
// file system that copies on write may keep the old blocks.
//
// Errors: fault.Unavailable while a bot or a command uses the database, and those of Open
// where from is not its key.
func Convert(ctx context.Context, address string, from, to *Key) error {
	path, lock, err := hold(address)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := tidy(path); err != nil {
		return err
	}
	if is, err := (sqlite{path: path, key: to}).opens(ctx); err != nil || is {
		if is {
			err = ErrConverted
		}
		return err
	}
	return wrap(convert(ctx, sqlite{path: path, key: from}, to), "convert the database")
}

// Idle returns nil when Convert could begin: no bot has the SQLite database, or there is
// none yet.
func Idle(address string) error {
	_, lock, err := hold(address)
	if errors.Is(err, ErrNoDatabase) {
		return nil
	}
	if err != nil {
		return err
	}
	return lock.Close()
}

// hold locks a SQLite database that is there, as a bot does, and returns its path.
func hold(address string) (path string, lock io.Closer, err error) {
	rest, ok := strings.CutPrefix(address, "sqlite:")
	if !ok {
		return "", nil, fault.Field("DATABASE_URL", "is not a SQLite database: only the files of one are encrypted by Keepsake")
	}
	if !fileThere(rest) {
		return "", nil, ErrNoDatabase
	}
	if path, err = sqlitePath(rest); err != nil {
		return "", nil, err
	}
	lock, err = lockFile(path + ".lock")
	return path, lock, err
}

// opens reports whether the database is one with this key.
func (s sqlite) opens(ctx context.Context) (bool, error) {
	if s.key.suits(s.path) != nil {
		return false, nil
	}
	h, err := s.open(ctx, "_txlock=deferred", 1, "auto")
	if errors.Is(err, ErrKeyWrong) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, h.Close()
}

func convert(ctx context.Context, from sqlite, to *Key) error {
	if err := from.key.suits(from.path); err != nil {
		return err
	}
	old, err := from.openWith("_txlock=deferred", convertPragmas, 1, "auto")
	if err != nil {
		return err
	}
	defer old.Close()
	if err := from.assert(ctx, old, map[string]string{"locking_mode": "exclusive", "journal_mode": "wal"}); err != nil {
		return heldError(err)
	}
	var busy, log, done int
	if err := old.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log, &done); err != nil || busy != 0 {
		return errors.Join(heldError(err), errBusy)
	}
	before, err := contents(ctx, old)
	if err != nil {
		return err
	}
	part := sqlite{path: from.path + copySuffix, key: to}
	if err := ownOnly(part.path); err != nil {
		return err
	}
	if err := copyInto(ctx, old, part.path, to); err != nil {
		return err
	}
	if err := part.holds(ctx, before); err != nil {
		return errors.Join(err, os.Remove(part.path))
	}
	return replace(from.path, part.path, old)
}

// heldError says who keeps a conversion from having the database for itself.
func heldError(err error) error {
	if err != nil && fault.KindOf(wrap(err, "hold the database")) == fault.Unavailable && !errors.Is(err, ErrKeyWrong) {
		return errBusy
	}
	return err
}

// replace puts a new file into a database's place and wipes the old one, which has a
// second name until then: no moment is without a whole database under its name.
func replace(path, part string, old *sql.DB) error {
	if runtime.GOOS == "windows" { // it renames nothing over an open file
		old.Close()
	}
	err := firstFailure(
		func() error { return os.Link(path, path+oldSuffix) },
		func() error { return os.Rename(part, path) },
		func() error { return syncFolder(path) },
		// SQLite sees that the file has moved, and leaves the log of that name alone.
		old.Close,
	)
	if err != nil {
		return fault.Wrap(fault.Unavailable, "the new file cannot take the database's place", err)
	}
	return tidy(path)
}

// tidy removes what a conversion that was cut off has left.
func tidy(path string) error {
	for _, name := range []string{path + copySuffix, path + copySuffix + "-journal"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fault.Wrap(fault.Unavailable, "what an earlier conversion left cannot be removed", err)
		}
	}
	old, err := os.Stat(path + oldSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	now, nowErr := os.Stat(path)
	if err := errors.Join(err, nowErr); err != nil {
		return fault.Wrap(fault.Unavailable, "what an earlier conversion left cannot be seen", err)
	}
	if !os.SameFile(old, now) { // the other file has the place: this one is not needed
		err = wipe(path+oldSuffix, old.Size())
	}
	if err = errors.Join(err, os.Remove(path+oldSuffix)); err != nil {
		return fault.Wrap(fault.Unavailable, "the old file "+filepath.Base(path)+oldSuffix+" cannot be wiped", err)
	}
	return syncFolder(path)
}

// Leftover reports whether a conversion was cut off before it had wiped the old file. The
// next conversion, even one with nothing to do, wipes it.
func Leftover(address string) bool {
	path, err := sqlitePath(strings.TrimPrefix(address, "sqlite:"))
	if err != nil {
		return false
	}
	_, err = os.Stat(path + oldSuffix)
	return err == nil
}

// wipe overwrites a file with zeros.
func wipe(path string, size int64) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	zeros := make([]byte, 1<<16)
	for at := int64(0); at < size && err == nil; at += int64(len(zeros)) {
		_, err = f.WriteAt(zeros[:min(int64(len(zeros)), size-at)], at)
	}
	return errors.Join(err, f.Sync(), f.Truncate(0), f.Close())
}

// holds says whether a copy is sound and holds exactly these contents.
func (s sqlite) holds(ctx context.Context, want map[string]string) error {
	h, err := s.openWith("_pragma=query_only(on)", nil, 1, "auto")
	if err != nil {
		return err
	}
	defer h.Close()
	got, err := contents(ctx, h)
	if err == nil && !maps.Equal(got, want) {
		err = errDiffers
	}
	return err
}

// contents returns the number of rows of every table and a checksum of them. A database
// that is damaged is refused.
func contents(ctx context.Context, h *sql.DB) (map[string]string, error) {
	var sound string
	if err := h.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&sound); err != nil {
		return nil, err
	}
	if sound != "ok" {
		return nil, errDamaged
	}
	rows, err := h.QueryContext(ctx, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
	if err != nil {
		return nil, err
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		tables = append(tables, name)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, t := range tables {
		if out[t], err = tableSum(ctx, h, t); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func tableSum(ctx context.Context, h *sql.DB, table string) (string, error) {
	rows, err := h.QueryContext(ctx, `SELECT * FROM "`+strings.ReplaceAll(table, `"`, `""`)+`"`)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return "", err
	}
	values, into := make([]any, len(names)), make([]any, len(names))
	for i := range values {
		into[i] = &values[i]
	}
	n, sum := 0, sha256.New()
	for ; rows.Next(); n++ {
		if err := rows.Scan(into...); err != nil {
			return "", err
		}
		for _, v := range values {
			fmt.Fprintf(sum, "%T %v\x00", v, v)
		}
	}
	return fmt.Sprintf("%d rows, %s", n, hex.EncodeToString(sum.Sum(nil))), rows.Err()
}

// syncFolder makes the names in a file's folder last. Where a folder cannot be synced (on
// Windows) the names are the file system's own care.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// firstFailure runs steps until one fails.
func firstFailure(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
