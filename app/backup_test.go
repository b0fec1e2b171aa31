package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/database"
	"keepsake/fault"
)

// TestBackupsBySchedule: upkeep makes them when they are due, a restart changes nothing, and owners are
// told once when none could be made for a whole interval (U1).
func TestBackupsBySchedule(t *testing.T) {
	w := newWorld(t)
	dir := filepath.Join(t.TempDir(), "backups")
	w.config.Backup.Dir, w.config.Backup.Keep = dir, 2
	w.rules.Otherwise().Say("At your service.")
	a, _ := w.start(nil)
	ctx := t.Context()
	code, err := a.People.NewOwnerLink(ctx, actor.OfSystem(), time.Hour)
	must(t, err)
	ann := w.tg.Person(7, "Ann")
	_, err = ann.Await(within(t), ann.StartLink(code).ID, anything)
	must(t, err)

	backups := func() []string {
		t.Helper()
		entries, _ := os.ReadDir(dir)
		var names []string
		for _, e := range entries {
			info, err := e.Info()
			must(t, err)
			if info.Mode().Perm()&0o077 != 0 { // a copy in the making is in a folder
				t.Errorf("U2: %s is %v", e.Name(), info.Mode())
			}
			names = append(names, e.Name())
		}
		return names
	}
	for ctx := within(t); len(backups()) != 1 || !strings.HasSuffix(backups()[0], ".db"); { // the start makes the first
		if ctx.Err() != nil {
			t.Fatalf("at the start: %v", backups())
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.later(23 * time.Hour)
	a.Upkeep(ctx)
	if got := backups(); len(got) != 1 {
		t.Errorf("too early: %v", got)
	}
	for range 3 {
		w.later(24 * time.Hour)
		a.Upkeep(ctx)
	}
	if got := backups(); len(got) != 2 || !strings.HasPrefix(got[1], w.now().UTC().Format("keepsake-20060102-1504")) {
		t.Errorf("two are kept: %v", got)
	}
	// The folder is gone, and a file has its name.
	must(t, os.RemoveAll(dir))
	must(t, os.WriteFile(dir, nil, 0o600))
	w.later(24 * time.Hour)
	a.Upkeep(ctx)
	a.Upkeep(ctx)
	_, err = ann.AwaitText(within(t), 0, "No backup could be made yet.")
	must(t, err)
	must(t, os.Remove(dir))
	a.Upkeep(ctx)
	if got := backups(); len(got) != 1 {
		t.Errorf("once there is room: %v", got)
	}
	told := 0
	for _, m := range ann.Messages() {
		if strings.Contains(m.Text, "backup could be made") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}

// TestBackupAsked: to a file, to a folder, to the folder of the settings.
func TestBackupAsked(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	if _, err := app.Migrate(ctx, w.config); err != nil {
		t.Fatal(err)
	}
	if _, err := database.Backup(ctx, w.config, ""); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "KEEPSAKE_BACKUP_DIR") {
		t.Errorf("to nowhere: %v", err)
	}
	w.config.Backup.Dir = t.TempDir()
	for _, path := range []string{"", t.TempDir(), filepath.Join(t.TempDir(), "monday.db")} {
		made, err := database.Backup(ctx, w.config, path)
		must(t, err)
		if info, err := os.Stat(made); err != nil || info.Size() == 0 || filepath.Ext(made) != ".db" {
			t.Errorf("%q: %s, %v", path, made, err)
		}
	}
	got := examine(t, w.config)
	if !strings.Contains(got, "backups: go to "+w.config.Backup.Dir+", every 24h0m0s; the newest is of 20") {
		t.Errorf("doctor does not tell:\n%s", got)
	}
	w.config.DatabaseURL = "postgres://bot@127.0.0.1/x"
	if err := w.config.Validate(); err == nil || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("a schedule for PostgreSQL: %v", err)
	}
}
