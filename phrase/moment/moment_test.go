package moment_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"keepsake/phrase/moment"
)

var sunday = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// What a memory says as a date or a time is what the person meant by other words (W1).
func TestImplied(t *testing.T) {
	for _, c := range []struct {
		said string
		want []string
	}{
		{"on Friday", []string{"2026-11-27", "2026-11-20"}},
		{"am Dienstag", []string{"2026-11-24"}},
		{"last night", []string{"2026-11-21"}},
		{"послезавтра", []string{"2026-11-24"}},
		{"明天", []string{"2026-11-23"}},
		{"下周五见，不，星期三", []string{"2026-11-25"}},
		{"in January", []string{"2027"}},
		{"on 3 May", []string{"2027-05-03", "2026-05-03"}},
		{"el 12 de diciembre", []string{"2026-12-12", "2026"}},
		{"двенадцатого декабря", []string{"2026-12-12"}},
		{"明年三月十五", []string{"2027-03-15", "2027"}},
		{"九月八号", []string{"2026-09-08"}},
		{"next year", []string{"2027"}},
		{"half past seven", []string{"7:30", "19:30"}},
		{"quarter to nine", []string{"8:45", "20:45"}},
		{"quarter past two", []string{"2:15", "14:15"}},
		{"um halb acht", []string{"7:30", "19:30"}},
		{"um halb fünf", []string{"4:30", "16:30"}},
		{"viertel vor zwölf", []string{"11:45", "23:45"}},
		{"viertel nach drei", []string{"3:15"}},
		{"viertel vor drei", []string{"2:45", "14:45"}},
		{"um viertel acht", []string{"7:15"}},
		{"a las siete y media", []string{"7:30"}},
		{"sept heures et quart", []string{"7:15"}},
		{"после трёх", []string{"15:00", "3:00"}},
		{"at 7 pm", []string{"19:00"}},
		{"at noon", []string{"12:00"}},
		{"18.30 Uhr", []string{"18:30"}},
	} {
		got := moment.Implied(c.said, sunday)
		for _, w := range c.want {
			if !got[w] {
				t.Errorf("%q: no %s in %v", c.said, w, got)
			}
		}
	}
	for said, other := range map[string]string{"at seven": "11:00", "on Friday": "2026-11-26", "half past seven": "20:30", "in May": "2029", "at 7 pm": "7:00"} {
		if moment.Implied(said, sunday)[other] {
			t.Errorf("%q means %s", said, other)
		}
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		kept string
		want []string
	}{
		{"User is away from 2026-11-27 on", []string{"2026-11-27"}},
		{"User moves in 2027", []string{"2027"}},
		{"User takes it at 19:30", []string{"19:30"}},
		{"User has choir at 7 p.m.", []string{"19:00"}},
		{"用户的空调上次清洗是2026年9月8日", []string{"2026-09-08", "2026"}},
		{"Ronja bekommt am 9. Dezember um 14:15 Uhr eine Spange", []string{"12-09", "14:15"}},
		{"Ronja gets a brace on December 9, 2026 at 2:15 pm", []string{"2026-12-09", "14:15"}},
		{"L'utilisateur a pris le train de 18 h 12", []string{"18:12"}},
		{"La nièce est née le 21 novembre 2026", []string{"2026-11-21", "2026"}},
		{"公司将于2026年12月搬到滨江", []string{"2026-12"}},
		{"12月9日", []string{"12-09"}},
		{"У пользователя занятия в семь вечера", []string{"19:00"}},
		{"User moves in May", []string{"-05"}},
		{"User has 2 cats", nil},
		{"User may get a dog", nil},
		{"User's brother Marco has a dog", nil},
	} {
		got := make(map[string]bool)
		for _, d := range moment.Find(c.kept) {
			got[d] = true
		}
		implied := moment.Implied(c.kept, sunday)
		for d := range got {
			if !implied[d] {
				t.Errorf("%q gives %s and does not mean it", c.kept, d)
			}
		}
		for _, w := range c.want {
			if !got[w] {
				t.Errorf("%q: no %s in %v", c.kept, w, got)
			}
		}
		if len(c.want) == 0 && len(got) > 0 {
			t.Errorf("%q: %v", c.kept, got)
		}
	}
}

// Times of day in 15 languages: what is meant, and what is not.
func TestImplied_Times(t *testing.T) {
	for _, c := range []struct{ said, want, other string }{
		{"half past two", "14:30", "13:30"}, {"at half two", "14:30", "2:00"}, {"ten to eight", "7:50", "8:10"}, {"ten past eight", "20:10", "19:50"}, {"at seven thirty", "19:30", "7:03"}, {"twenty to nine in the evening", "20:40", "8:40"},
		{"at 7 in the morning", "7:00", "19:00"}, {"2:15 pm", "14:15", "2:15"}, {"at noon", "12:00", "0:00"}, {"at midnight", "0:00", "12:00"}, {"open 9:00-17:00", "17:00", "5:00"}, {"9:00-17:00", "9:00", "19:00"}, {"12 am", "0:00", "12:00"}, {"tonight at eight", "20:00", "8:00"},
		{"um viertel nach zwei", "14:15", "13:45"}, {"viertel drei", "14:15", "15:15"}, {"dreiviertel drei", "14:45", "15:45"}, {"drei viertel drei", "14:45", "3:15"}, {"fünf vor halb acht", "19:25", "19:35"}, {"zehn nach sieben", "7:10", "6:50"}, {"abends um acht", "20:00", "8:00"},
		{"um acht abends", "20:00", "8:00"}, {"14.15 Uhr", "14:15", "2:15"}, {"um halb eins", "12:30", "13:30"}, {"19 Uhr 30", "19:30", "19:00"}, {"um 7 Uhr früh", "7:00", "19:00"},
		{"kwart over drie", "15:15", "14:45"}, {"om half acht", "19:30", "20:30"}, {"kwart voor drie", "14:45", "15:15"}, {"tien voor half acht", "19:20", "19:40"}, {"om acht uur 's avonds", "20:00", "8:00"}, {"middernacht om", "0:00", "12:00"},
		{"sept heures et quart", "19:15", "6:45"}, {"huit heures moins le quart", "19:45", "20:15"}, {"14h15", "14:15", "2:15"}, {"18 h 12", "18:12", "6:12"}, {"à sept heures du soir", "19:00", "7:00"}, {"huit heures moins dix", "7:50", "8:10"}, {"midi", "12:00", "0:00"}, {"une heure et demie", "13:30", "2:30"},
		{"a las siete y media", "19:30", "6:30"}, {"las ocho menos cuarto", "19:45", "20:15"}, {"a las tres y diez", "15:10", "2:50"}, {"a las ocho de la mañana", "8:00", "20:00"}, {"a la una y media", "13:30", "12:30"}, {"a las diez de la noche", "22:00", "10:00"}, {"cuarto para las ocho", "7:45", "8:15"},
		{"alle sette e mezza", "19:30", "6:30"}, {"le otto meno un quarto", "19:45", "20:15"}, {"alle tre e dieci", "15:10", "2:50"}, {"alle otto di sera", "20:00", "8:00"}, {"alle sette e un quarto", "7:15", "6:45"}, {"all'una", "13:00", "2:00"}, {"mezzogiorno", "12:00", "0:00"}, {"alle sette e tre quarti", "7:45", "7:15"},
		{"às sete e meia", "19:30", "6:30"}, {"quinze para as oito", "7:45", "8:15"}, {"às três e dez", "15:10", "2:50"}, {"às oito da manhã", "8:00", "20:00"}, {"meio-dia", "12:00", "0:00"}, {"um quarto para as oito", "7:45", "8:15"}, {"às oito da noite", "20:00", "8:00"},
		{"saat yedi buçuk", "19:30", "6:30"}, {"yediyi çeyrek geçe", "7:15", "6:45"}, {"yediye çeyrek var", "6:45", "7:15"}, {"yediye on var", "6:50", "7:10"}, {"akşam sekizde", "20:00", "8:00"}, {"sabah 8'de", "8:00", "20:00"}, {"gece yarısı", "0:00", "12:00"},
		{"половина восьмого", "19:30", "20:30"}, {"полвосьмого", "19:30", "20:30"}, {"четверть восьмого", "7:15", "8:15"}, {"без четверти восемь", "19:45", "20:15"}, {"без десяти восемь", "7:50", "8:10"}, {"без двадцати восемь", "7:40", "8:20"}, {"десять минут восьмого", "7:10", "8:10"}, {"в восемь вечера", "20:00", "8:00"}, {"в 8 утра", "8:00", "20:00"}, {"в полдень", "12:00", "0:00"}, {"в час дня", "13:00", "1:00"},
		{"пів на восьму", "19:30", "20:30"}, {"о пів на восьму вечора", "19:30", "7:30"}, {"чверть на восьму", "7:15", "8:15"}, {"за чверть восьма", "7:45", "8:15"}, {"за десять восьма", "7:50", "8:10"}, {"десять по восьмій", "8:10", "7:50"}, {"о п'ятій", "17:00", "4:00"}, {"опівночі", "0:00", "12:00"},
		{"wpół do ósmej", "19:30", "20:30"}, {"kwadrans po ósmej", "20:15", "19:45"}, {"za kwadrans ósma", "7:45", "8:15"}, {"za dziesięć ósma", "7:50", "8:10"}, {"dziesięć po ósmej", "8:10", "7:50"}, {"o ósmej wieczorem", "20:00", "8:00"}, {"w południe", "12:00", "0:00"}, {"o siódmej trzydzieści", "19:30", "7:03"},
		{"الساعة السابعة والنصف", "19:30", "6:30"}, {"سبعة ونص", "7:30", "6:30"}, {"الثامنة إلا ربع", "7:45", "8:15"}, {"الساعة ثمانية الا عشرة", "7:50", "8:10"}, {"الساعة ثمانية مساء", "20:00", "8:00"}, {"السابعة والربع", "19:15", "6:45"}, {"منتصف الليل", "0:00", "12:00"}, {"الساعة ٨ الصبح", "8:00", "20:00"},
		{"下午两点半", "14:30", "2:30"}, {"早上八点一刻", "8:15", "20:15"}, {"差十分八点", "7:50", "8:10"}, {"晚上七点四十五分", "19:45", "7:45"}, {"中午十二点", "12:00", "0:00"}, {"下周三三点", "15:00", "2:00"},
		{"14時15分", "14:15", "2:15"}, {"午後2時半", "14:30", "2:30"}, {"八時十分前", "7:50", "8:10"}, {"朝7時", "7:00", "19:00"}, {"正午", "12:00", "0:00"},
		{"오후 2시 15분", "14:15", "2:15"}, {"오후 두 시 반", "14:30", "2:30"}, {"아침 일곱 시", "7:00", "19:00"}, {"세시 십오분", "15:15", "2:45"}, {"여덟 시 십 분 전", "7:50", "8:10"}, {"자정", "0:00", "12:00"},
	} {
		got := moment.Implied(c.said, sunday)
		if !got[c.want] || got[c.other] {
			t.Errorf("%q: want %s, not %s: %v", c.said, c.want, c.other, slices.Sorted(maps.Keys(got)))
		}
	}
}

// Days in 15 languages: what is meant, and what is not. It is said on Sunday, 22 November 2026.
func TestImplied_Days(t *testing.T) {
	for _, c := range []struct{ said, want, other string }{
		{"on the 9th", "2026-12-09", "2026-12-10"}, {"since the 3rd", "2026-11-03", "2026-11-04"}, {"December 9th", "2026-12-09", "2026-12-08"}, {"9 December 2027", "2027-12-09", "2026-12-09"}, {"the ninth of December", "12-09", "12-10"}, {"next friday", "2026-11-27", "2026-11-26"},
		{"in three days", "2026-11-25", "2026-11-24"}, {"two days ago", "2026-11-20", "2026-11-24"}, {"the day after tomorrow", "2026-11-24", "2026-11-26"}, {"from 3 to 10 January", "2027-01-03", "2027-01-04"}, {"Dec 24", "2026-12-24", "2026-12-25"}, {"the 9th of jan", "2027-01-09", "2027-01-08"}, {"since 2019", "2019", "2018"}, {"mon frère part", "none", "2026-11-23"}, {"in the sun", "none", "2026-11-22"}, {"from fri to mon", "2026-11-30", "2026-11-29"}, {"set 5 alarms", "none", "09-05"}, {"5 set", "09-05", "09-06"}, {"9 December (2027)", "2027-12-09", "2026-12-09"}, {"3-10 January", "2027-01-03", "2027-01-04"}, {"na quinta", "2026-11-26", "2026-11-25"}, {"na sexta", "2026-11-27", "2026-11-26"}, {"12/24/2026", "2026-12-24", "2026-12-12"}, {"in a fortnight", "2026-12-06", "2026-11-23"},
		{"the 9th floor", "none", "2026-12-09"}, {"next month", "2026-12", "2027-01"}, {"last year", "2025", "2026"},
		{"am 9. kriegt Ronja ihre Spange", "2026-12-09", "2026-12-08"}, {"9.12.", "12-09", "09-12"}, {"vor zwei Tagen", "2026-11-20", "2026-11-24"}, {"übermorgen", "2026-11-24", "2026-11-23"}, {"am neunten", "2026-12-09", "2026-12-08"}, {"vom 3. bis zum 10. Januar", "2027-01-03", "2027-01-09"}, {"im Dezember am 9.", "12-09", "12-10"}, {"in einer Woche", "2026-11-29", "2026-11-28"}, {"Freitagabend", "2026-11-27", "2026-11-26"},
		{"im 3. Stock", "none", "2026-12-03"}, {"letztes Jahr", "2025", "2027"}, {"heute", "2026-11-22", "2026-11-23"},
		{"overmorgen", "2026-11-24", "2026-11-23"}, {"op de 9e", "2026-12-09", "2026-12-08"}, {"9 december", "2026-12-09", "2026-12-08"}, {"twee dagen geleden", "2026-11-20", "2026-11-24"}, {"over drie dagen", "2026-11-25", "2026-11-19"}, {"op woensdag", "2026-11-25", "2026-11-26"}, {"vorig jaar", "2025", "2027"},
		{"le 9", "2026-12-09", "2026-12-08"}, {"du 1er au 5 mars", "2027-03-01", "2027-03-02"}, {"le 9 décembre", "2026-12-09", "2026-12-10"}, {"dans trois jours", "2026-11-25", "2026-11-24"}, {"il y a deux jours", "2026-11-20", "2026-11-24"}, {"après-demain", "2026-11-24", "2026-11-25"}, {"hier soir", "2026-11-21", "2026-11-22"}, {"mercredi", "2026-11-25", "2026-11-24"},
		{"el 9", "2026-12-09", "2026-12-08"}, {"el nueve de diciembre", "2026-12-09", "2026-12-10"}, {"pasado mañana", "2026-11-24", "2026-11-25"}, {"hace dos días", "2026-11-20", "2026-11-24"}, {"dentro de tres días", "2026-11-25", "2026-11-19"}, {"el miércoles", "2026-11-25", "2026-11-24"}, {"anoche", "2026-11-21", "2026-11-22"},
		{"il 9", "2026-12-09", "2026-12-08"}, {"dopodomani", "2026-11-24", "2026-11-23"}, {"fra tre giorni", "2026-11-25", "2026-11-24"}, {"due giorni fa", "2026-11-20", "2026-11-24"}, {"il nove dicembre", "2026-12-09", "2026-12-10"}, {"mercoledì", "2026-11-25", "2026-11-24"}, {"l'altro ieri", "2026-11-20", "2026-11-19"},
		{"dia 9", "2026-12-09", "2026-12-08"}, {"depois de amanhã", "2026-11-24", "2026-11-25"}, {"há dois dias", "2026-11-20", "2026-11-24"}, {"9 de dezembro", "2026-12-09", "2026-12-10"}, {"na quarta", "2026-11-25", "2026-11-24"}, {"sexta-feira", "2026-11-27", "2026-11-26"},
		{"9 Aralık", "2026-12-09", "2026-12-10"}, {"ayın 9'unda", "2026-12-09", "2026-12-08"}, {"üç gün sonra", "2026-11-25", "2026-11-24"}, {"iki gün önce", "2026-11-20", "2026-11-24"}, {"öbür gün", "2026-11-24", "2026-11-23"}, {"çarşambaya", "2026-11-25", "2026-11-24"},
		{"9-го", "2026-12-09", "2026-12-08"}, {"девятого", "none", "2026-12-08"}, {"с девятого", "2026-12-09", "2026-12-08"}, {"9 числа", "2026-12-09", "2026-12-08"}, {"послезавтра", "2026-11-24", "2026-11-23"}, {"через неделю", "2026-11-29", "2026-11-28"}, {"два дня назад", "2026-11-20", "2026-11-24"}, {"с 3 по 10 января", "2027-01-03", "2027-01-09"}, {"в среду", "2026-11-25", "2026-11-24"}, {"в прошлом году", "2025", "2027"}, {"в следующем месяце", "2026-12", "2027-01"},
		{"третього грудня", "2026-12-03", "2026-12-04"}, {"післязавтра", "2026-11-24", "2026-11-23"}, {"за три дні", "2026-11-25", "2026-11-24"}, {"два дні тому", "2026-11-20", "2026-11-24"}, {"щосереди", "2026-11-25", "2026-11-24"}, {"у п'ятницю", "2026-11-27", "2026-11-26"},
		{"pojutrze", "2026-11-24", "2026-11-23"}, {"dziewiątego grudnia", "2026-12-09", "2026-12-10"}, {"za trzy dni", "2026-11-25", "2026-11-24"}, {"dwa dni temu", "2026-11-20", "2026-11-24"}, {"w środę", "2026-11-25", "2026-11-24"}, {"od 9 grudnia", "12-09", "12-10"}, {"do 9-go", "2026-12-09", "2026-12-08"},
		{"9 ديسمبر", "2026-12-09", "2026-12-10"}, {"9 كانون الأول", "2026-12-09", "2026-12-10"}, {"بعد بكرة", "2026-11-24", "2026-11-25"}, {"بعد ثلاثة ايام", "2026-11-25", "2026-11-24"}, {"قبل يومين", "2026-11-20", "2026-11-24"}, {"يوم الاربعاء", "2026-11-25", "2026-11-24"}, {"يوم 9", "2026-12-09", "2026-12-08"},
		{"12月9日", "2026-12-09", "2026-12-10"}, {"9号", "2026-12-09", "2026-12-08"}, {"大后天", "2026-11-25", "2026-11-24"}, {"三天后", "2026-11-25", "2026-11-24"}, {"两天前", "2026-11-20", "2026-11-24"}, {"下个月", "2026-12", "2027-01"}, {"下周三", "2026-12-02", "2026-11-26"},
		{"十二月九日", "2026-12-09", "2026-12-10"}, {"明後日", "2026-11-24", "2026-11-23"}, {"三日後", "2026-11-25", "2026-12-03"}, {"水曜日", "2026-11-25", "2026-11-24"}, {"来月", "2026-12", "2027-01"},
		{"12월 9일", "2026-12-09", "2026-12-10"}, {"모레", "2026-11-24", "2026-11-23"}, {"3일 후", "2026-11-25", "2026-12-03"}, {"이틀 전", "2026-11-20", "2026-11-24"}, {"수요일", "2026-11-25", "2026-11-24"}, {"다음 달", "2026-12", "2027-01"}, {"십이월 구일", "2026-12-09", "2026-12-10"},
	} {
		got := moment.Implied(c.said, sunday)
		if !got[c.want] && c.want != "none" || got[c.other] {
			t.Errorf("%q: want %s, not %s: %v", c.said, c.want, c.other, slices.Sorted(maps.Keys(got)))
		}
	}
}

// Whatever names a moment is dated, in all scripts.
func TestIsDated(t *testing.T) {
	for _, s := range []string{"in May", "on Fridays", "tomorrow", "at 7", "ab nächsten Monat", "w poniedziałek", "с понедельника", "下个月", "星期五", "내일", "غدا", "two days"} {
		if !moment.IsDated(s) {
			t.Errorf("%q is not dated", s)
		}
	}
	for _, s := range []string{"", "I may come", "User lives in Kiel", "ab und zu", "用户住在杭州"} {
		if moment.IsDated(s) {
			t.Errorf("%q is dated", s)
		}
	}
}

func TestIsPast(t *testing.T) {
	for s, want := range map[string]bool{"last month it was 40": true, "先月の電気代": true, "yesterday": true, "next month": false, "on Friday": false, "it was cold": false} {
		if moment.IsPast(s) != want {
			t.Errorf("%q names a time before: %v", s, !want)
		}
	}
}

func TestDaypart(t *testing.T) {
	for w, want := range map[string]int{"morning": 1, "sabah": 1, "aksam": 2, "noche": 2, "вечером": 2, "table": 0} {
		if got := moment.Daypart(w); got != want {
			t.Errorf("%s: %d, want %d", w, got, want)
		}
	}
}
