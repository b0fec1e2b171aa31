package sealed_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/ncruces/go-sqlite3/driver"
	"github.com/ncruces/go-sqlite3/vfs"
	"golang.org/x/sync/errgroup"

	"keepsake/store/database/sealed"
)

// While an encrypted WAL grows, those who read what stands before see whole pages. Without walVFS they read
// noise or a "malformed" database within a second.
func TestEncryptedWALIsReadWhileItGrows(t *testing.T) {
	vfs.Register("sealed-test", sealed.Wrap(vfs.Find(""), [sealed.KeySize]byte{1, 2, 3}))
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(t.TempDir(), "keepsake.db")+"?vfs=sealed-test&textkey=set"+
		"&_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(off)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, said TEXT); INSERT INTO notes VALUES (1, '')"); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
	defer stop()
	var read, written atomic.Int64
	g, running := errgroup.WithContext(ctx)
	g.Go(func() error {
		for running.Err() == nil {
			letter := string(rune('a' + written.Add(1)%26))
			if _, err := db.ExecContext(t.Context(), "UPDATE notes SET said = ?", strings.Repeat(letter, 3500)); err != nil {
				return err
			}
		}
		return nil
	})
	for range 3 {
		g.Go(func() error {
			for running.Err() == nil {
				var said string
				if err := db.QueryRowContext(t.Context(), "SELECT said FROM notes").Scan(&said); err != nil {
					return err
				}
				if said != "" && strings.Trim(said, said[:1]) != "" {
					t.Errorf("read %d bytes of noise", len(strings.Trim(said, said[:1])))
					return context.Canceled
				}
				read.Add(1)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	t.Logf("%d written, %d read", written.Load(), read.Load())
	if written.Load() < 100 || read.Load() < 100 {
		t.Errorf("%d written, %d read: nothing is shown by so few", written.Load(), read.Load())
	}
}

// What SQLite puts aside in temporary files is encrypted as well, each with a key of its own.
func TestTemporaryFiles(t *testing.T) {
	vfs.Register("sealed-temporary", sealed.Wrap(vfs.Find(""), [sealed.KeySize]byte{1, 2, 3}))
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(t.TempDir(), "keepsake.db")+"?vfs=sealed-temporary&textkey=set"+
		"&_pragma=temp_store(1)&_pragma=cache_size(4)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // temporary tables are a connection's own
	var n, size int
	for _, statement := range []string{"PRAGMA temp.cache_size = 4", "CREATE TEMP TABLE notes (said TEXT)",
		"WITH RECURSIVE up(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM up WHERE i < 2000) INSERT INTO notes SELECT hex(zeroblob(500)) || i FROM up"} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	err = db.QueryRowContext(t.Context(), "SELECT count(*), sum(length(said)) FROM notes WHERE said LIKE '0000%'").Scan(&n, &size)
	if err != nil || n != 2000 || size < 2_000_000 {
		t.Errorf("%d notes of %d bytes, %v", n, size, err)
	}
}
