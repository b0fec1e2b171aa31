package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Parts returns further search tokens of s, in order, without repetition and without those of Words: the single
// Chinese characters of a text in Chinese or Japanese, each often a word ("猫"), and the stems of short inflected
// words, of which Words keeps the ending ("Пете", "Петя": "пет"). Both databases index them beside Words. They say
// less than a word of Words does: other words may have them too.
//
// Stems are made of words in Cyrillic letters, and of those in Latin letters that begin with a capital or stand in a
// text with a letter that only Slavic languages have.
func Parts(s string) []string {
	words := Words(s)
	var out []string
	add := func(p string) {
		if !slices.Contains(words, p) && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	for _, t := range split(bare(s)) {
		for _, r := range t.runes {
			if t.dense && unicode.Is(unicode.Han, r) && r != '々' {
				add(string(r))
			}
		}
	}
	s = norm.NFC.String(s)
	isSlavic := strings.ContainsFunc(s, slavicLetter)
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		if n := utf8.RuneCountInString(w); n < minInflected || n > maxInflected {
			continue
		}
		first, _ := utf8.DecodeRuneInString(w)
		isName := unicode.IsUpper(first)
		switch {
		case unicode.Is(unicode.Cyrillic, first):
			if stem := stemOf(bare(w), cyrillicEndings, "лкцв", isName); stem != "" {
				add(stem)
			}
		case unicode.Is(unicode.Latin, first) && (isName || isSlavic):
			if stem := stemOf(bare(w), latinEndings, "lkc", isName && isSlavic); stem != "" {
				add(stem)
			}
		}
	}
	return out
}

// Lengths of words that have a stem: of longer ones Words cuts the ending off.
const (
	minInflected = 3
	maxInflected = 8
)

// Endings of a noun, the longest first, as bare leaves them ("й" is "и" there, "ę" is "e").
var (
	cyrillicEndings = strings.Fields("ами ями ові еві єві ою ею єю ои еи ом ем єм ам ям ах ях ов ев єв ів ії ии ия ию ие ія ію іи а я о е є у ю ы и і ь")
	latinEndings    = strings.Fields("iemu iami owie iem owi ovi ami ach ech em om ie ia ii iu io ow ou ym a e i o u y")
)

// slavicLetter reports whether a letter is of a Slavic language that is written in Latin letters, and of hardly any other.
func slavicLetter(r rune) bool {
	return strings.ContainsRune("ąćęłńśźżčďěňřšťůžđĄĆĘŁŃŚŹŻČĎĚŇŘŠŤŮŽĐ", r)
}

// stemOf returns the stem of a word, "" where it has none: the word without its ending, or without the vowel before a
// last consonant that comes and goes ("Павел", "Павла"). A stem has three letters, that of a short name two ("Оля").
func stemOf(word string, endings []string, fleeting string, isName bool) string {
	runes := []rune(word)
	least := 3
	if isName && len(runes) <= 4 {
		least = 2
	}
	for _, e := range endings {
		if stem := strings.TrimSuffix(word, e); stem != word && utf8.RuneCountInString(stem) >= least {
			return cutStem(stem, isName)
		}
	}
	n := len(runes)
	if n > least && n >= 3 && strings.ContainsRune(fleeting, runes[n-1]) && strings.ContainsRune("еоeo", runes[n-2]) && !strings.ContainsRune("аеєиіоуыэюяaeiouy", runes[n-3]) {
		return cutStem(string(runes[:n-2])+string(runes[n-1]), isName)
	}
	return ""
}

// cutStem returns a stem as a token, without the letters that only soften its end: "Льв", "Мари", "Kasi".
func cutStem(stem string, isName bool) string {
	runes := []rune(strings.ReplaceAll(stem, "ь", ""))
	if n := len(runes); (n > 3 || n == 3 && isName) && strings.ContainsRune("иіi", runes[n-1]) {
		runes = runes[:n-1]
	}
	return string(runes[:min(len(runes), wordRunes)])
}
