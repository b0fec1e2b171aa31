package numeral

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a run of letters of a text, or a number in digits.
type word struct {
	from, to int
	bare     string
	entries  []entry
	// isLiteral says that it is a number in digits, of this value, or one that stays as it is.
	isLiteral bool
	literal   literal
	// follows says that only spaces or a hyphen stand between it and the word before.
	follows bool
	// and says that "and" is written at its beginning, as in Arabic.
	and     bool
	isUpper bool
}

// scanned is a text cut into words.
type scanned struct {
	text      string
	words     []word
	hasNumber bool
	scores    []int // per language, how much shows it; nil until it is asked for
}

// scan cuts a text into words and numbers in digits.
func scan(s string) *scanned {
	t := &scanned{text: s}
	end := 0 // of the last word
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case r >= '0' && r <= '9' || r == '½':
			n := readLiteral(s, i)
			t.words = append(t.words, word{from: n.from, to: n.to, isLiteral: true, literal: n, follows: areJoined(s[end:i])})
			t.hasNumber = true
			i, end = n.to, n.to
			continue
		case isLetter(r):
			w := readWord(s, i)
			w.follows = areJoined(s[end:i])
			if w.entries != nil || things[w.bare] {
				t.hasNumber = true
			}
			t.words = append(t.words, w)
			i, end = w.to, w.to
			continue
		}
		i += size
	}
	return t
}

// isLetter reports whether a letter is of a script that parts words by spaces.
func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return int(r) < len(bareRunes) && (unicode.IsLetter(r) || unicode.Is(unicode.Mn, r))
}

func readWord(s string, from int) word {
	w := word{from: from}
	i := from
	isPlain, isCyrillic := true, false
	for i < len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if isCyrillic && (r == '\'' || r == '’' || r == 'ʼ') {
			if next, _ := utf8.DecodeRuneInString(s[i+size:]); !unicode.Is(unicode.Cyrillic, next) {
				break
			}
		} else if !isLetter(r) {
			break
		}
		isPlain = false
		isCyrillic = r >= 'Ѐ' && r <= 'ӿ' || isCyrillic
		if i == from {
			w.isUpper = unicode.IsUpper(r)
		}
		i += size
	}
	w.to = i
	w.bare = s[from:i]
	if !isPlain {
		w.bare = bare(w.bare)
	}
	w.entries = known.entries[w.bare]
	if w.entries != nil {
		return w
	}
	switch first, _ := utf8.DecodeRuneInString(w.bare); {
	case first >= 'ء' && first <= 'ي':
		w.readArabic()
	case len(w.bare) >= minGlued && first < utf8.RuneSelf:
		w.entries = findGlued(w.bare)
	}
	return w
}

// readArabic finds a number behind what is written together with it: "and", "the", "in".
func (w *word) readArabic() {
	rest := w.bare
	if cut, ok := strings.CutPrefix(rest, "و"); ok {
		if w.entries = known.entries[cut]; w.entries != nil {
			w.and = true
			return
		}
		rest = cut
	}
	for _, prefix := range []string{"بال", "لل", "عال", "ال", "ب", "ل", "ع"} {
		cut, ok := strings.CutPrefix(rest, prefix)
		if !ok {
			continue
		}
		if es := known.entries[cut]; es != nil && cut != "اثنين" && cut != "اتنين" && cut != "تنين" { // with the article it is Monday
			w.entries, w.and = es, rest != w.bare
			return
		}
		if es := known.entries["ال"+cut]; es != nil {
			w.entries, w.and = es, rest != w.bare
			return
		}
	}
}

// areJoined reports whether what stands between two words lets them be parts of one number.
func areJoined(between string) bool {
	switch between {
	case "", " ", "-", "  ", "\u00a0", "\u202f", "‑":
		return true
	}
	return false
}

// score returns how much of the text shows a language, and the most that shows another one.
func (t *scanned) score(l language) (own, other int) {
	if t.scores == nil {
		t.scores = make([]int, len(known.names))
		add := func(mask uint32) {
			for mask != 0 {
				t.scores[bits.TrailingZeros32(mask)]++
				mask &= mask - 1
			}
		}
		for _, w := range t.words {
			add(known.signs[w.bare])
			if len(w.entries) == 1 && w.entries[0].level == sure && w.entries[0].value != milli {
				add(1 << w.entries[0].language)
			}
		}
		for _, r := range t.text {
			if r < utf8.RuneSelf {
				continue
			}
			switch r {
			case 'ñ', '¿', '¡':
				add(1 << spanish)
			case 'ã', 'õ':
				add(1 << portuguese)
			case 'ğ', 'ı', 'ş', 'İ', 'Ş', 'Ğ':
				add(1 << turkish)
			case 'ß':
				add(1 << german)
			case 'і', 'ї', 'є', 'ґ':
				add(1 << ukrainian)
			case 'ы', 'э', 'ъ', 'ё':
				add(1 << russian)
			}
		}
	}
	for i, n := range t.scores {
		if language(i) != l {
			other = max(other, n)
		}
	}
	return t.scores[l], other
}

// besides are words beside which a number word is something else: those before it, and those behind it.
var besides = map[string][2]map[string]bool{
	"second": {setOf("a per split"), setOf("hand hands thoughts nature guessing")},
	"neuf":   {setOf("tout flambant"), nil},
	"cuarto": {setOf("y menos un mi el su tu del al"), setOf("de para")},
	"quarto": {setOf("e un um menos meno il al del no do meu seu o tre tres"), setOf("de para pras")},
	"quarta": {setOf("na a de toda"), setOf("feira")},
	"quinta": {setOf("na toda"), setOf("feira")},
	"sexta":  {setOf("na toda desde"), setOf("feira")},
	"grand":  {setOf("the le un du au mon son"), nil},
	"four":   {setOf("au le du un"), nil},
	"nona":   {setOf("la mia sua a minha"), nil},
	"nono":   {setOf("il mio suo"), nil},
	"zero":   {nil, setOf("waste")},
}

// leads are words that need one of these before them to be numbers.
var leads = map[string]map[string]bool{
	"achten": setOf("am vom zum den dem der des die ab beim im bis"),
}

func setOf(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// isNumber reports whether the word at i is a number of the language, by the words beside it.
func (t *scanned) isNumber(i int, e entry) bool {
	w := t.words[i]
	before, behind := "", ""
	if i > 0 {
		before = t.words[i-1].bare
	}
	if i+1 < len(t.words) {
		behind = t.words[i+1].bare
	}
	if b, ok := besides[w.bare]; ok && (b[0][before] || b[1][behind]) {
		return false
	}
	if lead := leads[w.bare]; lead != nil && !lead[before] {
		return false
	}
	if e.level == sure {
		return true
	}
	isBesideDigits := i > 0 && t.words[i-1].isLiteral && !e.isScale && w.follows || i+1 < len(t.words) && t.words[i+1].isLiteral && t.words[i+1].follows
	if isBesideDigits || w.isUpper && i > 0 && !e.isOrdinal && !e.isScale {
		return false
	}
	own, other := t.score(e.language)
	if e.level == shy {
		return own > other
	}
	return own >= other
}
