package store_test

import (
	"context"
	"database/sql"
	"sync"
	"testing"
	"time"

	"keepsake/store"
	"keepsake/store/storetest"
)

// An announcement reaches the other processes, also after the server has closed their
// connections, and not its sender.
func TestWire(t *testing.T) {
	url := storetest.PostgresURL(t)
	ctx, stop := context.WithCancel(t.Context())
	var both sync.WaitGroup
	defer both.Wait()
	defer stop()
	listens, heard := make(chan struct{}, 10), make(chan string, 10)
	var dbs []*store.DB
	for range 2 {
		db, err := store.Open(ctx, store.Options{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		dbs = append(dbs, db)
		both.Go(func() {
			if err := db.Wire().Listen(ctx, func(what string) { heard <- what }, func() { listens <- struct{}{} }); err != nil {
				t.Error(err)
			}
		})
	}
	defer both.Wait() // before the databases close
	defer stop()
	await := func(what string) {
		t.Helper()
		select {
		case got := <-heard:
			if got != what {
				t.Errorf("heard %q, want %q", got, what)
			}
		case <-time.After(time.Minute):
			t.Fatalf("nobody heard %q", what)
		}
	}
	<-listens
	<-listens
	dbs[0].Wire().Announce("news")
	await("news")
	dbs[1].Wire().Announce("more")
	await("more")

	admin, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.ExecContext(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE 'LISTEN%'`); err != nil {
		t.Fatal(err)
	}
	<-listens // each listener calls lost after it has connected again
	<-listens
	dbs[0].Wire().Announce("again")
	await("again")
}

// The clock is the server's on PostgreSQL and the machine's on SQLite. Both are the same
// machine here.
func TestClock(t *testing.T) {
	for _, db := range []*store.DB{storetest.SQLite(t), storetest.Postgres(t)} {
		now, err := db.Clock(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if off := time.Since(now()).Abs(); off > time.Minute {
			t.Errorf("%s: the clock is off by %s", db.Dialect(), off)
		}
	}
	if storetest.SQLite(t).Wire() != nil {
		t.Error("SQLite has a wire")
	}
}
