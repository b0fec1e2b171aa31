package scripted

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"
)

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

// dateAndTime is how tools are told when, on the person's own clock; or only what stands before
// the T.
const dateAndTime = "2006-01-02T15:04"

// errand is a request and, apart from it, when it is due.
type errand struct{ What, Due string }

// Errand takes when it is due out of a request.
func (c *conversation) Errand(s string) errand {
	now := c.Now().Format(dateAndTime)
	day, clock := "", ""
	for _, r := range c.Due {
		v := &view{conversation: c, groups: r.If.find(s)}
		if v.groups == nil {
			continue
		}
		newDay, newClock, _ := strings.Cut(strings.ToLower(r.Is.fill(v)), "t")
		if newDay != "" && day != "" || newDay == "" && clock != "" {
			continue // it was said before
		}
		day, clock = cmp.Or(newDay, day), cmp.Or(timeOfDay(newClock), clock)
		s = strings.Replace(s, v.groups[0], r.Leave.fill(v), 1)
	}
	switch {
	case clock == "":
		return errand{s, day}
	case day == "" && clock > now[len("2006-01-02T"):]:
		day = c.In("0", "day")
	case day == "":
		day = c.In("1", "day")
	}
	return errand{s, day + "T" + clock}
}

// In returns a time from now; the days of day, week and month have no time of day.
func (c *conversation) In(count, unit string) string {
	n, _ := strconv.Atoi(count)
	switch unit = strings.ToLower(unit); unit {
	case "day":
		return c.Now().AddDate(0, 0, n).Format(time.DateOnly)
	case "week":
		return c.Now().AddDate(0, 0, 7*n).Format(time.DateOnly)
	case "month":
		return c.Now().AddDate(0, n, 0).Format(time.DateOnly)
	case "hour":
		n *= 60
	}
	return c.Now().Add(time.Duration(n) * time.Minute).Format(dateAndTime)
}

// Next returns the day of the next of a weekday.
func (c *conversation) Next(weekday string) string {
	for n := 1; ; n++ {
		if day := c.Now().AddDate(0, 0, n); n == 7 || strings.EqualFold(day.Weekday().String(), weekday) {
			return day.Format(time.DateOnly)
		}
	}
}

// timeOfDay reads "8:30pm" or "8:" as "15:04", "" when it is no time.
func timeOfDay(s string) string {
	for _, layout := range []string{"15:04", "15:", "3:04pm", "3:pm"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format("15:04")
		}
	}
	return ""
}

// Date reads a tool's date, like "Fri 2026-11-20".
func (c *conversation) Date(s string) time.Time {
	t, _ := time.Parse("Mon 2006-01-02", s)
	return t
}
