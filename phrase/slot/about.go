package slot

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"keepsake/phrase"
	"keepsake/text"
)

// IsAbout reports whether a text names what a short description is about: all its names, and where
// it has none, all its words. Case endings of scripts with many of them do not count, nor marks, nor
// whether a letter with one is spelt out: Jörg, Jorg and Joerg.
func IsAbout(s, about string) bool {
	terms, runs := phrase.Parts(about)
	folded, said, spelt := text.Fold(s), text.Terms(s), text.Terms(spellOut(s))
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
	out := speltTerms(about)
	for _, t := range terms {
		if !slices.ContainsFunc(said, func(w string) bool { return isCaseForm(t, w) }) &&
			!slices.ContainsFunc(spelt, func(w string) bool { return isCaseForm(cmp.Or(out[t], t), w) }) {
			return false
		}
	}
	return true
}

// speltOut are letters that people also write as two. Those of one that loses only its mark are text.Terms' business.
var speltOut = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ø", "oe", "å", "aa", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "Ø", "Oe", "Å", "Aa")

// spellOut returns a text with two letters for each of speltOut.
func spellOut(s string) string { return speltOut.Replace(norm.NFC.String(s)) }

// speltTerms returns the terms of a text spelt out, by the terms without marks.
func speltTerms(s string) map[string]string {
	out := map[string]string{}
	for _, field := range strings.Fields(s) {
		plain, spelt := text.Terms(field), text.Terms(spellOut(field))
		for i := range min(len(plain), len(spelt)) {
			out[plain[i]] = spelt[i]
		}
	}
	return out
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
