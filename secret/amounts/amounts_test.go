package amounts_test

import (
	"strings"
	"testing"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

var words = lexicon.Load()

// Numbers beside a thing that has a code: what says how much, when or which is an amount.
func TestAmounts(t *testing.T) {
	for _, c := range []struct {
		text, thing, number string
		want                bool
	}{
		{"the gate closes at 2145", "gate", "2145", true},
		{"the gate opens with 2145", "gate", "2145", false},
		{"the safe is from 1931", "safe", "1931", true},
		{"the garage was 2850 with the motor", "garage", "2850", true},
		{"locker number 4417", "locker", "4417", true},
		{"side gate 1917, back door on the latch", "gate", "1917", false},
		{"press 2200 at the gate", "gate", "2200", false},
		{"gate: 2200", "gate", "2200", false},
		{"the gate is 4711", "gate", "4711", false},
		{"המחסן 2200 שקל", "מחסן", "2200", true},
	} {
		even := plain.Of(c.text)
		n := nounAt(t, even, plain.Low(c.thing))
		from := strings.Index(even.Low, c.number)
		if got := amounts.Is(n, from, from+len(c.number)); got != c.want {
			t.Errorf("Is(%q) = %v", c.text, got)
		}
	}
}

// Times and dates beside any noun.
func TestIsMoment(t *testing.T) {
	for text, want := range map[string]bool{
		"the password gets wiped nightly at 0300": true,
		"a password for everyone by 1 March 2026": true,
		"the password in March is 2026":           false,
		"the password is 0300":                    false,
	} {
		even := plain.Of(text)
		from := strings.LastIndexByte(even.Low, ' ') + 1
		if got := amounts.IsMoment(nounAt(t, even, "password"), from, len(even.Low)); got != want {
			t.Errorf("IsMoment(%q) = %v", text, got)
		}
	}
}

// A number behind a word for a limit.
func TestIsLimit(t *testing.T) {
	for text, want := range map[string]bool{
		"no pin below 437":          true,
		"sem pin até abaixo de 437": true,
		"低于437":                     true,
		"the pin is 437":            false,
		"the pin is bestabove 437":  false,
	} {
		even := plain.Of(text)
		from := strings.IndexByte(even.Low, '4')
		if got := amounts.IsLimit(mention.At(even, words, from, len(even.Low)), from); got != want {
			t.Errorf("IsLimit(%q) = %v", text, got)
		}
	}
}

// Sums are round.
func TestIsRound(t *testing.T) {
	for v, want := range map[string]bool{"2500": true, "1350": true, "64500": true, "64700": false, "4711": false, "0500": false} {
		if amounts.IsRound(v) != want {
			t.Errorf("IsRound(%s) is %v", v, !want)
		}
	}
}

// nounAt returns the noun of a text that is a certain word.
func nounAt(t *testing.T, even plain.Text, word string) *mention.Noun {
	t.Helper()
	for _, n := range mention.All(even, words, words.Index.Find(even.Low)) {
		if strings.HasSuffix(even.Low[n.Start:n.End], word) {
			return n
		}
	}
	t.Fatalf("%q has no noun %q", even.Low, word)
	return nil
}
