package templates_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/templates"
)

func TestWhenSaysDatesAsPeopleWriteThem(t *testing.T) {
	w := load(t)
	at := time.Date(2026, time.March, 6, 9, 5, 0, 0, time.UTC)
	for _, c := range []struct {
		lang  string
		style templates.DateStyle
		want  string
	}{
		{"en", templates.Clock, "09:05"},
		{"en", templates.Moment, "6 Mar 2026, 09:05"},
		{"en", templates.DueDay, "Fri 6 Mar 2026"},
		{"en", templates.DueMoment, "Fri 6 Mar 2026, 09:05"},
		{"de", templates.Moment, "6. März 2026, 09:05"},
		{"de", templates.DueDay, "Fr., 6. März 2026"},
		{"ru", templates.Moment, "6 марта 2026, 09:05"},
		{"ru", templates.DueMoment, "пт, 6 марта 2026, 09:05"},
		{"zh", templates.Moment, "2026年3月6日 09:05"},
		{"zh", templates.DueDay, "2026年3月6日 周五"},
		{"xx", templates.Clock, "09:05"},
	} {
		if got := w.FormatTime(c.lang, c.style, at); got != c.want {
			t.Errorf("When(%s, %s) = %q, want %q", c.lang, c.style, got, c.want)
		}
	}
	moscow := time.FixedZone("", 3*60*60)
	if got := w.FormatTime("en", templates.Clock, at.In(moscow)); got != "12:05" {
		t.Errorf("in a zone: %q", got)
	}
}

// A year has its months and a week its days, in order and without repeats.
func TestEveryLanguageNamesMonthsAndDays(t *testing.T) {
	w := load(t)
	for _, lang := range w.Languages() {
		for id, n := range map[string]int{"date.months": 12, "date.weekdays": 7} {
			names, seen := strings.Fields(w.Say(lang, id, nil)), map[string]bool{}
			for _, name := range names {
				seen[name] = true
			}
			if len(names) != n || len(seen) != n {
				t.Errorf("%s: %s = %q, want %d different names", lang, id, names, n)
			}
		}
	}
}
