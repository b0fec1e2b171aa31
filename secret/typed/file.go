package typed

import (
	"slices"
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// File returns the plain word that somebody is to type to open a file that is said to be protected: "the pdf is locked, to open the payslip type
// sunflower". No word for a password leads to it.
func File(n *mention.Noun) (from, to int, ok bool) {
	const guarded = lexicon.Opens | lexicon.Sealed | lexicon.Login | lexicon.Locked | lexicon.Password
	if n.Entry.Classes&guarded == 0 || n.IsQuestion() {
		return 0, 0, false
	}
	lo, hi := n.Sentence()
	near := n.Low[lo:hi]
	if !n.Words.HasEntry("fileword", near) || !n.Words.HasStem("guarded", near) || !n.Words.HasStem("toopen", near) || strings.ContainsAny(near, "{}<>[]=_") {
		return 0, 0, false
	}
	at := guardedEnd(n, lo, hi)
	for i := at; i < hi; i = nextWord(n, i) {
		if _, is := n.StemAt("toopen", i); is || !isStart(n, i) {
			continue // "打开" has the verb for typing in it
		}
		if end, is := match(n, i, "types", "puts"); is {
			if from, to, ok = behind(n, end, hi); ok && isFileWord(n, from, to) {
				return from, to, true
			}
		}
		if end, is := match(n, i, "typedafter", "putslast"); is {
			if from, to, ok = before(n, at, i); ok && (isDense(n, i) || endsSoon(n, end)) && isFileWord(n, from, to) {
				return from, to, true
			}
		}
	}
	return 0, 0, false
}

// guardedEnd returns the end of the first word that says that something is protected, between two places.
func guardedEnd(n *mention.Noun, lo, hi int) int {
	for i := lo; i < hi; i = nextWord(n, i) {
		if end, is := n.StemAt("guarded", i); is && isStart(n, i) {
			return end
		}
	}
	return lo
}

// isFileWord reports whether what stands between two places can be what opens a file: no number of a person, no name of a thing, and nobody to whom
// one writes.
func isFileWord(n *mention.Noun, from, to int) bool {
	low := n.Low[from:to]
	if !isDense(n, from) && (!n.IsPlainInAnyCase(from, to) || n.Words.Is("vague", low, ^uint32(0)) || n.Words.Is("dative", low, ^uint32(0))) || n.Words.HasEntry("fileword", low) || n.Words.HasStem("everybodys", low) {
		return false
	}
	isNoun := slices.ContainsFunc(n.Words.Index.Find(low+" "), func(h lexicon.Hit) bool { return h.At == 0 && h.Noun != nil && len(h.Text) == len(low) })
	return !isNoun && !plain.IsUpperAt(n.Plain, from)
}
