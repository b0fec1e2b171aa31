package slot

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase"
)

// isForm reports whether two words are the same or forms of one.
func isForm(a, b word) bool {
	if a.term == b.term {
		return true
	}
	if a.class == value && b.class == value && (a.term+"s" == b.term || b.term+"s" == a.term) {
		return true // Friday, Fridays
	}
	if a.class != b.class || a.class == value || strings.HasPrefix(a.term, "#") || strings.HasPrefix(b.term, "#") {
		return false
	}
	if isPluralOf(a.term, b.term) || isPluralOf(b.term, a.term) {
		return true
	}
	if a.name && b.name && isASCII(a.term) { // Anna, Annabel; Austria, Australia
		return false
	}
	return phrase.AreInflections(a.term, b.term) && !isExclusive(a, b)
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// isSameWord reports whether two words are the same but for an ending that only counts or cases: not
// for a tense.
func isSameWord(a, b word) bool {
	if a.class == value || a.term == b.term {
		return isForm(a, b)
	}
	tense := func(x, y string) bool {
		return x == y+"e" && strings.HasSuffix(y, "t") || x == y+"en" && strings.HasSuffix(y, "t")
	}
	return isForm(a, b) && (isPluralOf(a.term, b.term) || isPluralOf(b.term, a.term)) && !tense(a.term, b.term) && !tense(b.term, a.term)
}

// isPluralOf reports whether a is b with an ending that only counts or cases.
func isPluralOf(a, b string) bool {
	rest, ok := strings.CutPrefix(a, b)
	return ok && len(b) >= 3 && slices.Contains([]string{"s", "es", "e", "n", "en", "er"}, rest)
}

// diff returns the words of a without a form in b, and the reverse. Each word is matched once.
func diff(a, b []word) (onlyA, onlyB []word) { return diffBy(a, b, isForm) }

// diffBy is diff for another comparison of words.
func diffBy(a, b []word, isSame func(x, y word) bool) (onlyA, onlyB []word) {
	used := make([]bool, len(b))
	match := func(x word, same func(x, y word) bool) bool {
		for i, y := range b {
			if !used[i] && same(x, y) {
				used[i] = true
				return true
			}
		}
		return false
	}
	var open []word
	for _, x := range a { // equal words first, so that a form does not take their place
		if !match(x, func(x, y word) bool { return x.term == y.term }) {
			open = append(open, x)
		}
	}
	for _, x := range open {
		if !match(x, isSame) {
			onlyA = append(onlyA, x)
		}
	}
	for i, y := range b {
		if !used[i] {
			onlyB = append(onlyB, y)
		}
	}
	return onlyA, onlyB
}
