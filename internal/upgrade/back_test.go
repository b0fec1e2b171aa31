package upgrade_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/store/storetest"
)

// TestUpgradeIsCutOff (docs/upgrade.md): a migration that ends at any moment leaves whole steps,
// and the next start goes on with it; nothing is lost.
func TestUpgradeIsCutOff(t *testing.T) {
	each(t, func(t *testing.T, url string) {
		cut := 0
		for wait := time.Duration(0); ; wait += wait/2 + time.Millisecond {
			ctx, cancel := context.WithTimeout(t.Context(), wait)
			err := storetest.Migrate(ctx, url)
			cancel()
			if err == nil {
				break
			}
			if !errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
				t.Fatalf("after %s: %v", wait, err)
			}
			if cut++; wait > time.Minute {
				t.Fatal("it never ends")
			}
		}
		if cut == 0 {
			t.Error("nothing was cut off")
		}
		w := newWorld(t, nil)
		a, err := app.New(t.Context(), configOf(w, url), app.Options{Now: func() time.Time { return madeAt }})
		if err != nil {
			t.Fatalf("after %d attempts that were cut off: %v", cut, err)
		}
		defer a.Close()
		if err := a.DB.CheckSchema(t.Context()); err != nil {
			t.Error(err)
		}
		w.reads(a)
	})
}

// TestGoingBack (docs/upgrade.md): the earlier program refuses the new schema at its start and
// says what to do. With the backup from before the upgrade in its place it serves again.
func TestGoingBack(t *testing.T) {
	program := previousProgram(t)
	each(t, func(t *testing.T, url string) {
		w := newWorld(t, nil)
		restore := backUp(t, w, program, url)
		if err := storetest.Migrate(t.Context(), url); err != nil {
			t.Fatal(err)
		}
		// Where no step has been added since, the schema is given the number of the next one.
		storetest.Execute(t, url, fmt.Sprintf("INSERT INTO goose_db_version (version_id, is_applied) SELECT %d, true WHERE NOT EXISTS (SELECT 1 FROM goose_db_version WHERE version_id > %d)", newest+1, newest))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		refused := exec.CommandContext(ctx, program, "serve")
		refused.Env = environ(t, w, url)
		if said, err := refused.CombinedOutput(); err == nil || !strings.Contains(string(said), "newer Keepsake") {
			t.Errorf("it did not refuse: %v\n%s", err, said)
		}
		url = restore()
		ann := w.tg.Person(101, "Ann")
		ann.Say("Still there?")
		startProgram(t, w, program, url)
		w.ask(ann, "Good morning.")
		wants(t, "/memory", w.ask(ann, "/memory"), "tea without sugar", "spare key hangs in the kitchen")
		wants(t, "/tasks", w.ask(ann, "/tasks"), "water the tomatoes")
	})
}

// backUp makes a backup as docs/upgrade.md says, and returns what puts it in place: on SQLite the
// file, without the log of the other; on PostgreSQL a new database from the dump.
func backUp(t *testing.T, w *world, program, url string) (restore func() string) {
	t.Helper()
	path, isSQLite := strings.CutPrefix(url, "sqlite:")
	if !isSQLite {
		return func() string {
			fresh := storetest.EmptyPostgresURL(t)
			storetest.Execute(t, fresh, string(fixture(t, "postgres.sql")))
			return fresh
		}
	}
	kept := filepath.Join(t.TempDir(), "before-upgrade.db")
	for _, args := range [][]string{{"migrate"}, {"backup", kept}} {
		did := exec.Command(program, args...)
		did.Env = environ(t, w, url)
		if said, err := did.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, said)
		}
	}
	return func() string {
		for _, beside := range []string{"-wal", "-shm"} {
			if err := os.Remove(path + beside); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		}
		if err := os.Rename(kept, path); err != nil {
			t.Fatal(err)
		}
		return url
	}
}
