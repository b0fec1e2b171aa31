package typed

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
)

// Weighed returns the two plain words with a hyphen in a sentence which asks whether they are strong enough as a password: "is
// biscuit-capers good enough as a password?".
func Weighed(n *mention.Noun) (from, to int, ok bool) {
	lo, hi := n.Sentence()
	if n.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || !strings.Contains(n.Low[lo:n.Start], "-") || !n.Words.HasStem("strength", n.Low[lo:hi]) {
		return 0, 0, false
	}
	for i := lo; i < n.Start; i = nextWord(n, i) {
		if !isStart(n, i) || n.Before(i) == '-' {
			continue
		}
		first := n.WordEnd(i)
		end := n.HyphenatedEnd(i)
		if end <= first || !n.IsPlainWord(i, first) || !n.IsPlainWord(first+1, n.WordEnd(first+1)) || n.Words.HasStem("strength", n.Low[i:end]) || n.Words.HasStem("service", n.Low[i:end]) {
			continue
		}
		at := len(strings.TrimRight(n.Low[:i], " \"'"))
		if ok || n.Words.Is("article", n.Low[n.WordStart(at):at], ^uint32(0)) {
			return 0, 0, false // "the two-factor login"
		}
		from, to, ok = i, end, true
	}
	return from, to, ok
}
