package erasure_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/erasure"
	"keepsake/scope"
)

var ann = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:4242"}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func entry(at time.Time) erasure.Entry {
	key := erasure.Key("key")
	return erasure.NewEntry(at, key, []erasure.Item{{Part: erasure.AllMemories, Who: key.Hash(ann), IDs: []string{"abcd1234"}}})
}

func read(t *testing.T, f *erasure.File) ([]erasure.Record, int) {
	t.Helper()
	records, damaged, err := f.Read(t.Context())
	must(t, err)
	return records, damaged
}

// A file is private whatever the umask, keeps the order, and says what became of each entry.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	f := erasure.NewFile(path)
	if records, damaged := read(t, f); len(records) != 0 || damaged != 0 {
		t.Errorf("a journal that is not there holds %v", records)
	}
	if n, err := f.Prune(t.Context(), time.Now()); n != 0 || err != nil {
		t.Errorf("pruned %d, %v", n, err)
	}
	a, b := entry(time.Now()), entry(time.Now())
	must(t, f.Append(t.Context(), a))
	must(t, f.Append(t.Context(), b))
	must(t, f.End(t.Context(), a.ID, erasure.Done))
	must(t, f.End(t.Context(), "unknown", erasure.Done))
	records, damaged := read(t, f)
	if len(records) != 2 || damaged != 0 || records[0].ID != a.ID || records[0].End != erasure.Done || records[1].End != "" {
		t.Fatalf("read %+v, %d", records, damaged)
	}
	if got := records[0].Items[0]; got.IDs[0] != "abcd1234" || got.Who == "" {
		t.Errorf("item %+v", got)
	}
	info, err := os.Stat(path)
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	text, err := os.ReadFile(path)
	must(t, err)
	if strings.Contains(string(text), "4242") || strings.Contains(string(text), "telegram") {
		t.Errorf("the journal names somebody:\n%s", text)
	}
}

// What a power cut tears off is no damage, and the next entry is whole; a line that was changed is counted.
func TestFile_TornAndDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	f := erasure.NewFile(path)
	a, b := entry(time.Now()), entry(time.Now())
	must(t, f.Append(t.Context(), a))
	whole, err := os.ReadFile(path)
	must(t, err)
	for cut := range len(whole) - 1 { // without its newline it is whole
		must(t, os.WriteFile(path, whole[:cut], 0o600))
		if records, damaged := read(t, f); len(records) != 0 || damaged != 0 {
			t.Fatalf("of %d bytes it reads %v, %d", cut, records, damaged)
		}
		must(t, f.Append(t.Context(), b))
		if records, damaged := read(t, f); len(records) != 1 || records[0].ID != b.ID || damaged != 0 {
			t.Fatalf("after %d bytes: %v, %d damaged", cut, records, damaged)
		}
	}
	must(t, os.WriteFile(path, whole[:len(whole)-1], 0o600)) // nothing but the newline
	must(t, f.Append(t.Context(), b))
	if records, damaged := read(t, f); len(records) != 2 || damaged != 0 {
		t.Errorf("a whole line without its end: %v, %d", records, damaged)
	}
	must(t, os.WriteFile(path, append([]byte(strings.Replace(string(whole), "abcd", "abce", 1)), whole...), 0o600))
	if records, damaged := read(t, f); len(records) != 1 || damaged != 1 {
		t.Errorf("a changed line: %v, %d", records, damaged)
	}
}

// Prune takes what is old and what never was, also while others write.
func TestFile_Prune(t *testing.T) {
	f := erasure.NewFile(filepath.Join(t.TempDir(), "journal"))
	now := time.Now()
	old, void, kept := entry(now.Add(-time.Hour)), entry(now), entry(now)
	for _, e := range []erasure.Entry{old, void, kept} {
		must(t, f.Append(t.Context(), e))
	}
	must(t, f.End(t.Context(), void.ID, erasure.Void))
	must(t, f.End(t.Context(), kept.ID, erasure.Done))
	n, err := f.Prune(t.Context(), now.Add(-time.Minute))
	must(t, err)
	if records, _ := read(t, f); n != 2 || len(records) != 1 || records[0].ID != kept.ID || records[0].End != erasure.Done {
		t.Errorf("pruned %d: %+v", n, records)
	}
	var writers sync.WaitGroup
	for i := range 4 {
		writers.Go(func() {
			other := erasure.NewFile(f.Path()) // as another process has it
			for range 20 {
				if err := other.Append(t.Context(), entry(now.Add(time.Duration(i)*time.Second))); err != nil {
					t.Error(err)
				}
				if err := other.Append(t.Context(), entry(now.Add(-time.Hour))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 20 {
		_, err := f.Prune(t.Context(), now.Add(-time.Minute))
		must(t, err)
	}
	writers.Wait()
	_, err = f.Prune(t.Context(), now.Add(-time.Minute))
	must(t, err)
	if records, damaged := read(t, f); len(records) != 81 || damaged != 0 {
		t.Errorf("%d entries are left, %d damaged", len(records), damaged)
	}
	if n, err := f.Prune(t.Context(), now.Add(-time.Minute)); n != 0 || err != nil {
		t.Errorf("nothing to prune: %d, %v", n, err)
	}
	must(t, f.Close())
}

// A file that cannot be written is an error, never a silent loss.
func TestFile_Refused(t *testing.T) {
	f := erasure.NewFile(filepath.Join(t.TempDir(), "no", "folder"))
	if err := f.Append(t.Context(), entry(time.Now())); err == nil {
		t.Error("an entry went nowhere")
	}
	dir := erasure.NewFile(t.TempDir())
	if _, _, err := dir.Read(t.Context()); err == nil {
		t.Error("a folder was read")
	}
	if _, err := dir.Prune(t.Context(), time.Now()); err == nil {
		t.Error("a folder was pruned")
	}
}

// The hash of somebody depends on the key and not on the store, and no two are alike.
func TestKey(t *testing.T) {
	a, b := erasure.Key("a"), erasure.Key("b")
	elsewhere := ann
	elsewhere.Store = "other"
	group := scope.Scope{Kind: scope.Group, ID: ann.ID}
	if a.Hash(ann) != a.Hash(elsewhere) || a.Hash(ann) == b.Hash(ann) || a.Hash(ann) == a.Hash(group) || a.Name() == b.Name() {
		t.Error(fmt.Sprint(a.Hash(ann), a.Hash(elsewhere), b.Hash(ann), a.Hash(group), a.Name(), b.Name()))
	}
}
