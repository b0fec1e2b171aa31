package scripted

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// Companion is a brain that shows what the house does with a model: it notices facts in
// passing and asks once, stores after a yes, lets a no be a no, corrects what changed,
// keeps what it is told to, answers from memory, and makes tasks. What it understands, does
// and says is a file of rules; everything else it knows it reads from the prompt, and it keeps
// nothing between two requests.
type Companion struct{ book *book }

// NewCompanion returns the companion of a file of rules, see demo/companion.yaml. What further
// files say of the same replaces what is there: all answers, or the results of a tool.
func NewCompanion(rules ...[]byte) (*Companion, error) {
	b, err := readBook(rules...)
	return &Companion{b}, err
}

// Answer implements Brain: the first rule that has an answer answers.
func (k *Companion) Answer(_ context.Context, p Prompt) (Answer, error) {
	c := readConversation(k.book, p)
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
	return Answer{}, fmt.Errorf("no rule answers what the person said: %s", p.Person())
}

// conversation is a prompt as the companion reads it.
type conversation struct {
	Prompt
	*book
	Said    string   // the person's own last words, without what they quoted
	Foreign string   // what they quoted or forwarded
	before  []string // what they said earlier, oldest first
	Mine    []string // what the companion said earlier, oldest first
	Known   []Memory
}

func readConversation(b *book, p Prompt) *conversation {
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
			c.Said, c.Foreign, burst = own, foreign, true
		case "assistant":
			burst = false
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
	contextBlock   = regexp.MustCompile(`(?s)^<context>.*?</context>\s*`)
	straightQuotes = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`)
)

// ownWords parts a message into the person's words and those under a label in brackets.
func ownWords(s string) (own, foreign string) {
	var mine, theirs []string
	for _, line := range strings.Split(contextBlock.ReplaceAllString(s, ""), "\n") {
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
func (c *conversation) answerBy(rules []answerRule, s string, v view) (Answer, bool) {
	for _, r := range rules {
		v.groups, v.answer = r.If.find(s), &Answer{}
		switch {
		case v.groups == nil, r.Unless.find(s) != nil, r.System != nil && r.System.find(c.System()) == nil:
			continue
		case r.Skip:
			return Answer{}, false
		}
		v.answer.Text = strings.TrimSpace(r.Say.fill(&v))
		if v.answer.Text != "" || len(v.answer.Calls) > 0 {
			return *v.answer, true
		}
	}
	return Answer{}, false
}

// answerResults answers the results of tools: with the next call where one asks for it, else with
// words for the person.
func (c *conversation) answerResults(results []Result) Answer {
	var lines []string
	for _, r := range results {
		v := view{conversation: c, Result: strings.TrimSpace(r.Content)}
		_ = json.Unmarshal([]byte(r.Call.Args), &v.Args) // they are the companion's own
		a, _ := c.answerBy(c.book.Results[r.Call.Name], v.Result, v)
		if len(a.Calls) > 0 {
			return a
		}
		lines = append(lines, cmp.Or(a.Text, v.Result))
	}
	return Answer{Text: strings.Join(lines, "\n\n")}
}

// countRounds returns how often the answer went to the tools already.
func (c *conversation) countRounds() (rounds int) {
	for _, m := range c.Messages {
		switch m.Role {
		case "user":
			rounds = 0
		case "assistant":
			rounds++
		}
	}
	return rounds
}
