package scripted

import (
	"slices"
	"strings"

	"keepsake/text"
)

// view is a conversation as the phrases of the book see it: its fields and exported methods
// are what they may name.
type view struct {
	*conversation
	groups []string
	With   any     // what Use was called with
	Args   fact    // of the call whose result is read
	Result string  // of that call
	answer *Answer // what is being made, nil within a rewrite
}

// G returns a group of the pattern that matched, "" when there is none.
func (v *view) G(n int) string {
	if n < len(v.groups) {
		return v.groups[n]
	}
	return ""
}

// Use returns another phrase of the book.
func (v *view) Use(name string, with any) string {
	inner := *v
	inner.With = with
	return named(v.Phrases, name).fill(&inner)
}

// maxRounds is how often one answer may go back to the tools.
const maxRounds = 4

// Call calls a tool, with names and values in turn. Empty values are left out.
func (v *view) Call(tool string, args ...any) string {
	if v.countRounds() < maxRounds {
		named := map[string]any{}
		for i := 0; i+1 < len(args); i += 2 {
			if args[i+1] != "" {
				named[args[i].(string)] = args[i+1]
			}
		}
		v.answer.Calls = append(v.answer.Calls, Call{Name: tool, Args: named})
	}
	return ""
}

// named returns what the book calls by a name.
func named[T any](all map[string]T, name string) T {
	one, ok := all[name]
	if !ok {
		panic("scripted: the companion's rules name no " + name)
	}
	return one
}

// Find returns the groups of a named pattern, nil when it does not match.
func (c *conversation) Find(name, s string) []string { return named(c.Patterns, name).find(s) }

// All returns the last of the places in a text that a named pattern finds.
func (c *conversation) All(name, s string, most int) (found []string) {
	for _, g := range named(c.Patterns, name)[0].FindAllStringSubmatch(s, -1) {
		found = append(found, strings.TrimSpace(g[len(g)-1]))
	}
	return found[max(0, len(found)-most):]
}

func (c *conversation) matches(name, s string) bool { return c.Find(name, s) != nil }

// As returns a text changed by one of the functions here or a rewrite of the book.
func (c *conversation) As(name, s string) string {
	switch name {
	case "said":
		return s
	case "message":
		return c.Person()
	case "lower":
		return strings.ToLower(s)
	case "upper":
		return strings.ToUpper(s)
	case "escaped":
		return text.Escape(s)
	case "short":
		return text.Cut(s, 140)
	case "knowing":
		return c.introducePerson(s)
	}
	return named(c.Rewrites, name).apply(c, s)
}

// Alike returns the first memory for which a named pattern finds what it finds in a text, nil
// when there is none.
func (c *conversation) Alike(pattern, content string, among []Memory) *Memory {
	want := c.Find(pattern, trimEnds(content))
	for i, m := range among {
		got := c.Find(pattern, trimEnds(m.Content))
		if want != nil && got != nil && strings.EqualFold(strings.Join(want[1:], ""), strings.Join(got[1:], "")) {
			return &among[i]
		}
	}
	return nil
}

// Conflict returns the memory about the very matter of a fact (P4).
func (c *conversation) Conflict(f fact, among []Memory) *Memory {
	m := c.Alike("slots", f.Content, among)
	if m == nil && f.isNow { // "Alec is now my neighbour": whatever he was
		m = c.Alike("relation", f.Content, among)
	}
	return m
}

// Recall returns up to five memories that share the most words with a text, or the one whose
// id it is.
func (c *conversation) Recall(about string, among []Memory) []Memory {
	best, found := 1, []Memory(nil)
	for _, m := range among {
		if m.ID == about || c.matches("myname", about) && c.matches("nameis", m.Content) {
			return []Memory{m}
		}
		n, there := 0, c.keywords(m.Subject+" "+m.Content)
		for w := range c.keywords(about) {
			if there[w] {
				n++
			}
		}
		if n > best {
			best, found = n, nil
		}
		if n == best {
			found = append(found, m)
		}
	}
	return found[:min(5, len(found))]
}

// keywords returns the words of a text, stop words apart.
func (c *conversation) keywords(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range c.Patterns["word"][0].FindAllString(strings.ToLower(s), -1) {
		if slices.Contains(strings.Fields(c.StopWords), w) {
			continue
		}
		for _, k := range text.Words(w) {
			out[strings.TrimSuffix(k, "s")] = true
		}
	}
	return out
}

// introducePerson adds to a text who the first known person in it is, as a friend would (P58).
func (c *conversation) introducePerson(s string) string {
	for _, m := range c.Known {
		g := c.Find("isrole", m.Content)
		if g == nil {
			continue
		}
		if at := wordOf(g[1]).FindStringSubmatchIndex(s); at != nil {
			name := g[1] + ", " + c.As("you", g[2])
			if at[5] < len(s) {
				name += ","
			}
			return s[:at[4]] + name + s[at[5]:]
		}
	}
	return s
}
