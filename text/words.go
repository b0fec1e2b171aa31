package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns s for comparing: compatibility forms joined (NFKC), case folded,
// invisible characters gone, white space collapsed. Two strings that a reader would call
// the same word for word fold to the same.
func Fold(s string) string {
	s = norm.NFKC.String(StripInvisible(Clean(s)))
	// Folding can undo the normal form (and the reverse), so normalise again.
	s = norm.NFKC.String(strings.Map(cherokee, cases.Fold().String(s)))
	return strings.Join(strings.Fields(s), " ")
}

// cherokee makes the one script whole whose two cases cases.Fold swaps.
func cherokee(r rune) rune {
	if r >= 0x13A0 && unicode.Is(unicode.Cherokee, r) {
		return unicode.ToUpper(r)
	}
	return r
}

// wordRunes is how much of a word a search token keeps: enough to tell words apart,
// little enough to meet most inflections.
const wordRunes = 5

// plain maps the letters that NFKD leaves whole though people type them both ways.
var plain = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "æ", "ae", "œ", "oe", "ı", "i", "þ", "th", "ð", "d")

// Words returns the search tokens of s, in order, without repetition: marks stripped,
// case folded, words cut to 5 runes, scripts written without spaces (and Korean, whose
// particles stick to words) as overlapping pairs. Both databases index these and nothing
// else, so a search finds the same on both. An empty result means nothing to search for.
func Words(s string) []string {
	seen := make(map[string]bool)
	var out []string
	add := func(w string) {
		if w != "" && !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	for _, t := range split(bare(s)) {
		if t.dense {
			pairs(t.runes, add)
			continue
		}
		add(string(t.runes[:min(len(t.runes), wordRunes)]))
	}
	return out
}

// Terms returns the whole words of s, folded and without marks, in order and with
// repetition; dense scripts as overlapping pairs. It is what Words cuts short.
func Terms(s string) []string {
	var out []string
	for _, t := range split(bare(s)) {
		if t.dense {
			pairs(t.runes, func(w string) { out = append(out, w) })
			continue
		}
		out = append(out, string(t.runes))
	}
	return out
}

// bare folds s and strips its marks.
func bare(s string) string {
	s = norm.NFKD.String(Fold(s))
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, s)
	// Hangul was taken apart into letters: put its syllables together again.
	return plain.Replace(norm.NFC.String(s))
}

// token is one run of letters and digits.
type token struct {
	runes []rune
	dense bool // of a script without spaces
}

// split cuts bare text into runs. A single letter beside an apostrophe ("user's",
// "l'eau") is grammar, not a word.
func split(s string) []token {
	var out []token
	runes := []rune(s)
	for i := 0; i < len(runes); {
		if !wordRune(runes[i]) {
			i++
			continue
		}
		from, d := i, dense(runes[i])
		for i < len(runes) && wordRune(runes[i]) && dense(runes[i]) == d {
			i++
		}
		elided := i-from == 1 && !d && unicode.IsLetter(runes[from]) &&
			(from > 0 && apostrophe(runes[from-1]) || i < len(runes) && apostrophe(runes[i]))
		if !elided {
			out = append(out, token{runes: runes[from:i], dense: d})
		}
	}
	return out
}

func pairs(runes []rune, add func(string)) {
	if len(runes) == 1 {
		add(string(runes))
		return
	}
	for i := 0; i+1 < len(runes); i++ {
		add(string(runes[i : i+2]))
	}
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mc, r) || unicode.Is(unicode.No, r)
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' || r == 'ʼ' || r == '`' || r == '´' }

// dense reports whether r belongs to a script whose words are not set apart by spaces.
func dense(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー' || r == '々'
}
