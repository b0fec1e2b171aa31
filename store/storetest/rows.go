package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/store"
	"keepsake/trust"
)

// AssertOwnRowsOnly fails the test where something that is asked reads more rows and entries of indexes beside many memories of
// others than beside few. It is counted on PostgreSQL: prepare is called once with a database that holds those memories, then ask
// with each name; both close what they opened on it.
func AssertOwnRowsOnly(t *testing.T, prepare func(db *store.DB), names []string, ask func(db *store.DB, name string)) {
	t.Helper()
	read := map[string]int{}
	for _, total := range []int{200, 4000} {
		url := PostgresURL(t)
		within := func(do func(db *store.DB)) {
			db, err := store.Open(t.Context(), store.Options{URL: url})
			if err != nil {
				t.Fatal(err)
			}
			do(db)
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		}
		within(func(db *store.DB) {
			fillMemories(t, db, total)
			prepare(db)
		})
		avoidScans(t, url)
		for _, name := range names {
			before := rowsRead(t, url)
			within(func(db *store.DB) { ask(db, name) })
			rows := rowsRead(t, url) - before
			t.Logf("%s beside %d memories of others: %d rows", name, total, rows)
			if was, ok := read[name]; ok && rows > was+50 {
				t.Errorf("%s reads %d rows beside 200 memories of others, and %d beside %d", name, was, rows, total)
			}
			read[name] = rows
		}
	}
}

// ofOne is how many memories fillMemories gives each person.
const ofOne = 20

// fillMemories stores so many memories of people whom nobody else knows, past the Service, which would compare them.
func fillMemories(t testing.TB, db *store.DB, total int) {
	t.Helper()
	at := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	for from := 0; from < total; from += ofOne {
		owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: fmt.Sprint("telegram:9", from)}
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			for n := from; n < from+ofOne; n++ {
				m := memory.Memory{
					ID: shortid.Of(fmt.Sprint("filled ", n), shortid.Len), Scope: owner, Kind: memory.Item, Type: memory.EpisodeType, Category: memory.CategoryContext,
					Status: memory.Active, Origin: memory.Explicit, Trust: trust.Person, Confidence: 1, Importance: 0.5, CreatedAt: at,
				}
				first := memory.Version{ID: uuid.NewString(), MemoryID: m.ID, Number: 1, CreatedAt: at, Content: fmt.Sprintf("User bought lantern number %d", n)}
				if err := db.Memories().Insert(ctx, m, first); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatalf("fill memories: %v", err)
		}
	}
}

// avoidScans lets whoever connects from now on to a PostgreSQL database read whole tables only where no index can be used, as
// it does by itself in large tables.
func avoidScans(t testing.TB, address string) {
	t.Helper()
	Execute(t, address, "ANALYZE; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_seqscan = off', current_database()); END $$")
}

// rowsRead returns how many rows of tables and entries of indexes were read so far in a PostgreSQL database that nobody has
// open: what its processes count, they tell when they end.
func rowsRead(t testing.TB, address string) (rows int) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for others, tries := 1, 0; others > 0; tries++ {
		if tries > 0 {
			time.Sleep(10 * time.Millisecond)
		}
		err := db.QueryRow("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()").Scan(&others) // none waits for long: who closed a connection is about to end
		if err != nil || tries > 1000 {
			t.Fatalf("%d have the database open: %v", others, err)
		}
	}
	err = db.QueryRow("SELECT (SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables) + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes)").Scan(&rows)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
