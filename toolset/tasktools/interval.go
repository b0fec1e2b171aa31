package tasktools

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"keepsake/phrase/numeral"
	"keepsake/text"
)

// areBoundsSaid reports whether the person's words say every how many days, weeks, months or years a rule repeats, on which
// days of the month, and where it ends. "Every 3 days" is not INTERVAL=5: where the words can be read they must agree.
func areBoundsSaid(said string, parts map[string]string, daysNamed bool) bool {
	interval := 1
	if n, err := strconv.Atoi(parts["INTERVAL"]); err == nil {
		interval = n
	}
	named := saidIntervals(said, parts["FREQ"], daysNamed)
	if len(named) == 0 {
		named = []int{1}
	}
	if !slices.Contains(named, interval) {
		return false
	}
	if parts["COUNT"] != "" && !slices.Contains(numbers(said), parts["COUNT"]) {
		return false
	}
	if parts["UNTIL"] != "" && !untilWords.MatchString(said) {
		return false
	}
	return areMonthDaysSaid(said, parts["BYMONTHDAY"])
}

// saidIntervals returns every how many units the words say something repeats: 3 for "every 3 days", 2 for "every other
// Monday" and 1 for "daily". Where a number is said, words without one add nothing.
func saidIntervals(said, freq string, daysNamed bool) (named []int) {
	unit := repeatUnits[freq]
	if unit == nil {
		return nil
	}
	matches := unit.FindAllString(said, -1)
	if daysNamed {
		matches = append(matches, everyFew.FindAllString(said, -1)...)
	}
	plain := false
	for _, m := range matches {
		if ns := intervalsOf(m); ns != nil {
			named = append(named, ns...)
		} else {
			plain = true
		}
	}
	if len(named) == 0 && plain {
		return []int{1}
	}
	return named
}

// intervalsOf returns the number in words like "every 3 days", nil when they have none. The Chinese "every two days apart" is
// said of every second and of every third day.
func intervalsOf(m string) []int {
	switch {
	case timesEach.MatchString(m):
		return nil
	case everyOther.MatchString(m):
		return []int{2}
	}
	if h := hanInterval.FindStringSubmatch(m); h != nil {
		n, err := strconv.Atoi(h[2])
		if err != nil {
			n = (strings.Index("一二三四五六七八九十", h[2]))/len("一") + 1
			if h[2] == "两" {
				n = 2
			}
		}
		if h[1] == "" {
			return []int{n}
		}
		return []int{n, n + 1}
	}
	for _, d := range numbers(m) {
		if n, err := strconv.Atoi(d); err == nil {
			return []int{n}
		}
	}
	return nil
}

// areMonthDaysSaid reports whether the days of the month that a rule names agree with those that are said. Words
// that name none leave them to the first time ("monthly").
func areMonthDaysSaid(said, days string) bool {
	if days == "" {
		return true
	}
	var named []string
	for _, m := range ofMonth.FindAllStringSubmatch(said, -1) {
		named = append(named, m[1]+m[2])
	}
	isLast := lastDay.MatchString(said)
	for day := range strings.SplitSeq(days, ",") {
		switch {
		case strings.HasPrefix(day, "-"):
			if !isLast {
				return false
			}
		case len(named) > 0 && !slices.Contains(named, day) && !slices.Contains(numbers(said), day):
			return false
		}
	}
	return true
}

// numbers returns the numbers in a text, as digits.
func numbers(s string) (ns []string) {
	for _, t := range text.Terms(numeral.Digits(s)) {
		d := strings.TrimRight(t, "stndrhго")
		if _, err := strconv.Atoi(d); err == nil {
			ns = append(ns, d)
		}
	}
	for _, d := range digits.FindAllString(s, -1) {
		ns = append(ns, strings.TrimLeft(d, "0"))
	}
	return ns
}

var (
	digits      = regexp.MustCompile(`\d+`)
	everyFew    = regexp.MustCompile(`(?:every|each|jede[nrsm]?|кажд\p{L}+|cada|chaque|tous les|ogni) ` + few + `\p{L}+`)
	everyOther  = regexp.MustCompile(`other|fortnight|biweekly|через день|隔(?:天|日|周)|every second|each second`)
	timesEach   = regexp.MustCompile(`twice|times|once|einmal|zweimal|dreimal| mal `)
	hanInterval = regexp.MustCompile(`每(隔?)([一二两三四五六七八九十]|\d+)(?:天|日|个|周|星期|礼拜|月|年)`)
	untilWords  = regexp.MustCompile(`until|till|up to|through|for |bis |lang|до |пока|в течение|直到|到|为止|hasta|durante|jusqu|pendant|fino|até`)
	lastDay     = regexp.MustCompile(`last|end of|letzte|ende|последн|конц|最后|月底|末|último|ultimo|fin de|dernier|fin du|fine`)
)
