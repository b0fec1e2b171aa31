package backups_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"keepsake/app/backups"
	"keepsake/fault"
)

type world struct {
	backups.Folder
	now  time.Time
	fail error
}

func newWorld(t *testing.T) *world {
	w := &world{now: time.Date(2026, 11, 1, 3, 0, 0, 0, time.UTC)}
	w.Folder = backups.Folder{
		Dir: filepath.Join(t.TempDir(), "backups"), Every: 24 * time.Hour, Keep: 3, Now: func() time.Time { return w.now },
		Make: func(_ context.Context, path string) error {
			if w.fail != nil {
				return w.fail
			}
			return os.WriteFile(path, []byte("a copy"), 0o600)
		},
	}
	return w
}

func (w *world) names(t *testing.T) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func (w *world) want(t *testing.T, made int, names ...string) {
	t.Helper()
	if n, err := w.MakeIfDue(t.Context()); n != made || err != nil {
		t.Errorf("%s: %d, %v; want %d", w.now, n, err, made)
	}
	if got := w.names(t); !slices.Equal(got, names) {
		t.Errorf("%s: %v, want %v", w.now, got, names)
	}
}

// TestSchedule makes one when it is due, keeps so many, and touches nothing else (U1).
func TestSchedule(t *testing.T) {
	w := newWorld(t)
	if age := w.Age(); !math.IsInf(age, 1) {
		t.Errorf("the age of nothing is %v", age)
	}
	w.want(t, 1, "keepsake-20261101-030000.db")
	w.now = w.now.Add(23 * time.Hour)
	w.want(t, 0, "keepsake-20261101-030000.db")
	if age := w.Age(); age != 23*3600 {
		t.Errorf("the age is %v", age)
	}
	mine := []string{"keepsake-19990101-000000.db.old", "keepsake-99999999-999999.db", "monday.db"}
	for _, name := range mine {
		if err := os.WriteFile(filepath.Join(w.Dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(w.Dir, "keepsake-19990101-000000.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		w.now = w.now.Add(24 * time.Hour)
		if n, err := w.MakeIfDue(t.Context()); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	want := []string{
		"keepsake-19990101-000000.db", mine[0], "keepsake-20261104-020000.db", "keepsake-20261105-020000.db",
		"keepsake-20261106-020000.db", mine[1], mine[2],
	}
	if got := w.names(t); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	// The clock was wrong by a year: the newest is of the future, and one is made all the same.
	w.now = w.now.AddDate(-1, 0, 0)
	if n, err := w.MakeIfDue(t.Context()); n != 1 || err != nil {
		t.Errorf("after the clock went back: %d, %v", n, err)
	}
	if got := w.names(t); !slices.Contains(got, "keepsake-20251106-020000.db") {
		t.Errorf("what was just made was removed: %v", got)
	}
}

// TestFailures remove nothing, and say so.
func TestFailures(t *testing.T) {
	w := newWorld(t)
	w.Keep = 1
	w.want(t, 1, "keepsake-20261101-030000.db")
	w.now = w.now.Add(25 * time.Hour)
	w.fail = errors.New("the disk is full")
	if n, err := w.MakeIfDue(t.Context()); n != 0 || !errors.Is(err, w.fail) {
		t.Errorf("%d, %v", n, err)
	}
	if got := w.names(t); len(got) != 1 {
		t.Errorf("left: %v", got)
	}
	w.fail = nil
	w.want(t, 1, "keepsake-20261102-040000.db")

	w.Dir = filepath.Join(w.Dir, "keepsake-20261102-040000.db", "below")
	if _, err := w.MakeNow(t.Context()); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a folder below a file: %v", err)
	}
	if _, err := w.MakeIfDue(t.Context()); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a folder below a file: %v", err)
	}
	if !math.IsNaN(w.Age()) {
		t.Errorf("its age is %v", w.Age())
	}
}
