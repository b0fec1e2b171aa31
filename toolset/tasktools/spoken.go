package tasktools

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"keepsake/phrase/numeral"
)

// This file reads ways to name a time that are neither a number with a unit nor an hour: "in half an hour", "Dec 24", "Montagabend",
// "八点一刻".

var (
	// joinedPart is a German weekday with a part of the day in one word.
	joinedPart = regexp.MustCompile(`(?i)(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)(morgen|vormittag|mittag|nachmittag|abend|nacht)`)

	shortMonths = `(jan|feb|mar|mär|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez)`
	monthDay    = regexp.MustCompile(`(?:^|[^\p{L}])` + shortMonths + `\.? (\d{1,2})(?:st|nd|rd|th)?(?:[^\d:\p{L}]|$)`)
	dayMonth    = regexp.MustCompile(`(?:^|[^\d:.])(\d{1,2})(?:st|nd|rd|th|\.)? ` + shortMonths + `(?:[^\p{L}]|$)`)

	// halfOf is Russian: half of the fifth hour is half past four.
	halfOf = regexp.MustCompile(`половин\p{L}* (\p{L}+)|пол(второго|третьего|четв[её]ртого|пятого|шестого|седьмого|восьмого|девятого|десятого)`)

	denseQuarter = regexp.MustCompile(`(\d{1,2}|[一二两三四五六七八九十]{1,2})[点點時](一刻|三刻)`)
)

// stretches are lengths of time in words of their own.
var stretches = []struct {
	words *regexp.Regexp
	long  time.Duration
}{
	{compileWords(`half an hour|halbe[nr]? stunde|media hora|demi-heure|mezz['’]?ora|meia hora|half uur|полчаса|半小时|半个小时|半小時|半時間`), 30 * time.Minute},
	{compileWords(`an hour and a half|one and a half hours|anderthalb stunden|eineinhalb stunden|hora y media|heure et demie|un['’]ora e mezza|hora e meia|anderhalf uur|полтора часа|一个半小时|一個半小時|一小时半`), 90 * time.Minute},
}

// addStretches adds the moments so far from now.
func (t *times) addStretches(folded string) {
	for _, s := range stretches {
		if s.words.MatchString(folded) {
			slack := s.long / 10
			t.instants = append(t.instants, span{t.now.Add(s.long - slack), t.now.Add(s.long + slack)})
		}
	}
}

// monthStems are the first letters of the short names of months, January first.
var monthStems = []string{"jan", "feb", "mar mär", "apr", "", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"}

// addShortMonths adds "Dec 24" and "24 Dec", of this year and of the next.
func (t *times) addShortMonths(folded string) {
	add := func(day, month string) {
		n, err := strconv.Atoi(day)
		if err != nil || n < 1 || n > 31 {
			return
		}
		for i, stems := range monthStems {
			for _, stem := range strings.Fields(stems) {
				if !strings.HasPrefix(month, stem) {
					continue
				}
				for year := range 2 {
					t.days[time.Date(t.now.Year()+year, time.Month(i+1), n, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)] = true
				}
			}
		}
	}
	for _, m := range monthDay.FindAllStringSubmatch(folded, -1) {
		add(m[2], m[1])
	}
	for _, m := range dayMonth.FindAllStringSubmatch(folded, -1) {
		add(m[1], m[2])
	}
}

// addQuarters adds hours with a half or a quarter, which are found with their minutes ("15:15"); of whole hours findClocks knows more.
func (t *times) addQuarters(found map[string]bool, folded string) {
	for s := range found {
		h, m, isClock := strings.Cut(s, ":")
		hour, _ := strconv.Atoi(h)
		if minute, err := strconv.Atoi(m); isClock && err == nil && minute%15 == 0 && minute > 0 {
			t.clocks = append(t.clocks, clock{hour % 24, minute})
		}
	}
	for _, m := range halfOf.FindAllStringSubmatch(folded, -1) {
		if n := numberOf(numeral.Digits(m[1] + m[2])); n > 0 {
			t.clocks = append(t.clocks, clock{(n + 23) % 24, 30})
		}
	}
	for _, m := range denseQuarter.FindAllStringSubmatch(folded, -1) {
		minute := 15
		if m[2] == "三刻" {
			minute = 45
		}
		n := numberOf(m[1])
		if rest, ok := strings.CutPrefix(m[1], "十"); ok && rest != "" {
			n = 10 + smallNumbers[rest]
		}
		if n > 0 {
			t.clocks = append(t.clocks, clock{n % 24, minute})
		}
	}
}
