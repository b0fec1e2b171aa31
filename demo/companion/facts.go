package companion

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// fact is something worth remembering, as it would be stored.
type fact struct {
	Content  string // third person: "Alec is the user's boss"
	Category string // person, preference, context, project
	Subject  string // "" when none
	Title    string // of a task instead
	isNow    bool   // it is said to be so now: what was before is over
}

// Note returns the fact that is a text as it is.
func (c *conversation) Note(content string) *fact {
	return &fact{Content: content, Category: "context"}
}

// mostFacts is how many facts of one message are asked about at once.
const mostFacts = 3

// FindFacts returns the facts that a message states, each once, in their order.
func (c *conversation) FindFacts(said string) (facts []*fact) {
	for _, s := range c.sentences(said) {
		if strings.HasSuffix(s, "?") && !c.matches("tells", s) {
			continue
		}
		s = strings.TrimSuffix(s, "?")
		var parts []string
		for _, part := range strings.Split(c.As("apart", s), "; ") {
			parts = append(parts, c.clauses(part)...)
		}
		before := len(facts)
		for _, part := range append(parts, s) {
			f := c.parseFact(part)
			isWhole := part == s && len(facts) > before // its parts were facts
			if f == nil || isWhole || len(facts) == mostFacts || slices.ContainsFunc(facts, func(g *fact) bool { return g.Content == f.Content }) {
				continue
			}
			facts = append(facts, f)
		}
	}
	return facts
}

// New returns the facts that are neither known nor what has become of something known.
func (c *conversation) New(facts []*fact) (unknown []*fact) {
	for _, f := range facts {
		if c.Alike("whole", f.Content, c.Known) == nil && c.Conflict(*f, c.Known) == nil {
			unknown = append(unknown, f)
		}
	}
	return unknown
}

// Only returns a fact as the facts of a message that states no other.
func (c *conversation) Only(f fact) []*fact { return []*fact{&f} }

// Statement returns the fact of what the person asks to keep, by the particular rules or those
// of a name; nil when it says nothing.
func (c *conversation) Statement(rules, s string) *fact {
	s = strings.TrimSuffix(trimEnds(s), "?")
	if len(strings.Fields(s)) < 2 {
		return nil
	}
	return cmp.Or(c.parseFact(s), c.firstFact(rules, s))
}

// parseFact returns the fact of one statement.
func (c *conversation) parseFact(s string) *fact {
	isNow := c.matches("nowish", s)
	s = c.As("plain", s)
	if s == "" || len(s) > 300 || c.matches("unsure", s) {
		return nil
	}
	f := c.firstFact("particular", s)
	if f != nil {
		f.isNow = isNow
	}
	return f
}

// firstFact makes a fact by the first rule that fits and whose fact is wanted.
func (c *conversation) firstFact(rules, s string) *fact {
	for _, r := range c.Facts[rules] {
		v := &view{conversation: c, groups: r.If.find(s)}
		if v.groups == nil {
			continue
		}
		f := &fact{Content: c.As("tidy", r.Is.fill(v)), Category: r.Category, Subject: r.Who.fill(v)}
		switch {
		case c.matches("notnames", f.Subject), rules == "particular" && c.matches("transient", f.Content):
			continue
		case f.Category == "" && f.Subject != "":
			f.Category = "person"
		case f.Category == "":
			f.Category = "context"
		}
		return f
	}
	return nil
}

// Asked returns the facts that the companion's last message asked about.
func (v *view) Asked() []*fact {
	if len(v.Mine) == 0 || v.Last().Role != "user" {
		return nil
	}
	return v.askedIn(v.Mine[len(v.Mine)-1])
}

// Unanswered returns the newest facts that the companion asked about, and that are not kept.
func (v *view) Unanswered() []*fact {
	for _, mine := range slices.Backward(v.Mine) {
		if facts := v.New(v.askedIn(mine)); len(facts) > 0 {
			return facts
		}
	}
	return nil
}

func (v *view) askedIn(mine string) []*fact {
	for _, said := range slices.Backward(v.before) {
		for _, facts := range [][]*fact{v.New(v.FindFacts(said)), v.FindFacts(said)} {
			if len(facts) > 0 && strings.Contains(mine, v.Use("question", facts)) {
				return facts
			}
		}
	}
	return nil
}

// HasAsked reports whether the companion ever asked about one of the facts.
func (v *view) HasAsked(facts []*fact) bool {
	all := strings.Join(v.Mine, "\n")
	return slices.ContainsFunc(facts, func(f *fact) bool { return strings.Contains(all, "remember that "+v.As("you", f.Content)) })
}

// sentences parts what somebody said; question marks stay at the end of theirs.
func (c *conversation) sentences(s string) []string { return c.All("sentence", s, math.MaxInt) }

// clauses parts a sentence where a new statement about somebody begins; "he" and "she"
// become the one who was named before.
func (c *conversation) clauses(s string) []string {
	at := c.Patterns["joint"][0].FindStringIndex(s)
	if at == nil {
		return []string{s}
	}
	first, rest := s[:at[0]], c.As("headless", s[at[0]:])
	if who := c.Find("subject", c.As("plain", first)); who != nil {
		if g := c.Find("pronoun", rest); g != nil {
			rest = who[0] + strings.Replace(rest, g[0], g[1], 1)
		}
	}
	return append([]string{first}, c.clauses(rest)...)
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
