package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/ncruces/go-sqlite3/driver"
	"github.com/ncruces/go-sqlite3/ext/fts5"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	junk := filepath.Join(dir, "junk.db")
	if err := os.WriteFile(junk, []byte(strings.Repeat("this is a letter, not a database\n", 200)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		url  string
		kind fault.Kind
	}{
		{"", fault.Invalid},
		{"mysql://x", fault.Invalid},
		{"keepsake.db", fault.Invalid},
		{"sqlite:", fault.Invalid},
		{"sqlite::memory:", fault.Invalid},
		{"sqlite:" + dir, fault.Unavailable},
		{"sqlite:" + junk, fault.Unavailable},
		{"sqlite:" + filepath.Join(junk, "below", "a-file.db"), fault.Unavailable},
		{"postgres://bot:hunter2@127.0.0.1:port/x", fault.Invalid},
		{"postgres://bot:hunter2@127.0.0.1:1/x?connect_timeout=2", fault.Unavailable},
	} {
		db, err := store.Open(t.Context(), store.Options{URL: c.url})
		if err == nil {
			db.Close()
			t.Errorf("%q opened", c.url)
		} else if fault.KindOf(err) != c.kind || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v (%s), want %s and no password", c.url, err, fault.KindOf(err), c.kind)
		}
	}
}

// A second process cannot open a SQLite file, except with Shared. Close releases the lock.
func TestProcessLock(t *testing.T) {
	path := storetest.SQLiteFile(t)
	first, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path})
	must(t, err)
	_, err = store.Open(t.Context(), store.Options{URL: "sqlite:" + path})
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "another Keepsake is using this database") {
		t.Fatalf("second opener: %v", err)
	}
	beside, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path, Shared: true})
	must(t, err)
	defer beside.Close()
	insertText(t, beside, "beside01", "written beside the owner")
	if _, err := first.Memories().Get(t.Context(), scopes, "beside01"); err != nil {
		t.Fatalf("the owner reads it: %v", err)
	}
	must(t, beside.Migrate(t.Context())) // nothing to do needs no lock
	must(t, first.Close())
	must(t, first.Close())
	again, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path})
	must(t, err)
	must(t, again.Close())
}

// Two handles that write at the same time wait for each other; no write fails.
func TestConcurrentWriters(t *testing.T) {
	path := storetest.SQLiteFile(t)
	owner := storetest.OpenSQLite(t, path)
	beside, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path, Shared: true})
	must(t, err)
	defer beside.Close()
	at := time.Now()
	var wg sync.WaitGroup
	for name, db := range map[string]*store.DB{"own": owner, "bes": beside} {
		for w := range 3 {
			wg.Go(func() {
				for i := range 20 {
					if _, err := db.Deliveries().TakeLease(t.Context(), fmt.Sprint(name, w, i), name, at, at); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wg.Wait()
}

// Only the owner can read the files, and Open creates a missing folder.
func TestSQLiteFileIsPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "folder with ü & ?#%", "keepsake.db")
	must(t, storetest.Migrate(t.Context(), "sqlite:"+path))
	files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	must(t, err)
	for _, f := range append(files, path) {
		info, err := os.Stat(f)
		must(t, err)
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: mode %v", filepath.Base(f), info.Mode())
		}
	}
}

// Committed data survives a restart (P1).
func TestReopen(t *testing.T) {
	path := storetest.SQLiteFile(t)
	db, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path})
	must(t, err)
	must(t, db.Ping(t.Context()))
	insertText(t, db, "memory01", "kept")
	must(t, db.Close())
	db = storetest.OpenSQLite(t, path)
	if m, err := db.Memories().Get(t.Context(), scopes, "memory01"); err != nil || m.Content != "kept" {
		t.Fatalf("%+v %v", m, err)
	}
	if db.Dialect() != "sqlite" {
		t.Error(db.Dialect())
	}
}

// A write outside the transaction that holds the only write connection fails at its
// deadline instead of hanging.
func TestWriteOutsideTransactionFails(t *testing.T) {
	db := storetest.SQLite(t)
	err := db.InTx(t.Context(), func(context.Context) error {
		outside, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		return db.Memories().SetPinned(outside, "memory01", true)
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	insertText(t, db, "memory01", "and the database goes on")
}

// Drivers quote values in their errors; the store's errors must not.
func TestErrorsQuoteNoValues(t *testing.T) {
	for name, db := range openBoth(t) {
		t.Run(name, func(t *testing.T) {
			const said = "my-diary-says-so"
			m, v := memory.Memory{ID: "memory01", Scope: scopes[0], Category: "person", CreatedAt: time.Now()}, memory.Version{
				ID: "00000000-0000-4000-8000-000000000000", Number: 1, Content: said, SessionID: "00000000-0000-4000-8000-000000000001", CreatedAt: time.Now()}
			errs := []error{db.Memories().Insert(t.Context(), m, v)} // no such conversation
			v.ID, v.SessionID = said, said
			errs = append(errs, db.Memories().Insert(t.Context(), m, v))
			m.Category = strings.Repeat(said, 10)
			errs = append(errs, db.Memories().Insert(t.Context(), m, v))
			for i, err := range errs {
				if err == nil || strings.Contains(err.Error(), "diary") {
					t.Errorf("error %d: %v", i, err)
				}
			}
		})
	}
}

// PostgreSQL ends one of two transactions that wait for each other. Its error is
// fault.Unavailable, so that the caller may retry.
func TestDeadlockIsTransient(t *testing.T) {
	db := storetest.Postgres(t)
	other := scope.Scope{Store: "keepsake", Kind: scope.Global}
	ms := db.Memories()
	must(t, errors.Join(ms.Lock(t.Context(), scopes[0]), ms.Lock(t.Context(), other)))
	var both sync.WaitGroup
	both.Add(2)
	lock := func(first, second scope.Scope) error {
		return db.InTx(t.Context(), func(ctx context.Context) error {
			err := ms.Lock(ctx, first)
			both.Done()
			both.Wait()
			return errors.Join(err, ms.Lock(ctx, second))
		})
	}
	result := make(chan error)
	go func() { result <- lock(scopes[0], other) }()
	err := errors.Join(lock(other, scopes[0]), <-result)
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "40P01") {
		t.Fatal(err)
	}
}

// openBoth returns a new database of each dialect, by its name.
func openBoth(t *testing.T) map[string]*store.DB {
	return map[string]*store.DB{"sqlite": storetest.SQLite(t), "postgres": storetest.Postgres(t)}
}

var scopes = []scope.Scope{{Store: "keepsake", Kind: scope.User, ID: "telegram:42"}}

func insertText(t testing.TB, db *store.DB, id, content string) {
	t.Helper()
	now := time.Now()
	must(t, db.Memories().Insert(t.Context(),
		memory.Memory{ID: id, Scope: scopes[0], Kind: memory.Item, Category: "person", Status: memory.Active, Content: content, CreatedAt: now},
		memory.Version{ID: newID(), Number: 1, Content: content, CreatedAt: now}))
}

// rawSQL opens a database without the store, to inspect the tables themselves.
func rawSQL(t *testing.T, name, url string) *sql.DB {
	t.Helper()
	raw, err := sql.Open(name, url)
	if name == "sqlite3" { // the search index needs the FTS5 extension
		raw, err = driver.Open(url, fts5.Register)
	}
	must(t, err)
	t.Cleanup(func() { raw.Close() })
	return raw
}
