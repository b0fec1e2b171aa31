package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pressly/goose/v3"

	"keepsake/migrations"
	"keepsake/store"
	"keepsake/store/storetest"
)

// emptyDatabases returns two databases without tables: for each dialect the URL for
// Options, and the driver name and data source for database/sql.
func emptyDatabases(t *testing.T) map[string][3]string {
	path := filepath.Join(t.TempDir(), "keepsake.db")
	pg := storetest.EmptyPostgresURL(t)
	return map[string][3]string{"sqlite": {"sqlite:" + path, "sqlite3", "file:" + path}, "postgres": {pg, "pgx", pg}}
}

// P19: concurrent migrations create the schema once, and a newer schema is refused.
func TestMigrate(t *testing.T) {
	for name, at := range emptyDatabases(t) {
		t.Run(name, func(t *testing.T) {
			db, err := store.Open(t.Context(), store.Options{URL: at[0]})
			must(t, err)
			defer db.Close()
			if err := db.CheckSchema(t.Context()); !errors.Is(err, store.ErrOldSchema) {
				t.Fatalf("an empty database: %v", err)
			}
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					if err := db.Migrate(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			must(t, db.CheckSchema(t.Context()))
			version, err := db.SchemaVersion(t.Context())
			must(t, err)
			insertText(t, db, "memory01", "usable")

			raw := rawSQL(t, at[1], at[2])
			_, err = raw.Exec(fmt.Sprintf("INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, true)", version+1))
			must(t, err)
			for _, err := range []error{db.CheckSchema(t.Context()), db.Migrate(t.Context())} {
				if !errors.Is(err, store.ErrNewerSchema) {
					t.Errorf("a newer schema: %v", err)
				}
			}
		})
	}
}

// A database that lacks a migration below its version is refused.
func TestMigrate_MissingMigration(t *testing.T) {
	for name, at := range emptyDatabases(t) {
		t.Run(name, func(t *testing.T) {
			must(t, storetest.Migrate(t.Context(), at[0]))
			_, err := rawSQL(t, at[1], at[2]).Exec("DELETE FROM goose_db_version WHERE version_id = 5")
			must(t, err)
			db, err := store.Open(t.Context(), store.Options{URL: at[0]})
			must(t, err)
			defer db.Close()
			for _, err := range []error{db.CheckSchema(t.Context()), db.Migrate(t.Context())} {
				if !errors.Is(err, store.ErrForeignSchema) {
					t.Errorf("a hole: %v", err)
				}
			}
		})
	}
}

// All migrations can be rolled back and applied again.
func TestMigrateDown(t *testing.T) {
	dialects := map[string]goose.Dialect{"sqlite": goose.DialectSQLite3, "postgres": goose.DialectPostgres}
	for name, at := range emptyDatabases(t) {
		t.Run(name, func(t *testing.T) {
			must(t, storetest.Migrate(t.Context(), at[0]))
			files := migrations.SQLite()
			if name == "postgres" {
				files = migrations.Postgres()
			}
			raw := rawSQL(t, at[1], at[2])
			p, err := goose.NewProvider(dialects[name], raw, files, goose.WithLogger(goose.NopLogger()))
			must(t, err)
			_, err = p.DownTo(t.Context(), 0)
			must(t, err)
			if left := tables(t, name, raw); len(left) != 0 {
				t.Fatalf("left over: %v", left)
			}
			must(t, storetest.Migrate(t.Context(), at[0]))
		})
	}
}

// P8–P11: tables, columns and indexes have the same names on both databases.
func TestSchemaNames(t *testing.T) {
	seen := map[string][]string{}
	for name, at := range emptyDatabases(t) {
		must(t, storetest.Migrate(t.Context(), at[0]))
		raw := rawSQL(t, at[1], at[2])
		var all []string
		for _, table := range tables(t, name, raw) {
			all = append(all, columns(t, name, raw, table)...)
		}
		seen[name] = append(all, indexes(t, name, raw)...)
		slices.Sort(seen[name])
		for _, want := range []string{
			"agent_memories.id", "agent_memories.category", "agent_memories.subject", "agent_memories.created_at",
			"agent_memories.deleted_at", "agent_memory_versions.id", "agent_memory_versions.memory_id",
			"agent_memory_versions.version_number", "agent_memory_versions.content",
			"agent_memory_versions.source_conversation_id", "agent_memory_versions.created_at", "agent_conversations.id",
			"agent_messages.id", "idx_agent_memories_category", "idx_agent_memories_subject", "idx_agent_memories_deleted_at",
			"idx_memory_versions_memory_id", "idx_memory_versions_created_at",
		} {
			if !slices.Contains(seen[name], want) {
				t.Errorf("%s lacks %s", name, want)
			}
		}
	}
	only := func(a, b string) (out []string) {
		for _, x := range seen[a] {
			if !slices.Contains(seen[b], x) {
				out = append(out, x)
			}
		}
		return out
	}
	if a, b := only("sqlite", "postgres"), only("postgres", "sqlite"); len(a) != 0 ||
		!slices.Equal(b, []string{"idx_memory_search_words", "memory_search.words"}) {
		t.Errorf("only in SQLite: %v; only in PostgreSQL: %v", a, b)
	}
}

func tables(t *testing.T, name string, raw *sql.DB) []string {
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
	if name == "postgres" {
		query = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
	}
	return slices.DeleteFunc(strs(t, raw, query), func(s string) bool {
		// The full-text index is a virtual table, which has shadow tables.
		return s == "goose_db_version" || strings.HasPrefix(s, "memory_search_index")
	})
}

func columns(t *testing.T, name string, raw *sql.DB, table string) []string {
	query := fmt.Sprintf(`SELECT '%s.' || name FROM pragma_table_info('%[1]s')`, table)
	if name == "postgres" {
		query = fmt.Sprintf(`SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_name = '%s'`, table)
	}
	return strs(t, raw, query)
}

func indexes(t *testing.T, name string, raw *sql.DB) []string {
	query := `SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'idx_%'`
	if name == "postgres" {
		query = `SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND indexname LIKE 'idx_%'`
	}
	return strs(t, raw, query)
}

func strs(t *testing.T, raw *sql.DB, query string) []string {
	t.Helper()
	rows, err := raw.Query(query)
	must(t, err)
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		must(t, rows.Scan(&s))
		out = append(out, s)
	}
	must(t, rows.Err())
	return out
}
