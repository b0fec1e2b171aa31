package scripted

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"

	"keepsake/text"
)

// Companion is a brain that shows what the house does with a model: it notices facts in
// passing and asks once, stores after a yes, lets a no be a no, corrects what changed,
// keeps what it is told to, answers from memory, and makes tasks. What it understands and
// says is a file of rules; everything else it knows it reads from the prompt, and it keeps
// nothing between two requests.
type Companion struct{ book *book }

// NewCompanion returns the companion of a file of rules, see demo/companion.yaml.
func NewCompanion(rules []byte) (*Companion, error) {
	b, err := readBook(rules)
	return &Companion{b}, err
}

// Answer implements Brain. The steps are tried in order; the first that understands
// answers.
func (k *Companion) Answer(_ context.Context, p Prompt) (Answer, error) {
	c := readConversation(k.book, p)
	if len(p.Tools) == 0 && strings.Contains(p.System(), "running summary") {
		return Answer{Text: c.summary(p.Person())}, nil
	}
	if results := p.Results(); len(results) > 0 {
		return c.afterTools(results), nil
	}
	for _, step := range []func() (Answer, bool){
		c.answerReply, c.answerPictures, c.apply(c.Wordless, c.said), c.apply(c.Secrets, c.forms()...), c.keepForeign,
		c.apply(c.Requests, c.requests("")...), c.apply(c.Tasks, c.requests("?")...), c.apply(c.Itself, c.forms()...),
		c.apply(c.Forget, c.Polite.all(c.said)), c.answerQuestion, c.noticeFact, c.apply(c.Talk, c.forms()...),
	} {
		if a, ok := step(); ok {
			return a, nil
		}
	}
	return c.admitLost(), nil
}

// conversation is a prompt as the companion reads it.
type conversation struct {
	Prompt
	*book
	said     string   // the person's own last words, without what they quoted
	foreign  string   // what they quoted or forwarded
	before   []string // what they said earlier, oldest first
	mine     []string // what the companion said earlier, oldest first
	memories []Memory
}

func readConversation(b *book, p Prompt) *conversation {
	c := &conversation{Prompt: p, book: b, memories: p.Memories()}
	burst := false // the message before was the person's too
	for _, m := range p.Messages {
		switch m.Role {
		case "user":
			own, foreign := ownWords(m.Content)
			if burst {
				c.said, c.foreign = strings.TrimSpace(c.said+"\n"+own), strings.TrimSpace(c.foreign+" "+foreign)
				continue
			}
			if c.said != "" {
				c.before = append(c.before, c.said)
			}
			c.said, c.foreign, burst = own, foreign, true
		case "assistant":
			burst = false
			if strings.TrimSpace(m.Content) != "" {
				c.mine = append(c.mine, m.Content)
			}
		}
	}
	// People write known names in small letters.
	for _, m := range c.memories {
		if m.Subject != "" {
			c.said = wordOf(m.Subject).ReplaceAllString(c.said, "${1}"+strings.ReplaceAll(m.Subject, "$", "$$")+"${3}")
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

// forms returns what the person said without and with what frames it.
func (c *conversation) forms() []string { return []string{c.Greeting.all(c.said), c.said} }

// requests returns the sentences the person said without what frames a request and without
// marks at their ends.
func (c *conversation) requests(marks string) []string {
	all := c.sentences(c.said)
	for i, s := range all {
		all[i] = c.Thanks.all(strings.TrimRight(c.Polite.all(s), marks))
	}
	return all
}

// apply returns the step that answers by the first of the texts that a rule fits.
func (c *conversation) apply(rules []answerRule, texts ...string) func() (Answer, bool) {
	return func() (Answer, bool) {
		for _, s := range texts {
			for _, r := range rules {
				g := r.If.find(s)
				if g == nil || r.Unless.matches(s) {
					continue
				}
				if r.Do == "nothing" {
					break
				}
				if r.Do == "" {
					return Answer{Text: c.fill(r.Say, g, c.values())}, true
				}
				return c.do(r.Do, c.fill(cmp.Or(r.With, "$1"), g, nil))
			}
		}
		return Answer{}, false
	}
}

// values returns what a rule's answer may name.
func (c *conversation) values() map[string]string {
	caller := ""
	for _, m := range c.memories {
		if g := c.NameIs.find(m.Content); g != nil {
			caller = ", " + text.Escape(g[1])
		}
	}
	return map[string]string{"caller": caller, "now": c.clock().Format("Monday, 2 January 2006, 15:04")}
}

// do carries out one action of the rules.
func (c *conversation) do(action, what string) (Answer, bool) {
	switch action {
	case "keep":
		if f, ok := c.parseStatement(what); ok {
			return c.store(f)
		}
		return c.say("rememberWhat")
	case "wish":
		return c.store(c.parseWish(what))
	case "correct":
		id, content, _ := strings.Cut(what, " ")
		return callTool("update_memory", map[string]any{"memory_id": id, "content": content})
	case "list", "complete":
		args := map[string]any{}
		if action == "list" && c.DoneList.matches(what) {
			args["done"] = true
		}
		return c.callTasks("list_tasks", args)
	case "create":
		return c.createTask(what)
	case "forget":
		return c.explainForgetting(what)
	}
	panic("scripted: the companion's rules name no action " + action)
}

// text returns a text of the book; values are name and value in turn.
func (c *conversation) text(name string, values ...string) string {
	named := map[string]string{}
	for i := 0; i+1 < len(values); i += 2 {
		named[values[i]] = values[i+1]
	}
	return c.fill(c.Texts[name], nil, named)
}

// say answers with a text of the book.
func (c *conversation) say(name string, values ...string) (Answer, bool) {
	return Answer{Text: c.text(name, values...)}, true
}

func callTool(tool string, args map[string]any) (Answer, bool) {
	return Answer{Calls: []Call{{Name: tool, Args: args}}}, true
}

func (c *conversation) questionAbout(f fact) string {
	return c.Texts["ask"] + " " + c.secondPerson(f.content)
}

// askedFact returns the fact that the companion's last message asked about, if it did.
func (c *conversation) askedFact() (fact, bool) {
	if len(c.mine) == 0 || c.Last().Role != "user" {
		return fact{}, false
	}
	for i := len(c.before) - 1; i >= 0; i-- {
		if f, ok := c.findFact(c.before[i]); ok && strings.Contains(c.mine[len(c.mine)-1], c.questionAbout(f)) {
			return f, true
		}
	}
	return fact{}, false
}

// answerReply handles the answer to the companion's question (P57, P60).
func (c *conversation) answerReply() (Answer, bool) {
	f, ok := c.askedFact()
	switch {
	case !ok:
	case c.No.matches(c.said):
		_, rest, _ := strings.Cut(c.said, " ")
		if other, ok := c.findFact(rest); ok && other.content != f.content {
			return c.ask(other) // "No, Alec is my neighbour"
		}
		return c.say("declined")
	case c.Yes.matches(c.said):
		return c.store(f)
	}
	return Answer{}, false
}

func (c *conversation) ask(f fact) (Answer, bool) {
	return Answer{Text: c.questionAbout(f) + " " + c.Texts["askEnd"]}, true
}

// store keeps a fact unless it is known.
func (c *conversation) store(f fact) (Answer, bool) {
	if a, ok := c.compareKnown(f, "knownAlready"); ok {
		return a, true
	}
	if !c.Has("add_to_memory") {
		return c.say("noMemory")
	}
	return callTool("add_to_memory", f.args())
}

// compareKnown answers with a text that a fact is known, or corrects what is known about
// the very matter.
func (c *conversation) compareKnown(f fact, known string) (Answer, bool) {
	if m, ok := c.findSame(f.content); ok {
		return Answer{Text: c.Texts[known] + ": " + endSentence(c.secondPerson(m.Content))}, true
	}
	if m, ok := c.findConflict(f); ok {
		return c.do("correct", m.ID+" "+f.content)
	}
	return Answer{}, false
}

// noticeFact handles facts said in passing: it asks once (P37), corrects what has changed
// without asking (P38), and leaves alone what it knows (P41).
func (c *conversation) noticeFact() (Answer, bool) {
	if m, content, ok := c.findEnded(); ok {
		return c.do("correct", m.ID+" "+content)
	}
	f, ok := c.findFact(c.said)
	if !ok {
		return Answer{}, false
	}
	if a, ok := c.compareKnown(f, "knownStill"); ok {
		return a, true
	}
	if strings.Contains(strings.Join(c.mine, "\n"), c.questionAbout(f)) {
		return c.say("askedBefore")
	}
	return c.ask(f)
}

// keepForeign keeps somebody else's words when the person asks for it.
func (c *conversation) keepForeign() (Answer, bool) {
	if c.foreign == "" || !c.ThisOne.matches(c.said) {
		return Answer{}, false
	}
	return c.store(fact{content: c.foreign, category: "context"})
}

// answerPictures answers pictures, and questions about them: it can tell their size, no more.
func (c *conversation) answerPictures() (Answer, bool) {
	seen := c.Images()
	if len(seen) == 0 || c.said != "" && !strings.Contains(c.said, "?") {
		return Answer{}, false
	}
	last, text := seen[len(seen)-1], "pictures"
	if len(seen) == 1 {
		text = "picture"
	}
	return c.say(text, "count", fmt.Sprint(len(seen)), "size", fmt.Sprintf("%d by %d", last.Width, last.Height))
}

// admitLost answers what no step understood, and says that a stand-in answers.
func (c *conversation) admitLost() Answer {
	name := "lost"
	switch {
	case len(c.mine) > 0 && strings.Contains(c.mine[len(c.mine)-1], c.Texts["standIn"]):
		name = "lostAgain"
	case !strings.HasSuffix(c.said, "?") && !c.Wh.matches(c.said) && !c.Command.matches(c.Polite.all(c.said)):
		name = "lostStatement"
	}
	return Answer{Text: c.Texts[name]}
}

// summary returns a running summary with messages folded in: what the person said, shortened.
func (c *conversation) summary(said string) string {
	const maxLines, maxWidth = 24, 140
	var out []string
	before, rest, _ := strings.Cut(said, "Messages to fold in:")
	for _, line := range strings.Split(strings.TrimPrefix(before, "Summary so far:"), "\n") {
		if line = strings.TrimSpace(line); line != "" && rest != "" {
			out = append(out, line)
		}
	}
	for _, line := range strings.Split(said, "\n") {
		if spoken, ok := strings.CutPrefix(line, "User: "); ok && !strings.HasPrefix(spoken, "[") {
			out = append(out, c.text("summary", "said", text.Cut(strings.TrimSpace(spoken), maxWidth)))
		}
	}
	if len(out) == 0 {
		return c.Texts["summaryEmpty"]
	}
	return strings.Join(out[max(0, len(out)-maxLines):], "\n")
}
