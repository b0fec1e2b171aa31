package storetest

import (
	"database/sql"
	"strings"
	"testing"

	_ "github.com/ncruces/go-sqlite3/driver" // "sqlite3"
)

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
