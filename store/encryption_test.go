package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/store"
	"keepsake/store/storetest"
)

// P66: an encrypted database fulfils the contracts of all Store interfaces.
func TestEncrypted(t *testing.T) {
	runSuite(t, func(t testing.TB) *store.DB { return openEncrypted(t, encryptedFile(t), key) })
}

// key is an arbitrary key; it is constant because a test starts a second process with it.
var key = &store.Key{1, 2, 3}

// encryptedFile returns the path of a fresh encrypted database.
func encryptedFile(t testing.TB) string {
	t.Helper()
	path := storetest.SQLiteFile(t)
	must(t, store.Convert(t.Context(), "sqlite:"+path, nil, key))
	return path
}

func openEncrypted(t testing.TB, path string, k *store.Key) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path, Key: k})
	must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

const canary = "canary-in-a-coal-mine"

// wantNoCanary fails the test when a file in the folders contains the canary, the header of
// an unencrypted database or the name of a table.
func wantNoCanary(t *testing.T, when string, folders ...string) {
	t.Helper()
	for _, folder := range folders {
		files, err := os.ReadDir(folder)
		must(t, err)
		for _, f := range files {
			b, err := os.ReadFile(filepath.Join(folder, f.Name()))
			must(t, err)
			for _, plain := range []string{canary, "SQLite format", "agent_memories"} {
				if bytes.Contains(b, []byte(plain)) {
					t.Errorf("%s: %s is to be read in %s (%d bytes)", when, plain, f.Name(), len(b))
				}
			}
		}
	}
}

// P66: no file contains readable data, neither the database nor its WAL nor a temporary
// file, while the database is written, searched, sorted, backed up and scrubbed, and after.
func TestEncryptedFilesAreUnreadable(t *testing.T) {
	ctx, temp := t.Context(), t.TempDir()
	t.Setenv("SQLITE_TMPDIR", temp)
	t.Setenv("TMPDIR", temp)
	path := encryptedFile(t)
	folder := filepath.Dir(path)
	db := openEncrypted(t, path, key)
	look := func(when string) { t.Helper(); wantNoCanary(t, when, folder, temp) }
	must(t, db.InTx(ctx, func(ctx context.Context) error {
		for i := range 500 {
			insertIn(t, ctx, db, fmt.Sprintf("m%07d", i), strings.Repeat(canary+" ", 20))
		}
		look("inside a transaction")
		return nil
	}))
	look("in the log")
	if wal, err := os.Stat(path + "-wal"); err != nil || wal.Size() == 0 {
		t.Errorf("there is no log to look into: %v", err)
	}
	q := memory.ActiveQuery(scopes...)
	q.Words = []string{"canar"}
	if ms, err := db.Memories().Find(ctx, q); err != nil || len(ms) != 500 {
		t.Fatalf("found %d, %v", len(ms), err)
	}
	look("after a search that sorts")
	copied := filepath.Join(folder, "backup.db")
	must(t, db.Backup(ctx, copied))
	look("with a backup")
	must(t, db.Maintain(ctx))
	must(t, db.Scrub(ctx))
	look("after a scrub")
	must(t, db.Close())
	look("closed")

	restored := openEncrypted(t, copied, key)
	if n, err := restored.Memories().Count(ctx, memory.ActiveQuery(scopes...)); err != nil || n != 500 {
		t.Errorf("the backup holds %d, %v", n, err)
	}
	if !restored.IsEncrypted() || storetest.SQLite(t).IsEncrypted() {
		t.Error("IsEncrypted is wrong")
	}
}

func insertIn(t testing.TB, ctx context.Context, db *store.DB, id, content string) {
	t.Helper()
	now := time.Now()
	must(t, db.Memories().Insert(ctx,
		memory.Memory{ID: id, Scope: scopes[0], Kind: memory.Item, Category: "person", Status: memory.Active, Content: content, CreatedAt: now},
		memory.Version{ID: newID(), Number: 1, Content: content, CreatedAt: now}))
}

// Open returns the right error for each mismatch of key and file, and does not change the file.
func TestOpenRefusesKey(t *testing.T) {
	plain, encrypted, fresh := storetest.SQLiteFile(t), encryptedFile(t), filepath.Join(t.TempDir(), "new.db")
	for _, c := range []struct {
		path string
		key  *store.Key
		want error
	}{
		{plain, nil, nil}, {plain, key, store.ErrKeyUnused},
		{encrypted, key, nil}, {encrypted, nil, store.ErrKeyMissing}, {encrypted, store.NewKey(), store.ErrKeyWrong},
		{fresh, key, nil}, {fresh, key, nil}, {fresh, nil, store.ErrKeyMissing},
	} {
		db, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + c.path, Key: c.key, Shared: true})
		if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%s: %v, want %v", filepath.Base(c.path), err, c.want)
		}
		if err == nil {
			must(t, db.Migrate(t.Context()))
			must(t, db.Close())
		}
	}
}

func TestParseKey(t *testing.T) {
	k := store.NewKey()
	if got, err := store.ParseKey("  " + strings.ToUpper(k.Hex()) + "\n"); err != nil || *got != *k {
		t.Errorf("%v %v", got, err)
	}
	for _, s := range []string{"", "secret", k.Hex()[1:], k.Hex() + "00"} {
		if _, err := store.ParseKey(s); !errors.Is(err, store.ErrKeyForm) {
			t.Errorf("%d characters: %v", len(s), err)
		}
	}
	if s := fmt.Sprintf("%v %s %#v %v %+v", k, k, *k, *k, struct{ K store.Key }{*k}); strings.Contains(s, k.Hex()[:4]) || strings.Contains(s, "0x") {
		t.Error("a printed key shows itself")
	}
}

// P66: a conversion to a key, to another key and back to none loses no row and removes the
// old file.
func TestConvert(t *testing.T) {
	ctx, other := t.Context(), store.NewKey()
	path := storetest.SQLiteFile(t)
	url := "sqlite:" + path
	db := storetest.OpenSQLite(t, path)
	for i := range 50 {
		insertText(t, db, fmt.Sprintf("m%07d", i), canary)
	}
	if err := store.Convert(ctx, url, nil, key); fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("under a running bot: %v", err)
	}
	must(t, db.Close())
	beside, err := store.Open(ctx, store.Options{URL: url, Shared: true})
	must(t, err)
	insertText(t, beside, "beside01", canary)
	if err := store.Convert(ctx, url, nil, key); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "another command is using the database") {
		t.Fatalf("beside a short command: %v", err)
	}
	must(t, beside.Close())
	steps := []struct {
		from, to *store.Key
		want     error
	}{
		{key, nil, store.ErrConverted}, {nil, key, nil}, {nil, key, store.ErrConverted},
		{nil, other, store.ErrKeyMissing}, {other, store.NewKey(), store.ErrKeyWrong}, {key, other, nil}, {other, nil, nil}, {key, other, store.ErrKeyUnused},
	}
	for i, s := range steps {
		if err := store.Convert(ctx, url, s.from, s.to); !errors.Is(err, s.want) || (err == nil) != (s.want == nil) {
			t.Fatalf("step %d: %v, want %v", i, err, s.want)
		}
		if s.want != nil {
			continue
		}
		if s.to != nil {
			wantNoCanary(t, "converted", filepath.Dir(path))
		}
		db := openEncrypted(t, path, s.to)
		if n, err := db.Memories().Count(ctx, memory.ActiveQuery(scopes...)); err != nil || n != 51 {
			t.Errorf("step %d: %d memories, %v", i, n, err)
		}
		must(t, db.CheckSchema(ctx))
		must(t, db.Close())
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("step %d: %v %v", i, info.Mode(), err)
		}
	}
	if err := store.Convert(ctx, "sqlite:"+path+"-none", nil, key); !errors.Is(err, store.ErrNoDatabase) {
		t.Error(err)
	}
	if err := store.Convert(ctx, "postgres://x/y", nil, key); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}

// Convert refuses a damaged database and does not change it.
func TestConvertRefusesDamage(t *testing.T) {
	path := storetest.SQLiteFile(t)
	b, err := os.ReadFile(path)
	must(t, err)
	for i := 5 * 4096; i < 20*4096; i++ {
		b[i] ^= 0x55
	}
	must(t, os.WriteFile(path, b, 0o600))
	if err := store.Convert(t.Context(), "sqlite:"+path, nil, key); err == nil {
		t.Fatal("converted")
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, b) {
		t.Errorf("the file was changed: %v", err)
	}
}

// When a conversion is killed at any moment, the database is complete and the next conversion
// succeeds. The test starts its own binary as the process that it kills.
func TestConvertSurvivesKills(t *testing.T) {
	if path := os.Getenv("KEEPSAKE_TEST_CONVERT"); path != "" {
		must(t, store.Convert(t.Context(), "sqlite:"+path, nil, key))
		return
	}
	made := storetest.SQLiteFile(t)
	db := storetest.OpenSQLite(t, made)
	must(t, db.InTx(t.Context(), func(ctx context.Context) error {
		for i := range 2000 {
			insertIn(t, ctx, db, fmt.Sprintf("m%07d", i), strings.Repeat(canary+" ", 10))
		}
		return nil
	}))
	must(t, db.Close())
	whole, err := os.ReadFile(made)
	must(t, err)
	plain, done := 0, 0
	for i := range 16 {
		path := filepath.Join(t.TempDir(), "keepsake.db")
		must(t, os.WriteFile(path, whole, 0o600))
		child := exec.Command(os.Args[0], "-test.run=^TestConvertSurvivesKills$")
		child.Env = append(os.Environ(), "KEEPSAKE_TEST_CONVERT="+path)
		must(t, child.Start())
		killed := time.AfterFunc(time.Duration(30+i*25)*time.Millisecond, func() { child.Process.Kill() })
		_ = child.Wait()
		killed.Stop()
		now := key
		if head, err := os.ReadFile(path); err != nil || bytes.HasPrefix(head, []byte("SQLite format 3")) {
			now = nil
			plain++
		} else {
			done++
		}
		opened, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path, Key: now})
		must(t, err)
		if n, err := opened.Memories().Count(t.Context(), memory.ActiveQuery(scopes...)); err != nil || n != 2000 {
			t.Errorf("kill %d: %d memories, %v", i, n, err)
		}
		must(t, opened.Close())
		if err := store.Convert(t.Context(), "sqlite:"+path, nil, key); err != nil && !errors.Is(err, store.ErrConverted) {
			t.Errorf("kill %d: the next one: %v", i, err)
		}
		wantNoCanary(t, fmt.Sprintf("kill %d, finished", i), filepath.Dir(path))
	}
	t.Logf("killed before the new file had its place: %d, after: %d", plain, done)
}

// Convert finishes an interrupted conversion from every state that it can leave.
func TestConvertFinishes(t *testing.T) {
	for name, leave := range map[string]func(t *testing.T, path string){
		"a copy that is not complete": func(t *testing.T, path string) {
			must(t, os.WriteFile(path+".converting", []byte("half"), 0o600))
		},
		"a second name of the database": func(t *testing.T, path string) {
			must(t, os.Link(path, path+".old-to-wipe"))
		},
		"the old file beside the new one": func(t *testing.T, path string) {
			b, err := os.ReadFile(path)
			must(t, err)
			must(t, store.Convert(t.Context(), "sqlite:"+path, nil, key))
			must(t, os.WriteFile(path+".old-to-wipe", b, 0o600))
			if !store.HasLeftover("sqlite:" + path) {
				t.Error("it is not told")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := storetest.SQLiteFile(t)
			db := storetest.OpenSQLite(t, path)
			insertText(t, db, "memory01", canary)
			must(t, db.Close())
			leave(t, path)
			if err := store.Convert(t.Context(), "sqlite:"+path, nil, key); err != nil && !errors.Is(err, store.ErrConverted) {
				t.Fatal(err)
			}
			if store.HasLeftover("sqlite:" + path) {
				t.Error("the old file is still there")
			}
			wantNoCanary(t, name, filepath.Dir(path))
			db = openEncrypted(t, path, key)
			if _, err := db.Memories().Get(t.Context(), scopes, "memory01"); err != nil {
				t.Error(err)
			}
		})
	}
}

// BenchmarkEncryption measures opening a database, inserting a memory in its own transaction
// and reading a memory, on an unencrypted and an encrypted file.
func BenchmarkEncryption(b *testing.B) {
	for _, kind := range []struct {
		name string
		key  *store.Key
	}{{"plain", nil}, {"encrypted", key}} {
		path := storetest.SQLiteFile(b)
		if kind.key != nil {
			must(b, store.Convert(b.Context(), "sqlite:"+path, nil, kind.key))
		}
		b.Run("open/"+kind.name, func(b *testing.B) {
			for b.Loop() {
				db, err := store.Open(b.Context(), store.Options{URL: "sqlite:" + path, Key: kind.key})
				must(b, err)
				must(b, db.Close())
			}
		})
		db, err := store.Open(b.Context(), store.Options{URL: "sqlite:" + path, Key: kind.key})
		must(b, err)
		n := 0
		b.Run("insert/"+kind.name, func(b *testing.B) {
			for b.Loop() {
				insertText(b, db, fmt.Sprintf("m%07d", n), "Alec is the user's boss")
				n++
			}
		})
		b.Run("read/"+kind.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				_, err := db.Memories().Get(b.Context(), scopes, fmt.Sprintf("m%07d", i*7919%n))
				must(b, err)
			}
		})
		must(b, db.Close())
	}
}

// Convert includes the rows in the WAL of a killed bot and leaves no readable copy of them.
func TestConvertIncludesWAL(t *testing.T) {
	path, folder := storetest.SQLiteFile(t), t.TempDir()
	db := storetest.OpenSQLite(t, path)
	insertText(t, db, "memory01", canary)
	for _, name := range []string{"", "-wal"} { // the files that a killed bot leaves
		b, err := os.ReadFile(path + name)
		must(t, err)
		if name != "" && !bytes.Contains(b, []byte(canary)) {
			t.Fatal("the log does not hold it")
		}
		must(t, os.WriteFile(filepath.Join(folder, "keepsake.db"+name), b, 0o600))
	}
	left := filepath.Join(folder, "keepsake.db")
	must(t, store.Convert(t.Context(), "sqlite:"+left, nil, key))
	wantNoCanary(t, "converted", folder)
	if _, err := openEncrypted(t, left, key).Memories().Get(t.Context(), scopes, "memory01"); err != nil {
		t.Error(err)
	}
}
