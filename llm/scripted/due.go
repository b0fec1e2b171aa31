package scripted

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Completed returns which task the person says is done, "" when they say nothing of it.
func (c *conversation) Completed() string {
	for _, s := range c.sentences(c.Said) {
		if m := c.Find("completes", strings.Trim(c.As("errand", s), `"`)); m != nil {
			return strings.Trim(m[1], ` "`)
		}
	}
	return ""
}

var nowLine = regexp.MustCompile(`Now: \p{L}+, (\d{1,2} \p{L}+ \d{4}, \d{2}:\d{2})`)

// Now reads the person's own time from the prompt.
func (c *conversation) Now() time.Time {
	found := nowLine.FindAllStringSubmatch(c.System()+"\n"+c.Person(), -1)
	if len(found) > 0 {
		if t, err := time.Parse("2 January 2006, 15:04", found[len(found)-1][1]); err == nil {
			return t
		}
	}
	return time.Now().UTC()
}

// errand is a request without when it is due: a date, or a date and time, on the person's own
// clock.
type errand struct{ What, Due string }

// Errand takes when it is due out of a request.
func (c *conversation) Errand(s string) errand {
	now := c.Now()
	var day time.Time
	clock := ""
	for _, r := range c.Due {
		v := &view{conversation: c, groups: r.If.find(s)}
		if v.groups == nil {
			continue
		}
		time, after := r.Time.fill(v), r.Day.fill(v)+r.After.fill(v)
		switch {
		case time != "" && clock == "":
			clock = timeOfDay(time)
		case time == "" && day.IsZero():
			day, clock = dayOf(now, strings.ToLower(after), clock)
		default:
			continue // it was said before
		}
		s = strings.Replace(s, v.groups[0], r.Leave.fill(v), 1)
	}
	if clock != "" && day.IsZero() {
		if day = now; clock <= now.Format("15:04") {
			day = now.AddDate(0, 0, 1)
		}
	}
	switch {
	case day.IsZero():
		return errand{s, ""}
	case clock == "":
		return errand{s, day.Format(time.DateOnly)}
	}
	return errand{s, day.Format(time.DateOnly) + "T" + clock}
}

// timeOfDay reads "8:30pm" or "8:" as "15:04", "" when it is no time.
func timeOfDay(s string) string {
	for _, layout := range []string{"15:04", "15:", "3:04pm", "3:pm"} {
		if t, err := time.Parse(layout, strings.ToLower(s)); err == nil {
			return t.Format("15:04")
		}
	}
	return ""
}

// dayOf returns the day of a date, of the next of a weekday or of "2 week" from now, and the
// time of day, which "20 minute" sets. The day is zero when it is nothing of these.
func dayOf(now time.Time, s, clock string) (time.Time, string) {
	count, unit, _ := strings.Cut(s, " ")
	n, _ := strconv.Atoi(count)
	days := map[string]int{"day": n, "week": 7 * n}
	minutes := map[string]int{"minute": n, "min": n, "hour": 60 * n}
	switch {
	case unit == "":
		for i := 1; i <= 7; i++ {
			if d := now.AddDate(0, 0, i); strings.EqualFold(d.Weekday().String(), s) {
				return d, clock
			}
		}
		t, _ := time.Parse(time.DateOnly, s)
		return t, clock
	case unit == "month":
		return now.AddDate(0, n, 0), clock
	case minutes[unit] > 0:
		later := now.Add(time.Duration(minutes[unit]) * time.Minute)
		return later, later.Format("15:04")
	}
	return now.AddDate(0, 0, days[unit]), clock
}

// moment is a tool's date as people say it.
type moment struct {
	time.Time
	IsTimed bool // it has a time of day
	Ahead   int  // days from today: 0, 1, or -1 for any other
}

// sayDay says a tool's date ("Fri 2026-11-20 20:28") as people say it.
func (c *conversation) sayDay(s string) string {
	t, err := time.Parse("Mon 2006-01-02 15:04", s)
	m := moment{t, err == nil, -1}
	if err != nil {
		if m.Time, err = time.Parse("Mon 2006-01-02", s); err != nil {
			return s
		}
	}
	today := c.Now()
	for ahead := range 2 {
		if today.AddDate(0, 0, ahead).Format(time.DateOnly) == m.Format(time.DateOnly) {
			m.Ahead = ahead
		}
	}
	return (&view{conversation: c}).Use("moment", m)
}
