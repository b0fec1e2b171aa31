package moment_test

import (
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
		{"User has 2 cats", nil},
	} {
		got := make(map[string]bool)
		for _, d := range moment.Find(c.kept) {
			got[d] = true
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

func TestNumbers(t *testing.T) {
	for word, want := range map[string]string{"zwolf": "12", "двенадцатого": "12", "eleven": "11", "viert": "4", "tea": "tea"} {
		if got := moment.Digits(word); got != want || moment.IsNumeral(word) != (want != word) {
			t.Errorf("%s is %s", word, got)
		}
	}
	for said, want := range map[string]string{"三百度": "300度", "十月六日": "10月6日", "两个": "2个", "forty-two": "forty-two", "九月八号": "9月8日"} {
		if got := moment.DigitsOfHan(said); got != want {
			t.Errorf("%s is %s", said, got)
		}
	}
	if got := moment.JoinTens("forty-two and sixty one"); got != "42 and 61" {
		t.Error(got)
	}
}
