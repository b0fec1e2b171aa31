package database

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gorm.io/gorm"

	"keepsake/durable"
	"keepsake/fault"
	"keepsake/store/wal"
)

func (s sqlite) backup(ctx context.Context, db *DB, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fault.New(fault.Invalid, path+" exists already; a backup never overwrites a file")
	}
	// VACUUM INTO copies a snapshot without blocking writers, and leaves deleted rows out. The copy gets
	// its name only when it is complete; until then it is in a folder of its own, because SQLite makes
	// journals that everybody may read.
	work := path + ".part"
	if err := removeWork(work); err != nil {
		return fault.Wrap(fault.Unavailable, "an unfinished backup is in the way", err)
	}
	if err := os.Mkdir(work, 0o700); err != nil {
		return fault.Wrap(fault.Unavailable, "the backup cannot be written there", err)
	}
	defer removeWork(work)
	part := filepath.Join(work, "copy.db")
	handle, err := s.open(ctx, "_txlock=deferred", 1, sqliteTime)
	if err != nil {
		return err
	}
	defer handle.Close()
	if err := durable.CreatePrivate(part); err != nil {
		return err
	}
	if err := copyInto(ctx, handle, part, s.key); err != nil {
		return err
	}
	if err := (sqlite{path: part, key: s.key}).giveNewID(ctx); err != nil {
		return err
	}
	// Link instead of Rename, which would overwrite a file created in the meantime.
	if err := errors.Join(os.Link(part, path), durable.SyncFolder(path)); err != nil {
		return fault.Wrap(fault.Unavailable, "the backup cannot get its name", err)
	}
	return nil
}

// removeWork removes what a backup that was cut off has left, and nothing else.
func removeWork(work string) error {
	for _, name := range []string{filepath.Join(work, "copy.db"), filepath.Join(work, "copy.db-journal"), work} {
		if _, err := os.Lstat(name); err != nil {
			continue
		}
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// copyInto writes a copy of the database to an empty file, encrypted with key unless it is nil.
func copyInto(ctx context.Context, from *sql.DB, path string, key *Key) error {
	if _, err := from.ExecContext(ctx, "VACUUM INTO ?", "file:"+fileURI(path)+"?"+key.params()); err != nil {
		return err
	}
	return durable.Sync(path)
}

// requireScrub uses user_version, an integer in the file that SQLite leaves to the application
// and writes in the transaction.
func (sqlite) requireScrub(tx *gorm.DB) error { return tx.Exec("PRAGMA user_version = 1").Error }

// maintain runs a scrub that is still owed. Otherwise it merges the segments of the search
// index, which drops deleted words, and checkpoints and truncates the WAL, which automatic
// checkpoints cannot do while there is always a reader.
//
// It does not collect table statistics (PRAGMA optimize): those of a small database make the
// planner scan whole tables, and the planner uses them until they are collected again.
func (s sqlite) maintain(ctx context.Context, db *DB) error {
	w := db.writer.WithContext(ctx)
	var owed int
	if err := w.Raw("PRAGMA user_version").Scan(&owed).Error; err != nil {
		return err
	}
	if owed != 0 {
		return s.scrub(ctx, db)
	}
	return FirstError(
		mergeTextIndexes(w, db.schema),
		w.Exec("PRAGMA wal_checkpoint(TRUNCATE)").Error,
	)
}

// mergeTextIndexes merges the segments of the full-text indexes, which drops deleted words.
func mergeTextIndexes(w *gorm.DB, s Schema) error {
	for _, index := range s.TextIndexes {
		if err := w.Exec("INSERT INTO " + index + " (" + index + ") VALUES ('optimize')").Error; err != nil {
			return err
		}
	}
	return nil
}

// scrub rewrites the search index and the file, and truncates the WAL. It rewrites the file
// because pages can contain deleted rows even with secure_delete.
func (s sqlite) scrub(ctx context.Context, db *DB) error {
	if db.current(ctx) != nil {
		return fault.New(fault.Internal, "scrub inside a transaction")
	}
	w := db.writer.WithContext(ctx)
	if err := mergeTextIndexes(w, db.schema); err != nil {
		return err
	}
	if err := s.truncateWAL(ctx, db); err != nil {
		return err
	}
	if err := w.Exec("VACUUM").Error; err != nil {
		return err
	}
	if err := s.truncateWAL(ctx, db); err != nil {
		return err
	}
	return w.Exec("PRAGMA user_version = 0").Error
}

// truncateWAL checkpoints the WAL and truncates it. A concurrent reader prevents that, and
// readers are short, so truncateWAL retries until writeTimeout.
func (s sqlite) truncateWAL(ctx context.Context, db *DB) error {
	handle, err := db.writer.DB()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, 200*time.Millisecond) {
		if isEmpty, err := wal.Empty(ctx, handle); err != nil || isEmpty {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}
