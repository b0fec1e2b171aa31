package migrations_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"keepsake/migrations"
)

// Both databases have the same migrations, numbered without gaps, and each can be taken
// back. That they run, and make the same names, is proved in package store.
func TestTheSameOnBoth(t *testing.T) {
	sqlite, postgres := names(t, migrations.SQLite()), names(t, migrations.Postgres())
	if len(sqlite) == 0 || !slices.Equal(sqlite, postgres) {
		t.Errorf("SQLite has %v, PostgreSQL %v", sqlite, postgres)
	}
	for i, name := range sqlite {
		if !strings.HasPrefix(name, fmt.Sprintf("%05d_", i+1)) {
			t.Errorf("migration %d is called %s", i+1, name)
		}
	}
}

func names(t *testing.T, files fs.FS) []string {
	t.Helper()
	found, err := fs.Glob(files, "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found {
		b, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, mark := range []string{"-- +goose Up\n", "-- +goose Down\n"} {
			if strings.Count(string(b), mark) != 1 {
				t.Errorf("%s: needs one %q", name, mark)
			}
		}
	}
	return found
}
