package aside

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// isOfSeat reports whether a place is a name with digits that ends its clause, behind a verb for typing in a text about a restart, or behind a
// colon and a word for the session of a device: "after the restart type Nikos85", "session de l'ordi de la compta : Julien19".
func isOfSeat(t plain.Text, w *lexicon.Words, from, to int) bool {
	v := strings.ToLower(t.Plain[from:to])
	rest := strings.TrimLeft(t.Low[to:], " ")
	if !isShortNumbered(w, v) || rest != "" && strings.IndexByte(".,!;\n", rest[0]) < 0 {
		return false
	}
	before := t.Low[t.TokenStart(max(0, from-maxFormer)):from]
	if w.HasStem("restarted", before) && isBeside(t, w, from, to, "types", "typedafter") {
		return true
	}
	label, is := strings.CutSuffix(strings.TrimRight(before, " "), ":")
	return is && w.HasStem("seat", label[strings.LastIndexAny(label, ".,;!?\n:")+1:])
}
