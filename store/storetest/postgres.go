package storetest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // registers "pgx"

	"keepsake/migrations"
	"keepsake/store"
)

// Postgres returns a fresh database on the test server, dropped when the test ends. The
// server is the one of TEST_DATABASE_URL, else the one that
// scripts/postgres-for-tests.sh finds or starts. Without one the test fails.
func Postgres(t testing.TB) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{URL: PostgresURL(t), Log: quiet})
	if err != nil {
		t.Fatalf("open PostgreSQL: %v", err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close PostgreSQL: %v", err)
		}
	})
	return db
}

// PostgresURL returns the address of a fresh, migrated database that nobody uses, dropped
// when the test ends.
func PostgresURL(t testing.TB) string {
	t.Helper()
	return newDatabase(t, func(s *pgServer) string { return " TEMPLATE " + s.template })
}

// EmptyPostgresURL returns the address of a fresh database without any table.
func EmptyPostgresURL(t testing.TB) string {
	t.Helper()
	return newDatabase(t, func(*pgServer) string { return "" })
}

// CopyPostgres returns the address of a copy of a database that nobody has open, dropped when the test
// ends: what a restored dump is.
func CopyPostgres(t testing.TB, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return newDatabase(t, func(*pgServer) string { return " TEMPLATE " + strings.TrimPrefix(u.Path, "/") })
}

// TablesWith returns the tables of a PostgreSQL database that hold a word, whatever its case.
func TablesWith(t testing.TB, address, word string) (tables []string) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		all = append(all, name)
	}
	for _, name := range all {
		var n int
		if err := db.QueryRow("SELECT count(*) FROM "+name+" AS t WHERE t::text ILIKE '%' || $1 || '%'", word).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			tables = append(tables, name)
		}
	}
	return tables
}

func newDatabase(t testing.TB, from func(*pgServer) string) string {
	t.Helper()
	s, err := server()
	if err != nil {
		t.Fatalf("these tests need PostgreSQL: %v", err)
	}
	name := "keepsake_test_" + strings.ToLower(rand.Text()[:12])
	if err := s.exec("CREATE DATABASE " + name + from(s)); err != nil {
		t.Fatalf("make a test database: %v", err)
	}
	t.Cleanup(func() {
		if err := s.exec("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("drop the test database: %v", err)
		}
	})
	return s.address(name)
}

// pgServer is the test server and the name of the migrated database that tests copy.
type pgServer struct {
	url      *url.URL
	template string
}

// server finds or starts the server once per test binary.
var server = sync.OnceValues(func() (*pgServer, error) {
	address, err := serverURL()
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("TEST_DATABASE_URL is not an address")
	}
	sum, err := schemaSum()
	if err != nil {
		return nil, err
	}
	s := &pgServer{url: u, template: "keepsake_template_" + sum}
	return s, s.makeTemplate()
})

func serverURL() (string, error) {
	if u := os.Getenv("TEST_DATABASE_URL"); u != "" {
		return u, nil
	}
	script, err := findUp(filepath.Join("scripts", "postgres-for-tests.sh"))
	if err != nil {
		return "", err
	}
	out, err := exec.Command(script).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return "", fmt.Errorf("%s", strings.TrimSpace(string(failed.Stderr)))
	}
	return strings.TrimSpace(string(out)), err
}

// findUp returns the path of a file in this folder or one above: tests run in the folder
// of their package.
func findUp(name string) (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		path := filepath.Join(dir, name)
		if _, missing := os.Stat(path); missing == nil {
			return path, nil
		}
		if dir == filepath.Dir(dir) {
			err = fmt.Errorf("%s: not found", name)
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

// schemaSum names a template by what is in it, so that a changed migration gets a new one.
func schemaSum() (string, error) {
	h := sha256.New()
	err := fs.WalkDir(migrations.Postgres(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(migrations.Postgres(), path)
		fmt.Fprintf(h, "%s %d\n%s", path, len(b), b) // its number is part of a migration
		return err
	})
	return hex.EncodeToString(h.Sum(nil))[:12], err
}

func (s *pgServer) address(database string) string {
	u := *s.url
	u.Path = "/" + database
	return u.String()
}

// exec runs a statement beside the databases of the tests.
func (s *pgServer) exec(statement string) error {
	db, err := sql.Open("pgx", s.url.String())
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(statement)
	return err
}

// makeTemplate migrates the template under a lock: the tests of several packages run at
// once. It gets its name when it is complete.
func (s *pgServer) makeTemplate() error {
	ctx := context.Background()
	db, err := sql.Open("pgx", s.url.String())
	if err != nil {
		return err
	}
	defer db.Close()
	lock, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer lock.Close() // ends the session, and with it the lock
	if _, err := lock.ExecContext(ctx, "SELECT pg_advisory_lock(7265341)"); err != nil {
		return err
	}
	var there bool
	found := lock.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", s.template)
	if err := found.Scan(&there); err != nil || there {
		return err
	}
	part := s.template + "_part"
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + part + " WITH (FORCE)", "CREATE DATABASE " + part} {
		if _, err := lock.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if err := Migrate(ctx, s.address(part)); err != nil {
		return err
	}
	_, err = lock.ExecContext(ctx, "ALTER DATABASE "+part+" RENAME TO "+s.template)
	return err
}
