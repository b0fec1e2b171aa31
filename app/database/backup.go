package database

import (
	"context"
	"errors"
	"os"
	"time"

	"keepsake/app/backups"
	"keepsake/app/settings"
	"keepsake/fault"
	"keepsake/store"
)

// Backup copies a SQLite database to a new file, consistent as of one moment, while the bot runs, and
// checks the copy. path may be a folder, and "" is the folder of the settings: there the copy is called
// after the time, and the oldest beyond KEEPSAKE_BACKUP_KEEP are removed. It returns the path of the copy.
// On PostgreSQL it says which tool does that.
func Backup(ctx context.Context, c settings.Config, path string) (made string, err error) {
	db, err := OpenShared(ctx, c)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if path == "" {
		if !c.Backup.IsScheduled() {
			return "", fault.New(fault.Invalid, "say where the backup goes: `keepsake backup FILE`, or set KEEPSAKE_BACKUP_DIR")
		}
		path = c.Backup.Dir
	} else if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return path, makeBackup(ctx, db, path)
	}
	return Backups(c, db, path, time.Now).MakeNow(ctx)
}

// Backups returns a folder of backups of a database.
func Backups(c settings.Config, db *store.DB, dir string, now func() time.Time) backups.Folder {
	return backups.Folder{
		Dir: dir, Every: c.Backup.Every, Keep: c.Backup.Keep, Now: now,
		Make: func(ctx context.Context, path string) error { return makeBackup(ctx, db, path) },
	}
}

// makeBackup makes a copy and checks it; one that is damaged is removed.
func makeBackup(ctx context.Context, db *store.DB, path string) error {
	if err := db.Backup(ctx, path); err != nil {
		return err
	}
	if err := db.CheckBackup(ctx, path); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
