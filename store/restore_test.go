package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/store"
	"keepsake/store/storetest"
)

// crashed copies the files of an open database to another folder, as a kill would leave them, and
// returns the path there.
func crashed(t *testing.T, path string) string {
	t.Helper()
	dir := t.TempDir()
	for _, suffix := range []string{"", "-wal", "-id"} {
		body, err := os.ReadFile(path + suffix)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(dir, "keepsake.db"+suffix), body, 0o644))
	}
	return filepath.Join(dir, "keepsake.db")
}

// worn makes a database with a memory, a backup of it, and another memory that only the log holds,
// and crashes. It returns the paths of what is left and of the backup.
func worn(t *testing.T, key *store.Key) (path, backup string) {
	t.Helper()
	ctx := t.Context()
	live := storetest.SQLiteFile(t)
	if key != nil {
		must(t, store.Convert(ctx, "sqlite:"+live, nil, key))
	}
	db := openWith(t, live, key)
	insertText(t, db, "before01", "kept before the backup")
	backup = filepath.Join(t.TempDir(), "monday.db")
	must(t, db.Backup(ctx, backup))
	for i := range 30 {
		insertText(t, db, fmt.Sprintf("after%03d", i), strings.Repeat("kept after the backup ", 50))
	}
	path = crashed(t, live)
	must(t, db.Close())
	if log, err := os.Stat(path + "-wal"); err != nil || log.Size() < 50_000 {
		t.Fatalf("the crash left no log worth speaking of: %v, %v", log, err)
	}
	return path, backup
}

func openWith(t *testing.T, path string, key *store.Key) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path, Key: key})
	must(t, err)
	return db
}

// holds fails the test unless the database has the memory of before the backup, and those of after as
// wanted. It closes the database.
func holds(t *testing.T, db *store.DB, after bool) {
	t.Helper()
	ctx := t.Context()
	if _, err := db.Memories().Get(ctx, scopes, "before01"); err != nil {
		t.Errorf("what the backup holds: %v", err)
	}
	for _, id := range []string{"after000", "after029"} {
		if _, err := db.Memories().Get(ctx, scopes, id); (err == nil) != after {
			t.Errorf("%s, stored after the backup: %v", id, err)
		}
	}
	must(t, db.CheckPages(ctx))
	must(t, db.Close())
}

func eachKey(t *testing.T, do func(t *testing.T, key *store.Key)) {
	t.Run("plain", func(t *testing.T) { do(t, nil) })
	t.Run("encrypted", func(t *testing.T) { do(t, store.NewKey()) })
}

// TestACrashedDatabaseGoesOn: its own log is trusted, also with the note half written or missing.
func TestACrashedDatabaseGoesOn(t *testing.T) {
	eachKey(t, func(t *testing.T, key *store.Key) {
		path, _ := worn(t, key)
		holds(t, openWith(t, path, key), true)

		path, _ = worn(t, key)
		must(t, os.Remove(path+"-id")) // as an older program leaves it
		holds(t, openWith(t, path, key), true)
	})
}

// TestAForeignLogIsNotReplayed: a backup that was copied into a crashed database's place, as the
// documents once said, is refused with the way out, and nothing is changed (U1).
func TestAForeignLogIsNotReplayed(t *testing.T) {
	eachKey(t, func(t *testing.T, key *store.Key) {
		path, backup := worn(t, key)
		body, err := os.ReadFile(backup)
		must(t, err)
		must(t, os.WriteFile(path, body, 0o600))
		for _, shared := range []bool{false, true} {
			_, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path, Key: key, Shared: shared})
			if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "keepsake restore") {
				t.Fatalf("U1: opened with another file's log (shared %v): %v", shared, err)
			}
		}
		now, err := os.ReadFile(path)
		must(t, err)
		if string(now) != string(body) {
			t.Error("the file was changed")
		}
		// The way out that the sentence names.
		away := path + ".mine"
		must(t, os.Rename(path, away))
		restored(t, path, away, key)
		holds(t, openWith(t, path, key), false)
	})
}

// restored restores a backup and returns what the old files are called.
func restored(t *testing.T, path, backup string, key *store.Key) (aside string) {
	t.Helper()
	r, err := store.StageReplacement(t.Context(), "sqlite:"+path, backup, key)
	must(t, err)
	copied := openWith(t, strings.TrimPrefix(r.Address(), "sqlite:"), key)
	must(t, copied.Migrate(t.Context()))
	must(t, copied.Close())
	aside, err = r.Commit(time.Now())
	must(t, err)
	must(t, r.Close())
	return aside
}

// TestRestore: after a crash the backup serves exactly, what was there is set aside whole, and all is
// private (U1, U2).
func TestRestore(t *testing.T) {
	eachKey(t, func(t *testing.T, key *store.Key) {
		path, backup := worn(t, key)
		aside := restored(t, path, backup, key)
		if !strings.HasPrefix(aside, path+".replaced-2") {
			t.Errorf("the old files are called %s", aside)
		}
		holds(t, openWith(t, path, key), false)
		holds(t, openWith(t, path, key), false) // once more, after an ordered end
		holds(t, openWith(t, aside, key), true)
		holds(t, openWith(t, backup, key), false)
		private(t, filepath.Dir(path))
		for _, each := range names(t, filepath.Dir(path)) {
			if strings.Contains(each, "restoring") || strings.Contains(each, "swapping") {
				t.Errorf("%s is left", each)
			}
		}
	})
}

// TestRestoreIntoNothing is a new machine.
func TestRestoreIntoNothing(t *testing.T) {
	_, backup := worn(t, nil)
	path := filepath.Join(t.TempDir(), "new", "keepsake.db")
	if aside := restored(t, path, backup, nil); aside != "" {
		t.Errorf("there was nothing to set aside as %s", aside)
	}
	holds(t, openWith(t, path, nil), false)
}

// TestRestoreGivenUp leaves everything as it was.
func TestRestoreGivenUp(t *testing.T) {
	path, backup := worn(t, nil)
	r, err := store.StageReplacement(t.Context(), "sqlite:"+path, backup, nil)
	must(t, err)
	if _, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path}); err == nil {
		t.Error("a bot may start during a restore")
	}
	open := openWith(t, strings.TrimPrefix(r.Address(), "sqlite:"), nil)
	insertText(t, open, "inwork01", "while it is worked on")
	if _, err := r.Commit(time.Now()); fault.KindOf(err) != fault.Internal {
		t.Errorf("a copy that is open takes the place: %v", err)
	}
	must(t, open.Close())
	must(t, r.Close())
	if left := names(t, filepath.Dir(path)); len(left) != 4 { // file, log, id, lock
		t.Errorf("left: %v", left)
	}
	holds(t, openWith(t, path, nil), true)
}

// TestRestoreRefuses says in one sentence what it cannot do, and changes nothing.
func TestRestoreRefuses(t *testing.T) {
	ctx := t.Context()
	path, backup := worn(t, nil)
	dir := t.TempDir()
	file := func(name, text string) string {
		p := filepath.Join(dir, name)
		must(t, os.WriteFile(p, []byte(text), 0o600))
		return p
	}
	whole, err := os.ReadFile(backup)
	must(t, err)
	torn := append([]byte(nil), whole...)
	for i := 4096 * 2; i < 4096*30 && i < len(torn); i++ {
		torn[i] ^= 0x5a
	}
	inUse := file("in-use.db", string(whole))
	must(t, os.WriteFile(inUse+"-wal", []byte("a log"), 0o600))
	foreign := filepath.Join(dir, "foreign.db")
	storetest.Execute(t, "sqlite:"+foreign, "CREATE TABLE letters (id INTEGER PRIMARY KEY)")
	other := store.NewKey()
	_, sealed := worn(t, store.NewKey())
	for i, c := range []struct {
		name, address, backup string
		key                   *store.Key
		kind                  fault.Kind
		says                  string
	}{
		{"PostgreSQL", "postgres://u@h/db", backup, nil, fault.Invalid, "pg_restore"},
		{"no file", "sqlite:" + path, filepath.Join(dir, "none.db"), nil, fault.NotFound, "there is no file"},
		{"a folder", "sqlite:" + path, dir, nil, fault.Invalid, "is a folder"},
		{"itself", "sqlite:" + path, path, nil, fault.Invalid, "is the database itself"},
		{"in use", "sqlite:" + path, inUse, nil, fault.Invalid, "has a log beside it"},
		{"torn", "sqlite:" + path, file("torn.db", string(torn)), nil, fault.Unavailable, "is damaged, or no database"},
		{"half", "sqlite:" + path, file("half.db", string(whole[:len(whole)/2])), nil, fault.Unavailable, "is damaged, or no database"},
		{"empty", "sqlite:" + path, file("empty.db", ""), nil, fault.Unavailable, "was not made by Keepsake"},
		{"a letter", "sqlite:" + path, file("letter.txt", strings.Repeat("Dear Ann, ", 1000)), nil, fault.Unavailable, "set KEEPSAKE_DATABASE_KEY_FILE"},
		{"another program's", "sqlite:" + path, foreign, nil, fault.Unavailable, "was not made by Keepsake"},
		{"plain, a key is set", "sqlite:" + path, backup, other, fault.Unavailable, "a key is set, but"},
		{"sealed, no key is set", "sqlite:" + path, sealed, nil, fault.Unavailable, "set KEEPSAKE_DATABASE_KEY_FILE"},
		{"sealed, another key", "sqlite:" + path, sealed, other, fault.Unavailable, "the key does not open"},
	} {
		// What names tell is told before anything is copied.
		if err := store.CheckReplacement(c.address, c.backup); (err != nil) != (i < 5) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: told beforehand: %v", c.name, err)
		}
		_, err := store.StageReplacement(ctx, c.address, c.backup, c.key)
		if fault.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v (%s), want %s and %q", c.name, err, fault.KindOf(err), c.kind, c.says)
		}
	}
	if left := names(t, filepath.Dir(path)); len(left) != 4 {
		t.Errorf("left: %v", left)
	}
	holder := openWith(t, path, nil)
	if _, err := store.StageReplacement(ctx, "sqlite:"+path, backup, nil); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "another Keepsake") {
		t.Errorf("a restore under a running bot: %v", err)
	}
	holds(t, holder, true)
}

// TestARestoreThatWasCutOff is finished by the next start, and by nothing that only looks on.
func TestARestoreThatWasCutOff(t *testing.T) {
	path, backup := worn(t, nil)
	r, err := store.StageReplacement(t.Context(), "sqlite:"+path, backup, nil)
	must(t, err)
	// As a kill right after the decision leaves it.
	must(t, os.WriteFile(path+".swapping", []byte("keepsake.db.replaced-20261101-101500"), 0o600))
	must(t, r.Close())
	_, err = store.Open(t.Context(), store.Options{URL: "sqlite:" + path, Shared: true, Existing: true})
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "a restore was cut off") {
		t.Errorf("a command beside it: %v", err)
	}
	holds(t, openWith(t, path, nil), false)
	holds(t, openWith(t, path+".replaced-20261101-101500", nil), true)
}

// TestTheDatabaseIsPrivate: the log and the index, too, whatever the umask (U2).
func TestTheDatabaseIsPrivate(t *testing.T) {
	path := storetest.SQLiteFile(t)
	for _, suffix := range []string{"", "-wal", "-shm"} { // as older programs left them
		f, err := os.OpenFile(path+suffix, os.O_CREATE|os.O_RDWR, 0o644)
		must(t, err)
		must(t, errors.Join(f.Chmod(0o644), f.Close()))
	}
	db := openWith(t, path, nil)
	insertText(t, db, "secret01", "private")
	backup := filepath.Join(filepath.Dir(path), "backup.db")
	must(t, db.Backup(context.Background(), backup))
	for _, suffix := range []string{"", "-wal", "-shm", "-id", ".lock"} {
		if _, err := os.Stat(path + suffix); err != nil {
			t.Errorf("%s: %v", suffix, err)
		}
	}
	private(t, filepath.Dir(path))
	must(t, db.Close())
}

// private fails the test when a file in a folder is for others, too.
func private(t *testing.T, dir string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		return
	}
	for _, name := range names(t, dir) {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("U2: %s is %v", name, info.Mode())
		}
	}
}

func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}
