package predicate

import (
	"strings"

	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// isChoice reports whether the words go on behind the question which of two things is better, the last of which is the noun: "was ist besser, passkey oder
// Kennwort? hab seit 1990 nix mehr geändert".
func isChoice(n *mention.Noun, from int) bool {
	last := wordBefore(n, len(strings.TrimRight(n.Low[:n.Start], " ")))
	return strings.Trim(betweenNounAnd(n, from), " ") == "?" && n.Words.Is("either", last, ^uint32(0))
}

// isDemanded reports whether the words are the service whose password somebody asks for: "người yêu đòi mk facebook, không đưa thì giận".
func isDemanded(n *mention.Noun, from, to int) bool {
	if betweenNounAnd(n, from) != "" || !n.Words.HasStem("service", n.Low[from:to]) || plain.LastWords(n.Low[from:to], 2) != n.Low[from:to] {
		return false
	}
	return n.Words.Is("demands", wordBefore(n, len(strings.TrimRight(n.Low[:n.Start], " "))), ^uint32(0))
}
