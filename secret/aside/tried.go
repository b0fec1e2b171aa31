package aside

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// isTried reports whether a place is a word with a number that somebody is to try on a device which does not let them in: "the shop computer
// won't let me in, try Latte122".
func isTried(t plain.Text, w *lexicon.Words, from, to int) bool {
	letters, digits := looks.CutNumber(t.Plain[from:to])
	if digits < 2 || digits > 4 || utf8.RuneCountInString(letters) < 4 || !looks.HasOnlyLetters(letters) || isCamel(letters) || letters == strings.ToUpper(letters) || w.Is("product", strings.ToLower(letters), ^uint32(0)) {
		return false
	}
	before := t.Low[t.TokenStart(max(0, from-maxFormer)):from]
	return w.HasStem("lockedout", before) && isBeside(t, w, from, to, "tries", "triedlast")
}
