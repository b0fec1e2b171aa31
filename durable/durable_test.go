package durable

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// wants fails the test unless a file has a text and is private; "" = there is no such file.
func wants(t *testing.T, path, text string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if text == "" {
		if err == nil {
			t.Errorf("%s is there: %q", filepath.Base(path), got)
		}
		return
	}
	if err != nil || string(got) != text {
		t.Errorf("%s holds %q, %v; want %q", filepath.Base(path), got, err, text)
		return
	}
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("U2: %s is %v", filepath.Base(path), info.Mode())
	}
}

// TestASwapIsAllOrNothing stops a swap after each of its steps and finishes it (U1).
func TestASwapIsAllOrNothing(t *testing.T) {
	for _, c := range []struct {
		name string
		stop func(t *testing.T, s Swap, aside string) // leaves the files as a kill would
	}{
		{"not stopped", nil},
		{"after the decision", func(t *testing.T, s Swap, aside string) {}},
		{"the file moved", func(t *testing.T, s Swap, aside string) { rename(t, s.Path, aside) }},
		{"the log moved, too", func(t *testing.T, s Swap, aside string) {
			rename(t, s.Path, aside)
			rename(t, s.Path+"-wal", aside+"-wal")
		}},
		{"in place", func(t *testing.T, s Swap, aside string) {
			rename(t, s.Path, aside)
			rename(t, s.Path+"-wal", aside+"-wal")
			rename(t, s.Path+"-shm", aside+"-shm")
			rename(t, s.Staged(), s.Path)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Swap{Path: filepath.Join(t.TempDir(), "k.db"), Beside: []string{"-wal", "-shm"}}
			aside := s.Path + ".replaced"
			for name, text := range map[string]string{s.Path: "old", s.Path + "-wal": "old log", s.Path + "-shm": "old index"} {
				write(t, name, text)
			}
			for name := range map[string]bool{s.Path: true, s.Path + "-wal": true, s.Path + "-shm": true} {
				must(t, CreatePrivate(name))
			}
			must(t, os.WriteFile(s.Staged(), []byte("new"), 0o600))
			if c.stop == nil {
				must(t, s.Do(aside))
			} else {
				must(t, s.writeMark(aside))
				c.stop(t, s, aside)
				if !s.IsUnfinished() {
					t.Fatal("nothing is left to do")
				}
				must(t, s.Finish())
			}
			must(t, s.Finish()) // there is nothing left, and it does no harm
			wants(t, s.Path, "new")
			wants(t, s.Path+"-wal", "")
			wants(t, s.Path+"-shm", "")
			wants(t, aside, "old")
			wants(t, aside+"-wal", "old log")
			wants(t, aside+"-shm", "old index")
			if s.IsUnfinished() || Exists(s.Staged()) {
				t.Error("something is left")
			}
		})
	}
}

// TestASwapIntoAnEmptyFolder has nothing to set aside.
func TestASwapIntoAnEmptyFolder(t *testing.T) {
	s := Swap{Path: filepath.Join(t.TempDir(), "k.db"), Beside: []string{"-wal"}}
	must(t, os.WriteFile(s.Staged(), []byte("new"), 0o600))
	must(t, s.Do(s.Path+".replaced"))
	wants(t, s.Path, "new")
	wants(t, s.Path+".replaced", "")
}

// TestLock is held by one at a time.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	held, err := Lock(path)
	must(t, err)
	if _, err := Lock(path); !errors.Is(err, ErrLocked) {
		t.Errorf("a second lock: %v", err)
	}
	must(t, held.Close())
	again, err := Lock(path)
	must(t, err)
	must(t, again.Close())
	if _, err := Lock(filepath.Join(path, "below")); err == nil || errors.Is(err, ErrLocked) {
		t.Errorf("a lock below a file: %v", err)
	}
}

// TestPrivate: what is created, copied or found is for its owner alone (U2).
func TestPrivate(t *testing.T) {
	dir := t.TempDir()
	loose, fresh, copied := filepath.Join(dir, "loose"), filepath.Join(dir, "fresh"), filepath.Join(dir, "copied")
	write(t, loose, "words")
	write(t, copied, "in the way")
	must(t, Copy(loose, copied))
	must(t, CreatePrivate(loose))
	must(t, CreatePrivate(fresh))
	must(t, os.WriteFile(fresh, []byte("x"), 0o600))
	must(t, Sync(fresh))
	must(t, SyncFolder(fresh))
	wants(t, loose, "words")
	wants(t, copied, "words")
	wants(t, fresh, "x")
	for what, err := range map[string]error{
		"copy": Copy(filepath.Join(dir, "none"), fresh), "copy to a folder": Copy(loose, filepath.Join(dir, "no", "where")),
		"create": CreatePrivate(filepath.Join(dir, "no", "where")), "sync": Sync(filepath.Join(dir, "none")), "folder": SyncFolder(filepath.Join(dir, "no", "where")),
	} {
		if err == nil {
			t.Errorf("%s of nothing works", what)
		}
	}
}

func rename(t *testing.T, from, to string) { t.Helper(); must(t, os.Rename(from, to)) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Any number share a name, one holds it alone; others wait for it, in one process, too.
func TestHold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "held")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := func() *os.File {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	a, b, c := open(), open(), open()
	must(Hold(a, false))
	must(Hold(b, false))
	held := make(chan error)
	go func() { held <- Hold(c, true) }()
	must(Release(a))
	select {
	case <-held:
		t.Fatal("held alone beside another")
	case <-time.After(50 * time.Millisecond):
	}
	must(b.Close()) // as at the end of a process
	must(<-held)
	must(Release(c))
	must(Hold(a, true))
}
