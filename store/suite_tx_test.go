package store_test

import (
	"context"
	"errors"
	"testing"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store"
)

// transactions: they travel in the context, join when nested, roll back on error and
// panic, span nouns, and run their hooks after the commit only.
func transactions(t *testing.T, db *store.DB) {
	scopes, stop := []scope.Scope{alice}, errStop
	add := func(ctx context.Context, id string) error { return addMemory(ctx, db, id) }
	gone := func(t *testing.T, id string) { t.Helper(); mustBeGone(t, db, id) }
	t.Run("commit", func(t *testing.T) {
		var order []string
		must(t, db.InTx(t.Context(), func(ctx context.Context) error {
			db.AfterCommit(ctx, func() {
				_, err := db.Memories().Get(ctx, scopes, "commit01") // the ended transaction is not joined
				must(t, err)
				order = append(order, "hook 1")
			})
			db.AfterCommit(ctx, func() { order = append(order, "hook 2") })
			must(t, add(ctx, "commit01"))
			order = append(order, "work")
			return nil
		}))
		same(t, "order", order, []string{"work", "hook 1", "hook 2"})
	})
	t.Run("rollback", func(t *testing.T) {
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			db.AfterCommit(ctx, func() { t.Error("a hook ran after a rollback") })
			must(t, add(ctx, "rollback"))
			_, err := db.Memories().Get(ctx, scopes, "rollback")
			must(t, err)
			return stop
		})
		if err != stop {
			t.Fatalf("error %v, want fn's own", err)
		}
		gone(t, "rollback")
	})
	t.Run("panic", func(t *testing.T) {
		func() {
			defer func() { same(t, "panic", recover(), any("boom")) }()
			_ = db.InTx(t.Context(), func(ctx context.Context) error {
				must(t, add(ctx, "panicked"))
				panic("boom")
			})
		}()
		gone(t, "panicked")
		must(t, add(t.Context(), "afterall")) // the connection is free again
	})
	t.Run("nested joins", func(t *testing.T) {
		hook := false
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			must(t, db.Sessions().InTx(ctx, func(ctx context.Context) error {
				db.AfterCommit(ctx, func() { hook = true })
				return add(ctx, "nested01")
			}))
			same(t, "hook before the outer commit", hook, false)
			return stop
		})
		wantErr(t, err, stop)
		same(t, "hook after the outer rollback", hook, false)
		gone(t, "nested01")
	})
}

// transactionNeighbours: what others see of a transaction, and what a refused or cancelled
// statement leaves of it.
func transactionNeighbours(t *testing.T, db *store.DB) {
	scopes := []scope.Scope{alice}
	add := func(ctx context.Context, id string) error { return addMemory(ctx, db, id) }
	gone := func(t *testing.T, id string) { t.Helper(); mustBeGone(t, db, id) }
	t.Run("isolated", func(t *testing.T) {
		// Readers do not wait for a writer, and see nothing of it before it commits.
		must(t, db.InTx(t.Context(), func(ctx context.Context) error {
			must(t, add(ctx, "isolated"))
			gone(t, "isolated")
			return nil
		}))
		_, err := db.Memories().Get(t.Context(), scopes, "isolated")
		must(t, err)
	})
	t.Run("no transaction", func(t *testing.T) {
		hook := false
		db.AfterCommit(t.Context(), func() { hook = true })
		same(t, "hook at once", hook, true)
	})
	t.Run("refused statement", func(t *testing.T) {
		// A refusal that a caller may act upon leaves the transaction usable.
		must(t, db.InTx(t.Context(), func(ctx context.Context) error {
			must(t, add(ctx, "twice001"))
			wantErr(t, add(ctx, "twice001"), memory.ErrIDTaken)
			return add(ctx, "twice002")
		}))
		_, err := db.Memories().Get(t.Context(), scopes, "twice002")
		must(t, err)
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		err := db.InTx(ctx, func(ctx context.Context) error {
			must(t, add(ctx, "cancel01"))
			cancel()
			return add(ctx, "cancel02")
		})
		wantErr(t, err, context.Canceled)
		gone(t, "cancel01")
	})
}

// errStop is why a test's transaction is rolled back.
var errStop = errors.New("stop")

func addMemory(ctx context.Context, db *store.DB, id string) error {
	m, v := item(id, alice, "person", "kept by "+id)
	return db.Memories().Insert(ctx, m, v)
}

func mustBeGone(t *testing.T, db *store.DB, id string) {
	t.Helper()
	_, err := db.Memories().Get(t.Context(), []scope.Scope{alice}, id)
	wantErr(t, err, memory.ErrNotFound)
}
