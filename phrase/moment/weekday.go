package moment

import (
	"regexp"
	"strings"
)

var denseWeekday = regexp.MustCompile(`(?:星期|周|週|礼拜|禮拜)([一二三四五六日天])|([日月火水木金土])曜|([일월화수목금토])요일`)

// Weekdays returns the days of the week that a text names, Sunday is 0.
func Weekdays(s string) map[int]bool { return weekdaysOf(newCut(s)) }

func weekdaysOf(c cut) map[int]bool {
	out := make(map[int]bool)
	for _, w := range strings.Fields(c.dated) {
		if w[0] == '#' && len(w) == 2 {
			out[int(w[1]-'0')] = true
		}
	}
	const hanDays, japaneseDays, koreanDays = "日一二三四五六", "日月火水木金土", "일월화수목금토"
	for _, m := range denseWeekday.FindAllStringSubmatch(c.marked, -1) {
		for i, days := range []string{hanDays, japaneseDays, koreanDays} {
			if m[i+1] == "天" {
				m[i+1] = "日"
			}
			if at := strings.Index(days, m[i+1]); m[i+1] != "" && at >= 0 {
				out[at/len("日")] = true
			}
		}
	}
	return out
}
