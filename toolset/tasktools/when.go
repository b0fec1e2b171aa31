package tasktools

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
	"time"

	"keepsake/phrase"
	"keepsake/phrase/moment"
	"keepsake/task"
	"keepsake/text"
	"keepsake/tool"
)

// reasonNoWhen is why a task waits whose title the person said, and whose due time they did not.
const reasonNoWhen = "the user did not say when"

// isWhenSaid reports whether the words of the person's turn, or the question that they affirm, imply a due date
// or time. It is generous: a time on a day that they named without one is the model's choice, since a wrong hour
// costs little; a day that nobody named is not. What repeats by a rule may begin on any day when none was named.
func isWhenSaid(c tool.Call, due, rule string) bool {
	if strings.TrimSpace(due) == "" || c.Conversation == nil {
		return true
	}
	zone := c.Zone
	if zone == nil {
		zone = time.UTC
	}
	now := c.Now
	if rule != "" {
		now = time.Time{} // the first time of a series may have passed
	}
	d, err := task.ParseDue(due, now, zone)
	if err != nil {
		return true // whoever creates the task refuses it
	}
	t := newTimes(withoutInterval(withHindiTimes(saidInTurn(c)), rule), c.Now.In(zone))
	if rule != "" && namesNoDay(t) {
		at := d.At.In(zone)
		t.spans = append(t.spans, [2]time.Time{at, at})
	}
	return t.imply(d, zone)
}

// isFloating reports whether a due time is meant on a clock of the person that nobody knows: they have chosen none, and it is
// not counted from now ("in 20 minutes").
func isFloating(c tool.Call, due string) bool {
	if strings.TrimSpace(due) == "" || c.Conversation == nil || c.Conversation.Speaker.ID == "" || c.Conversation.Speaker.TimeZone != "" {
		return false
	}
	d, err := task.ParseDue(due, time.Time{}, c.Zone)
	if err != nil || d.AllDay {
		return err == nil
	}
	for _, s := range newTimes(withHindiTimes(saidInTurn(c)), c.Now.In(c.Zone)).instants {
		if !d.At.Before(s.from) && !d.At.After(s.to) {
			return false
		}
	}
	return true
}

// times are the days and hours that a text may mean, said at now.
type times struct {
	now      time.Time
	days     map[string]bool
	spans    [][2]time.Time // first and last day of "next week"
	instants []span         // "in 20 minutes"
	clocks   []clock
	parts    [][2]int // hours of "in the evening", from and up to
}

type span struct{ from, to time.Time }

type clock struct{ hour, minute int }

func newTimes(said string, now time.Time) times {
	said = joinedPart.ReplaceAllString(said, "$1 $2")
	t := times{now: now, days: moment.Implied(said, now)}
	for _, d := range moment.Find(said) {
		t.days[d] = true
	}
	folded := " " + strings.ToLower(said) + " "
	t.addQuarters(t.days)
	maps.DeleteFunc(t.days, func(d string, _ bool) bool { return strings.Contains(d, ":") }) // hours are read below
	t.addStretches(folded)
	for _, m := range numericDate.FindAllStringSubmatch(folded, -1) {
		t.addNumericDate(m)
	}
	for _, m := range ofMonth.FindAllStringSubmatch(folded, -1) {
		t.addDayOfMonth(m[1] + m[2])
	}
	for _, m := range amount.FindAllStringSubmatch(folded, -1) {
		t.addAmount(m[1], m[2])
	}
	for _, m := range denseAmount.FindAllStringSubmatch(folded, -1) {
		t.addAmount(m[1], m[2])
	}
	for _, s := range spans {
		if s.words.MatchString(folded) {
			from, to := s.days(now)
			t.spans = append(t.spans, [2]time.Time{from, to})
		}
	}
	for _, p := range dayParts {
		if p.words.MatchString(folded) {
			t.parts = append(t.parts, [2]int{p.from, p.to})
		}
	}
	t.findClocks(folded)
	return t
}

// imply reports whether the times may mean a due time.
func (t times) imply(d task.Due, zone *time.Location) bool {
	at := d.At.In(zone)
	for _, s := range t.instants {
		if !at.Before(s.from) && !at.After(s.to) {
			return true
		}
	}
	day := at.Format(time.DateOnly)
	named := t.days[day]
	for _, s := range t.spans {
		named = named || day >= s[0].Format(time.DateOnly) && day <= s[1].Format(time.DateOnly)
	}
	if len(t.days) == 0 && len(t.spans) == 0 && len(t.clocks)+len(t.parts) > 0 { // "at 9": the next 9 o'clock
		named = day == t.now.Format(time.DateOnly) || day == t.now.AddDate(0, 0, 1).Format(time.DateOnly)
	}
	if !named || d.AllDay || len(t.clocks)+len(t.parts) == 0 {
		return named
	}
	for _, c := range t.clocks {
		if c.minute == at.Minute() && (c.hour == at.Hour() || c.hour <= 12 && (c.hour+12)%24 == at.Hour()) {
			return true
		}
	}
	for _, p := range t.parts {
		if at.Hour() >= p[0] && at.Hour() < p[1] {
			return true
		}
	}
	return false
}

var (
	numericDate = regexp.MustCompile(`(?:^|[^\d.:])(\d{1,2})([./-])(\d{1,2})(?:[./-](\d{2,4})?)?(?:[^\d:]|$)`)
	ofMonth     = regexp.MustCompile(`[^\d.:/-](\d{1,2})(?:st|nd|rd|th|\.|-го|º|号|號|日|일)[^\d]|(?:on the|el día|le|il|dia|am) (\d{1,2})[^\d:.]`)
	amount      = regexp.MustCompile(`(\d{1,3}|\p{L}+)(?: more)?[ -]?(seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?|` +
		`minutos?|horas?|días?|dias?|semanas?|mes(?:es)?|heures?|jours?|semaines?|mois|minuti|minuto|ore|ora|giorn[io]|settiman[ae]|mes[ei]|minuut|uur|uren|dag(?:en)?|weken|maand(?:en)?|` +
		`минут[уы]?|час(?:а|ов)?|д(?:ень|ня|ней)|недел[юиь]|месяц(?:а|ев)?|dakika|saat|gün|hafta|ay)(?:[^\p{L}]|$)`)
	denseAmount = regexp.MustCompile(`(\d{1,3}|[一二两三四五六七八九十半])\s?个?(分钟|分鐘|小时|小時|钟头|天|星期|礼拜|周|月|分後|時間|日後|週間|か月|분|시간|일|주|개월)`)
)

// smallNumbers are numbers in words, up to twelve, and halves of hours.
var smallNumbers = numbersOf(`a 1 an 1 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 fifteen 15 twenty 20 thirty 30 couple 2 few 3
	ein 1 eine 1 einer 1 einem 1 einen 1 zwei 2 drei 3 vier 4 fünf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwölf 12 fünfzehn 15 zwanzig 20 dreißig 30 paar 3
	un 1 una 1 uno 1 dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 quince 15 veinte 20 treinta 30
	une 1 deux 2 trois 3 quatre 4 cinq 5 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12 vingt 20 trente 30
	due 2 tre 3 quattro 4 cinque 5 sei 6 sette 7 otto 8 nove 9 dieci 10 dodici 12 um 1 uma 1 dois 2 duas 2 três 3 quatro 4 sete 7 oito 8 dez 10
	een 1 twee 2 drie 3 vijf 5 zes 6 zeven 7 negen 9 tien 10 один 1 одну 1 час 1 через 1 две 2 два 2 три 3 четыре 4 пять 5 шесть 6 семь 7 восемь 8 девять 9 десять 10 двенадцать 12
	bir 1 iki 2 üç 3 dört 4 beş 5 altı 6 yedi 7 sekiz 8 dokuz 9 on 10 一 1 二 2 两 2 三 3 四 4 五 5 六 6 七 7 八 8 九 9 十 10`)

func numbersOf(list string) map[string]int {
	out, fields := make(map[string]int), strings.Fields(list)
	for i := 0; i+1 < len(fields); i += 2 {
		out[fields[i]], _ = strconv.Atoi(fields[i+1])
	}
	return out
}

// numberOf reads a number in digits or in words; 0 when it is none.
func numberOf(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	return smallNumbers[s]
}

// addAmount adds the moment so far from now: minutes and hours nearly, days and more by the day.
func (t *times) addAmount(count, unit string) {
	n := numberOf(count)
	half := count == "half" || count == "halbe" || count == "halben" || count == "media" || count == "mezz" || count == "demi" || count == "半" || count == "полчаса"
	if n == 0 && !half {
		return
	}
	near := func(d time.Duration) {
		if half {
			d /= 2
		}
		slack := max(d/10, 2*time.Minute)
		t.instants = append(t.instants, span{t.now.Add(d - slack), t.now.Add(d + slack)})
	}
	day := func(years, months, days int) { t.days[t.now.AddDate(years, months, days).Format(time.DateOnly)] = true }
	switch count := max(n, 1); unitOf(unit) {
	case "minute":
		near(time.Duration(count) * time.Minute)
	case "hour":
		near(time.Duration(count) * time.Hour)
	case "day":
		day(0, 0, n)
	case "week":
		day(0, 0, 7*n)
	case "month":
		day(0, n, 0)
	case "year":
		day(n, 0, 0)
	}
}

// unitOf returns the unit that a word begins like.
func unitOf(word string) string {
	for _, u := range units {
		for _, stem := range strings.Fields(u.stems) {
			if strings.HasPrefix(word, stem) {
				return u.name
			}
		}
	}
	return ""
}

// units by the beginnings of their words; the first that fits counts, so "mes" comes after "minut".
var units = []struct{ name, stems string }{
	{"minute", "min минут dakika 分钟 分鐘 分後 분"},
	{"hour", "hour hr stund hora heure ore ora uur uren час saat 小时 小時 钟头 時間 시간"},
	{"week", "week woch weken seman semain settiman недел hafta 星期 礼拜 周 週 주"},
	{"month", "month monat mes mois maand месяц ay 月 か月 개월"},
	{"year", "year jahr"},
	{"day", "day tag día dia jour giorn dag д gün 天 日 일"},
}

// addNumericDate adds "27.11.", "11/27" and "27/11/2026", day and month in either order where both fit.
func (t *times) addNumericDate(m []string) {
	a, _ := strconv.Atoi(m[1])
	b, _ := strconv.Atoi(m[3])
	years := []int{t.now.Year(), t.now.Year() + 1}
	if y, err := strconv.Atoi(m[4]); err == nil {
		years = []int{y%100 + 2000}
	}
	for _, year := range years {
		for _, dm := range [][2]int{{a, b}, {b, a}} {
			if dm[0] >= 1 && dm[0] <= 31 && dm[1] >= 1 && dm[1] <= 12 && (m[2] == "/" || dm[0] == a) {
				t.days[time.Date(year, time.Month(dm[1]), dm[0], 0, 0, 0, 0, time.UTC).Format(time.DateOnly)] = true
			}
		}
	}
}

// addDayOfMonth adds "the 27th": of this month and of the next.
func (t *times) addDayOfMonth(s string) {
	n, _ := strconv.Atoi(s)
	if n < 1 || n > 31 {
		return
	}
	first := time.Date(t.now.Year(), t.now.Month(), 1, 0, 0, 0, 0, time.UTC)
	for i := range 2 {
		t.days[first.AddDate(0, i, n-1).Format(time.DateOnly)] = true
	}
}

var (
	clockTime  = regexp.MustCompile(`(?:^|[^\d.,:/-])(\d{1,2})(?:[:.h](\d{2}))?\s?(a\.?m|p\.?m|uhr|h|o['’]?clock|часа|часов|час|点|點|時|시)?(?:[^\d:\p{L}]|[^\d:\p{Latin}\p{Cyrillic}]|$)`)
	clockWord  = regexp.MustCompile(`(?:^|[^\p{L}])(?:at half past|half past|halb|at|um|gegen|a las|a la|à|alle|às|om|в|к|saat)\s(?:about |kurz )?(\p{L}+)`)
	denseClock = regexp.MustCompile(`([一二两三四五六七八九十]{1,2})[点點時]`)
	halfPast   = regexp.MustCompile(`half past|halb|y media|et demie|e mezza|e meia|полов|半|反`)
)

// findClocks adds the hours of the day that are said. "Half nine" may be half past eight or nine.
func (t *times) findClocks(s string) {
	isHalf := halfPast.MatchString(s)
	add := func(hour, minute int) {
		if hour > 24 || minute > 59 {
			return
		}
		t.clocks = append(t.clocks, clock{hour % 24, minute})
		if isHalf && minute == 0 {
			t.clocks = append(t.clocks, clock{hour % 24, 30}, clock{(hour + 23) % 24, 30})
		}
	}
	for _, m := range clockTime.FindAllStringSubmatch(s, -1) {
		hour, _ := strconv.Atoi(m[1])
		minute, _ := strconv.Atoi(m[2])
		if strings.HasPrefix(m[3], "p") && hour < 12 {
			hour += 12
		}
		if m[2] != "" || m[3] != "" || saysHour(s, m[1]) {
			add(hour, minute)
		}
	}
	for _, m := range clockWord.FindAllStringSubmatch(s, -1) {
		if n := smallNumbers[m[1]]; n > 0 {
			add(n, 0)
		}
	}
	for _, m := range denseClock.FindAllStringSubmatch(s, -1) {
		n := smallNumbers[m[1]]
		if rest, ok := strings.CutPrefix(m[1], "十"); ok && rest != "" {
			n = 10 + smallNumbers[rest]
		}
		if n > 0 {
			add(n, 0)
		}
	}
}

// saysHour reports whether a bare number stands after a word like "at".
func saysHour(s, number string) bool {
	for _, word := range []string{"at", "by", "before", "until", "till", "um", "gegen", "bis", "vor", "a las", "a la", "à", "vers", "alle", "per le", "às", "om", "в", "к", "до", "saat", "@"} {
		if strings.Contains(s, " "+word+" "+number) {
			return true
		}
	}
	return false
}

// daySpan is a stretch of days that words mean.
type daySpan struct {
	words *regexp.Regexp
	days  func(now time.Time) (from, to time.Time)
}

// spans are stretches of days.
var spans = []daySpan{
	{compileWords(`next week|nächste[rn]? woche|kommende[rn]? woche|la semana que viene|próxima semana|semana que vem|la semaine prochaine|semaine prochaine|settimana prossima|prossima settimana|volgende week|на следующей неделе|下周|下週|下星期|来週|다음 ?주`),
		func(now time.Time) (time.Time, time.Time) {
			m := mondayOf(now).AddDate(0, 0, 7)
			return m, m.AddDate(0, 0, 6)
		}},
	{compileWords(`this week|diese[rn]? woche|esta semana|cette semaine|questa settimana|deze week|на этой неделе|这周|本周|今週|이번 ?주`),
		func(now time.Time) (time.Time, time.Time) { return now, mondayOf(now).AddDate(0, 0, 6) }},
	{compileWords(`weekend|wochenende|fin de semana|week-end|fine settimana|fim de semana|выходны|周末|週末|주말`),
		func(now time.Time) (time.Time, time.Time) {
			m := mondayOf(now).AddDate(0, 0, 4)
			return m, m.AddDate(0, 0, 9)
		}},
	{compileWords(`next month|nächsten monat|nächster monat|el mes que viene|próximo mes|mes próximo|le mois prochain|mois prochain|prossimo mese|mese prossimo|mês que vem|volgende maand|в следующем месяце|下个月|下個月|来月|다음 ?달`),
		func(now time.Time) (time.Time, time.Time) {
			f := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, now.Location())
			return f, f.AddDate(0, 1, -1)
		}},
	{compileWords(`this month|end of (?:the |this )?month|diesen monat|monatsende|ende des monats|este mes|fin de mes|ce mois|fin du mois|questo mese|fine mese|este mês|fim do mês|deze maand|в этом месяце|конца? месяца|конце месяца|这个月|月底|今月|月末|이번 ?달`),
		func(now time.Time) (time.Time, time.Time) {
			f := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location())
			return now, f.AddDate(0, 1, -1)
		}},
	{compileWords(`every ?day|daily|each day|every (?:morning|evening|night)|jeden (?:tag|morgen|abend)|täglich|cada (?:día|noche|mañana)|todos los días|chaque (?:jour|matin|soir)|tous les jours|ogni (?:giorno|mattina|sera)|todos os dias|elke dag|каждый (?:день|вечер)|каждое утро|ежедневно|每天|毎日|매일`),
		func(now time.Time) (time.Time, time.Time) { return now, now.AddDate(0, 0, 1) }},
	{compileWords(`(?:the )?day after tomorrow|pasado mañana|après-demain|dopodomani|depois de amanhã|overmorgen`),
		func(now time.Time) (time.Time, time.Time) { return now.AddDate(0, 0, 2), now.AddDate(0, 0, 2) }},
	{compileWords(`today|tonight|later|soon|in a bit|heute|gleich|nachher|später|bald|hoy|luego|más tarde|ce soir|plus tard|bientôt|tout à l['’]heure|stasera|più tardi|tra poco|mais tarde|hoje|straks|vanavond|сегодня|позже|скоро|сейчас|今晚|等下|一会|待会|今夜|今晩|あとで|이따|오늘`),
		func(now time.Time) (time.Time, time.Time) { return now, now }},
}

func mondayOf(t time.Time) time.Time { return t.AddDate(0, 0, -((int(t.Weekday()) + 6) % 7)) }

// dayPart is a part of the day with the hours it may mean.
type dayPart struct {
	words    *regexp.Regexp
	from, to int
}

var dayParts = []dayPart{
	{compileWords(`morning|breakfast|früh|vormittag|morgens|heute morgen|frühstück|por la mañana|de la mañana|desayuno|matin|mattin|colazione|de manhã|ochtend|утр|早上|上午|早晨|朝|午前|아침|오전`), 5, 12},
	{compileWords(`noon|midday|lunch|mittag|mediodía|almuerzo|midi|déjeuner|mezzogiorno|pranzo|meio-dia|almoço|middag|полдень|обед|中午|昼|점심|정오`), 11, 15},
	{compileWords(`afternoon|nachmittag|por la tarde|de la tarde|après-midi|pomeriggio|à tarde|da tarde|namiddag|после обеда|дн[её]м|下午|午後|오후`), 12, 19},
	{compileWords(`evening|tonight|dinner|after work|abend|feierabend|por la noche|cena|soir|dîner|stasera|sera|à noite|avond|вечер|ужин|晚上|今晚|傍晚|夜|夕方|晩|저녁|밤`), 16, 24},
	{compileWords(`night|midnight|bedtime|nacht|mitternacht|noche|nuit|minuit|notte|noite|ноч|полноч|半夜|夜里|深夜|자정`), 20, 24},
}

// compileWords returns an expression for words that begin like one of these.
func compileWords(list string) *regexp.Regexp {
	var latin, dense []string
	for _, w := range strings.Split(list, "|") {
		if phrase.IsDense(phrase.FirstRune(text.Fold(w))) {
			dense = append(dense, w)
			continue
		}
		latin = append(latin, w)
	}
	pattern := `(?:^|[^\p{L}])(?:` + strings.Join(latin, "|") + `)`
	if len(dense) > 0 {
		pattern += "|" + strings.Join(dense, "|")
	}
	return regexp.MustCompile(pattern)
}
