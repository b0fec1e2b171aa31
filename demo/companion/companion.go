// Package companion is the brain of the demo and of written conversations, for a machine without
// a model's key: a scripted.Brain that talks by files of patterns and texts (demo/companion.yaml
// is the demo's, and explains its own words). It is no model: what no rule understands it says so.
//
// Start reading at Brain.Answer. The files are read in book.go; what a message states, and what
// was asked about, is found in facts.go.
package companion

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"keepsake/llm/scripted"
	"keepsake/text"
)

// Brain shows what the house does with a model: it notices facts in
// passing and asks once, stores after a yes, lets a no be a no, corrects what changed,
// keeps what it is told to, answers from memory, and makes tasks. What it understands, does
// and says is a file of rules; everything else it knows it reads from the prompt, and it keeps
// nothing between two requests.
type Brain struct {
	book   *book   // answers what is in no other language, and everything that is not asked by a person
	others []*book // of other languages
}

// New returns the companion of a file of rules, see demo/companion.yaml. What further
// files say of the same replaces what is there: all answers, or the results of a tool.
func New(rules ...[]byte) (*Brain, error) {
	b, err := readBook(rules...)
	return &Brain{book: b}, err
}

// Learn adds a language: the rules that answer what is said in it.
func (k *Brain) Learn(rules []byte) error {
	b, err := readBook(rules)
	if err != nil {
		return err
	}
	k.others = append(k.others, b)
	return nil
}

// chooseBook returns the rules of the language of what was said last in any of them, by the person or
// in answer.
func (k *Brain) chooseBook(p scripted.Prompt) *book {
	if len(p.Tools) == 0 {
		return k.book
	}
	for _, m := range slices.Backward(p.Messages) {
		said := ""
		switch m.Role {
		case "user":
			said, _ = ownWords(m.Content)
		case "assistant":
			said = m.Content
		}
		for _, b := range k.others {
			if b.Speaks.find(said) != nil {
				return b
			}
		}
		if threeWords.MatchString(said) {
			return k.book
		}
	}
	return k.book
}

// threeWords are enough to tell that a text is in none of the other languages: "ok" is in all.
var threeWords = regexp.MustCompile(`(?:\p{L}+\P{L}+){2}\p{L}`)

// Answer implements scripted.Brain: the first rule that has an answer answers.
func (k *Brain) Answer(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	c := readConversation(k.chooseBook(p), p)
	if results := p.Results(); len(results) > 0 {
		return c.answerResults(results), nil
	}
	for _, g := range c.Answers {
		for _, s := range c.readings(g) {
			if a, ok := c.answerBy(g.Rules, s, view{conversation: c}); ok {
				return a, nil
			}
		}
	}
	return scripted.Answer{}, fmt.Errorf("no rule answers what the person said: %s", p.Person())
}

// conversation is a prompt as the companion reads it.
type conversation struct {
	scripted.Prompt
	*book
	Said    string   // the person's own last words, without what they quoted
	Foreign string   // what they quoted or forwarded
	before  []string // what they said earlier, oldest first
	Mine    []string // what the companion said earlier, oldest first
	Known   []scripted.Memory
	rounds  int // how often the answer went to the tools already
}

func readConversation(b *book, p scripted.Prompt) *conversation {
	c := &conversation{Prompt: p, book: b, Known: p.Memories()}
	burst := false // the message before was the person's too
	for _, m := range p.Messages {
		switch m.Role {
		case "user":
			own, foreign := ownWords(m.Content)
			if burst {
				c.Said, c.Foreign = strings.TrimSpace(c.Said+"\n"+own), strings.TrimSpace(c.Foreign+" "+foreign)
				continue
			}
			if c.Said != "" {
				c.before = append(c.before, c.Said)
			}
			c.Said, c.Foreign, burst, c.rounds = own, foreign, true, 0
		case "assistant":
			burst = false
			c.rounds++
			if strings.TrimSpace(m.Content) != "" {
				c.Mine = append(c.Mine, m.Content)
			}
		}
	}
	// People write known names in small letters.
	for _, m := range c.Known {
		if m.Subject != "" {
			c.Said = wordOf(m.Subject).ReplaceAllString(c.Said, "${1}"+strings.ReplaceAll(m.Subject, "$", "$$")+"${3}")
		}
	}
	return c
}

// wordOf matches a text as a word of another; group 2 is the text.
func wordOf(s string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|[^\p{L}])(` + regexp.QuoteMeta(s) + `)($|[^\p{L}])`)
}

var (
	// speaker is who said it, before what is said in a group, and mention the bot's name in it.
	speaker        = regexp.MustCompile(`^[^\n:]{1,80} \(u\d+\): `)
	mention        = regexp.MustCompile(`@\w+_bot\b[,:]?\s*`)
	contextBlock   = regexp.MustCompile(`(?s)^<context>.*?</context>\s*`)
	straightQuotes = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`)
)

// ownWords parts a message into the person's words and those under a label in brackets.
func ownWords(s string) (own, foreign string) {
	var mine, theirs []string
	s = contextBlock.ReplaceAllString(s, "")
	if speaker.MatchString(s) {
		s = mention.ReplaceAllString(speaker.ReplaceAllString(s, ""), "")
	}
	for _, line := range strings.Split(s, "\n") {
		switch t := strings.TrimSpace(line); {
		case strings.HasPrefix(t, ">"):
			theirs = append(theirs, strings.TrimSpace(strings.TrimPrefix(t, ">")))
		case strings.HasPrefix(t, "[") && strings.HasSuffix(t, "]"):
		default:
			mine = append(mine, t)
		}
	}
	return strings.TrimSpace(straightQuotes.Replace(strings.Join(mine, "\n"))), strings.TrimSpace(strings.Join(theirs, " "))
}

// readings returns what the person said as a group of rules reads it.
func (c *conversation) readings(g group) (out []string) {
	all := []string{c.Said}
	if g.Each {
		all = c.sentences(c.Said)
	}
	for _, s := range all {
		for _, rewrite := range g.Of {
			out = append(out, c.As(rewrite, s))
		}
	}
	return out
}

// answerBy answers a text by the first of the rules that fits and says or does something.
func (c *conversation) answerBy(rules []answerRule, s string, v view) (scripted.Answer, bool) {
	for _, r := range rules {
		v.groups, v.answer = r.If.find(s), &scripted.Answer{}
		switch {
		case v.groups == nil, r.Unless.find(s) != nil, r.System != nil && r.System.find(c.System()) == nil:
			continue
		case r.Skip:
			return scripted.Answer{}, false
		}
		v.answer.Text = strings.TrimSpace(r.Say.fill(&v))
		if v.answer.Text != "" || len(v.answer.Calls) > 0 {
			return *v.answer, true
		}
	}
	return scripted.Answer{}, false
}

// answerResults answers the results of tools: with the next calls where some ask for them, else with
// words for the person.
func (c *conversation) answerResults(results []scripted.Result) scripted.Answer {
	var lines []string
	var next []scripted.Call
	for _, r := range results {
		v := view{conversation: c, Result: strings.TrimSpace(r.Content)}
		_ = json.Unmarshal([]byte(r.Call.Args), &v.Args) // they are the companion's own
		a, _ := c.answerBy(c.book.Results[r.Call.Name], v.Result, v)
		if next = append(next, a.Calls...); len(a.Calls) == 0 {
			lines = append(lines, cmp.Or(a.Text, v.Result))
		}
	}
	return scripted.Answer{Text: c.As("joined", strings.Join(lines, "\n\n")), Calls: next}
}

// view is a conversation as the phrases of the book see it: its fields and exported methods
// are what they may name.
type view struct {
	*conversation
	groups []string
	With   any              // what Use was called with
	Args   fact             // of the call whose result is read
	Result string           // of that call
	answer *scripted.Answer // what is being made, nil within a rewrite
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
	if v.rounds < maxRounds {
		values := map[string]any{}
		for i := 0; i+1 < len(args); i += 2 {
			if args[i+1] != "" {
				values[args[i].(string)] = args[i+1]
			}
		}
		v.answer.Calls = append(v.answer.Calls, scripted.Call{Name: tool, Args: values})
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

// All returns what a named pattern finds in a text, the last group of each match; of more than
// most matches the last ones.
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
func (c *conversation) Alike(pattern, content string, among []scripted.Memory) *scripted.Memory {
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
func (c *conversation) Conflict(f fact, among []scripted.Memory) *scripted.Memory {
	m := c.Alike("slots", f.Content, among)
	if m == nil && f.isNow { // "Alec is now my neighbour": whatever he was
		m = c.Alike("relation", f.Content, among)
	}
	return m
}

// Recall returns up to five memories that share the most words with a text, or the one whose
// id it is.
func (c *conversation) Recall(about string, among []scripted.Memory) []scripted.Memory {
	best, found := 1, []scripted.Memory(nil)
	for _, m := range among {
		if m.ID == about || c.matches("myname", about) && c.matches("nameis", m.Content) {
			return []scripted.Memory{m}
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
