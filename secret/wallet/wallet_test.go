package wallet_test

import (
	"strings"
	"testing"

	"keepsake/secret/plain"
	"keepsake/secret/wallet"
)

// Test vectors of BIP-39, alone on a line, numbered, and in a list that is not English.
func TestSeedsAreFound(t *testing.T) {
	const vector = "legal winner thank year wave sausage worth useful legal winner thank yellow"
	for _, s := range []string{
		vector,
		"here it is: " + vector + ". Keep it.",
		"seed phrase 1. legal 2. winner 3. thank 4. year 5. wave 6. sausage 7. worth 8. useful 9. legal 10. winner 11. thank 12. yellow",
		strings.ReplaceAll(vector, " ", "\n"),
		strings.Repeat("abandon ", 11) + "about",
		"语 言 这 一 我 不 人 有 是 在 的 了",
	} {
		if got := wallet.Find(plain.Low(s)); len(got) != 1 {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// Words of the list that nobody drew, and prose, are no seed.
func TestWordsAreLeft(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("word ", 60),
		"They have been thinking about this trip with some friends since early summer and will decide soon",
		"apple banana bread cheese orange",
	} {
		if got := wallet.Find(plain.Low(s)); len(got) != 0 {
			t.Errorf("%q: %v", s, got)
		}
	}
}
