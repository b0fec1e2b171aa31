package arrived

import (
	"slices"
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// minCame is the number of digits of a code that is told with nothing but "this is what came from paypal": fewer can be an amount of money or a count.
const minCame = 6

// isWhatCame reports whether a text begins with a number, right behind it stands that this is what came, and the clause names the service or the message
// it came with: "482913 is what i just got from netflix", "482913 es lo que me ha llegado de spotify".
func isWhatCame(w *lexicon.Words, low string, from, to int) bool {
	v := low[from:to]
	if strings.TrimSpace(low[:from]) != "" || looks.CountDigits(v) < minCame && v[0] != '0' {
		return false
	}
	clause, _, _ := strings.Cut(strings.TrimLeft(low[to:], " "), "\n")
	clause, _, _ = strings.Cut(clause, ",")
	isTold := slices.ContainsFunc(w.Beginning("whatcame", plain.FirstRune(clause)), func(words string) bool {
		rest, ok := strings.CutPrefix(clause, words)
		return ok && strings.HasPrefix(rest, " ")
	})
	return isTold && (w.HasStem("service", clause) || w.HasStem("sendingbank", clause) || w.HasStem("codesender", clause)) &&
		!w.HasStem("papers", clause) && !w.HasStem("spent", clause)
}
