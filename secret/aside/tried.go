package aside

import (
	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// isTried reports whether a place is a word with a number that somebody is to try on a device which does not let them in: "the shop computer
// won't let me in, try Latte122".
func isTried(t plain.Text, w *lexicon.Words, from, to int) bool {
	if !isNameWithNumber(w, t.Plain[from:to], 4) {
		return false
	}
	before := t.Low[t.TokenStart(max(0, from-maxFormer)):from]
	return w.HasStem("lockedout", before) && isBeside(t, w, from, to, "tries", "triedlast")
}
