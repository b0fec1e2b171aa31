// Package storetest gives tests a database: fresh, migrated, and gone with the test, SQLite or
// PostgreSQL, and finds to fill it with. Where PostgreSQL is missing the tests fail; they do not skip.
//
// What the stores promise is proved by the tests of package store (suite_test.go).
//
// Start reading at SQLite, then Postgres.
package storetest

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"keepsake/store"
)

// Databases opens a fresh database of either kind, by its name: for tests that run on both.
var Databases = map[string]func(testing.TB) *store.DB{"sqlite": SQLite, "postgres": Postgres}

// SQLite returns a fresh database in the test's own folder, closed when the test ends.
func SQLite(t testing.TB) *store.DB {
	t.Helper()
	return OpenSQLite(t, SQLiteFile(t))
}

// SQLiteFile returns the path of a fresh, migrated database that nobody has open.
func SQLiteFile(t testing.TB) string {
	t.Helper()
	b, err := template()
	if err != nil {
		t.Fatalf("make an empty database: %v", err)
	}
	path := filepath.Join(t.TempDir(), "keepsake.db")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// OpenSQLite opens a database file again, as a restart does.
func OpenSQLite(t testing.TB, path string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path, Log: quiet})
	if err != nil {
		t.Fatalf("open SQLite: %v", err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close SQLite: %v", err)
		}
	})
	return db
}

var quiet = slog.New(slog.DiscardHandler)

// template is the bytes of a migrated, empty database: copying them is quicker than
// migrating for every test.
var template = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "keepsake-template")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "template.db")
	if err := Migrate(context.Background(), "sqlite:"+path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})
