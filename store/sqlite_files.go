package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gorm.io/gorm"

	"keepsake/fault"
)

func (s sqlite) backup(ctx context.Context, db *DB, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fault.Field("PATH", "exists already; a backup never overwrites a file")
	}
	// VACUUM INTO copies one moment of the database without holding up writers, and
	// nothing deleted. The copy gets its name only when it is complete.
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fault.Wrap(fault.Unavailable, "an unfinished backup is in the way", err)
	}
	handle, err := s.open(ctx, "_txlock=deferred", 1, sqliteTime)
	if err != nil {
		return err
	}
	defer handle.Close()
	if err := ownOnly(part); err != nil {
		return err
	}
	defer os.Remove(part)
	if err := copyInto(ctx, handle, part, s.key); err != nil {
		return err
	}
	// Link, not Rename: a file that appeared meanwhile is not overwritten.
	if err := os.Link(part, path); err != nil {
		return fault.Wrap(fault.Unavailable, "the backup cannot get its name", err)
	}
	return nil
}

// copyInto writes a database to an empty file, encrypted with a key (nil = plain).
func copyInto(ctx context.Context, from *sql.DB, path string, key *Key) error {
	if _, err := from.ExecContext(ctx, "VACUUM INTO ?", "file:"+fileURI(path)+"?"+key.params()); err != nil {
		return err
	}
	return syncFile(path)
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// oweScrub uses the number that SQLite keeps in its file for the application: it is written
// with the transaction.
func (sqlite) oweScrub(tx *gorm.DB) error { return tx.Exec("PRAGMA user_version = 1").Error }

// maintain makes up for a scrub that is owed, takes forgotten words out of the search index, moves what it can of the log
// into the file and cuts the log: under readers that never pause, the automatic
// checkpoints do not.
// It takes no statistics of tables (PRAGMA optimize): those of a young database say that its
// tables are best read from end to end, and are believed until the next time.
func (s sqlite) maintain(ctx context.Context, db *DB) error {
	w := db.writer.WithContext(ctx)
	var owed int
	if err := w.Raw("PRAGMA user_version").Scan(&owed).Error; err != nil {
		return err
	}
	if owed != 0 {
		return s.scrub(ctx, db)
	}
	return firstError(
		w.Exec(optimizeSearch).Error,
		w.Exec("PRAGMA wal_checkpoint(TRUNCATE)").Error,
	)
}

// optimizeSearch merges the index's segments, which keep forgotten words until then.
const optimizeSearch = "INSERT INTO memory_search_index (memory_search_index) VALUES ('optimize')"

// scrub rewrites the search index and the file (whose pages may keep forgotten rows
// though secure_delete is on) and empties the log.
func (s sqlite) scrub(ctx context.Context, db *DB) error {
	if db.current(ctx) != nil {
		return fault.New(fault.Internal, "scrub inside a transaction")
	}
	w := db.writer.WithContext(ctx)
	if err := w.Exec(optimizeSearch).Error; err != nil {
		return err
	}
	if err := s.emptyLog(ctx, db); err != nil {
		return err
	}
	if err := w.Exec("VACUUM").Error; err != nil {
		return err
	}
	if err := s.emptyLog(ctx, db); err != nil {
		return err
	}
	return w.Exec("PRAGMA user_version = 0").Error
}

// emptyLog moves the write-ahead log into the file and truncates it. A reader under way
// keeps it from finishing; readers are short, so it tries again.
func (s sqlite) emptyLog(ctx context.Context, db *DB) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, 200*time.Millisecond) {
		var state struct{ Busy, Log, Checkpointed int }
		if err := db.writer.WithContext(ctx).Raw("PRAGMA wal_checkpoint(TRUNCATE)").Scan(&state).Error; err != nil {
			return err
		}
		if state.Busy == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}
