package shortid_test

import (
	"testing"

	"keepsake/shortid"
)

// P12: ids are random, of the whole alphabet, and never refused for their case.
func TestNewID(t *testing.T) {
	seen, letters := map[string]bool{}, map[rune]int{}
	for range 2000 {
		id := shortid.New(shortid.Len)
		if seen[id] || !shortid.IsValid(id) {
			t.Fatalf("id %q", id)
		}
		seen[id] = true
		for _, r := range id {
			letters[r]++
		}
	}
	if len(letters) != 62 {
		t.Errorf("an alphabet of %d", len(letters))
	}
	for _, bad := range []string{"", "short", "ninechars", "with spa", "umläut1", "a1b2c3d!"} {
		if shortid.IsValid(bad) {
			t.Errorf("%q is valid", bad)
		}
	}
}

func TestOf(t *testing.T) {
	a, b := shortid.Of("a", shortid.Len), shortid.Of("b", shortid.Len)
	if !shortid.IsValid(a) || a == b || a != shortid.Of("a", shortid.Len) {
		t.Errorf("%q, %q", a, b)
	}
}
