// Package spoken finds numbers that are said in words, digit by digit or in pairs: "four seven one nine", "forty-seven
// eleven", "四七一九". People write them so when they dictate, or to hide them from whoever looks for digits.
//
// Texts come in the even form of package plain, words from package lexicon. Start reading at Find.
package spoken

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// Number is a number in words: where it stands, and how many digits and words it has.
type Number struct{ From, To, Digits, Words int }

// Find returns the numbers of two words or more between two places. All words of one are of the same language.
func Find(t plain.Text, w *lexicon.Words, lo, hi int) []Number {
	var all []Number
	for i := lo; i < hi; {
		n := numberAt(t, w, i, hi)
		if n.Words > 1 {
			all = append(all, n)
		}
		if n.Words > 0 {
			i = n.To
			continue
		}
		i = max(wordEnd(t, i), i+1)
	}
	return all
}

// wordEnd returns where what begins at i ends: a word, a single character in a script without spaces, a sign.
func wordEnd(t plain.Text, i int) int {
	isLetter := func(r rune) bool {
		return (plain.IsWordRune(r) || r == '\'') && !plain.IsDense(r) && !plain.IsHangul(r)
	}
	r, next := t.Next(i)
	if !isLetter(r) {
		return next
	}
	for isLetter(r) {
		i = next
		r, next = t.Next(i)
	}
	return i
}

// numberAt reads the number that begins at i; it has no words if there is none.
func numberAt(t plain.Text, w *lexicon.Words, i, hi int) Number {
	n := Number{From: i, To: i}
	langs, afterTens := ^uint32(0), false
	for i < hi {
		word := wordAt(t, w, i)
		size, of, isTens := digitsOf(w, word)
		if size == 0 || langs&of == 0 {
			// "cuarenta y siete"
			next := t.Skip(i+len(word), " ")
			if afterTens && w.Is("conj", word, langs) {
				if after := wordAt(t, w, next); w.Is("numeral", after, langs) {
					n.To, n.Words, afterTens = next+len(after), n.Words+1, false
					i = t.Skip(n.To, " -,.")
					continue
				}
			}
			break
		}
		langs &= of
		if !afterTens || size > 1 {
			n.Digits += size
		}
		afterTens = isTens
		i += len(word)
		n.To, n.Words = i, n.Words+1
		i = t.Skip(i, " -,.")
	}
	return n
}

// wordAt returns the word that begins at i; in a script without spaces the longest numeral.
func wordAt(t plain.Text, w *lexicon.Words, i int) string {
	r, _ := t.Next(i)
	if !plain.IsDense(r) && !plain.IsHangul(r) {
		return t.Low[i:t.WordEnd(i)]
	}
	for _, d := range w.Dense["numeral"] {
		if strings.HasPrefix(t.Low[i:], d) {
			return d
		}
	}
	return ""
}

// digitsOf returns how many digits a word stands for, in which languages, and whether one of those may follow as a word of
// its own.
func digitsOf(w *lexicon.Words, word string) (digits int, langs uint32, isTens bool) {
	if word == "" {
		return 0, 0, false
	}
	if langs = w.Lists["numeral"][word]; langs != 0 {
		return 1, langs, false
	}
	if langs = w.Lists["tens"][word]; langs != 0 {
		return 2, langs, true
	}
	if langs = w.Lists["twice"][word]; langs != 0 {
		return 2, langs, false
	}
	if len(word) < 9 {
		return 0, 0, false
	}
	for _, stem := range w.Stems["twice"] { // "siebenundvierzig", "quarantasette"
		if tail, is := strings.CutPrefix(stem, "*"); is && strings.HasSuffix(word, tail) && len(word) > len(tail) {
			return 2, w.Lists["twice"][stem], false
		}
		if head, is := strings.CutSuffix(stem, "*"); is && strings.HasPrefix(word, head) && w.Lists["numeral"][word[len(head):]] != 0 {
			return 2, w.Lists["twice"][stem], false
		}
	}
	return 0, 0, false
}
