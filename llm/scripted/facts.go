package scripted

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fact is something worth remembering, as it would be stored.
type fact struct {
	content  string // third person: "Alec is the user's boss"
	category string // person, preference, context, project
	subject  string // "" when none
	isNow    bool   // it is said to be so now: what was before is over
}

func (f fact) args() map[string]any {
	args := map[string]any{"content": f.content, "category": f.category}
	if f.subject != "" {
		args["subject"] = f.subject
	}
	return args
}

// findFact returns the first fact that a message states.
func (c *conversation) findFact(said string) (fact, bool) {
	for _, s := range c.sentences(said) {
		if strings.HasSuffix(s, "?") && !c.Tells.matches(s) {
			continue
		}
		s = strings.TrimSuffix(s, "?")
		for _, part := range append(c.clauses(s), s) {
			if f, ok := c.parseFact(part); ok {
				return f, true
			}
		}
	}
	return fact{}, false
}

// parseFact returns the fact of one statement.
func (c *conversation) parseFact(s string) (fact, bool) {
	isNow := c.Nowish.matches(s)
	s = c.Plain.all(s)
	if s == "" || len(s) > 300 || c.Unsure.matches(s) {
		return fact{}, false
	}
	f, ok := c.firstFact(c.Facts, s, c.Transient)
	f.isNow = isNow
	return f, ok
}

// firstFact makes a fact by the first rule that fits and whose fact is none of unwanted.
func (c *conversation) firstFact(rules []factRule, s string, unwanted pattern) (fact, bool) {
	for _, r := range rules {
		g := r.If.find(s)
		if g == nil {
			continue
		}
		f := fact{category: r.Category, subject: upperFirst(strings.TrimSpace(c.fill(r.Who, g, nil)))}
		content := c.fill(r.Is, g, map[string]string{"who": f.subject})
		f.content = c.Tidy.all(upperFirst(joinWords(content)))
		if f.category == "" {
			f.category = "context"
			if f.subject != "" {
				f.category = "person"
			}
		}
		if (f.subject == "" || !c.NotNames.matches(f.subject)) && !unwanted.matches(f.content) {
			return f, true
		}
	}
	return fact{}, false
}

// joinWords returns a text with single spaces between its words.
func joinWords(s string) string { return strings.Join(strings.Fields(s), " ") }

// parseStatement returns the fact of "remember that …"; ok is false when it says nothing.
func (c *conversation) parseStatement(s string) (fact, bool) {
	s = strings.TrimSuffix(trimEnds(s), "?")
	if len(strings.Fields(s)) < 2 {
		return fact{}, false
	}
	if f, ok := c.parseFact(s); ok {
		return f, true
	}
	if c.Command.matches(s) {
		return c.parseWish(s), true
	}
	return c.firstFact(c.Statements, s, nil)
}

// parseWish returns the fact of how the person wants things done.
func (c *conversation) parseWish(s string) fact {
	s = trimEnds(s)
	if m := c.CallMe.find(s); m != nil {
		return fact{content: "User's name is " + trimEnds(m[1]), category: "context"}
	}
	f, ok := c.parseFact(s)
	if !ok {
		f, _ = c.firstFact(c.Wishes, lowerFirst(s), nil)
	}
	return f
}

// findMemory returns the first memory of which a condition holds.
func (c *conversation) findMemory(is func(Memory) bool) (Memory, bool) {
	if i := slices.IndexFunc(c.memories, is); i >= 0 {
		return c.memories[i], true
	}
	return Memory{}, false
}

// findSame returns the memory that says what a text says.
func (c *conversation) findSame(content string) (Memory, bool) {
	return c.findMemory(func(m Memory) bool { return strings.EqualFold(trimEnds(m.Content), trimEnds(content)) })
}

// findConflict returns the memory about the same matter that says something else (P4).
func (c *conversation) findConflict(f fact) (Memory, bool) {
	if slot := c.slotOf(f.content); slot != "" {
		if m, ok := c.findMemory(func(m Memory) bool { return c.slotOf(m.Content) == slot && !strings.EqualFold(m.Content, f.content) }); ok {
			return m, true
		}
	}
	if !f.isNow || f.subject == "" || !c.Relation.matches(f.content) {
		return Memory{}, false
	}
	// "Alec is now my neighbour": whatever he was.
	return c.findMemory(func(m Memory) bool { return strings.EqualFold(m.Subject, f.subject) && c.Relation.matches(m.Content) })
}

// slotOf names the matter of a memory, "" when it has none.
func (c *conversation) slotOf(content string) string {
	if m := c.Slots.find(trimEnds(content)); m != nil {
		return strings.ToLower(strings.Join(m[1:], ""))
	}
	return ""
}

// findEnded returns a memory that the person says is over, and what is to be kept instead.
func (c *conversation) findEnded() (Memory, string, bool) {
	for _, s := range c.sentences(c.said) {
		s = c.Plain.all(s)
		for _, e := range c.Endings {
			g := e.If.find(s)
			if g == nil {
				continue
			}
			if m, ok := c.findSame(joinWords(c.fill(e.Was, g, nil))); ok {
				return m, joinWords(c.fill(e.Is, g, nil)), true
			}
		}
	}
	return Memory{}, "", false
}

// sentences parts what somebody said; question marks stay at the end of theirs.
func (c *conversation) sentences(s string) []string {
	var out []string
	for _, part := range c.Sentence[0].FindAllString(s, -1) {
		if part = strings.TrimSpace(part); part != "" && part != "?" {
			out = append(out, part)
		}
	}
	return out
}

// clauses parts a sentence where a new statement about somebody begins; "he" and "she"
// become the one who was named before.
func (c *conversation) clauses(s string) []string {
	at := c.Joint[0].FindStringIndex(s)
	if at == nil {
		return []string{s}
	}
	first, rest := s[:at[0]], c.Leader[0].ReplaceAllString(s[at[0]:], "")
	if who := c.Subject.find(c.Plain.all(first)); who != nil && c.Pronoun.matches(rest) {
		rest = who[0] + c.Pronoun[0].ReplaceAllString(rest, "${1}")
	}
	return append([]string{first}, c.clauses(rest)...)
}

// secondPerson tells a memory to the person it is about: "Alec is the user's boss" becomes "Alec is
// your boss".
func (c *conversation) secondPerson(content string) string {
	s := c.UserVerb[0].ReplaceAllStringFunc(trimEnds(content), func(m string) string {
		p := c.UserVerb.find(m)
		verb := strings.ToLower(p[2])
		if strings.HasPrefix(verb, "'") || !c.IsVerb.matches(verb) { // "user's", "user story"
			return m
		}
		return "you " + p[1] + c.Base.first(verb)
	})
	s = c.Second.all(s)
	if strings.HasPrefix(content, "User ") {
		s = c.SecondTheirs.all(s)
	}
	if c.Lowered.matches(s) {
		s = lowerFirst(s)
	}
	return s
}

var (
	mark   = regexp.MustCompile(`\$(\d)|<([a-zA-Z0-9 ]+)>`)
	idMark = regexp.MustCompile(`\s*\[id:\w{8}\]\s*`)
)

// fill writes groups and values into a template, changed by the functions named before
// them.
func (c *conversation) fill(template string, groups []string, values map[string]string) string {
	return mark.ReplaceAllStringFunc(template, func(m string) string {
		names := strings.Fields(strings.Trim(m, "$<>"))
		last := len(names) - 1
		value := values[names[last]]
		if i, err := strconv.Atoi(names[last]); err == nil && i < len(groups) {
			value = groups[i]
		}
		for i := last - 1; i >= 0; i-- {
			value = c.change(names[i], value)
		}
		return value
	})
}

// change applies one function of the templates.
func (c *conversation) change(function, s string) string {
	switch function {
	case "third":
		return c.Third.all(s)
	case "their":
		return strings.ReplaceAll(c.Third.all(s), "the user's", "their")
	case "verb":
		return c.Verb.first(strings.ToLower(s))
	case "you":
		return c.secondPerson(s)
	case "lower":
		return strings.ToLower(s)
	case "cap":
		return upperFirst(s)
	case "small":
		return lowerFirst(s)
	case "sentence":
		return endSentence(s)
	case "day":
		return c.day(trimEnds(s))
	case "knowing":
		return c.introducePerson(lowerFirst(s))
	case "bare":
		return idMark.ReplaceAllString(s, " ")
	}
	panic("scripted: the companion's rules name no function " + function)
}

func upperFirst(s string) string { return changeFirst(s, unicode.ToUpper) }

func lowerFirst(s string) string { return changeFirst(s, unicode.ToLower) }

func changeFirst(s string, change func(rune) rune) string {
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(change(r)) + s[n:]
}

// endSentence makes a statement a sentence.
func endSentence(s string) string {
	s = upperFirst(strings.TrimSpace(s))
	if s == "" || strings.ContainsRune(".!?…", rune(s[len(s)-1])) {
		return s
	}
	return s + "."
}
