package scripted

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// dueRule takes a part of when something is due out of a request: a time of day, a day (a
// date or a weekday), or how long from now ("20 minute"). Leave stands in its place.
type dueRule struct {
	If                      pattern
	Time, Day, After, Leave string // templates
}

// completedTask returns which task a person says is done.
func (c *conversation) completedTask() (string, bool) {
	for _, s := range c.requests("?") {
		if m := c.Completes.find(strings.Trim(s, `"`)); m != nil {
			return strings.Trim(m[1], ` "`), true
		}
	}
	return "", false
}

func (c *conversation) callTasks(tool string, args map[string]any) (Answer, bool) {
	if !c.Has(tool) {
		return c.say("noTasks")
	}
	return callTool(tool, args)
}

// createTask makes a task of a request (P58).
func (c *conversation) createTask(what string) (Answer, bool) {
	title, due := c.takeDue(what)
	title = upperFirst(joinWords(c.Title.all(title)))
	if title == "" {
		return c.say("taskWhat")
	}
	args := map[string]any{"title": title}
	if due != "" {
		args["due"] = due
	}
	return c.callTasks("create_task", args)
}

var nowLine = regexp.MustCompile(`Now: \p{L}+, (\d{1,2} \p{L}+ \d{4}, \d{2}:\d{2})`)

// clock reads the person's own time from the prompt.
func (c *conversation) clock() time.Time {
	found := nowLine.FindAllStringSubmatch(c.System()+"\n"+c.Person(), -1)
	if len(found) > 0 {
		if t, err := time.Parse("2 January 2006, 15:04", found[len(found)-1][1]); err == nil {
			return t
		}
	}
	return time.Now().UTC()
}

// takeDue takes the due date or time out of a request, as create_task wants it: a date,
// or a date and time, on the person's own clock.
func (c *conversation) takeDue(s string) (rest, due string) {
	now := c.clock()
	var day time.Time
	clock := ""
	for _, r := range c.Due {
		g := r.If.find(s)
		switch {
		case g == nil:
			continue
		case r.Time != "" && clock == "":
			clock = timeOfDay(c.fill(r.Time, g, nil))
		case r.Time == "" && day.IsZero():
			day, clock = dayOf(now, strings.ToLower(c.fill(r.Day+r.After, g, nil)), clock)
		default:
			continue // it was said before
		}
		s = strings.Replace(s, g[0], c.fill(r.Leave, g, nil), 1)
	}
	if clock != "" && day.IsZero() {
		if day = now; clock <= now.Format("15:04") {
			day = now.AddDate(0, 0, 1)
		}
	}
	switch {
	case day.IsZero():
		return s, ""
	case clock == "":
		return s, day.Format(time.DateOnly)
	}
	return s, day.Format(time.DateOnly) + "T" + clock
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
	minutes := n
	switch unit {
	case "":
		for i := 1; i <= 7; i++ {
			if d := now.AddDate(0, 0, i); strings.EqualFold(d.Weekday().String(), s) {
				return d, clock
			}
		}
		t, _ := time.Parse(time.DateOnly, s)
		return t, clock
	case "day":
		return now.AddDate(0, 0, n), clock
	case "week":
		return now.AddDate(0, 0, 7*n), clock
	case "month":
		return now.AddDate(0, n, 0), clock
	case "hour":
		minutes = 60 * n
	}
	later := now.Add(time.Duration(minutes) * time.Minute)
	return later, later.Format("15:04")
}

// day says a tool's date ("Fri 2026-11-20 20:28") as people say it.
func (c *conversation) day(s string) string {
	date, clock := s, ""
	if t, err := time.Parse("Mon 2006-01-02 15:04", s); err == nil {
		date, clock = t.Format("Mon 2006-01-02"), t.Format(c.Texts["clock"])
	}
	t, err := time.Parse("Mon 2006-01-02", date)
	if err != nil {
		return s
	}
	name, today := "otherDay", c.clock().Truncate(24*time.Hour)
	switch {
	case t.Equal(today):
		name = "today"
	case t.Equal(today.AddDate(0, 0, 1)):
		name = "tomorrow"
	}
	return c.text(name, "clock", clock, "date", t.Format("Monday, 2 January"))
}
