package app

import (
	"context"
	"path/filepath"
	"time"

	"keepsake/app/backups"
	"keepsake/app/database"
	"keepsake/app/settings"
)

// This file makes backups of a SQLite database by schedule.

func (a *App) backups() backups.Folder {
	return database.Backups(a.Config, a.DB, a.Config.Backup.Dir, a.Now)
}

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
	b := database.Backups(c, nil, c.Backup.Dir, time.Now)
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
