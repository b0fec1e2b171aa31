package lexicon

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/plain"
)

// Contains reports whether a text has one of the stems of a list in it, also within a word.
func (w *Words) Contains(list, s string) bool {
	for _, stem := range w.Stems[list] {
		if strings.Contains(s, stem) {
			return true
		}
	}
	return false
}

// HasWord reports whether a text has a word of a list.
func (w *Words) HasWord(list, near string) bool {
	words := strings.FieldsFunc(near, func(r rune) bool { return !plain.IsWordRune(r) && r != '\'' })
	return slices.ContainsFunc(words, func(word string) bool { return w.Is(list, word, ^uint32(0)) })
}

// HasStem reports whether a text has a word that begins with, or in scripts without spaces holds, one of a list. One of three
// Latin letters, as Vietnamese has them without their marks, is the whole word.
func (w *Words) HasStem(list, near string) bool {
	for _, stem := range w.Stems[list] {
		for at := strings.Index(near, stem); at >= 0; {
			first, _ := utf8.DecodeRuneInString(stem)
			if before := plain.LastRune(near[:at]); (at == 0 || plain.IsDense(first) || plain.IsHangul(first) || !plain.IsWordRune(before) || plain.IsDense(before) || plain.IsHangul(before)) && (len(stem) > 3 || first > unicode.MaxASCII || wordEnd(near[at+len(stem):]) == "") {
				return true
			}
			next := strings.Index(near[at+1:], stem)
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	return false
}

// HasEntry reports whether a text has an entry of a list, of one word or of several, as words of their own; in scripts without spaces
// anywhere.
func (w *Words) HasEntry(list, s string) bool {
	for _, entry := range w.Stems[list] {
		for at := strings.Index(s, entry); at >= 0; {
			r, _ := utf8.DecodeRuneInString(s[at+len(entry):])
			first := plain.FirstRune(entry)
			if plain.IsDense(first) || plain.IsHangul(first) || !plain.IsWordRune(plain.LastRune(s[:at])) && !plain.IsWordRune(r) {
				return true
			}
			next := strings.Index(s[at+1:], entry)
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	return false
}

// CutLast returns what stands before the entry of a list that s ends with, as words of their own; in scripts without spaces the letters before it do not
// count. The longest entry is cut.
func (w *Words) CutLast(list, s string) (head string, ok bool) {
	for _, entry := range w.Ending(list, plain.LastRune(s)) {
		head, is := strings.CutSuffix(s, entry)
		if first := plain.FirstRune(entry); is && (plain.IsDense(first) || plain.IsHangul(first) || !plain.IsWordRune(plain.LastRune(head))) {
			return head, true
		}
	}
	return s, false
}

// CutFirst returns what stands behind the entry of a list that s begins with, as CutLast does at the end.
func (w *Words) CutFirst(list, s string) (rest string, ok bool) {
	for _, entry := range w.Beginning(list, plain.FirstRune(s)) {
		rest, is := strings.CutPrefix(s, entry)
		if last := plain.LastRune(entry); is && (plain.IsDense(last) || plain.IsHangul(last) || !plain.IsWordRune(plain.FirstRune(rest))) {
			return rest, true
		}
	}
	return s, false
}

// IsCount reports whether a token is a count with its unit: "90-day", "8位".
func (w *Words) IsCount(low string) bool {
	digits := len(low) - len(strings.TrimLeft(low, "0123456789"))
	if digits == 0 || digits == len(low) {
		return false
	}
	rest := strings.TrimLeft(low[digits:], "-")
	if w.Is("unit", rest, ^uint32(0)) {
		return true
	}
	for _, d := range w.Dense["unit"] {
		if strings.HasPrefix(rest, d) {
			return true
		}
	}
	return false
}

// HasThing is HasStem for things that have compounds: a long stem may stand within a word, one of four letters and more
// at its end, and a short one is the whole word. Hebrew and Arabic write a preposition and an article before it.
func (w *Words) HasThing(list, near string) bool {
	for _, stem := range w.Stems[list] {
		for from := 0; ; {
			at := strings.Index(near[from:], stem)
			if at < 0 {
				break
			}
			if at += from; isThing(near, at, at+len(stem)) {
				return true
			}
			from = at + 1
		}
	}
	return false
}

// isThing reports whether a stem between two places of a text is a word, or part of one, as HasThing asks for.
func isThing(near string, from, to int) bool {
	first := plain.FirstRune(near[from:])
	if plain.IsDense(first) || plain.IsHangul(first) {
		return true
	}
	n := utf8.RuneCountInString(near[from:to])
	next, _ := utf8.DecodeRuneInString(near[to:])
	ends := to == len(near) || !plain.IsWordRune(next)
	before := near[:from]
	if last := plain.LastRune(before); from == 0 || !plain.IsWordRune(last) || plain.IsDense(last) || plain.IsHangul(last) {
		return n > 3 || ends
	}
	if unicode.In(first, unicode.Hebrew, unicode.Arabic) {
		word := before[strings.LastIndexFunc(before, func(r rune) bool { return !plain.IsWordRune(r) })+1:]
		return utf8.RuneCountInString(word) <= 3 && (n > 3 || ends)
	}
	return n > 5 || n > 3 && (ends || slices.Contains(caseEndings, wordEnd(near[to:])))
}

// caseEndings are what follows a thing in a compound: "ytterdörren", "Kellertüren".
var caseEndings = []string{"e", "n", "s", "en", "er", "es", "et", "em", "a", "u", "y", "i", "ie", "ar", "or", "arna", "erna"}

// wordEnd returns the letters that s begins with.
func wordEnd(s string) string {
	if end := strings.IndexFunc(s, func(r rune) bool { return !plain.IsWordRune(r) }); end >= 0 {
		return s[:end]
	}
	return s
}
