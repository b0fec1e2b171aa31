package store_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"keepsake/people"
	"keepsake/store"
	"keepsake/store/storetest"
)

// openObserved opens a migrated database. The returned function returns the statements since its
// last call.
func openObserved(t *testing.T, url string) (*store.DB, func() []store.Statement) {
	t.Helper()
	if err := storetest.Migrate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var seen []store.Statement
	db, err := store.Open(t.Context(), store.Options{URL: url, Observe: func(s store.Statement) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, s)
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	take := func() []store.Statement {
		mu.Lock()
		defer mu.Unlock()
		out := seen
		seen = nil
		return out
	}
	take()
	return db, take
}

// Observe reports one commit for a transaction that wrote and for a write outside a transaction,
// and none for a transaction that only read or was rolled back.
func TestObserveReportsCommits(t *testing.T) {
	for name, url := range map[string]string{
		"sqlite": "sqlite:" + t.TempDir() + "/k.db", "postgres": storetest.PostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			db, take := openObserved(t, url)
			ctx, now := t.Context(), time.Now()
			link := func(ctx context.Context, n int) error {
				return db.People().PutLink(ctx, people.Link{CodeHash: fmt.Sprint(n), ExpiresAt: now})
			}
			for _, c := range []struct {
				name             string
				do               func() error
				asked, committed int
			}{
				{"a write alone", func() error { return link(ctx, 1) }, 1, 1},
				{"a read alone", func() error { _, err := db.People().Owners(ctx); return err }, 1, 0},
				{"two writes in one", func() error {
					return db.InTx(ctx, func(ctx context.Context) error {
						if err := link(ctx, 2); err != nil {
							return err
						}
						return link(ctx, 3)
					})
				}, 2, 1},
				{"a transaction that reads", func() error {
					return db.InTx(ctx, func(ctx context.Context) error { _, err := db.People().Owners(ctx); return err })
				}, 1, 0},
				{"a write that is rolled back", func() error {
					_ = db.InTx(ctx, func(ctx context.Context) error { _ = link(ctx, 4); return context.Canceled })
					return nil
				}, 1, 0},
			} {
				take()
				if err := c.do(); err != nil {
					t.Fatal(c.name, err)
				}
				asked, committed := 0, 0
				for _, s := range take() {
					if !s.IsBoundary() {
						asked++
					}
					if s.Commits {
						committed++
					}
				}
				if asked != c.asked || committed != c.committed {
					t.Errorf("%s: %d statements, %d commits; want %d, %d", c.name, asked, committed, c.asked, c.committed)
				}
			}
		})
	}
}

// Cached statements work after an error, after VACUUM, after more statements than the cache
// holds, and while another caller reads their rows.
func TestCachedStatements(t *testing.T) {
	db, _ := openObserved(t, "sqlite:"+t.TempDir()+"/k.db")
	ctx, now := t.Context(), time.Now()
	for range 3 { // the second and the third violate the primary key
		_ = db.People().PutLink(ctx, people.Link{CodeHash: "one", ExpiresAt: now})
	}
	if err := db.People().PutLink(ctx, people.Link{CodeHash: "two", ExpiresAt: now}); err != nil {
		t.Fatalf("after a refusal: %v", err)
	}
	for n := range 300 { // the text depends on the number of parameters
		if _, err := db.Deliveries().StopAsked(ctx, make([]int64, n%200+1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Scrub(ctx); err != nil { // VACUUM fails while a statement is active
		t.Fatal(err)
	}
	if used, err := db.People().UseLink(ctx, "two", "u1", now.Add(-time.Minute)); err != nil || !used {
		t.Fatal(used, err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if _, err := db.People().Owners(ctx); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}
