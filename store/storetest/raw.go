package storetest

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"

	_ "github.com/ncruces/go-sqlite3/driver" // "sqlite3"

	"keepsake/store"
)

// Migrate opens a database that an address names, applies all pending migrations and closes it.
func Migrate(ctx context.Context, url string) error {
	db, err := store.Open(ctx, store.Options{URL: url})
	if err != nil {
		return err
	}
	return errors.Join(db.Migrate(ctx), db.Close())
}

// Execute runs statements on a database that an address names ("sqlite:PATH", "postgres://…"),
// past every Store: for what a test needs and no program does, such as rows of another time.
func Execute(t testing.TB, url, statements string) {
	t.Helper()
	driver, address := "sqlite3", "file:"+strings.TrimPrefix(url, "sqlite:")
	if !strings.HasPrefix(url, "sqlite:") {
		join := "?"
		if strings.Contains(url, "?") {
			join = "&"
		}
		driver, address = "pgx", url+join+"default_query_exec_mode=simple_protocol"
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatalf("execute statements: %v", err)
	}
}
