package slot_test

import (
	"os"
	"strings"
	"testing"

	"keepsake/phrase/slot"
)

// counts of a part of the table of pairs.
type counts struct {
	related, found    int // same, refines and contradicts, and how many of them were found
	apart, suggested  int // unrelated, and how many of them a person would be asked about
	wrongSame, same   int // said to be the same, wrongly and in all
	alike             int // labelled the same
	languages         map[string]bool
	missed, falsehits []string
}

// TestPairs measures Compare on labelled pairs of statements (W12, F21): what says the same or fills
// the same slot is found, what is another fact is left alone, and no other fact is taken for the same.
func TestPairs(t *testing.T) {
	file, err := os.ReadFile("testdata/pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]*counts{}
	for line := range strings.Lines(string(file)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) != 5 || strings.HasPrefix(line, "#") {
			continue
		}
		c := parts[f[0]]
		if c == nil {
			c = &counts{languages: map[string]bool{}}
			parts[f[0]] = c
		}
		c.languages[f[1]] = true
		got := slot.Compare(f[3], f[4])
		if back := slot.Compare(f[4], f[3]); back != got {
			t.Errorf("%s: %d one way, %d the other", line, got, back)
		}
		if got == slot.SameFact {
			c.same++
			if f[2] != "same" {
				c.wrongSame++
				t.Errorf("taken for the same: %s", line)
			}
		}
		if f[2] == "unrelated" && (slot.Repeats(f[3], f[4]) || slot.Repeats(f[4], f[3])) {
			t.Errorf("R12: declined with the other, which it does not repeat: %s", line)
		}
		if f[2] == "same" {
			c.alike++
		}
		if f[2] == "unrelated" {
			if c.apart++; got != slot.Different {
				c.suggested++
				c.falsehits = append(c.falsehits, line)
			}
			continue
		}
		if c.related++; got != slot.Different {
			c.found++
		} else {
			c.missed = append(c.missed, line)
		}
	}
	for name, c := range parts {
		t.Logf("%s: found %d of %d, suggested wrongly %d of %d, same %d of %d, %d languages", name, c.found, c.related, c.suggested, c.apart, c.same, c.alike, len(c.languages))
		if c.found*100 < c.related*90 || c.suggested*100 > c.apart*5 || len(c.languages) < 5 {
			t.Errorf("%s: missed:\n%sfalse:\n%s", name, strings.Join(c.missed, ""), strings.Join(c.falsehits, ""))
		}
	}
	if n := parts["work"].related + parts["work"].apart + parts["measured"].related + parts["measured"].apart; n < 300 {
		t.Errorf("%d pairs", n)
	}
}

// What has a number of its own is another thing than what has another; a number that is a value is
// corrected.
func TestCompareNumberedThings(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want slot.Relation
	}{
		{"Memory number 1", "Memory number 2", slot.Different},
		{"Fact number 1 about paging", "Fact number 2 about paging", slot.Different},
		{"User fact 3 for the test", "User fact 4 for the test", slot.Different},
		{"Room 12 has a projector", "Room 13 has a projector", slot.Different},
		{"User sits in room 12", "User sits in room 13", slot.SameSlot},
		{"User's shoe size is 42", "User's shoe size is 43", slot.SameSlot},
		{"Anna's phone number 5551", "Anna's phone number 5552", slot.SameSlot},
		{"Memory number 1", "Memory number 1.", slot.SameFact},
	} {
		if got := slot.Compare(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// TestRepeats: what repeats a refused statement in another order, form or tense is told apart from
// what denies it or is about something else (R18).
func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Alec is my boss", "The user's boss was Alec", true},
		{"that Alec is your boss", "Alec is the user's boss", true},
		{"User lives in Berlin", "The user resides in Berlin", true},
		{"Начальник пользователя — Алек", "Алек был начальником пользователя", true},
		{"User eats meat", "User does not eat meat", false},
		{"Alec is my boss", "Maria is the user's boss", false},
		{"Alec is my boss", "Alec likes chess", false},
	} {
		if got := slot.Repeats(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}
