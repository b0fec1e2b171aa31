package scripted

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	creates = []*regexp.Regexp{
		regexp.MustCompile(`(?i)^(?:create|add|make|set ?up|set|new|open|put|note)\s+(?:me\s+)?(?:down\s+)?(?:a |an |another |one )?(?:new )?(?:task|to-?do|to do|reminder|todo item)\b(?:\s+for me)?\s*(?:to|:|that says|that|about|for|called|named|-)?\s+(.+)$`),
		regexp.MustCompile(`(?i)^remind me\s+(.+)$`),
		regexp.MustCompile(`(?i)^(?:i need|give me|i want|i'd like|i would like) (?:a|another) (?:reminder|task)\s+(?:to|for|about|that says)\s+(.+)$`),
		regexp.MustCompile(`(?i)^(?:remember|don't forget|do not forget)\s+(to .+)$`),
		regexp.MustCompile(`(?i)^(?:task|to-?do|reminder)\s*[:\-]\s*(.+)$`),
		regexp.MustCompile(`(?i)^(?:add|put)\s+(.+?)\s+(?:to|on) my (?:tasks|task list|to-?dos?|to-?do list|list)$`),
	}
	lists    = regexp.MustCompile(`(?i)^(?:(?:list|show|see|give|tell)(?: me)?\s+)?(?:all )?(?:of )?(?:my|the|open|our)?\s*(?:open |current |pending )?(?:tasks|to-?dos|to-?do list|task list|reminders)\??$|^(?:what|which|do i have|have i|how many|is there|are there|any)\b.*\b(?:tasks?|to-?dos?|to-?do list|reminders?|to do)\b.*\??$|^what do i (?:have|need) to do\b.*`)
	doneList = regexp.MustCompile(`(?i)\b(?:done|completed|finished)\s+tasks\b|\btasks\b.*\b(?:done|completed|finished)\b`)
	dones    = []*regexp.Regexp{
		regexp.MustCompile(`(?i)^(?:mark|tick|check|cross|set)\s+(?:off\s+)?(?:the |my )?(?:task\s+)?(?:to\s+|of\s+)?(.+?)\s+(?:as |off as |to )?(?:done|complete|completed|finished|off)$`),
		regexp.MustCompile(`(?i)^(?:complete|finish|close|tick off|check off|cross off)\s+(?:the |my )?(?:task\s+)?(?:to\s+|of\s+)?(.+)$`),
		regexp.MustCompile(`(?i)^(?:(?:i(?:'ve| have)?|i'm)\s+)?(?:just\s+)?(?:done|finished|completed|done with|finished with)\s+(?:with\s+)?(?:the |my )?(?:task\s+)?(?:to\s+|of\s+)?(.+)$`),
		regexp.MustCompile(`(?i)^(?:the |my )?task\s+(?:to\s+)?(.+?)\s+is\s+(?:done|complete|completed|finished)$`),
	}
)

// completing returns which task a person says is done.
func completing(said string) (string, bool) {
	for _, s := range sentences(said) {
		s = strings.Trim(trimEnd(polite(s)), `?"`)
		for _, d := range dones {
			if m := d.FindStringSubmatch(s); m != nil {
				return strings.Trim(m[1], ` "`), true
			}
		}
	}
	return "", false
}

// errand hears what has to do with tasks (P58).
func (c *conversation) errand() (Answer, bool) {
	for _, s := range sentences(c.said) {
		s = strings.TrimSuffix(strings.TrimSpace(polite(s)), "?")
		s = regexp.MustCompile(`(?i)[,]?\s+(?:please|pls|thanks|thank you|for me)$`).ReplaceAllString(trimEnd(s), "")
		if lists.MatchString(s) {
			return c.task("list_tasks", listArgs(s))
		}
		for _, e := range creates {
			if m := e.FindStringSubmatch(s); m != nil {
				return c.create(m[1])
			}
		}
	}
	if _, ok := completing(c.said); ok && c.Has("list_tasks") {
		return c.task("list_tasks", nil)
	}
	return Answer{}, false
}

func listArgs(s string) map[string]any {
	if doneList.MatchString(s) {
		return map[string]any{"done": true}
	}
	return nil
}

func (c *conversation) task(tool string, args map[string]any) (Answer, bool) {
	if !c.Has(tool) {
		return Answer{Text: "I don't have my task list at hand. /tasks shows it."}, true
	}
	if args == nil {
		args = map[string]any{}
	}
	return Answer{Calls: []Call{{Name: tool, Args: args}}}, true
}

func (c *conversation) create(what string) (Answer, bool) {
	title, due := takeDue(what, c.clock())
	title = regexp.MustCompile(`(?i)^(?:to|about|of|that|on|for)\s+`).ReplaceAllString(trimEnd(title), "")
	title = regexp.MustCompile(`(?i)^i (?:have to|need to|must|should|want to)\s+`).ReplaceAllString(title, "")
	title = capital(strings.Join(strings.Fields(trimEnd(title)), " "))
	if title == "" {
		return Answer{Text: "Gladly. What should the task say?"}, true
	}
	args := map[string]any{"title": title}
	if due != "" {
		args["due"] = due
	}
	return c.task("create_task", args)
}

var nowLine = regexp.MustCompile(`Now: \p{L}+, (\d{1,2} \p{L}+ \d{4}, \d{2}:\d{2})`)

// clock reads the person's own time from the prompt.
func (c *conversation) clock() time.Time {
	found := nowLine.FindAllStringSubmatch(c.System()+"\n"+c.Person(), -1)
	if len(found) == 0 {
		return time.Now().UTC()
	}
	t, err := time.Parse("2 January 2006, 15:04", found[len(found)-1][1])
	if err != nil {
		return time.Now().UTC()
	}
	return t
}

const weekdays = `monday|tuesday|wednesday|thursday|friday|saturday|sunday`

var (
	inSome   = regexp.MustCompile(`(?i)\bin (an?|one|two|three|half an|\d+) (minute|min|hour|day|week|month)s?\b`)
	isoDay   = regexp.MustCompile(`(?i)\b(?:on |by |for )?(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2}))?\b`)
	namedDay = regexp.MustCompile(`(?i)\b(?:on |by |for |until )?(today|tonight|tomorrow|the day after tomorrow|(?:next |this |coming )?(?:` + weekdays + `)|next week)\b`)
	atTime   = regexp.MustCompile(`(?i)\b(?:at |by |around )(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|o'clock)?\b|\b(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)\b|\b(?:at )?(noon|midnight)\b|\b(?:in the )?(morning|afternoon|evening)\b`)
)

// takeDue takes the due date or time out of a request, as create_task wants it: a date,
// or a date and time, on the person's own clock.
func takeDue(s string, now time.Time) (rest, due string) {
	if m := inSome.FindStringSubmatch(s); m != nil {
		at := after(now, strings.ToLower(m[1]), strings.ToLower(m[2]))
		rest = strings.Replace(s, m[0], "", 1)
		if u := strings.ToLower(m[2]); u == "day" || u == "week" || u == "month" {
			rest, clock, ok := takeTime(rest)
			if !ok {
				return rest, at.Format(time.DateOnly)
			}
			return rest, at.Format(time.DateOnly) + "T" + clock
		}
		return rest, at.Format("2006-01-02T15:04")
	}
	day, hasDay, evening := now, false, false
	if m := isoDay.FindStringSubmatch(s); m != nil {
		s = strings.Replace(s, m[0], "", 1)
		if m[2] != "" {
			return s, m[1] + "T" + m[2]
		}
		if t, err := time.Parse(time.DateOnly, m[1]); err == nil {
			day, hasDay = t, true
		}
	} else if m := namedDay.FindStringSubmatch(s); m != nil {
		s = strings.Replace(s, m[0], "", 1)
		word := strings.ToLower(m[1])
		day, hasDay, evening = dayNamed(word, now), true, word == "tonight"
	}
	s, clock, hasTime := takeTime(s)
	switch {
	case hasTime && !hasDay && clock <= now.Format("15:04"):
		day = now.AddDate(0, 0, 1)
	case !hasTime && evening:
		clock, hasTime = "20:00", true
	}
	switch {
	case hasTime:
		return s, day.Format(time.DateOnly) + "T" + clock
	case hasDay:
		return s, day.Format(time.DateOnly)
	}
	return s, ""
}

func after(now time.Time, count, unit string) time.Time {
	n := map[string]int{"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}[count]
	if v, err := strconv.Atoi(count); err == nil {
		n = v
	}
	if count == "half an" {
		return now.Add(30 * time.Minute)
	}
	switch unit {
	case "hour":
		return now.Add(time.Duration(n) * time.Hour)
	case "day":
		return now.AddDate(0, 0, n)
	case "week":
		return now.AddDate(0, 0, 7*n)
	case "month":
		return now.AddDate(0, n, 0)
	}
	return now.Add(time.Duration(n) * time.Minute)
}

func dayNamed(word string, now time.Time) time.Time {
	switch word {
	case "today", "tonight":
		return now
	case "tomorrow":
		return now.AddDate(0, 0, 1)
	case "the day after tomorrow":
		return now.AddDate(0, 0, 2)
	case "next week":
		return now.AddDate(0, 0, 7)
	}
	word = word[strings.LastIndexByte(word, ' ')+1:]
	for i := 1; i <= 7; i++ {
		if d := now.AddDate(0, 0, i); strings.EqualFold(d.Weekday().String(), word) {
			return d
		}
	}
	return now
}

// takeTime takes a time of day out of a request, as "15:04".
func takeTime(s string) (rest, clock string, ok bool) {
	m := atTime.FindStringSubmatch(s)
	if m == nil {
		return s, "", false
	}
	rest = strings.Replace(s, m[0], "", 1)
	if m[7] != "" {
		return rest, map[string]string{"noon": "12:00", "midnight": "23:59"}[strings.ToLower(m[7])], true
	}
	if m[8] != "" {
		return rest, map[string]string{"morning": "09:00", "afternoon": "15:00", "evening": "19:00"}[strings.ToLower(m[8])], true
	}
	hour, minute, half := m[1]+m[4], m[2]+m[5], strings.ToLower(m[3]+m[6])
	h, _ := strconv.Atoi(hour)
	if half == "pm" && h < 12 {
		h += 12
	}
	if half == "am" && h == 12 {
		h = 0
	}
	mins, _ := strconv.Atoi(minute)
	if h > 23 || mins > 59 {
		return s, "", false
	}
	return rest, fmt.Sprintf("%02d:%02d", h, mins), true
}
