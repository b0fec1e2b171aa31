package database

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"

	"keepsake/durable"
	"keepsake/fault"
)

// Replacement is a copy of a backup that is about to take the place of a SQLite database, whose lock it
// holds. What is to be done to the copy before it serves is done at Address; Commit puts it in the place.
type Replacement struct {
	lite   sqlite // the database that is replaced
	staged sqlite
	lock   io.Closer
}

// errIsPostgres means that a command is for SQLite files only.
var errIsPostgres = fault.Field("DATABASE_URL", "is not a SQLite database: on PostgreSQL use pg_restore into an empty database, then `keepsake erasures apply`")

// StageReplacement takes the lock of the database, which need not exist, copies the backup beside it and
// checks the copy: that the key opens it, that its pages are whole, and that Keepsake made it. It changes
// neither the backup nor the database. It returns fault.Unavailable while a bot uses the database and for
// a backup that cannot be used, fault.NotFound when there is no such file, and fault.Invalid when the
// backup is the database itself or a file in use.
func StageReplacement(ctx context.Context, address, backup string, key *Key) (_ *Replacement, err error) {
	path, backup, err := CheckReplacement(address, backup)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fault.Wrap(fault.Unavailable, "the folder of the database cannot be made", err)
	}
	r := &Replacement{lite: sqlite{path: path, key: key}}
	if r.lock, err = lockFile(path + ".lock"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	if err := r.lite.swap().Finish(); err != nil {
		return nil, fault.Wrap(fault.Unavailable, "an earlier restore that was cut off cannot be finished", err)
	}
	r.staged = sqlite{path: r.lite.swap().Staged(), key: key}
	if err := r.removeStaged(); err != nil {
		return nil, fault.Wrap(fault.Unavailable, "what an earlier restore left cannot be removed", err)
	}
	if err := durable.Copy(backup, r.staged.path); err != nil {
		return nil, fault.Wrap(fault.Unavailable, "the backup cannot be copied beside the database", err)
	}
	return r, r.staged.checkCopy(ctx, filepath.Base(backup))
}

// CheckReplacement returns the absolute paths of the database and the backup, or why they cannot serve. It changes nothing.
func CheckReplacement(address, backup string) (path, from string, err error) {
	rest, ok := strings.CutPrefix(address, "sqlite:")
	if !ok {
		return "", "", errIsPostgres
	}
	if path, err = sqlitePath(rest); err == nil {
		from, err = filepath.Abs(backup)
	}
	return path, from, cmp.Or(err, checkBackup(path, from))
}

// checkBackup returns an error for a path that cannot be a backup of the database.
func checkBackup(path, backup string) error {
	name := filepath.Base(backup)
	info, err := os.Stat(backup)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.NotFound, "there is no file "+backup)
	case err != nil:
		return fault.Wrap(fault.Unavailable, "the backup cannot be read", err)
	case info.IsDir():
		return fault.New(fault.Invalid, backup+" is a folder: name the file of the backup")
	}
	if old, err := os.Stat(path); err == nil && os.SameFile(old, info) {
		return fault.New(fault.Invalid, name+" is the database itself: name the file of the backup")
	}
	if log, err := os.Stat(backup + "-wal"); err == nil && log.Size() > 0 {
		return fault.New(fault.Invalid, name+" has a log beside it ("+name+"-wal): it is a database in use, or one that crashed, and no backup. "+
			"Let DATABASE_URL name it and run `keepsake backup`, then restore what that makes")
	}
	return nil
}

// checkCopy returns an error unless the copy of a backup can serve.
func (s sqlite) checkCopy(ctx context.Context, name string) error {
	if err := s.key.checkFile(s.path); err != nil {
		return fault.Op(err, "%s", name)
	}
	damaged := fault.New(fault.Unavailable, name+" is damaged, or no database: take an older backup; nothing was changed")
	h, err := s.openWith("mode=ro&immutable=1", nil, 1, "auto")
	if err != nil {
		return damaged
	}
	defer h.Close()
	var found string
	err = h.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&found)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && s.key != nil && errors.Is(err, sqlite3.NOTADB):
		return fault.Op(ErrKeyWrong, "%s", name)
	case err != nil || found != "ok":
		return damaged
	}
	var tables int
	err = h.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name IN ('goose_db_version', 'agent_conversations', 'agent_messages')").Scan(&tables)
	if err != nil || tables != 3 {
		return fault.New(fault.Unavailable, name+" was not made by Keepsake; nothing was changed")
	}
	return nil
}

// Address returns the URL of the copy. It may be opened and changed until Commit.
func (r *Replacement) Address() string { return "sqlite:" + r.staged.path }

// Commit puts the copy in the database's place and returns the name under which the files of the old
// database were set aside, "" when there was none. Killed at any moment, the old database is there
// unchanged, or the next start finishes.
func (r *Replacement) Commit(now time.Time) (aside string, err error) {
	if log, err := os.Stat(r.staged.path + "-wal"); err == nil && log.Size() > 0 {
		return "", fault.New(fault.Internal, "the copy is still open; nothing was changed")
	}
	if err := durable.Sync(r.staged.path); err != nil {
		return "", fault.Wrap(fault.Unavailable, "the copy is not on the disk; nothing was changed", err)
	}
	name := r.lite.path + ".replaced-" + now.UTC().Format("20060102-150405")
	if durable.Exists(name) {
		return "", fault.New(fault.Conflict, "there is a file "+name+" already: try again in a second")
	}
	if hasDatabaseFile(r.lite.path) { // else it is empty, or a log was left alone
		aside = name
	}
	if err := r.lite.swap().Do(name); err != nil {
		return "", fault.Wrap(fault.Unavailable, "the copy cannot take the database's place; the next start, or restore, goes on with it", err)
	}
	return aside, r.removeStaged()
}

// Close gives the lock back and removes the copy unless Commit has put it in the place.
func (r *Replacement) Close() error {
	return errors.Join(r.removeStaged(), r.lock.Close())
}

// removeStaged removes the copy and the files beside it. A swap that has begun needs them.
func (r *Replacement) removeStaged() error {
	if r.staged.path == "" || r.lite.swap().IsUnfinished() {
		return nil
	}
	var errs []error
	for _, suffix := range []string{"", "-wal", "-shm", "-journal", idSuffix, ".lock"} {
		if err := os.Remove(r.staged.path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
