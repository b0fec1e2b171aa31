package phrase

import (
	"regexp"
	"strings"
	"unicode"
)

// nameEndings are the endings that a name takes in a sentence, by script.
var nameEndings = map[string]bool{"": true, "s": true, "es": true, "n": true, "en": true, "er": true, "ern": true,
	"а": true, "я": true, "у": true, "ю": true, "е": true, "и": true, "ы": true, "ои": true, "еи": true, "ом": true, "ем": true, "ым": true,
	"ь": true, "і": true, "ові": true, "еві": true, "єві": true, "ою": true, "ею": true, "єю": true, "єм": true, "є": true}

// AreOneName reports whether two terms are forms of one name: only the endings of cases differ.
func AreOneName(a, b string) bool {
	if a == b {
		return true
	}
	x, y := []rune(a), []rune(b)
	same := sameRunes(x, y)
	if same < 3 || unicode.Is(unicode.Latin, x[0]) && same < min(len(x), len(y)) {
		return false
	}
	p, q := string(x[same:]), string(y[same:])
	return nameEndings[p] && nameEndings[q] || areStems(p, q) || areStems(q, p) || isTurkishCase(x, y)
}

var (
	// closed finds the last syllable of a name that ends in a consonant, whose vowel changes before an ending.
	closed = regexp.MustCompile(`^і(\p{Cyrillic})ь?$`)
	// turkishCase finds the ending that a Turkish name takes for where somebody is or comes from.
	turkishCase = regexp.MustCompile(`^([dt])([ae])n?$`)
)

// areStems reports whether one rest of a name is its last syllable, and the other that before an ending: "Тернопіль", "Тернополі".
// That a vowel falls out is not looked at: "Павла" is Pavel's, and a woman.
func areStems(last, ending string) bool {
	m := closed.FindStringSubmatch(last)
	if m == nil {
		return false
	}
	for _, vowel := range []string{"о", "е", "є"} {
		if rest, ok := strings.CutPrefix(ending, vowel+m[1]); ok && rest != "" && nameEndings[rest] {
			return true
		}
	}
	return false
}

// isTurkishCase reports whether the longer name is the shorter one with an ending that its last letter and vowel allow: "Gebzede".
func isTurkishCase(x, y []rune) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	m := turkishCase.FindStringSubmatch(string(y[len(x):]))
	if m == nil || len(x) < 4 {
		return false
	}
	isHard := strings.ContainsRune("fstkchp", x[len(x)-1])
	at := len(x) - 1
	for at > 0 && !strings.ContainsRune("aeiou", x[at]) {
		at--
	}
	return isHard == (m[1] == "t") && !(x[at] == 'a' && m[2] == "e") && !(x[at] == 'e' && m[2] == "a") // of the other vowels the marks are gone
}
