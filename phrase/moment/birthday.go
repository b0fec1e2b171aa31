package moment

import (
	"regexp"
	"strings"
	"time"
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
	c := newCut(s)
	for _, d := range append(c.dates(), c.slashes()...) {
		add(d.month, d.day)
	}
	isNear := len(found) == 0
	if isNear {
		for _, day := range c.nearDays() {
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

// nearDays returns the days around the one on which a text was said that it names: 0 for today.
func (c cut) nearDays() (days []int) {
	for d := range expressions("near day", c.words) {
		days = append(days, d)
	}
	return append(days, findDense(c.marked, denseDays)...)
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
