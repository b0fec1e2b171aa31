package moment

import (
	"strings"

	"keepsake/text"
)

// moreWeekdays are the beginnings of further names of days, Sunday first. Only Weekdays knows them.
var moreWeekdays = [7][]string{
	{"недил", "неділ", "niedziel", "الاحد", "الأحد"},
	{"понедил", "понеділ", "poniedzial", "الاثنين", "الإثنين"},
	{"вивтор", "вівтор", "wtor", "الثلاثاء"},
	{"серед", "srod", "الاربعاء", "الأربعاء"},
	{"четвер", "czwart", "الخميس"},
	{"пятниц", "piat", "الجمعه", "الجمعة"},
	{"субот", "sobot", "السبت"},
}

var shortWeekdays = map[string]int{"sun": 0, "mon": 1, "mons": 1, "tue": 2, "tues": 2, "wed": 3, "weds": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6,
	"пн": 1, "вт": 2, "ср": 3, "чт": 4, "пт": 5, "сб": 6, "вс": 0, "нд": 0}

// Weekdays returns the days of the week that a text names, Sunday is 0.
func Weekdays(s string) map[int]bool {
	out := make(map[int]bool)
	for _, t := range text.Terms(s) {
		t = strings.TrimPrefix(t, "що")
		if i, isShort := shortWeekdays[t]; isShort {
			out[i] = true
		}
		if i := indexPrefix(weekdays[:], t); i >= 0 {
			out[i] = true
		}
		if i := indexPrefix(moreWeekdays[:], t); i >= 0 {
			out[i] = true
		}
	}
	const hanDays, japaneseDays, koreanDays = "日一二三四五六", "日月火水木金土", "일월화수목금토"
	for _, m := range denseWeekday.FindAllStringSubmatch(s, -1) {
		for i, names := range []string{hanDays, japaneseDays, koreanDays} {
			if m[i+1] == "天" {
				m[i+1] = "日"
			}
			if at := strings.Index(names, m[i+1]); m[i+1] != "" && at >= 0 {
				out[at/len("日")] = true
			}
		}
	}
	return out
}

// dayparts are words for a part of the day, without marks.
var dayparts = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`morning mornings evening evenings afternoon afternoons night nights noon lunchtime morgens abends mittags nachts nachmittags vormittags
		morgen abend nacht nachmittag vormittag mittag manana mananas tarde tardes noche noches matin matins soir soirs apres midi nuit mattina mattine sera sere notte pomeriggio
		manha manhas noite noites утром вечером днем ночью утра вечера вранці ввечері вечорами ochtend ochtends avond avonds middag nacht rano wieczorem wieczor popoludniu noca
		sabah aksam gece ogle`) {
		out[w] = true
	}
	return out
}()

// IsDaypart reports whether a word names a part of the day: "evening".
func IsDaypart(term string) bool { return dayparts[term] }
