package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/internal/faulty"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/standing"
	"keepsake/text"
	"keepsake/tx"
)

// openAt opens a migrated SQLite database at a path.
func openAt(t *testing.T, path string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

// take writes a little: a lease.
func take(t *testing.T, db *store.DB, name string) error {
	now := time.Now()
	_, err := db.Deliveries().TakeLease(t.Context(), name, "me", now, now.Add(time.Minute))
	return err
}

// X1: on a full disk the database refuses work in advance until an answer can be stored again.
func TestFullDisk(t *testing.T) {
	if faulty.InNamespace(t) {
		return
	}
	disk := faulty.NewDisk(t, 6<<10)
	db := openAt(t, filepath.Join(disk.Dir, "keepsake.db"))
	if err := db.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	disk.Fill(0)
	var err error
	for i := range 2000 { // the log may have some room left
		if err = take(t, db, strings.Repeat("x", 2000)+string(rune('a'+i%26))+strings.Repeat("y", i)); err != nil {
			break
		}
	}
	if fault.KindOf(err) != fault.Unavailable || db.Standing().Ailment != standing.Full {
		t.Fatalf("%v, %+v", err, db.Standing())
	}
	err = db.Ready(t.Context())
	if !errors.Is(err, tx.ErrStorage) || fault.RetryAfter(err) <= 0 || !strings.Contains(err.Error(), "full") {
		t.Errorf("%v", err)
	}
	disk.Free()
	for until := time.Now().Add(time.Minute); db.Ready(t.Context()) != nil && time.Now().Before(until); {
		time.Sleep(50 * time.Millisecond)
	}
	if err := db.Ready(t.Context()); err != nil || db.Standing() != (store.Standing{}) {
		t.Errorf("%v, %+v", err, db.Standing())
	}
}

// X1: starting on a full disk says so, and on a read-only one as well.
func TestOpenOnBadDisks(t *testing.T) {
	if faulty.InNamespace(t) {
		return
	}
	full := faulty.NewDisk(t, 512)
	full.Fill(0)
	if _, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + filepath.Join(full.Dir, "keepsake.db")}); err == nil || !strings.Contains(err.Error(), "disk of the database is full") {
		t.Errorf("full: %v", err)
	}
	locked := faulty.NewDisk(t, 4<<10)
	path := filepath.Join(locked.Dir, "keepsake.db")
	if err := openAt(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	locked.SetReadOnly()
	if _, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path}); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("read-only: %v", err)
	}
}

// X7: a file that was deleted or replaced is noticed, and nothing is written any more.
func TestLostFile(t *testing.T) {
	for name, lose := range map[string]func(path string) error{
		"deleted":     os.Remove,
		"replaced":    func(path string) error { return replace(path) },
		"log deleted": func(path string) error { return os.Remove(path + "-wal") },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "keepsake.db")
			db := openAt(t, path)
			if err := errors.Join(take(t, db, "a"), db.CheckFile()); err != nil {
				t.Fatal(err)
			}
			if err := lose(path); err != nil {
				t.Fatal(err)
			}
			if err := db.CheckFile(); !errors.Is(err, tx.ErrStorage) || db.Standing().Ailment != standing.Gone {
				t.Errorf("%v, %+v", err, db.Standing())
			}
			if err := take(t, db, "b"); !errors.Is(err, tx.ErrStorage) {
				t.Errorf("a write: %v", err)
			}
			if err := db.InTx(t.Context(), nil); !errors.Is(err, tx.ErrStorage) {
				t.Errorf("a transaction: %v", err)
			}
			if err := db.Ready(t.Context()); !errors.Is(err, tx.ErrStorage) {
				t.Errorf("ready: %v", err)
			}
		})
	}
}

func replace(path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(path+".new", b, 0o600), os.Rename(path+".new", path))
}

// X7: one overwritten page is found.
func TestDamagedPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keepsake.db")
	db := openAt(t, path)
	if err := db.CheckPages(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	must(t, err)
	// Without the pages of the schema the file does not even open; internal/stress tests that.
	for page := len(whole)/pageSize - 1; ; page-- {
		spoilt := slices.Clone(whole)
		copy(spoilt[page*pageSize:], bytes.Repeat([]byte{0xde, 0xad, 0xbe, 0xef}, pageSize/4))
		must(t, os.WriteFile(path, spoilt, 0o600))
		if db, err = store.Open(t.Context(), store.Options{URL: "sqlite:" + path}); err == nil {
			break
		}
	}
	defer db.Close()
	if err := db.CheckPages(t.Context()); !errors.Is(err, tx.ErrStorage) || db.Standing().Ailment != standing.Damaged {
		t.Errorf("%v, %+v", err, db.Standing())
	}
}

const pageSize = 4096

// X7: a healthy file is called healthy by connections that have searched it before others changed and merged its search
// index. Upkeep looks at the pages of a running bot once a day.
func TestPagesOfAChangingIndex(t *testing.T) {
	db := openAt(t, filepath.Join(t.TempDir(), "keepsake.db"))
	ctx := t.Context()
	for i := range 12 {
		for k := range 5 {
			insertFor(t, db, fmt.Sprintf("m%02d%d", i, k), "telegram:42", fmt.Sprintf("ordinary thing %d of %d", k, i))
		}
		if err := db.CheckPages(ctx); err != nil || db.Standing().Ailment != "" {
			t.Fatalf("round %d: %v, %+v", i, err, db.Standing())
		}
		var all sync.WaitGroup
		for range 8 { // on every connection that reads
			all.Go(func() {
				q := memory.ActiveQuery(scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:42"})
				q.Words = text.Words("ordinary thing")
				if _, err := db.Memories().Find(ctx, q); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if i%3 == 2 {
			must(t, db.Maintain(ctx))
		}
	}
}
