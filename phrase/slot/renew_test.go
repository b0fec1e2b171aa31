package slot_test

import (
	"os"
	"strings"
	"testing"

	"keepsake/phrase/slot"
)

// TestRenews: a refused statement comes back by other words, and no other fact is taken for it (R18).
func TestRenews(t *testing.T) {
	data, err := os.ReadFile("testdata/renewed.txt")
	if err != nil {
		t.Fatal(err)
	}
	refused, n := "", 0
	for line := range strings.Lines(string(data)) {
		mark, s, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch mark {
		case "!":
			refused = s
		case "+", "-":
			n++
			if want := mark == "+"; slot.Renews(refused, s) != want || slot.Renews(s, refused) != want {
				t.Errorf("%q renews %q: want %v", s, refused, want)
			}
		}
	}
	if n < 70 {
		t.Errorf("%d statements", n)
	}
}

// TestRenewsNothingElse: what can be true beside a refused statement is not bound by it, and what says another value of the same is another fact.
func TestRenewsNothingElse(t *testing.T) {
	data, err := os.ReadFile("testdata/pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) == 5 && f[2] == "unrelated" && (slot.Renews(f[3], f[4]) || slot.Renews(f[4], f[3])) {
			t.Errorf("renewed: %s", line)
		}
	}
}
