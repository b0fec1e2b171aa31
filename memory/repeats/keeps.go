package repeats

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase"
	"keepsake/text"
)

const (
	// NearlyAll is the share of a text's words that must be in another one that takes its place.
	NearlyAll = 0.8
	smallWord = 3 // letters of a word that may be left out ("in", "the")
)

// Share returns how much of a text's words another text has, in any inflection, 0 to 1.
func Share(old, other string) float64 {
	terms, have := text.Terms(old), text.Terms(other)
	kept := 0
	for _, t := range terms {
		if slices.ContainsFunc(have, func(h string) bool { return h == t || phrase.AreInflections(h, t) }) {
			kept++
		}
	}
	if len(terms) == 0 {
		return 1
	}
	return float64(kept) / float64(len(terms))
}

// Keeps reports whether a text says what another says, so that it may stand for it: nearly all of its
// words, and each that carries something. It knows nothing of what they mean: "not" counts as a word.
func Keeps(old, merged string) bool {
	if Share(old, merged) < NearlyAll {
		return false
	}
	_, runs := phrase.Parts(old)
	return !slices.ContainsFunc(text.Terms(old), func(term string) bool {
		isSmall := text.Len(term) <= smallWord && !phrase.IsThemselves(term) && !strings.ContainsFunc(term, unicode.IsDigit)
		return !isSmall && !phrase.IsDense(phrase.FirstRune(term)) && Share(term, merged) < 1
	}) && !slices.ContainsFunc(runs, func(run string) bool { return Share(run, merged) < NearlyAll })
}
