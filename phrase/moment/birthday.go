package moment

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"keepsake/text"
)

// Birthday is a day of the year.
type Birthday struct {
	Month time.Month
	Day   int
	// Own says that it is the birthday of the person whose memory says so.
	Own bool
	// Near says that the day was named by the one on which it was said: "tomorrow".
	Near bool
}

var (
	birthWords = regexp.MustCompile(`(?i)\b(?:birthdays?|b-?day|date of birth|born|geburtstag\p{L}*|geburtsdatum|geboren)\b|рожд[её]н|рождени|родил|生日|出生|生于`)
	// otherDays are about a day on which something else happens.
	otherDays = regexp.MustCompile(`(?i)\b(?:part(?:y|ies)|presents?|gifts?|cakes?|dinner|trip|invit\p{L}*|celebrat\p{L}*|bought|ordered|booked)\b|feier|party|geschenk|kuchen|einlad|gekauft|bestellt|вечеринк|подар|торт|отме[чт]|пригла|купил|派对|聚会|礼物|蛋糕|庆祝|买`)
	ownStart  = regexp.MustCompile(`(?i)^(?:(?:the )?user(?:['’]s (?:own )?(?:birthday|b-?day|date of birth)\b|(?: was|['’]s| is)? born\b| has (?:(?:his|her|their|a) )?birthday\b| celebrates (?:his|her|their) birthday\b)|(?:der|die) nutzer(?:in)? (?:hat|wurde|ist) (?:am |im |\d|heute|morgen)|(?:der )?geburtstag (?:des|der) nutzer|(?:день|дата) рождения пользовател|пользовател\p{L}* родил|用户(?:的)?(?:生日|出生|生于)|用户(?:是|于|在)?\s*\d[\d年月日号 ]*(?:出生|生))`)

	dottedDate = regexp.MustCompile(`\b(\d{1,2})\.\s?(\d{1,2})\.(?:\s?\d{2,4}\b)?`)
	slashDate  = regexp.MustCompile(`\b(\d{1,2})/(\d{1,2})(?:/\d{2,4})?\b`)
	isoDay     = regexp.MustCompile(`\b\d{4}-(\d{2})-(\d{2})\b`)
	monthDay   = regexp.MustCompile(`(?:^|[^\p{L}\p{Nd}])(\p{L}{3,})\.?,?\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?(?:[^\p{Nd}]|$)`)
	dayMonth   = regexp.MustCompile(`(?:^|[^\p{L}\p{Nd}])(\d{1,2})(?:st|nd|rd|th|-?(?:го|ого|е))?\.?\s*(?:of\s+|de\s+|di\s+)?(\p{L}{3,})`)
)

// FindBirthday returns the birthday that a memory tells, said at a time by the clock of its person: "Anna's birthday is
// 24 November", "… was born on 1990-11-24", "… is today". It returns ok=false where no day, or more than one, is meant,
// and where the sentence is about something else on that day: a party, a present.
func FindBirthday(s string, said time.Time) (b Birthday, ok bool) {
	if !birthWords.MatchString(s) || otherDays.MatchString(s) {
		return Birthday{}, false
	}
	found := map[Birthday]bool{}
	add := func(month, day int) {
		if d := (Birthday{Month: time.Month(month), Day: day}); d.isDay() {
			found[d] = true
		}
	}
	s = DigitsOfHan(s)
	addWritten(s, add)
	isNear := len(found) == 0
	if isNear {
		for _, day := range nearDays(s) {
			at := said.AddDate(0, 0, day)
			add(int(at.Month()), at.Day())
		}
	}
	if len(found) != 1 {
		return Birthday{}, false
	}
	for b = range found {
		b.Near, b.Own = isNear, ownStart.MatchString(strings.TrimSpace(s))
	}
	return b, true
}

// addWritten adds the days that are written out in a text.
func addWritten(s string, add func(month, day int)) {
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	for _, m := range isoDay.FindAllStringSubmatch(s, -1) {
		add(number(m[1]), number(m[2]))
	}
	for _, m := range dottedDate.FindAllStringSubmatch(s, -1) {
		add(number(m[2]), number(m[1]))
	}
	for _, m := range slashDate.FindAllStringSubmatch(s, -1) { // 3/4 is two days, 24/11 is one
		add(number(m[1]), number(m[2]))
		add(number(m[2]), number(m[1]))
	}
	for _, m := range denseDate.FindAllStringSubmatch(s, -1) {
		add(number(m[1]+m[3]), number(m[2]+m[4]))
	}
	for _, m := range monthDay.FindAllStringSubmatch(s, -1) {
		add(monthNamed(m[1]), number(m[2]))
	}
	for _, m := range dayMonth.FindAllStringSubmatch(s, -1) {
		add(monthNamed(m[2]), number(m[1]))
	}
}

// monthNamed returns the number of the month of this name, 0 = none.
func monthNamed(name string) int {
	terms := text.Terms(name)
	if len(terms) != 1 {
		return 0
	}
	folded := terms[0]
	for i, short := range []string{"jan", "feb", "mar", "apr", "", "jun", "jul", "aug", "sep", "oct", "nov", "dec"} {
		if folded == short || folded == "sept" && short == "sep" || folded == "okt" && short == "oct" || folded == "dez" && short == "dec" {
			return i + 1
		}
	}
	return indexPrefix(months[:], folded) + 1
}

// nearDays returns the days around the one on which a text was said that it names: 0 for today.
func nearDays(s string) (days []int) {
	for _, t := range text.Terms(strings.ReplaceAll(s, "'", " ")) {
		if d, ok := dayOffsets[t]; ok {
			days = append(days, d)
		}
	}
	folded := text.Fold(s)
	for w, d := range denseDays {
		if strings.Contains(folded, w) {
			days = append(days, d)
		}
	}
	return days
}

// isDay reports whether some year has the day.
func (b Birthday) isDay() bool {
	return b.Month >= 1 && b.Month <= 12 && b.Day >= 1 && time.Date(2024, b.Month, b.Day, 0, 0, 0, 0, time.UTC).Day() == b.Day
}

// IsOn reports whether the birthday is on the day of a time, by the clock of its zone. In years without 29 February it is
// on the 28th.
func (b Birthday) IsOn(t time.Time) bool {
	if b.Month == time.February && b.Day == 29 && t.Month() == time.February && t.Day() == 28 {
		return t.AddDate(0, 0, 1).Month() == time.March
	}
	return t.Month() == b.Month && t.Day() == b.Day
}
