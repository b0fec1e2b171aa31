package moment

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"keepsake/phrase/numeral"
)

// day is a day as it is said: what is not said of it is 0.
type day struct{ year, month, day int }

// isReal reports whether some year has the day.
func (d day) isReal() bool {
	return d.day >= 1 && d.day <= 31 && (d.month == 0 || d.month <= 12 && time.Date(2024, time.Month(d.month), d.day, 0, 0, 0, 0, time.UTC).Day() == d.day)
}

// compileDate compiles an expression in which single spaces stand between words, %d is a day of the month, %n one without a
// point behind it, %M the mark of a month and %y a year.
func compileDate(pattern string) *regexp.Regexp {
	return compileNumbers(pattern, map[string]string{"%d": `(?P<d#>\d{1,2})º?(?:  \.)?`, "%n": `(?P<d#>\d{1,2})`, "%M": `@(?P<m#>\d{1,2})(?:  \.)?`, "%y": `(?P<y#>(?:19|20)\d\d)`})
}

// compileNumbers compiles an expression in which single spaces stand between words, and names stand for groups: each gets a
// name of its own, of which the first letter counts.
func compileNumbers(pattern string, groups map[string]string) *regexp.Regexp {
	var p strings.Builder
	p.WriteString(` (?:`)
	for i, piece := range strings.Split(pattern, "%") {
		if i > 0 {
			p.WriteString(strings.ReplaceAll(groups["%"+piece[:1]], "#", strconv.Itoa(i)))
			piece = piece[1:]
		}
		p.WriteString(strings.ReplaceAll(numeral.Fold(strings.ReplaceAll(piece, `\S`, `[^ ]`)), " ", "  "))
	}
	p.WriteString(`) `)
	return regexp.MustCompile(p.String())
}

const between = `(?: (?:to|till|until|through|thru|and|or|bis|und|tot|t|m|en|et|au|al|a|y|e|ao|по|до|и|do|i|та|і|ile|الى|لحد|ل|و|-|–|/|,|the|zum|den|le|il|o|el|de|and|da|das|as|oder|или|чи))+`

var (
	dayMonth  = compileDate(`%d(?: (?:of|de|di|del|do|числа))? %M(?:(?: (?:,|de|del|of|\())? %y)?`)
	monthDay  = compileDate(`%M(?: (?:the|,))? %d(?: [,(] %y| %y)?`)
	dayRange  = compileDate(`%d` + between + ` \d{1,2}º?(?: \.)?(?: (?:of|de|di|del|do|числа))? %M`)
	tailRange = compileDate(`%M(?: (?:the|,))? \d{1,2}º?` + between + ` %d`)
	monthYear = compileDate(`%M(?:(?: (?:,|de|del|of|do))? %y)`)
	yearMonth = regexp.MustCompile(`((?:19|20)\d\d) ?[年년] ?(\d{1,2})[月월]`)
	year      = regexp.MustCompile(` ((?:19|20)\d\d) `)

	isoDate    = regexp.MustCompile(` (\d{4})[-/.](\d{1,2})[-/.](\d{1,2}) `)
	dottedDate = regexp.MustCompile(` (\d{1,2})\.(\d{1,2})(?:\.(\d{4}|\d{2}) |  \.  (?:(\d{4}) )?)`)
	dottedBare = compileDate(`(?:am|vom|zum|bis|seit|ab|den|с|по|до|от|на|od|do|dnia|з|від|op|vanaf|le|du|au|il|dal|al|el|del) (\d{1,2})\.(\d{2})`)
	slashDate  = regexp.MustCompile(` (\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}|\d{2}))? `)
	denseDay   = regexp.MustCompile(`(?:((?:19|20)?\d\d) ?[年년] ?)?(?:(\d{1,2}) ?[月월] ?)?(\d{1,2}) ?(?:日|号|號|일)`)
	denseMonth = regexp.MustCompile(`(\d{1,2})(?:月|월)`)
	denseSpan  = regexp.MustCompile(`(\d{1,2})月(\d{1,2})[日号號]?(?:到|至|から|-|~|～|—)(\d{1,2})[日号號]`)

	// dayAlone finds a day of the month without its month.
	dayAlone = compileDate(`(?:the|on|since|until|till|by|from) %nº|` + aloneRest)
)

// aloneRest are the leads of a day without its month in other languages.
const aloneRest = `(?:am|vom|zum|ab|seit|den|dem|der|bis) %n(?:º| \.)|(?:de|op|den|vanaf|tot|sinds) %nº|` +
	`(?:le|au|du|des|jusqu au|depuis le) %nº?|(?:el|al|del|dia|dias) %n|(?:il|dal|al|del|fino al) %n|(?:dia|no dia|ao dia) %nº?|` +
	`%nº?(?: (?:числа|число|числе|dnia|dia))|(?:с|по|до|на|от|к|з|від|od|do|na|dnia|после|після|po) %nº|(?:ayin) %n(?: (?:si|u|unda|inda|sinda))?|(?:يوم|تاريخ|بتاريخ) %nº?|` +
	`#\d (?:, )?(?:the |den |le |el |il |dia |de )?%n(?:º| \.)?`

// notDays finds words behind which a number that puts in order is no day: "the 9th floor".
var notDays = regexp.MustCompile(`^(?:  (?:floor|time|grade|class|place|avenue|street|birthday|anniversary|year|century|edition|stock|mal|klasse|etage|jahr|platz|verdieping|keer|klas|jaar|eme|heures?|h|uhr|uur|horas?|ans|anos|anni|piso|andar|piano|volta|vez|fois|этаж|этаже|класс|классе|раз|поверх|клас|pietro|pietrze|klasa|klasie|raz|euros?|€|percent|%|:|الطابق|الصف)  )`)

// dates returns the days that stand in a text, and the months and years.
func (c cut) dates() (days []day) {
	add := func(d day) {
		if d.year > 0 && d.year < 100 {
			d.year += 2000
		}
		if d.isReal() {
			days = append(days, d)
		}
	}
	c.addDense(add)
	if !c.digits {
		return days
	}
	line := c.dated
	read := func(re *regexp.Regexp, rest string) (ds []day) {
		for _, m := range allMatches(re, rest) {
			ds = append(ds, dayOf(re, rest, m))
		}
		return ds
	}
	for _, re := range []*regexp.Regexp{dayMonth, monthDay, dayRange, tailRange} {
		for _, d := range read(re, line) {
			add(d)
		}
	}
	line = blank(line, dayMonth, monthDay, dayRange)
	for _, m := range allMatches(dayAlone, line) {
		if d := dayOf(dayAlone, line, m); !notDays.MatchString(line[m[1]-1:] + " ") {
			add(d)
		}
	}
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	for _, m := range isoDate.FindAllStringSubmatch(c.dated, -1) {
		add(day{number(m[1]), number(m[2]), number(m[3])})
	}
	for _, m := range dottedDate.FindAllStringSubmatch(c.dated, -1) {
		add(day{number(m[3] + m[4]), number(m[2]), number(m[1])})
	}
	for _, m := range dottedBare.FindAllStringSubmatch(c.dated, -1) {
		add(day{0, number(m[2]), number(m[1])})
	}
	return days
}

// slashes returns the days that are written with strokes or hyphens: each may be two, "3/4".
func (c cut) slashes() (days []day) {
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	for _, m := range slashDate.FindAllStringSubmatch(c.dated, -1) {
		y := number(m[3])
		if y > 0 && y < 100 {
			y += 2000
		}
		if y == 0 && !strings.Contains(m[0], "/") { // a range
			continue
		}
		for _, d := range []day{{y, number(m[2]), number(m[1])}, {y, number(m[1]), number(m[2])}} {
			if d.month > 0 && d.isReal() {
				days = append(days, d)
			}
		}
	}
	return days
}

// addDense adds the days that stand in a script without spaces.
func (c cut) addDense(add func(d day)) {
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	for _, m := range denseDay.FindAllStringSubmatchIndex(c.marked, -1) {
		d := day{number(part(c.marked, m, 1)), number(part(c.marked, m, 2)), number(part(c.marked, m, 3))}
		rest := c.marked[m[1]:]
		if isLength := strings.HasPrefix(rest, "間") || strings.HasPrefix(rest, "后") || strings.HasPrefix(rest, "後") || strings.HasPrefix(rest, " 후") || strings.HasPrefix(rest, "前") ||
			strings.HasPrefix(rest, "楼") || strings.HasPrefix(rest, "线") || strings.HasPrefix(rest, " 뒤") || strings.HasPrefix(rest, " 전"); isLength && d.month == 0 {
			continue
		}
		add(d)
	}
	for _, m := range denseSpan.FindAllStringSubmatch(c.marked, -1) {
		add(day{0, number(m[1]), number(m[3])})
	}
}

// part returns a group of a match, "" when it is not there.
func part(s string, m []int, group int) string {
	if m[2*group] < 0 {
		return ""
	}
	return s[m[2*group]:m[2*group+1]]
}

// allMatches returns all matches of an expression, of which the last space may begin the next.
func allMatches(re *regexp.Regexp, s string) (out [][]int) {
	for from := 0; from < len(s); {
		m := re.FindStringSubmatchIndex(s[from:])
		if m == nil {
			break
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += from
			}
		}
		out = append(out, m)
		from = m[1] - 1
	}
	return out
}

// dayOf returns what the groups of a date found.
func dayOf(re *regexp.Regexp, s string, m []int) (d day) {
	for i, name := range re.SubexpNames() {
		n, err := strconv.Atoi(part(s, m, i))
		if err != nil || name == "" {
			continue
		}
		switch name[0] {
		case 'd':
			d.day = n
		case 'm':
			d.month = n
		case 'y':
			d.year = n
		}
	}
	return d
}

// blank returns a line without the numbers that expressions found.
func blank(line string, res ...*regexp.Regexp) string {
	out := []byte(line)
	for _, re := range res {
		for _, m := range allMatches(re, line) {
			for i := m[0]; i < m[1]; i++ {
				if isDigit(out[i]) {
					out[i] = '_'
				}
			}
		}
	}
	return string(out)
}

// years returns the years that a text gives.
func (c cut) years() (out []string) {
	for _, m := range allMatches(year, c.dated) {
		out = append(out, part(c.dated, m, 1))
	}
	for _, m := range denseYear.FindAllStringSubmatch(c.marked, -1) {
		out = append(out, m[1])
	}
	return out
}

// months returns the months that a text names, with their years where it gives them.
func (c cut) months() (out []day) {
	for _, m := range allMatches(monthYear, c.dated) {
		out = append(out, dayOf(monthYear, c.dated, m))
	}
	for _, m := range yearMonth.FindAllStringSubmatch(c.marked, -1) {
		y, _ := strconv.Atoi(m[1])
		month, _ := strconv.Atoi(m[2])
		out = append(out, day{year: y, month: month})
	}
	for _, w := range strings.Fields(c.dated) {
		if w[0] == '@' {
			month, _ := strconv.Atoi(w[1:])
			out = append(out, day{month: month})
		}
	}
	for _, m := range denseMonth.FindAllStringSubmatch(c.marked, -1) {
		if month, _ := strconv.Atoi(m[1]); month >= 1 && month <= 12 {
			out = append(out, day{month: month})
		}
	}
	return out
}

// String returns a day as Find does: "2026-12-09", "12-09", or "2026-12" and "-12" for a month; "" where nothing can be said.
func (d day) String() string {
	switch {
	case d.year > 0 && d.month > 0 && d.day > 0:
		return fmt.Sprintf("%d-%02d-%02d", d.year, d.month, d.day)
	case d.month > 0 && d.day > 0:
		return fmt.Sprintf("%02d-%02d", d.month, d.day)
	case d.year > 0 && d.month > 0:
		return fmt.Sprintf("%d-%02d", d.year, d.month)
	case d.month > 0:
		return fmt.Sprintf("-%02d", d.month)
	}
	return ""
}
