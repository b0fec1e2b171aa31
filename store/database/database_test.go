package database_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"keepsake/fault"
	"keepsake/store/database"
	"keepsake/store/storetest"
)

// eachDatabase runs a test on both databases, with the schema of the program.
func eachDatabase(t *testing.T, run func(t *testing.T, db *database.DB, rows database.Access)) {
	for name, url := range map[string]string{
		database.SQLite: "sqlite:" + storetest.SQLiteFile(t), database.Postgres: storetest.PostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			db, err := database.Open(t.Context(), database.Options{URL: url}, database.Schema{TextIndexes: []string{"memory_search_index"}})
			must(t, err)
			t.Cleanup(func() { db.Close() })
			if db.Dialect() != name {
				t.Errorf("the dialect of %s is %s", name, db.Dialect())
			}
			must(t, db.Ping(t.Context()))
			run(t, db, database.NewAccess(db))
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Plan tells a lookup by an index from a scan, and refuses what is no statement.
func TestPlan(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *database.DB, _ database.Access) {
		for query, isScan := range map[string]bool{
			"SELECT name FROM people WHERE id = 'telegram:1'": false,
			"SELECT id FROM people WHERE name = 'Ann'":        true,
		} {
			steps, err := db.Plan(t.Context(), query)
			must(t, err)
			plan := strings.Join(steps, "\n")
			if got := strings.Contains(plan, "SCAN people") || strings.Contains(plan, "Seq Scan on people"); got != isScan {
				t.Errorf("%s: scan %t, want %t:\n%s", query, got, isScan, plan)
			}
		}
		if _, err := db.Plan(t.Context(), "SELECT 'a secret' FROM nowhere"); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("no statement: %v", err)
		}
	})
}

// RowCounts counts every table of the program, and none of the engine's.
func TestRowCounts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *database.DB, rows database.Access) {
		must(t, rows.Write(t.Context(), func(g *gorm.DB) error {
			return g.Exec("INSERT INTO leases (name, owner, held_until) VALUES ('a', 'b', '2026-11-20T12:00:00.000000Z')").Error
		}))
		counts, err := db.RowCounts(t.Context())
		must(t, err)
		if n, ok := counts["leases"]; !ok || n != 1 {
			t.Errorf("leases has %d rows (%t), want 1", n, ok)
		}
		for name := range counts {
			if slices.ContainsFunc([]string{"sqlite_", "goose_", "memory_search_index"}, func(p string) bool { return strings.HasPrefix(name, p) }) {
				t.Errorf("%s was counted", name)
			}
		}
	})
}

// A value of a transaction is zero at first, the same within the transaction and in one that
// joins it, and gone with it.
func TestTxValue(t *testing.T) {
	type note struct{ text string }
	eachDatabase(t, func(t *testing.T, db *database.DB, rows database.Access) {
		if v := database.TxValue[note](t.Context(), rows); v != nil {
			t.Errorf("outside a transaction: %v", v)
		}
		for range 2 {
			must(t, db.InTx(t.Context(), func(ctx context.Context) error {
				if v := database.TxValue[note](ctx, rows); v == nil || v.text != "" {
					t.Fatalf("at first: %v", v)
				}
				database.TxValue[note](ctx, rows).text = "kept"
				return rows.Transact(ctx, func(ctx context.Context, _ *gorm.DB) error {
					if v := database.TxValue[note](ctx, rows); v == nil || v.text != "kept" {
						t.Errorf("in the transaction: %v", v)
					}
					return nil
				})
			}))
		}
	})
}

// Query asks past GORM, with question marks on both databases.
func TestQuery(t *testing.T) {
	eachDatabase(t, func(t *testing.T, _ *database.DB, rows database.Access) {
		found, err := rows.Query(t.Context(), "SELECT name FROM (SELECT 'Ann' AS name) AS p WHERE name = ? OR name = ?", "Ann", "Ben")
		must(t, err)
		defer found.Close()
		var name string
		if !found.Next() {
			t.Fatal("no row")
		}
		must(t, found.Scan(&name))
		if name != "Ann" {
			t.Errorf("found %q", name)
		}
	})
}

// An error names the operation and the driver's code, and quotes no value.
func TestWrapHidesValues(t *testing.T) {
	eachDatabase(t, func(t *testing.T, _ *database.DB, rows database.Access) {
		plain := rows.Write(t.Context(), func(g *gorm.DB) error { return g.Exec("SELECT a_secret FROM people").Error })
		if plain == nil || !strings.Contains(plain.Error(), "a_secret") {
			t.Fatalf("the driver quotes nothing: %v", plain)
		}
		err := database.Wrap(plain, "read people")
		if strings.Contains(err.Error(), "a_secret") || !strings.HasPrefix(err.Error(), "read people: ") {
			t.Errorf("got %v", err)
		}
		if again := database.Wrap(err, "something else"); again != err {
			t.Errorf("wrapped twice: %v", again)
		}
	})
	if err := database.Wrap(context.Canceled, "read"); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// CheckIdle is nil for a database that nobody uses or that is not there, and refuses one in use
// and one that is no file.
func TestCheckIdle(t *testing.T) {
	url := "sqlite:" + storetest.SQLiteFile(t)
	must(t, database.CheckIdle(url))
	must(t, database.CheckIdle("sqlite:"+filepath.Join(t.TempDir(), "none.db")))
	db, err := database.Open(t.Context(), database.Options{URL: url}, database.Schema{})
	must(t, err)
	defer db.Close()
	if err := database.CheckIdle(url); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("in use: %v", err)
	}
	if err := database.CheckIdle("postgres://localhost/x"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("PostgreSQL: %v", err)
	}
}
