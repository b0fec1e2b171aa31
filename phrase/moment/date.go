package moment

import (
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"time"

	"keepsake/text"
)

// dayOffsets are words for days near the day on which they are said.
var dayOffsets = map[string]int{
	"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1, "heute": 0, "morgen": 1, "ubermorgen": 2, "gestern": -1,
	"aujourdhui": 0, "demain": 1, "hier": -1, "hoy": 0, "manana": 1, "ayer": -1, "hoje": 0, "amanha": 1, "ontem": -1,
	"oggi": 0, "domani": 1, "ieri": -1, "vandaag": 0, "сегодня": 0, "завтра": 1, "послезавтра": 2, "вчера": -1,
	"bugun": 0, "yarin": 1, "dun": -1, "last_night": -1, "gestern_abend": -1, "anoche": -1, "vorgestern": -2,
}

var denseDays = map[string]int{"今天": 0, "明天": 1, "后天": 2, "昨天": -1, "今日": 0, "明日": 1, "明後日": 2, "昨日": -1, "오늘": 0, "내일": 1, "모레": 2, "어제": -1}

// weekdays are the beginnings of the names of days, Sunday first, and months those of months.
var (
	weekdays = [7][]string{
		{"sunday", "sonntag", "dimanche", "doming", "domenica", "воскресень", "zondag", "pazar"},
		{"monday", "montag", "lundi", "lunes", "lunedi", "segunda", "понедельник", "maandag", "pazartesi"},
		{"tuesday", "dienstag", "mardi", "martes", "martedi", "terca", "вторник", "dinsdag", "sali"},
		{"wednesday", "mittwoch", "mercredi", "miercoles", "mercoledi", "quarta", "сред", "woensdag", "carsamba"},
		{"thursday", "donnerstag", "jeudi", "jueves", "giovedi", "quinta", "четверг", "donderdag", "persembe"},
		{"friday", "freitag", "vendredi", "viernes", "venerdi", "sexta", "пятниц", "vrijdag", "cuma"},
		{"saturday", "samstag", "samedi", "sabado", "sabato", "суббот", "zaterdag", "cumartesi"},
	}
	months = [12][]string{
		{"january", "januar", "janner", "janvier", "enero", "gennaio", "janeiro", "январ"}, {"february", "februar", "fevrier", "febrero", "febbraio", "fevereiro", "феврал"},
		{"march", "marz", "mars", "marzo", "marco", "март"}, {"april", "avril", "abril", "aprile", "апрел"}, {"may", "mai", "mayo", "maggio", "maio", "мая", "май"},
		{"june", "juni", "juin", "junio", "giugno", "junho", "июн"}, {"july", "juli", "juillet", "julio", "luglio", "julho", "июл"},
		{"august", "aout", "agosto", "август"}, {"september", "septembre", "septiembre", "settembre", "setembro", "сентябр"},
		{"october", "oktober", "octobre", "octubre", "ottobre", "outubro", "октябр"}, {"november", "novembre", "noviembre", "novembro", "ноябр"},
		{"december", "dezember", "decembre", "diciembre", "dicembre", "dezembro", "декабр"},
	}
	denseWeekday = regexp.MustCompile(`(?:星期|周|礼拜)([一二三四五六日天])|([日月火水木金土])曜|([일월화수목금토])요일`)
	denseDate    = regexp.MustCompile(`(\d{1,2})月(\d{1,2})[日号號]?|(\d{1,2})월 ?(\d{1,2})일`)
	isoDate      = regexp.MustCompile(`\b\d{4}(?:-\d{2}-\d{2})?\b`)
)

// glued finds a number with letters at its end.
var glued = regexp.MustCompile(`(\p{Nd})([a-zA-Z\p{Cyrillic}]+)\b`)

// Find returns the dates, years and times of day that stand in a text as they are kept: "2026-11-27", "2027",
// "19:30".
func Find(s string) []string {
	out := append(isoDate.FindAllString(s, -1), findTimes(s)...)
	for _, m := range denseYear.FindAllStringSubmatch(DigitsOfHan(s), -1) {
		out = append(out, m[1]) // the year may follow from the day
		if m[2] != "" {
			month, _ := strconv.Atoi(m[2])
			day, _ := strconv.Atoi(m[3])
			out = append(out, fmt.Sprintf("%s-%02d-%02d", m[1], month, day))
		}
	}
	return out
}

// denseYear finds a year, or a whole date, of a script without spaces.
var denseYear = regexp.MustCompile(`(\d{4})[年년] ?(?:(\d{1,2})[月월] ?(\d{1,2})[日号號일])?`)

// Implied returns the dates and times of day that a text may mean, said at a time: "on Friday" is the next
// one, and the one before; "3 May" is that of this year and the next; "in May" gives the year. Years follow
// from "this year" as well.
func Implied(s string, said time.Time) map[string]bool {
	out := make(map[string]bool)
	add := func(t time.Time) { out[t.Format(time.DateOnly)] = true }
	s = DigitsOfHan(s)
	folded := text.Fold(s)
	var numbers []int
	month, last := 0, ""
	for _, t := range text.Terms(glued.ReplaceAllString(strings.ReplaceAll(s, "'", ""), "$1 $2")) {
		if d, ok := dayOffsets[t]; ok {
			add(said.AddDate(0, 0, d))
		}
		if d, ok := dayOffsets[last+"_"+t]; ok {
			add(said.AddDate(0, 0, d))
		}
		last = t
		if i := indexPrefix(weekdays[:], t); i >= 0 {
			for _, off := range []int{-7, 0, 7} {
				add(said.AddDate(0, 0, (i-int(said.Weekday())+7)%7+off))
			}
		}
		if i := indexPrefix(months[:], t); i >= 0 {
			month = i + 1
		}
		if n, err := strconv.Atoi(Digits(t)); err == nil {
			numbers = append(numbers, n)
		}
	}
	for w, d := range denseDays {
		if strings.Contains(folded, w) {
			add(said.AddDate(0, 0, d))
		}
	}
	for _, m := range denseWeekday.FindAllStringSubmatch(folded, -1) {
		i := max(strings.Index("日一二三四五六", m[1])/3, strings.Index("日月火水木金土", m[2])/3, strings.Index("일월화수목금토", m[3])/3)
		for _, off := range []int{-7, 0, 7} {
			add(said.AddDate(0, 0, (i-int(said.Weekday())+7)%7+off))
		}
	}
	for _, m := range denseDate.FindAllStringSubmatch(folded, -1) {
		mo, _ := strconv.Atoi(m[1] + m[3])
		day, _ := strconv.Atoi(m[2] + m[4])
		month, numbers = mo, append(numbers, day)
	}
	if month > 0 { // "in January" is the next one, or the one before
		next := said.Year()
		if month < int(said.Month()) {
			next++
		}
		out[strconv.Itoa(next)] = true
		if month != int(said.Month()) {
			out[strconv.Itoa(next-1)] = true
		}
	}
	for year := said.Year() - 1; month > 0 && year <= said.Year()+1; year++ {
		for _, n := range numbers {
			if n >= 1 && n <= 31 {
				add(time.Date(year, time.Month(month), n, 0, 0, 0, 0, time.UTC))
			}
		}
	}
	for i, words := range [][]string{{"last year", "letztes jahr", "letzten jahr", "l'an dernier", "el año pasado", "в прошлом году", "去年"},
		{"this year", "dieses jahr", "diesem jahr", "heuer", "cette année", "este año", "в этом году", "今年", "올해"},
		{"next year", "nächstes jahr", "nächsten jahr", "l'an prochain", "el año que viene", "в следующем году", "明年", "来年", "내년"}} {
		for _, w := range words {
			if strings.Contains(folded, text.Fold(w)) {
				out[strconv.Itoa(said.Year()+i-1)] = true
			}
		}
	}
	maps.Copy(out, impliedTimes(s))
	return out
}

func indexPrefix(names [][]string, t string) int {
	for i, forms := range names {
		for _, f := range forms {
			if strings.HasPrefix(t, f) && len(t)-len(f) <= 4 {
				return i
			}
		}
	}
	return -1
}
