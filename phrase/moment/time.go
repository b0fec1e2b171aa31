package moment

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"keepsake/phrase/numeral"
)

// clockRule is one way to say a time of day.
type clockRule struct {
	re *regexp.Regexp
	// offset is how many minutes are added to the hour, and sign how the minutes that are said count: +1 past it, -1 to it.
	offset, sign int
}

// compileRule compiles an expression in which %h is an hour, %o one that is put in order ("восьма"), %m are minutes and "…" is a
// word for hours.
func compileRule(pattern string, offset, sign int) clockRule {
	const hours = `(?: (?:uhr|h|heures?|horas?|ore|ora|uur|uren|час|часа|часов|часу|година|години|годин|годині|hrs|ساعه|الساعه))?`
	re := compileNumbers(strings.ReplaceAll(pattern, "…", hours), map[string]string{"%h": `(?P<h#>\d{1,2})º?`, "%o": `(?P<h#>\d{1,2})º`, "%m": `(?P<m#>\d{1,2})`})
	return clockRule{re: re, offset: offset, sign: sign}
}

// clockRules read times of day, what says more first.
var clockRules = []clockRule{
	compileRule(`%m (?:minuten? )?vor halb %h|%m (?:minuten )?voor half %h`, -30, -1),
	compileRule(`%m (?:minuten? )?nach halb %h|%m (?:minuten )?over half %h`, -30, 1),
	compileRule(`halb %h|половин[аыеуі]? %h|половин[аи] на %h|пів (?:на )?%h|w?pol do %h`, -30, 0),
	compileRule(`half past %h|half after %h|%h… (?:et demie?|y media|e mezz[ao]|e meia|bucuk[a-z]*|والنصف|ونصف|ونص)`, 30, 0),
	compileRule(`dreiviertel %h|3 viertel %h`, -15, 0),
	compileRule(`(?:a )?quarter (?:to|of|till|before) %h|viertel vor %h|kwart voor %h|%h… moins (?:le |1 )?quart|%h… menos (?:1 )?(?:cuarto|quarto)|cuarto para las? %h|%h meno (?:1 )?quarto|(?:1 )?quarto para (?:as? )?%h`, -15, 0),
	compileRule(`без четверти %h|за чверть %h|без чверті %h|za kwadrans %h|%h ceyrek (?:var|kala)[a-z]*|%h (?:الا|الّا) ?(?:ربع|الربع)`, -15, 0),
	compileRule(`(?:a )?quarter (?:past|after) %h|viertel (?:nach|uber|ab) %h|kwart over %h|%h… (?:et (?:1 )?quart|y cuarto|e (?:1 )?quarto|والربع|وربع)|чверть (?:по|після) %h|kwadrans po %h|%h ceyrek gec[a-z]+`, 15, 0),
	compileRule(`%h (?:والثلث|وثلث)`, 20, 0),
	compileRule(`%h الا (?:ثلث|الثلث)`, -20, 0),
	compileRule(`%h… e (?:3|tre) quarti`, 45, 0),
	compileRule(`viertel %h|четверть %h|чверть на %h`, -45, 0),
	compileRule(`%m (?:minutes? )?(?:past|after) %h|%m (?:minuten? )?nach %h|%m (?:minuten )?over %h|%m (?:minut[ay]? )?po %h|%m (?:хвилин[аи]? )?(?:по|після) %h|%h %m gec[a-z]+`, 0, 1),
	compileRule(`%m (?:minutes )?(?:to|till|of|before) %h|%m (?:minuten? )?vor %h|%m (?:minuten )?voor %h|%h… moins %m|%h… menos %m|%h… meno %m|%m para (?:as|las) %h|без %m (?:минут |хвилин )?%h|за %m (?:хвилин )?%o|za %m (?:minut )?%o|%h %m (?:var|kala)|%h الا %m(?: دقائق| دقيقه)?`, 0, -1),
	compileRule(`%m минут[аы]? %o|%m (?:хвилин[аи]? )?на %o`, -60, 1),
	compileRule(`%h (?:uhr|h|heures?|uur|час|часа|часов|година|години|годин|heure) %m(?: min| минут[аы]?| хвилин[аи]?)?|%h… (?:y|et|e|و) %m|%h %m دقيق[ةه]|%h o ?clock %m`, 0, 1),
}

// joinedRule reads Slavic times in which the minutes and the hour make one number by themselves: "без двадцати восемь".
var joinedRule = regexp.MustCompile(numeral.Fold(` (?:без|за|za)  2([1-9])º? `))

var (
	clockDigits = regexp.MustCompile(` (\d{1,2})[:.](\d{2})(?::\d{2})? `)
	wholeHour   = regexp.MustCompile(numeral.Fold(` (?:(?:um|at|om|saat|alle|ore|le  ore|a  las|as|a  las|a|в|о|об|o|z|godzin[aeyąę]|الساعه|by|since|until|till|от|с|до)  )?(\d{1,2})º?(?:  (uhr|h|o  clock|oclock|heures?|horas?|uur|ч|час|часа|часов|годин[аиі]?|hs|hrs|a  \.  m|p  \.  m|am|pm))? `))
	spokenHour  = regexp.MustCompile(` (\d{1,2})º?  (\d{2}) `)
	denseClock  = regexp.MustCompile(`(\d{1,2}) ?(?:点|點|時|时|시|:) ?(?:(半|반|一刻|三刻|1刻|3刻|\d{1,2}) ?(?:分|분)?)?(?: ?(前|전))?`)
	denseTo     = regexp.MustCompile(`差 ?(\d{1,2}|一刻) ?分? ?(?:到)?(\d{1,2})[点點]|(\d{1,2})[点點]差(\d{1,2}|一刻)分?`)
	densePart   = regexp.MustCompile(`(上午|早上|早晨|凌晨|清晨|今早|明早|午前|朝|早朝|오전|아침|새벽)|(下午|晚上|傍晚|今晚|明晚|午後|夕方|夜|今夜|晩|오후|저녁)|(半夜|夜里|夜裡|深夜|밤)|(中午)`)
)

// oneRussian finds how Russian says one o'clock, without a number.
var oneRussian = regexp.MustCompile(numeral.Fold(`  (?:в|к|до|после)  час(?:у|а)? `))

// denseScripts is where the scripts without spaces begin: what follows a number in one says what is counted.
const denseScripts = 0x2E80

// noons are words for the middle of a day and of a night.
var noons = map[string]int{"noon": 12, "midday": 12, "midnight": 0, "mittag": 12, "mitternacht": 0, "middernacht": 0, "mediodia": 12, "medianoche": 0, "midi": 12, "minuit": 0, "mezzogiorno": 12, "mezzanotte": 0,
	"полдень": 12, "полночь": 0, "полудня": 12, "полуночи": 0, "опівдні": 12, "опівночі": 0, "полудень": 12, "північ": 0, "meio dia": 12, "meia noite": 0, "gece yarisi": 0, "oglen": 12, "oglenleyin": 12,
	"w poludnie": 12, "polnocy": 0, "polnoc": 0, "منتصف الليل": 0, "نص الليل": 0, "الظهر": 12, "ظهرا": 12, "twaalf uur s middags": 12}

var foldedNoons = func() map[string]int {
	out := map[string]int{}
	for w, h := range noons {
		out[numeral.Fold(w)] = h
	}
	return out
}()

// clockTime is a time of day as it was said.
type clockTime struct {
	minutes int // of the day, or of half of it
	// isSure says that the half of the day is known: "19:30", "7 pm".
	isSure bool
	// isBare says that nothing but a number was said that may be one of other things.
	isBare bool
}

func (c clockTime) String() string {
	return strconv.Itoa(c.minutes/60%24) + ":" + pad(c.minutes%60)
}

func pad(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// times returns the times of day that stand in a text.
func (c cut) times() (out []clockTime) {
	for i := range c.words {
		for n := 3; n > 0; n-- {
			if i+n <= len(c.words) {
				if h, ok := foldedNoons[strings.Join(c.words[i:i+n], " ")]; ok {
					out = append(out, clockTime{minutes: h * 60, isSure: true})
				}
			}
		}
	}
	out = append(out, c.denseTimes()...)
	if m := oneRussian.FindStringIndex(c.line); m != nil {
		out = append(out, c.inHalf(clockTime{minutes: 60}, m[0], m[1]))
	}
	if !c.digits {
		return out
	}
	r := clockReader{cut: c, line: []byte(c.line)}
	r.find(joinedRule, func(m []int) (clockTime, bool) {
		return clockTime{minutes: (r.number(m, 1)+23)%24*60 + 40}, true
	})
	for _, rule := range clockRules {
		r.find(rule.re, func(m []int) (clockTime, bool) { return r.readRule(rule, m) })
	}
	isDutch := dutchLine.MatchString(c.line)
	r.find(halfHour, func(m []int) (clockTime, bool) {
		h := r.number(m, 1)
		if isDutch {
			h = (h + 23) % 24
		}
		return clockTime{minutes: h*60 + 30}, h <= 12
	})
	r.find(clockDigits, func(m []int) (clockTime, bool) {
		h, min := r.number(m, 1), r.number(m, 2)
		return clockTime{minutes: h*60 + min, isSure: h > 12 || h == 0 || r.line[m[2]] == '0' && m[3]-m[2] == 2}, h <= 24 && min < 60
	})
	r.find(spokenHour, func(m []int) (clockTime, bool) {
		h, min := r.number(m, 1), r.number(m, 2)
		return clockTime{minutes: h*60 + min, isSure: h > 12 || h == 0, isBare: true}, h <= 24 && min < 60 && min >= 5 && min%5 == 0
	})
	r.find(wholeHour, func(m []int) (clockTime, bool) {
		h := r.number(m, 1)
		next, _ := utf8.DecodeRune(r.line[min(m[1]+1, len(r.line)):])
		return clockTime{minutes: h * 60, isSure: h > 12 || h == 0, isBare: m[4] < 0}, h <= 24 && (next < denseScripts || next == utf8.RuneError)
	})
	return append(out, r.found...)
}

// clockReader reads times in a line, each number once.
type clockReader struct {
	cut
	line  []byte
	found []clockTime
}

// find adds what an expression finds, and blanks the numbers of it. "5 to 7" may be two hours as well, which stay.
func (r *clockReader) find(re *regexp.Regexp, read func(m []int) (clockTime, bool)) {
	for from := 0; from < len(r.line); {
		m := re.FindSubmatchIndex(r.line[from:])
		if m == nil {
			return
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += from
			}
		}
		from = m[1] - 1
		t, ok := read(m)
		if !ok {
			continue
		}
		r.found = append(r.found, r.inHalf(t, m[0], m[1]))
		if rangeWords.Match(r.line[m[0]:m[1]]) {
			continue
		}
		for i := m[0] + 1; i < m[1]-1; i++ {
			if isDigit(r.line[i]) {
				r.line[i] = '_'
			}
		}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// number returns the number of a group, -1 when the group is not there.
func (r *clockReader) number(m []int, group int) int {
	if group < 0 || 2*group >= len(m) || m[2*group] < 0 {
		return -1
	}
	n, _ := strconv.Atoi(string(r.line[m[2*group]:m[2*group+1]]))
	return n
}

func (r *clockReader) readRule(rule clockRule, m []int) (clockTime, bool) {
	h, min := rule.groups(m, r.number)
	if h < 0 || h > 24 || min > 59 || rule.sign < 0 && min > 35 && rule.offset == 0 {
		return clockTime{}, false
	}
	return clockTime{minutes: (h*60 + rule.offset + rule.sign*max(min, 0) + 24*60) % (24 * 60), isSure: h > 12 || h == 0}, true
}

var (
	halfInside = regexp.MustCompile(`(?:\d|  )(a|p)(?:  \.)?(?:  )?m(?:  \.)? `)
	halfHour   = regexp.MustCompile(` half  (\d{1,2}) `)
	dutchLine  = regexp.MustCompile(`  (?:het|een|ik|om|van|met|niet|uur|mijn|naar|wij|we|gebruiker|elke|iedere|vanaf)  `)
	rangeWords = regexp.MustCompile(`^ \d+  (?:to|till|y|e|et)  \d+ $`)
)

// groups returns the hour and the minutes that a rule found, -1 for none.
func (r clockRule) groups(m []int, number func(m []int, group int) int) (hour, minute int) {
	hour, minute = -1, -1
	for i, name := range r.re.SubexpNames() {
		switch n := number(m, i); {
		case name == "" || n < 0:
		case name[0] == 'h':
			hour = n
		case name[0] == 'm':
			minute = n
		}
	}
	return hour, minute
}

// inHalf returns a time in the half of the day that the words beside it say, at a place of the line.
func (c cut) inHalf(t clockTime, from, to int) clockTime {
	part := partIn(strings.Fields(c.line[to-1:]), true)
	if part == 0 {
		part = partIn(strings.Fields(c.line[:from+1]), false)
	}
	if m := halfInside.FindStringSubmatch(c.line[from:to]); m != nil { // "7 pm"
		part = map[string]int{"a": forenoon, "p": afternoon}[m[1]]
	}
	return t.at(part)
}

// Halves of a day, and the night, which has a part in both.
const (
	forenoon  = 1
	afternoon = 2
	night     = 3
)

// at returns a time in a half of the day.
func (t clockTime) at(part int) clockTime {
	h := t.minutes / 60
	if part == 0 || h > 12 {
		return t
	}
	if part == night {
		part = afternoon
		if h < 6 || h == 12 {
			part = forenoon
		}
	}
	t.isSure, t.isBare = true, false
	switch {
	case part == forenoon && h == 12:
		t.minutes -= 12 * 60
	case part == afternoon && h < 12:
		t.minutes += 12 * 60
	}
	return t
}

// partIn returns the part of the day that the words nearest to a time name.
func partIn(words []string, isBehind bool) int {
	const reach = 5
	for k := 0; k < min(len(words), reach); k++ {
		i := k
		if !isBehind {
			i = len(words) - 1 - k
		}
		w := words[i]
		if w[0] >= '0' && w[0] <= '9' && !(isBehind && k == 0) || isBehind && (endsPart[w] && k > 0 || w == "," && k > 0) {
			return 0
		}
		if w == "a" || w == "p" {
			if i+2 < len(words) && words[i+1] == "." && words[i+2] == "m" {
				return map[string]int{"a": forenoon, "p": afternoon}[w]
			}
		}
		if i > 0 && (w == "manana" || w == "midi") && (words[i-1] == "la" || words[i-1] == "l" || words[i-1] == "apres") {
			return map[string]int{"manana": forenoon, "midi": afternoon}[w]
		}
		if p, ok := names["part"][w]; ok && w != "midi" {
			return p
		}
	}
	return 0
}

// endsPart are words behind which another time may stand.
var endsPart = setOf("and und et en y e i и та ve but aber")

// denseTimes returns the times of a script without spaces.
func (c cut) denseTimes() (out []clockTime) {
	s := c.marked
	add := func(minutes, at int) {
		part, before := 0, s[max(0, at-maxPart):at]
		if ms := densePart.FindAllStringSubmatchIndex(before, -1); ms != nil {
			m := ms[len(ms)-1]
			if !strings.ContainsAny(before[m[1]:], "0123456789") {
				for i := 1; i <= 4; i++ {
					if m[2*i] >= 0 {
						part = min(i, 3)
						if i == 4 { // noon
							part = afternoon
						}
					}
				}
			}
		}
		h := minutes / 60
		out = append(out, clockTime{minutes: (minutes + 24*60) % (24 * 60), isSure: h > 12 || h == 0}.at(part))
	}
	number := func(w string) int {
		if w == "一刻" {
			return 15
		}
		n, _ := strconv.Atoi(w)
		return n
	}
	for _, m := range denseTo.FindAllStringSubmatchIndex(s, -1) {
		if m[2] >= 0 {
			add(number(s[m[4]:m[5]])*60-number(s[m[2]:m[3]]), m[0])
		} else {
			add(number(s[m[6]:m[7]])*60-number(s[m[8]:m[9]]), m[0])
		}
	}
	for _, m := range denseClock.FindAllStringSubmatchIndex(s, -1) {
		r, size := utf8.DecodeRuneInString(s[m[3]:])
		for r == ' ' {
			r, size = utf8.DecodeRuneInString(s[m[3]+size:])
		}
		rest := s[m[1]:]
		if isPeriod := strings.HasPrefix(rest, "间") || strings.HasPrefix(rest, "間") || strings.HasPrefix(rest, "간"); isPeriod && m[4] < 0 || r == ':' {
			continue
		}
		h, minute := number(s[m[2]:m[3]]), 0
		if m[4] >= 0 {
			switch w := s[m[4]:m[5]]; w {
			case "半", "반":
				minute = 30
			case "一刻", "1刻":
				minute = 15
			case "三刻", "3刻":
				minute = 45
			default:
				minute = number(w)
			}
		}
		if m[6] >= 0 {
			minute = -minute
		}
		if h <= 24 && minute < 60 && !strings.HasSuffix(s[:m[0]], "差") {
			add(h*60+minute, m[0])
		}
	}
	for w, h := range map[string]int{"正午": 12, "정오": 12, "자정": 0, "午夜": 0, "零点": 0} {
		if strings.Contains(s, w) {
			out = append(out, clockTime{minutes: h * 60, isSure: true})
		}
	}
	if strings.Contains(s, "中午") && !strings.ContainsAny(s, "点點") {
		out = append(out, clockTime{minutes: 12 * 60, isSure: true})
	}
	return out
}

// maxPart is how many bytes before a time the word for a part of the day stands at most.
const maxPart = 24
