package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"keepsake/app/backups"
	"keepsake/app/settings"
	"keepsake/fault"
	"keepsake/store"
)

// This file makes backups of a SQLite database: when asked, and by schedule.

// Backup copies a SQLite database to a new file, consistent as of one moment, while the bot runs, and
// checks the copy. path may be a folder, and "" is the folder of the settings: there the copy is called
// after the time, and the oldest beyond KEEPSAKE_BACKUP_KEEP are removed. It returns the path of the copy.
// On PostgreSQL it says which tool does that.
func Backup(ctx context.Context, c settings.Config, path string) (made string, err error) {
	db, err := openShared(ctx, c)
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
	return folder(c, db, path, time.Now).MakeNow(ctx)
}

// folder returns a folder of backups of a database.
func folder(c settings.Config, db *store.DB, dir string, now func() time.Time) backups.Folder {
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

func (a *App) backups() backups.Folder { return folder(a.Config, a.DB, a.Config.Backup.Dir, a.Now) }

// backUp is the upkeep that makes a backup when one is due.
func (a *App) backUp(ctx context.Context) (int, error) {
	if !a.Config.Backup.IsScheduled() {
		return 0, nil
	}
	return a.backups().MakeIfDue(ctx)
}

// tellOfBackups tells owners when backups have failed for a whole interval.
func (a *App) tellOfBackups(ctx context.Context) error {
	if !a.Config.Backup.IsScheduled() {
		return nil
	}
	newest, err := a.backups().Newest()
	if err != nil {
		newest = time.Time{}
	}
	since := newest
	if newest.IsZero() {
		since = a.began
	}
	if a.Now().Sub(since) < 2*a.Config.Backup.Every {
		return nil
	}
	return a.speaker(a.Role).Commands.TellOfBackup(ctx, newest)
}

// findBackups says where backups go and how old the newest is, for doctor.
func findBackups(c settings.Config) Finding {
	f := Finding{Check: "backups"}
	b := folder(c, nil, c.Backup.Dir, time.Now)
	newest, err := b.Newest()
	f.Found = "go to " + absolute(c.Backup.Dir) + ", every " + c.Backup.Every.String()
	switch {
	case err != nil:
		f.Found, f.Advice = f.Found+", which cannot be read", "May this user read and write the folder in KEEPSAKE_BACKUP_DIR?"
	case newest.IsZero():
		f.Found += "; there is none yet"
	default:
		f.Found += "; the newest is of " + newest.Format(time.RFC3339)
		if time.Since(newest) > 2*c.Backup.Every {
			f.Advice = "It is late: is the bot running, and is there room in " + filepath.Base(c.Backup.Dir) + "?"
		}
	}
	return f
}
