package locks

import (
	"strings"
	"unicode"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxEntryphone = 56 // bytes before a code with letters in which its entryphone is named
	maxEntryLinks = 3
)

// Lettered adds the codes with a letter or a sign of a keypad in them right behind a word for an entryphone or for the code of a house: "interfon 4711C",
// "cod interfon 12#34". The number of a flat or a bell is shorter.
func Lettered(t plain.Text, w *lexicon.Words, add func(from, to int)) {
	for from, to := range t.SignedTokens() {
		end := from + len(strings.TrimRight(t.Plain[from:to], ".?!/'"))
		if end-from < 4 || end-from > 12 || !isLettered(t.Plain[from:end]) || looks.CountDigits(t.Plain[from:end]) < 3 {
			continue
		}
		before := t.Low[max(0, t.TokenStart(max(0, from-maxEntryphone))):from]
		before = before[strings.LastIndexAny(before, ".,;?!\n")+1:]
		if isEntryphone(w, before) && !mention.At(t, w, from, end).IsUnitAt(end) {
			add(from, end)
		}
	}
}

// isLettered reports whether a token is what keypads of houses take: digits with one capital or one of the signs # and * among them, or before or behind four.
func isLettered(v string) bool {
	digits := looks.CountDigits(v)
	letters, signs, isInside := 0, 0, false
	for i, r := range v {
		switch {
		case r >= '0' && r <= '9':
			continue
		case r == '#' || r == '*':
			signs++
		case unicode.IsUpper(r):
			letters++
		default:
			return false
		}
		isInside = isInside || i > 0 && i < len(v)-len(string(r))
	}
	return letters+signs > 0 && letters <= 2 && signs <= 2 && letters*signs == 0 && (isInside || digits > 3)
}

// isEntryphone reports whether a text ends with a word for an entryphone or for the code of a house, perhaps with links behind it.
func isEntryphone(w *lexicon.Words, before string) bool {
	for range maxEntryLinks {
		before = strings.TrimRight(before, " :=-\"'(")
		if _, is := w.CutLast("entryphone", before); is {
			return true
		}
		head, is := w.CutLast("is", before)
		if !is {
			head, is = w.CutLast("entrylink", before)
		}
		if !is {
			return false
		}
		before = head
	}
	return false
}
