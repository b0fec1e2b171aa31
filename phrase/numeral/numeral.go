package numeral

import (
	"strconv"
	"strings"
)

// Point stands in a number with decimals, so that it is none of the points and commas of dates and times.
const Point = "·"

// Digits returns a text with its numbers as digits: "forty-two" and "quarantadue" are "42", "the third" is "the 3",
// "1.200" is "1200", "two and a half" is "2·5".
func Digits(s string) string { return write(s, false) }

// Marked returns a text with its numbers as digits, in which a number that puts in order is told from one that counts
// ("9º"), and words for one are "1": as it is read for dates and times. Halves stay words.
func Marked(s string) string { return write(s, true) }

// CanBe reports whether a word, small and without marks, is a number in some language that is written with these digits: where a
// text is too short to show its language, another one with the number in digits does.
func CanBe(word, digits string) bool {
	for _, e := range known.entries[word] {
		if (e.value != milli || e.isOrdinal) && format(e.value) == digits {
			return true
		}
	}
	return false
}

func write(s string, isMarked bool) string {
	s = digitsOfDense(asciiDigits(s), isMarked)
	t := scan(s)
	if !t.hasNumber {
		return s
	}
	var out strings.Builder
	done := 0
	for i := 0; i < len(t.words); {
		n, isChanged := t.read(i, isMarked)
		if isChanged {
			out.WriteString(s[done:t.words[i].from])
			out.WriteString(format(n.value))
			if n.isOrdinal && isMarked {
				out.WriteString("º")
			}
			done = i
			if n.to > i {
				done = t.words[n.to-1].to
			} else {
				out.WriteString(" ")
				done = t.words[i].from
			}
		}
		if n.end > n.to { // "une heure et demie": the half is said by the number
			out.WriteString(s[done:t.words[n.to].to])
			done = t.words[n.end-1].to
		}
		i = max(n.end, n.to, i+1)
	}
	if done == 0 {
		return s
	}
	out.WriteString(s[done:])
	return out.String()
}

// read returns the number that begins at i, with a half or thousands behind it, and whether it is written otherwise.
func (t *scanned) read(i int, isMarked bool) (n number, isChanged bool) {
	w := t.words[i]
	switch {
	case w.isLiteral:
		n = number{from: i, to: i + 1, value: w.literal.value, isOrdinal: w.literal.isOrdinal}
		isChanged = !w.literal.isPlain
		if w.literal.value == 0 {
			return n, isChanged
		}
	case w.entries == nil:
		if end := t.halfBehind(i + 1); !isMarked && end > i+1 && things[w.bare] { // "час с половиной"
			return number{from: i, to: i, value: milli * 3 / 2, end: end}, true
		}
		return number{to: i + 1}, false
	default:
		var ok bool
		if n, ok = t.numberAt(i); !ok {
			return number{to: i + 1}, false
		}
		isChanged = isMarked || n.value != milli || n.isOrdinal || n.words > 1
	}
	if n.isOrdinal {
		return n, isChanged
	}
	if !isMarked && n.value%milli == 0 {
		if end := t.halfBehind(n.to); end > n.to {
			n.value, n.to, isChanged = n.value+milli/2, end, true
		} else if end := t.halfBehind(n.to + 1); end > n.to+1 && t.words[n.to].follows && things[t.words[n.to].bare] {
			n.value, n.end = n.value+milli/2, end
			return n, true
		} else if part, end := t.partBehind(n.to); end > 0 { // "3 kilos 2"
			n.value, n.end = n.value+part, end
			return n, true
		}
	}
	for n.to < len(t.words) && t.words[n.to].follows && (w.isLiteral || n.value%milli != 0) { // "3 thousand", "2.5 million"
		e, ok := t.scaleAt(n.to)
		if !ok {
			break
		}
		n.value, n.to, isChanged = n.value*(e.value/milli), n.to+1, true
	}
	return n, isChanged
}

// measures are what a smaller part is said of behind it, without its own measure.
var measures = setOf("kilo kilos kg euro euros eur pounds quid dollars meter metre metres metro metros metri euro zloty zl")

// partBehind returns what a number behind a measure adds to the one before it, in thousandths, and where it ends: "2 euros 50" is
// 2.5. It must be the last of what stands there.
func (t *scanned) partBehind(i int) (part int64, end int) {
	if i+1 >= len(t.words) || !measures[t.words[i].bare] || !t.words[i].follows || !t.words[i+1].follows {
		return 0, 0
	}
	next, end := t.words[i+1], i+2
	v := next.literal.value
	if !next.isLiteral {
		n, ok := t.numberAt(i + 1)
		if !ok {
			return 0, 0
		}
		v, end = n.value, n.to
	}
	if end < len(t.words) && t.words[end].follows || v%milli != 0 {
		return 0, 0
	}
	switch v /= milli; {
	case v > 0 && v < 10 && strings.HasPrefix(t.words[i].bare, "k"):
		return v * 100, end
	case v >= 10 && v < 100:
		return v * 10, end
	case v >= 100 && v < 1000 && strings.HasPrefix(t.words[i].bare, "k"):
		return v, end
	}
	return 0, 0
}

// things are what half of one is said of behind it: "two hours and a half", "una hora y media".
var things = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`hour hours year years month months week weeks day days mile miles kilo kilos litre litres liter liters cup cups
		stunde stunden jahr jahre monat monate uur uren jaar maand maanden week weken heure heures an ans mois semaine semaines jour jours litre litres kilo kilos
		hora horas año años mes meses semana semanas día días litro litros kilo kilos kilómetros ora ore anno anni mese mesi settimana settimane giorno giorni litri chili chilo
		ano anos mês dia dias quilo quilos saat yıl ay hafta gün час часа часов год года месяц месяца неделя недели неделю литр литра кило
		година годину години місяць місяці тиждень тижні рік роки літр godzina godzinę godziny miesiąc miesiące tydzień tygodnie rok lata litr litra ساعة سنة شهر اسبوع يوم كيلو متر`) {
		out[bare(w)] = true
	}
	return out
}()

// scaleAt returns the word at i as one that multiplies by a thousand or more.
func (t *scanned) scaleAt(i int) (entry, bool) {
	for _, e := range t.words[i].entries {
		if e.isScale && e.value >= 1000*milli && t.isNumber(i, e) {
			return e, true
		}
	}
	return entry{}, false
}

// format returns a value in thousandths as it is compared.
func format(v int64) string {
	if v%milli == 0 {
		return strconv.FormatInt(v/milli, 10)
	}
	return strings.Replace(strings.TrimRight(strconv.FormatFloat(float64(v)/milli, 'f', 3, 64), "0"), ".", Point, 1)
}

// asciiDigits returns a text with Arabic and wide digits as those of ASCII.
func asciiDigits(s string) string {
	if !strings.ContainsAny(s, "٠١٢٣٤٥٦٧٨٩٫０１２３４５６７８９۰۱۲۳۴۵۶۷۸۹") {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '٠' && r <= '٩':
			return r - '٠' + '0'
		case r >= '۰' && r <= '۹':
			return r - '۰' + '0'
		case r >= '０' && r <= '９':
			return r - '０' + '0'
		case r == '٫':
			return '.'
		}
		return r
	}, s)
}
