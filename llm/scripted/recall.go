package scripted

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"keepsake/text"
)

// answerQuestion answers questions from memory: about everything, about somebody, or by the
// words they share with what is remembered.
func (c *conversation) answerQuestion() (Answer, bool) {
	asks := strings.HasSuffix(strings.TrimSpace(c.said), "?")
	s := strings.TrimSpace(strings.TrimSuffix(c.Polite.all(c.said), "?"))
	if c.Tells.matches(c.said) || !asks && !c.Wh.matches(s) {
		return Answer{}, false
	}
	whom, named := s, false
	if m := c.AboutWhom.find(s); m != nil {
		whom, named = m[1], true
	}
	if c.AllOfIt.matches(s) || c.AboutMe.matches(trimEnds(whom)) {
		return c.everything()
	}
	switch found := c.recall(whom); {
	case len(found) == 1:
		return c.say("recalled", "content", found[0].Content)
	case len(found) > 1:
		return c.say("recalledMany", "list", c.listMemories(found))
	case named || c.Personal.matches(s):
		return c.say("notKnown")
	}
	return Answer{}, false
}

func (c *conversation) everything() (Answer, bool) {
	const most = 12
	if len(c.memories) == 0 {
		return c.say("nothingKnown")
	}
	list := c.listMemories(c.memories[:min(most, len(c.memories))])
	if more := len(c.memories) - most; more > 0 {
		list += "\n" + c.text("more", "count", fmt.Sprint(more))
	}
	return c.say("everything", "list", list)
}

func (c *conversation) listMemories(ms []Memory) string {
	lines := make([]string, len(ms))
	for i, m := range ms {
		lines[i] = "- " + text.Escape(upperFirst(c.secondPerson(m.Content)))
	}
	return strings.Join(lines, "\n")
}

// recall returns up to five memories that share the most words with a question.
func (c *conversation) recall(about string) []Memory {
	if m, ok := c.findMemory(func(m Memory) bool { return c.NameIs.matches(m.Content) }); ok && c.MyName.matches(about) {
		return []Memory{m}
	}
	best, found := 1, []Memory(nil)
	for _, m := range c.memories {
		n := c.countSharedWords(about, m.Subject+" "+m.Content)
		if n > best {
			best, found = n, nil
		}
		if n == best {
			found = append(found, m)
		}
	}
	return found[:min(5, len(found))]
}

// countSharedWords counts the words that two texts have in common, stop words apart.
func (c *conversation) countSharedWords(a, b string) int {
	n, there := 0, c.keywords(b)
	for w := range c.keywords(a) {
		if there[w] {
			n++
		}
	}
	return n
}

func (c *conversation) keywords(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r < 128 && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if slices.Contains(strings.Fields(c.StopWords), w) {
			continue
		}
		for _, k := range text.Words(w) {
			out[strings.TrimSuffix(k, "s")] = true
		}
	}
	return out
}

// explainForgetting answers wishes to forget, which are the person's own to carry out.
func (c *conversation) explainForgetting(what string) (Answer, bool) {
	if _, open := c.askedFact(); open {
		what = "it"
	}
	if a, ok := c.apply(c.Forgetting, what)(); ok {
		return a, true
	}
	found := c.recall(c.Third.all(what))
	if m, ok := c.findMemory(func(m Memory) bool { return m.ID == trimEnds(what) }); ok {
		found = []Memory{m}
	}
	if len(found) == 0 {
		return c.say("forgetNothing")
	}
	return c.say("forgetOne", "id", found[0].ID, "content", text.Escape(found[0].Content))
}

// maxRounds is how often one answer may go back to the tools.
const maxRounds = 4

// afterTools answers the results of tools: with the next call where one asks for it, else with
// words for the person.
func (c *conversation) afterTools(results []Result) Answer {
	rounds := 0
	for i := len(c.Messages) - 1; i >= 0 && c.Messages[i].Role != "user"; i-- {
		if c.Messages[i].Role == "assistant" {
			rounds++
		}
	}
	var lines []string
	for _, r := range results {
		var args struct{ Content, Category, Subject, Title string }
		_ = json.Unmarshal([]byte(r.Call.Args), &args) // they are the companion's own
		if rounds < maxRounds {
			if a, ok := c.goOn(r, fact{content: args.Content, category: args.Category, subject: args.Subject}); ok {
				return a
			}
		}
		lines = append(lines, c.tellResult(r, map[string]string{"content": args.Content, "title": args.Title}))
	}
	return Answer{Text: strings.Join(lines, "\n\n")}
}

// goOn makes the next call where a result asks for one.
func (c *conversation) goOn(r Result, f fact) (Answer, bool) {
	there := memoryLines(r.Content)
	switch {
	case r.Call.Name == "add_to_memory" && strings.Contains(r.Content, "about the same subject") && len(there) > 0:
		// P34, R6: the same matter is corrected, another fact is added beside it.
		var ids []string
		for _, m := range there {
			if slot := c.slotOf(f.content); slot != "" && slot == c.slotOf(m.Content) {
				return c.do("correct", m.ID+" "+f.content)
			}
			ids = append(ids, m.ID)
		}
		args := f.args()
		args["distinct_from"] = ids
		return callTool("add_to_memory", args)
	case r.Call.Name == "list_tasks":
		what, ok := c.completedTask()
		best, most := "", 0
		for _, t := range there {
			if n := c.countSharedWords(what, t.Content); ok && (n > most || t.ID == what) {
				best, most = t.ID, n
			}
		}
		if best != "" {
			return callTool("complete_task", map[string]any{"task_id": best})
		}
	}
	return Answer{}, false
}

// tellResult tells the person what a call came to.
func (c *conversation) tellResult(r Result, args map[string]string) string {
	said := strings.TrimSpace(r.Content)
	if what, ok := c.completedTask(); ok && r.Call.Name == "list_tasks" {
		return c.text("noSuchTask", "task", what)
	}
	for _, s := range c.book.Results[r.Call.Name] {
		if g := s.If.find(said); g != nil {
			return c.fill(s.Say, g, args)
		}
	}
	return said
}

// introducePerson adds to a text who the first known person in it is, as a friend would (P58).
func (c *conversation) introducePerson(s string) string {
	for _, m := range c.memories {
		g := c.IsRole.find(m.Content)
		if g == nil {
			continue
		}
		if at := wordOf(g[1]).FindStringSubmatchIndex(s); at != nil {
			comma := ","
			if at[5] == len(s) {
				comma = ""
			}
			return s[:at[4]] + g[1] + ", " + c.secondPerson(g[2]) + comma + s[at[5]:]
		}
	}
	return s
}
