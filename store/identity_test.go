package store_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"keepsake/store"
	"keepsake/store/storetest"
)

// U1, X7: a process that is killed while SQLite brings the log into the file leaves a first page that names
// more pages than the file has yet. Everything is in the log, so the next start opens it, for the bot and
// for a command beside it.
func TestKilledInACheckpoint(t *testing.T) {
	eachKey(t, func(t *testing.T, key *store.Key) {
		ctx := t.Context()
		live := storetest.SQLiteFile(t)
		if key != nil {
			must(t, store.Convert(ctx, "sqlite:"+live, nil, key))
		}
		db := openWith(t, live, key)
		insertText(t, db, "before01", "kept before the backup")
		before, err := os.Stat(live)
		must(t, err)
		for i := range 30 {
			insertText(t, db, fmt.Sprintf("after%03d", i), strings.Repeat("kept after the backup ", 500))
		}
		paths := []string{crashed(t, live), crashed(t, live)}
		must(t, db.Close()) // brings the log into the file
		whole, err := os.ReadFile(live)
		must(t, err)
		if int64(len(whole)) <= before.Size() {
			t.Fatalf("the file did not grow: %d bytes, %d before", len(whole), before.Size())
		}
		for i, shared := range []bool{false, true} {
			must(t, os.WriteFile(paths[i], whole[:before.Size()], 0o600)) // the first pages only
			db, err := store.Open(ctx, store.Options{URL: "sqlite:" + paths[i], Key: key, Shared: shared})
			if err != nil {
				t.Fatalf("shared %v: %v", shared, err)
			}
			holds(t, db, true)
		}
	})
}
