package aside

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// maxRefusal is how many bytes behind a value may say that it was refused.
const maxRefusal = 60

// isRefused reports whether a place is a name with a number that somebody who cannot get in enters at a service, and what follows says that it is
// not taken or asks whether it is not the right one: "kok netflix ga bisa dibuka, aku masukin bagas01 salah terus", "netflixe giremiyorum,
// Boncuk77 yazıyorum yanlış diyor".
func isRefused(t plain.Text, w *lexicon.Words, from, to int) bool {
	if !isNameWithNumber(w, t.Plain[from:to], 3) || !isBeside(t, w, from, to, "putsin", "putsinlast") || !w.HasStem("service", t.Low) {
		return false
	}
	after, _, _ := strings.Cut(t.Low[to:min(len(t.Low), t.TokenEnd(min(len(t.Low), to+maxRefusal)))], "\n")
	isOut := w.HasStem("keptout", t.Low)
	return w.HasEntry("sayswrong", after) || isOut && (w.HasStem("refusal", after+" ") || w.HasEntry("wasntit", after))
}
