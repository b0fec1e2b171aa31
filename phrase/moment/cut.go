package moment

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/phrase/numeral"
)

// cut is a text as dates and times are looked for in it: its numbers are digits, its words small and without marks. Words,
// numbers and signs stand between two spaces each, so that an expression can begin and end with one.
type cut struct {
	marked string // with digits, otherwise as it is
	words  []string
	line   string // of words
	dated  string // as line, with "@12" for a month and "#3" for a weekday
	digits bool   // it has some
}

// rewrites are words that hold a number together with what is counted: "half of the eighth" in one word of Russian, days in
// Korean; and names of months that hold a number.
var rewrites = strings.NewReplacer("полпервого", "половина первого", "полвторого", "половина второго", "полтретьего", "половина третьего", "полчетвертого", "половина четвертого",
	"полчетвёртого", "половина четвёртого", "полпятого", "половина пятого", "полшестого", "половина шестого", "полседьмого", "половина седьмого", "полвосьмого", "половина восьмого",
	"полдевятого", "половина девятого", "полдесятого", "половина десятого", "полодиннадцатого", "половина одиннадцатого", "полдвенадцатого", "половина двенадцатого",
	"كانون الأول", "ديسمبر", "كانون الاول", "ديسمبر", "كانون الثاني", "يناير", "تشرين الأول", "أكتوبر", "تشرين الاول", "أكتوبر", "تشرين الثاني", "نوفمبر",
	"이틀", "2일", "사흘", "3일", "나흘", "4일", "열흘", "10일")

// genitiveDay finds how Slavic languages write a day of the month without it: "9-го".
var genitiveDay = regexp.MustCompile(`(\d{1,2})-?(?:го|ого|те|go|ego)($|[^\p{L}])`)

// newCut cuts a text.
func newCut(s string) cut {
	c := cut{marked: numeral.Marked(genitiveDay.ReplaceAllString(rewrites.Replace(s), "$1 числа$2"))}
	folded := numeral.Fold(c.marked)
	for i := 0; i < len(folded); {
		r, size := utf8.DecodeRuneInString(folded[i:])
		end := i + size
		switch {
		case r >= '0' && r <= '9':
			c.digits = true
			end = endOfNumber(folded, i)
		case unicode.IsLetter(r) && r != 'º':
			for end < len(folded) {
				next, n := utf8.DecodeRuneInString(folded[end:])
				isJoined := (next == '\'' || next == '’' || next == 'ʼ') && unicode.Is(unicode.Cyrillic, r)
				if !unicode.IsLetter(next) && !unicode.Is(unicode.Mn, next) && !isJoined || next == 'º' {
					break
				}
				end += n
			}
		case r == '-' && i > 0 && isLetterAt(folded, i-1) && isLetterAt(folded, end): // "après-demain"
			i = end
			continue
		case unicode.IsSpace(r), r == '\'' || r == '’' || r == 'ʼ':
			i = end
			continue
		}
		w := folded[i:end]
		if unicode.Is(unicode.Cyrillic, r) {
			w = strings.NewReplacer("'", "", "’", "", "ʼ", "").Replace(w)
		}
		c.words = append(c.words, w)
		i = end
	}
	c.line = join(c.words)
	c.dated = join(markNames(c.words))
	return c
}

// hyphenDate finds a date with hyphens; another hyphen stands between two numbers, "9:00-17:00".
var hyphenDate = regexp.MustCompile(`^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4})\b`)

// endOfNumber returns where a number, a time or a date in digits ends: "14:15", "9.12.2026", "9º".
func endOfNumber(s string, i int) int {
	if size := len(hyphenDate.FindString(s[i:])); size > 0 {
		return i + size
	}
	for i < len(s) {
		switch c := s[i]; {
		case isDigit(c):
			i++
		case strings.IndexByte(":./", c) >= 0 && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			i += 2
		case strings.HasPrefix(s[i:], "º"):
			return i + len("º")
		case strings.HasPrefix(s[i:], numeral.Point):
			i += len(numeral.Point)
		default:
			return i
		}
	}
	return i
}

// isLetterAt reports whether the byte at a place is one of a letter.
func isLetterAt(s string, i int) bool {
	return i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= utf8.RuneSelf)
}

func join(words []string) string { return "  " + strings.Join(words, "  ") + "  " }

// markNames returns words with marks for the names of months and of days.
func markNames(words []string) []string {
	out := make([]string, 0, len(words))
	for i, w := range words {
		if m, ok := names["month"][w]; ok && (!otherMonth[w] || beforeMonth[wordAt(words, i-1)] || isShortMonth(words, i)) {
			out = append(out, "@"+strconv.Itoa(m))
		} else if m, ok := names["short month"][w]; ok && isShortMonth(words, i) {
			out = append(out, "@"+strconv.Itoa(m))
		} else if d, ok := weekdayIn(w); ok && (!otherShort[w] || isShortDay(words, i)) {
			out = append(out, "#"+strconv.Itoa(d))
		} else {
			out = append(out, w)
		}
	}
	return out
}

// wordAt returns a word, "" where there is none.
func wordAt(words []string, i int) string {
	if i < 0 || i >= len(words) {
		return ""
	}
	return words[i]
}

func isNumberAt(words []string, i int) bool { w := wordAt(words, i); return w != "" && isDigit(w[0]) }

// Words by which short names are told from other words.
var (
	// monthFirst are the short months that stand before a day as well: "Dec 24".
	monthFirst = setOf("jan feb mar apr may march jun jul aug sep sept oct nov dec okt dez")
	// otherMonth are names of months that are other words as well.
	otherMonth  = setOf("may march marco")
	beforeMonth = setOf("in by since until till from of to this next last early late mid end and or through every before after during - – & , em de desde ate no")
	// otherShort are short weekdays that are other words as well, "mon" in French among them.
	otherShort = setOf("mon mons sun sat wed weds")
	beforeDay  = setOf("on next last this every till until to from by and or since thru - – & / , ( +")
	behindDay  = setOf("and or to till thru until morning mornings evening evenings night nights afternoon afternoons - – & / , ) +")
)

func setOf(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// isShortMonth reports whether the word at i, a short name of a month, stands beside a day.
func isShortMonth(words []string, i int) bool {
	if isNumberAt(words, i-1) {
		return true
	}
	before := wordAt(words, i-1)
	if (before == "of" || before == "de" || before == "." || before == "числа") && isNumberAt(words, i-2) {
		return true
	}
	return monthFirst[words[i]] && (isNumberAt(words, i+1) || wordAt(words, i+1) == "." && isNumberAt(words, i+2))
}

// isShortDay reports whether the word at i stands as a short name of a day does.
func isShortDay(words []string, i int) bool {
	return len(words) == 1 || beforeDay[wordAt(words, i-1)] || behindDay[wordAt(words, i+1)] || isNumberAt(words, i+1)
}

// weekdayIn returns the day of the week that a folded word names.
func weekdayIn(w string) (int, bool) {
	if d, ok := names["weekday"][w]; ok {
		return d, true
	}
	d, ok := names["short weekday"][w]
	return d, ok
}
