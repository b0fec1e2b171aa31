package moment

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"keepsake/phrase/numeral"
)

// This file reads days and months by how far they are from when they are said.

var (
	denseDays = map[string]int{"今天": 0, "今日": 0, "今晚": 0, "今早": 0, "明天": 1, "明日": 1, "明早": 1, "明晚": 1, "后天": 2, "後天": 2, "明後日": 2, "あさって": 2, "大后天": 3, "しあさって": 3, "昨天": -1, "昨日": -1, "昨晚": -1, "昨夜": -1,
		"前天": -2, "一昨日": -2, "おととい": -2, "大前天": -3, "きのう": -1, "きょう": 0, "あした": 1, "今夜": 0, "오늘": 0, "내일": 1, "모레": 2, "글피": 3, "어제": -1, "어젯밤": -1, "그저께": -2, "그제": -2}
	denseMonths = map[string]int{"上个月": -1, "上個月": -1, "上月": -1, "先月": -1, "지난달": -1, "지난 달": -1, "这个月": 0, "這個月": 0, "本月": 0, "今月": 0, "이번 달": 0, "이번달": 0, "下个月": 1, "下個月": 1, "下月": 1, "来月": 1, "다음 달": 1, "다음달": 1}
	denseYears  = map[string]int{"去年": -1, "昨年": -1, "작년": -1, "지난해": -1, "今年": 0, "올해": 0, "금년": 0, "明年": 1, "来年": 1, "내년": 1, "前年": -2, "后年": 2, "後年": 2, "재작년": -2, "내후년": 2}
	denseYear   = regexp.MustCompile(`(?:^|[^\d])((?:19|20)\d{2}) ?[年년]`)
	denseLength = regexp.MustCompile(`(\d{1,2}) ?(天|日|일|周|週間|星期|주일|주|个月|個月|か月|ヶ月|개월|달|年|년) ?(?:之|以)?(后|後|뒤|후|前|전)`)

	unitWords = func() string {
		var all []string
		for w := range names["unit"] {
			all = append(all, regexp.QuoteMeta(w))
		}
		return strings.Join(all, "|")
	}()
	ahead  = compileLength(`(?:in|dans|en|dentro de|fra|tra|daqui a|em|over|через|за|za|بعد|ab|kurz|um)`, `(?:later|sonra|od teraz|from now)`)
	behind = compileLength(`(?:vor|il y a|hace|ha|قبل|من|sinds|seit|since|for|od|с|desde hace|depuis|desde ha|da|від|منذ)`, `(?:ago|geleden|fa|atras|назад|тому|temu|once|evvel)`)
)

// compileLength compiles an expression for a length of time behind one word or before another.
func compileLength(before, after string) *regexp.Regexp {
	count := `(?:(\d{1,2})  )?`
	return regexp.MustCompile(strings.ReplaceAll(numeral.Fold(` (?:`+before+` (?:a |about |etwa |circa |unos )?`), " ", "  ")[1:] + count + `(` + unitWords + `)|(\d{1,2})  (` + unitWords + `)  ` + strings.ReplaceAll(numeral.Fold(after), " ", "  ") + `) `)
}

// addNear adds the days and months that are named by how far away they are.
func (x implied) addNear(c cut) {
	addDays := func(n int) { x.add(x.said.AddDate(0, 0, n)) }
	addMonth := func(n int) {
		first := time.Date(x.said.Year(), x.said.Month(), 1, 0, 0, 0, 0, time.UTC).AddDate(0, n, 0)
		x.out[first.Format("2006-01")], x.out[first.Format("-01")], x.out[strconv.Itoa(first.Year())] = true, true, true
	}
	addYear := func(n int) { x.out[strconv.Itoa(x.said.Year()+n)] = true }
	for section, add := range map[string]func(n int){"near day": addDays, "month off": addMonth, "year off": addYear} {
		for n := range expressions(section, c.words) {
			add(n)
		}
	}
	for _, n := range findDense(c.marked, denseDays) {
		addDays(n)
	}
	for _, n := range findDense(c.marked, denseMonths) {
		addMonth(n)
	}
	for _, n := range findDense(c.marked, denseYears) {
		addYear(n)
	}
	for sign, re := range map[int]*regexp.Regexp{1: ahead, -1: behind} {
		for _, m := range allMatches(re, c.line) {
			n, err := strconv.Atoi(part(c.line, m, 1) + part(c.line, m, 3))
			if err != nil {
				n = 1
			}
			x.addLength(sign*n, names["unit"][part(c.line, m, 2)+part(c.line, m, 4)])
		}
	}
	for _, m := range denseLength.FindAllStringSubmatch(c.marked, -1) {
		n, _ := strconv.Atoi(m[1])
		if m[3] == "前" || m[3] == "전" {
			n = -n
		}
		unit := map[string]int{"天": 1, "日": 1, "일": 1, "周": 7, "週間": 7, "星期": 7, "주일": 7, "주": 7, "年": 365, "년": 365}[m[2]]
		if unit == 0 {
			unit = 30
		}
		x.addLength(n, unit)
	}
}

// IsDated reports whether a text names a moment: by a number, a month, a day of the week, or how far away it is ("tomorrow", "next month").
func IsDated(s string) bool {
	c := newCut(s)
	return c.digits || strings.ContainsAny(c.dated, "@#") || denseWeekday.MatchString(c.marked) || len(c.distances()) > 0
}

// IsPast reports whether a text names a time before it is said: "last month", "yesterday". Then it needs no form of the past.
func IsPast(s string) bool {
	return slices.ContainsFunc(newCut(s).distances(), func(n int) bool { return n < 0 })
}

// distances returns how many days, months or years away the moments are that a text names by that.
func (c cut) distances() (out []int) {
	for _, section := range []string{"near day", "month off", "year off"} {
		out = slices.AppendSeq(out, maps.Keys(expressions(section, c.words)))
	}
	for _, dense := range []map[string]int{denseDays, denseMonths, denseYears} {
		out = append(out, findDense(c.marked, dense)...)
	}
	return out
}

// addLength adds the day that is so many units away, and of months and years what is sure.
func (x implied) addLength(n, unit int) {
	switch unit {
	case 30, 60:
		t := x.said.AddDate(0, n*unit/30, 0)
		x.add(t)
		x.out[t.Format("2006-01")], x.out[t.Format("-01")] = true, true
	case 365:
		x.add(x.said.AddDate(n, 0, 0))
		x.out[strconv.Itoa(x.said.Year()+n)] = true
	default:
		x.add(x.said.AddDate(0, 0, n*unit))
	}
}

// findDense returns the values of the words of a script without spaces that stand in a text: "大后天" is not "后天".
func findDense(s string, listed map[string]int) (out []int) {
	for w, n := range listed {
		if !strings.Contains(s, w) {
			continue
		}
		rest := s
		for longer := range listed {
			if longer != w && strings.Contains(longer, w) {
				rest = strings.ReplaceAll(rest, longer, "")
			}
		}
		if strings.Contains(rest, w) {
			out = append(out, n)
		}
	}
	return out
}
