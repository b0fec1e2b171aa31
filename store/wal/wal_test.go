package wal_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/ncruces/go-sqlite3/driver"

	"keepsake/store/wal"
)

// A cleaner empties the log as soon as nobody reads any more, and lets others write meanwhile.
func TestCleaner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.db")
	open := func() *sql.DB {
		h, err := sql.Open("sqlite3", "file:"+path+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(wal)")
		if err != nil {
			t.Fatal(err)
		}
		h.SetMaxOpenConns(1)
		t.Cleanup(func() { h.Close() })
		return h
	}
	write, read := open(), open()
	exec := func(h *sql.DB, statement string) {
		t.Helper()
		if _, err := h.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	exec(write, "CREATE TABLE t (x TEXT)")
	cleaner := wal.NewCleaner(write)
	defer cleaner.Close()

	reading, err := read.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := reading.QueryRow("SELECT COUNT(*) FROM t").Scan(&n); err != nil {
		t.Fatal(err)
	}
	exec(write, "INSERT INTO t VALUES ('after the reader began')")
	cleaner.Ask()
	began := time.Now()
	for time.Since(began) < time.Second {
		at := time.Now()
		exec(write, "INSERT INTO t VALUES ('more')")
		if took := time.Since(at); took > 5*time.Second { // that of the connection is ten
			t.Fatalf("a write waited %v for a reader", took)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if size(t, path) == 0 {
		t.Fatal("the log was emptied under a reader")
	}
	if err := reading.Commit(); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(20 * time.Second); size(t, path) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the log is not empty")
		}
	}
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
