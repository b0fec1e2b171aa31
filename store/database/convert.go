package database

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

	"keepsake/durable"
	"keepsake/fault"
	"keepsake/store/wal"
)

// Errors of Convert.
var (
	// ErrConverted means that the database already has the requested encryption.
	ErrConverted = fault.New(fault.Conflict, "there is nothing to do: the database is so already")
	errDamaged   = fault.New(fault.Unavailable, "the database is damaged: nothing was changed; restore a backup, or ask sqlite3 for .recover")
	errDiffers   = fault.New(fault.Internal, "the copy is not what the database holds: nothing was changed")
	errBusy      = fault.New(fault.Unavailable, "another command is using the database: try again when it has ended")
)

// convertPragmas keep all other connections from reading and writing the database.
var convertPragmas = []string{
	"busy_timeout(2000)", "locking_mode(exclusive)", "journal_mode(wal)", "synchronous(full)", "temp_store(memory)",
}

// Suffixes of the files that a conversion creates beside the database.
const (
	copySuffix = ".converting"  // the copy, until it is complete
	oldSuffix  = ".old-to-wipe" // the old file, after the copy has replaced it
)

// Convert changes the encryption of a SQLite database from one key to another. nil means no
// encryption. It returns ErrConverted when the database already has the key to.
//
// Convert may be killed at any moment. It writes a copy, verifies that the copy is intact and
// contains the same rows, and renames the copy over the database. It then overwrites and removes
// the old file. The next Convert finishes a removal that was interrupted. Overwriting may not
// reach the old blocks on an SSD, in a snapshot, or on a file system that copies on write.
//
// Convert returns fault.Unavailable while a bot or a command uses the database, and the
// errors of Open when from is not the database's key.
func Convert(ctx context.Context, address string, from, to *Key) error {
	path, lock, err := lockDatabase(address)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := removeLeftovers(path); err != nil {
		return err
	}
	if converted, err := (sqlite{path: path, key: to}).canOpen(ctx); err != nil || converted {
		if converted {
			err = ErrConverted
		}
		return err
	}
	return Wrap(convert(ctx, sqlite{path: path, key: from}, to), "convert the database")
}

// CheckIdle returns nil when Convert could begin: no bot uses the database, or it does not exist.
func CheckIdle(address string) error {
	_, lock, err := lockDatabase(address)
	if errors.Is(err, ErrNoDatabase) {
		return nil
	}
	if err != nil {
		return err
	}
	return lock.Close()
}

// lockDatabase takes the file lock of an existing SQLite database and returns its path.
func lockDatabase(address string) (path string, lock io.Closer, err error) {
	rest, ok := strings.CutPrefix(address, "sqlite:")
	if !ok {
		return "", nil, fault.Field("DATABASE_URL", "is not a SQLite database: only the files of one are encrypted by Keepsake")
	}
	if !hasDatabaseFile(rest) {
		return "", nil, ErrNoDatabase
	}
	if path, err = sqlitePath(rest); err != nil {
		return "", nil, err
	}
	lock, err = lockFile(path + ".lock")
	return path, lock, err
}

// canOpen reports whether the key opens the database.
func (s sqlite) canOpen(ctx context.Context) (bool, error) {
	if s.key.checkFile(s.path) != nil {
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
	if err := from.key.checkFile(from.path); err != nil {
		return err
	}
	old, err := from.openWith("_txlock=deferred", convertPragmas, 1, "auto")
	if err != nil {
		return err
	}
	defer old.Close()
	if err := from.verifyPragmas(ctx, old, map[string]string{"locking_mode": "exclusive", "journal_mode": "wal"}); err != nil {
		return busyError(err)
	}
	if isEmpty, err := wal.Empty(ctx, old); err != nil || !isEmpty {
		return errors.Join(busyError(err), errBusy)
	}
	before, err := checksumTables(ctx, old)
	if err != nil {
		return err
	}
	part := sqlite{path: from.path + copySuffix, key: to}
	if err := durable.CreatePrivate(part.path); err != nil {
		return err
	}
	if err := copyInto(ctx, old, part.path, to); err != nil {
		return err
	}
	if err := part.verifyContents(ctx, before); err != nil {
		return errors.Join(err, os.Remove(part.path))
	}
	return replaceFile(from.path, part.path, old)
}

// busyError returns errBusy when an error means that another connection uses the database.
func busyError(err error) error {
	if err != nil && fault.KindOf(Wrap(err, "hold the database")) == fault.Unavailable && !errors.Is(err, ErrKeyWrong) {
		return errBusy
	}
	return err
}

// replaceFile renames the copy over the database and wipes the old file. The old file gets a
// second name first, so that at every moment a complete database has the database's name.
func replaceFile(path, part string, old *sql.DB) error {
	if runtime.GOOS == "windows" { // Windows cannot rename over an open file
		old.Close()
	}
	err := runUntilError(
		func() error { return os.Link(path, path+oldSuffix) },
		func() error { return os.Rename(part, path) },
		func() error { return durable.SyncFolder(path) },
		// SQLite notices that the file was renamed and does not touch the WAL of the new one.
		old.Close,
	)
	if err != nil {
		return fault.Wrap(fault.Unavailable, "the new file cannot take the database's place", err)
	}
	return removeLeftovers(path)
}

// removeLeftovers removes the files of an interrupted conversion. Unless the copy has replaced
// the old file, that is still the database, and only its second name is removed.
func removeLeftovers(path string) error {
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
	if !os.SameFile(old, now) { // the copy has replaced the old file
		err = wipe(path+oldSuffix, old.Size())
	}
	if err = errors.Join(err, os.Remove(path+oldSuffix)); err != nil {
		return fault.Wrap(fault.Unavailable, "the old file "+filepath.Base(path)+oldSuffix+" cannot be wiped", err)
	}
	return durable.SyncFolder(path)
}

// HasLeftover reports whether an interrupted conversion has left its old file. The next Convert
// wipes it, even when it returns ErrConverted.
func HasLeftover(address string) bool {
	path, err := sqlitePath(strings.TrimPrefix(address, "sqlite:"))
	_, missing := os.Stat(path + oldSuffix)
	return err == nil && missing == nil
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

// verifyContents returns an error unless the database is intact and has these checksums.
func (s sqlite) verifyContents(ctx context.Context, want map[string]string) error {
	h, err := s.openWith("_pragma=query_only(on)", nil, 1, "auto")
	if err != nil {
		return err
	}
	defer h.Close()
	got, err := checksumTables(ctx, h)
	if err == nil && !maps.Equal(got, want) {
		err = errDiffers
	}
	return err
}

// checksumTables returns the row count and a checksum of each table, or errDamaged.
func checksumTables(ctx context.Context, h *sql.DB) (map[string]string, error) {
	var result string
	if err := h.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&result); err != nil {
		return nil, err
	}
	if result != "ok" {
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
		if out[t], err = checksumTable(ctx, h, t); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func checksumTable(ctx context.Context, h *sql.DB, table string) (string, error) {
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

// runUntilError runs the steps in order and returns the first error, without running the rest.
func runUntilError(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
