package moment

import (
	"strconv"
	"time"
)

// Find returns the dates, years and times of day that stand in a text as they are kept: "2026-12-09", "12-09" for a day
// without its year, "2026-12" for a month with its year, "-12" for one without it, "2027", "19:30".
func Find(s string) []string {
	c := newCut(s)
	var out []string
	for _, d := range c.dates() {
		if text := d.String(); text != "" {
			out = append(out, text)
		}
		if d.year > 0 { // the year may follow from the day
			out = append(out, strconv.Itoa(d.year))
		}
	}
	if slashes := c.slashes(); len(slashes) > 0 {
		out = append(out, slashes[0].String())
	}
	for _, m := range c.months() {
		out = append(out, m.String())
	}
	out = append(out, c.years()...)
	for _, t := range c.times() {
		if !t.isBare {
			out = append(out, t.String())
		}
	}
	return out
}

// implied gathers what a text may mean.
type implied struct {
	out  map[string]bool
	said time.Time
}

// Implied returns the dates and times of day that a text may mean, said at a time: "on Friday" is the next one, and the one
// before; "3 May" and "the 9th" are the next and the last such day; "in May" gives the year. Each day is given with its year
// and without it ("12-09"); a month ("2026-12", "-12") only where it is named, or "next month". Years follow from "this year" as well.
// What Find returns is among it.
func Implied(s string, said time.Time) map[string]bool {
	c := newCut(s)
	x := implied{map[string]bool{}, said}
	for _, d := range append(c.dates(), c.slashes()...) {
		x.addDay(d, c)
	}
	for day := range weekdaysOf(c) {
		for _, off := range []int{-7, 0, 7} {
			x.add(said.AddDate(0, 0, (day-int(said.Weekday())+7)%7+off))
		}
	}
	x.addMonths(c.months())
	for _, y := range c.years() {
		x.out[y] = true
	}
	x.addNear(c)
	for _, t := range c.times() {
		x.out[t.String()] = true
		if !t.isSure {
			t.minutes = (t.minutes + 12*60) % (24 * 60)
			x.out[t.String()] = true
		}
	}
	return x.out
}

// add adds a day, with its year and without it.
func (x implied) add(t time.Time) {
	x.out[t.Format(time.DateOnly)] = true
	x.out[t.Format("01-02")] = true
}

// addDay adds the next and the last day that is meant where its month or its year is not said.
func (x implied) addDay(d day, c cut) {
	switch {
	case d.year > 0 && d.month > 0:
		x.add(time.Date(d.year, time.Month(d.month), d.day, 0, 0, 0, 0, time.UTC))
		x.out[strconv.Itoa(d.year)] = true
		return
	case d.month > 0:
		x.addNearest(func(k int) time.Time {
			return time.Date(x.said.Year()+k, time.Month(d.month), d.day, 0, 0, 0, 0, time.UTC)
		}, d.day)
		return
	}
	x.addNearest(func(k int) time.Time {
		return time.Date(x.said.Year(), x.said.Month()+time.Month(k), d.day, 0, 0, 0, 0, time.UTC)
	}, d.day)
	for _, m := range c.months() {
		if m.year == 0 { // "in December, on the 9th"
			x.addNearest(func(k int) time.Time {
				return time.Date(x.said.Year()+k, time.Month(m.month), d.day, 0, 0, 0, 0, time.UTC)
			}, d.day)
		}
	}
}

// addNearest adds the next and the last of a row of days, today among them. Days that a month does not have are left out.
func (x implied) addNearest(at func(k int) time.Time, day int) {
	today := time.Date(x.said.Year(), x.said.Month(), x.said.Day(), 0, 0, 0, 0, time.UTC)
	for _, step := range []int{1, -1} {
		for k := 0; k >= -maxSteps && k <= maxSteps; k += step {
			t := at(k)
			if t.Day() == day && (step > 0 && !t.Before(today) || step < 0 && t.Before(today)) {
				x.add(t)
				break
			}
		}
	}
}

// maxSteps is how many months or years a day can be away at most: 29 February.
const maxSteps = 8

// addMonths adds the years that follow from months: "in January" is the next one, or the one before.
func (x implied) addMonths(months []day) {
	for _, m := range months {
		x.out[day{month: m.month}.String()] = true
		if m.year > 0 {
			x.out[m.String()], x.out[strconv.Itoa(m.year)] = true, true
			continue
		}
		next := x.said.Year()
		if m.month < int(x.said.Month()) {
			next++
		}
		m.year = next
		x.out[m.String()], x.out[strconv.Itoa(next)] = true, true
		if m.month != int(x.said.Month()) {
			m.year = next - 1
			x.out[m.String()], x.out[strconv.Itoa(next-1)] = true, true
		}
	}
}
