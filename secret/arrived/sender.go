package arrived

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// maxToVerb is how many words may stand between a number of six digits and the verb that says that it came.
const maxToVerb = 3

// isFromSender reports whether a number of six digits came from a service, an app or a message, as one says right beside it, or whether it is asked if it
// is the one that somebody needs: "got 482913 from spotify, what now", "the doctor's app sent 482913", "the text says 482913". It is no
// amount, and nothing that papers have.
func isFromSender(t plain.Text, w *lexicon.Words, from, to int) bool {
	n := mention.At(t, w, from, to)
	before, after := around(t.Low, from, to)
	near := before + " | " + after
	if looks.CountDigits(t.Low[from:to]) != 6 || n.IsCounting(from, to) || w.HasStem("papers", near) || w.HasStem("spent", near) {
		return false
	}
	if strings.TrimSpace(before) == "" && w.HasEntry("isitthat", after) && (strings.ContainsAny(after, "?;") || w.HasStem("isitdense", after)) {
		return true
	}
	if n.IsQuestion() {
		return false
	}
	first := plain.FirstWords(after, 1)
	r := plain.FirstRune(after)
	isAlone := n.IsClauseEnd(to) || plain.IsDense(r) || plain.IsHangul(r) || w.Is("from", first, ^uint32(0)) || w.HasStem("camein", first) || w.HasStem("written", first)
	if !isAlone {
		return false // "125430 notifications"
	}
	last, next := plain.LastWords(before, maxToVerb), plain.FirstWords(after, maxToVerb)
	isMessage := w.HasStem("codesender", before) || w.HasStem("codesender", next)
	isSender := isMessage || w.HasThing("service", near) || w.HasThing("appword", before)
	isCame := w.HasStem("camein", last) || w.HasStem("camein", next)
	return isSender && isCame || isMessage && (w.HasEntry("shows", last) || w.HasEntry("written", next) || w.HasEntry("written", last))
}
