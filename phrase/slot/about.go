package slot

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase"
	"keepsake/text"
)

// IsAbout reports whether a text names what a short description is about: all its names, and where
// it has none, all its words. Case endings of scripts with many of them do not count.
func IsAbout(s, about string) bool {
	terms, runs := phrase.Parts(about)
	folded, said := text.Fold(s), text.Terms(s)
	var names []string
	for _, field := range strings.Fields(about) {
		if unicode.IsUpper(phrase.FirstRune(field)) {
			names = append(names, slices.DeleteFunc(text.Terms(field), func(t string) bool { return !slices.Contains(terms, t) })...)
		}
	}
	if len(names) > 0 {
		terms = names
	}
	if len(terms)+len(runs) == 0 {
		return false
	}
	for _, r := range runs {
		if !strings.Contains(folded, r) {
			return false
		}
	}
	for _, t := range terms {
		if !slices.ContainsFunc(said, func(w string) bool { return isCaseForm(t, w) }) {
			return false
		}
	}
	return true
}

// isCaseForm reports whether two words are one, with endings that only case or count. Of Latin words
// the shorter stands at the beginning of the longer, so that Anna is not Annabel.
func isCaseForm(a, b string) bool {
	if a == b || isPluralOf(a, b) || isPluralOf(b, a) {
		return true
	}
	return !isASCII(a) && !isASCII(b) && text.Len(a) >= 3 && phrase.AreInflections(a, b)
}

// ShareOfParts returns which part of the significant words of a claim a text has, from 0 to 1.
func ShareOfParts(s, claim string) float64 {
	terms, runs := phrase.Parts(claim)
	if len(terms)+len(runs) == 0 {
		return 0
	}
	folded, said := text.Fold(s), text.Terms(s)
	found := 0
	for _, r := range runs {
		if strings.Contains(folded, r) {
			found++
		}
	}
	for _, t := range terms {
		if slices.ContainsFunc(said, func(w string) bool { return phrase.AreInflections(t, w) || groupOf(t) == groupOf(w) }) {
			found++
		}
	}
	return float64(found) / float64(len(terms)+len(runs))
}
