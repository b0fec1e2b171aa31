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

// ofOne is how many memories FillMemories gives each person.
const ofOne = 20

// FillMemories stores so many memories of people whom nobody else knows, past the Service, which would compare them.
func FillMemories(t testing.TB, db *store.DB, total int) {
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

// AvoidScans lets whoever connects from now on to a PostgreSQL database read whole tables only where no index can be used, as
// it does by itself in large tables.
func AvoidScans(t testing.TB, address string) {
	t.Helper()
	Execute(t, address, "ANALYZE; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_seqscan = off', current_database()); END $$")
}

// RowsRead returns how many rows of tables and entries of indexes were read so far in a PostgreSQL database that nobody has
// open: what its processes count, they tell when they end.
func RowsRead(t testing.TB, address string) (rows int) {
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
