package scripted

import (
	"math"
	"slices"
	"strings"
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

// Fact returns the first fact that a message states, nil when it states none.
func (c *conversation) Fact(said string) *fact {
	for _, s := range c.sentences(said) {
		if strings.HasSuffix(s, "?") && !c.matches("tells", s) {
			continue
		}
		s = strings.TrimSuffix(s, "?")
		for _, part := range append(c.clauses(s), s) {
			if f := c.parseFact(part); f != nil {
				return f
			}
		}
	}
	return nil
}

// Statement returns the fact of what the person asks to keep, by the particular rules or those
// of a name; nil when it says nothing.
func (c *conversation) Statement(rules, s string) *fact {
	s = strings.TrimSuffix(trimEnds(s), "?")
	if len(strings.Fields(s)) < 2 {
		return nil
	}
	if f := c.parseFact(s); f != nil {
		return f
	}
	return c.firstFact(rules, s)
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

// Asked returns the fact that the companion's last message asked about, nil when there is none.
func (v *view) Asked() *fact {
	if len(v.Mine) == 0 || v.Last().Role != "user" {
		return nil
	}
	for _, said := range slices.Backward(v.before) {
		if f := v.Fact(said); f != nil && strings.Contains(v.Mine[len(v.Mine)-1], v.Use("question", f)) {
			return f
		}
	}
	return nil
}

// HasAsked reports whether the companion ever asked about a fact.
func (v *view) HasAsked(f *fact) bool {
	return strings.Contains(strings.Join(v.Mine, "\n"), v.Use("question", f))
}

// Ended returns a memory that the person says is over, with what is to be kept instead.
func (c *conversation) Ended() *Memory {
	for _, s := range c.sentences(c.Said) {
		s = c.As("plain", s)
		for _, r := range c.Facts["endings"] {
			v := &view{conversation: c, groups: r.If.find(s)}
			if v.groups == nil {
				continue
			}
			if m := c.Alike("whole", c.As("tidy", r.Was.fill(v)), c.Known); m != nil {
				return &Memory{ID: m.ID, Content: c.As("tidy", r.Is.fill(v))}
			}
		}
	}
	return nil
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
