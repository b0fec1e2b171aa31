package scripted

import (
	"context"
	"regexp"
	"strings"
)

// Companion is the demo's brain: a handful of rules in English that show what the house
// does with a model. It notices facts in passing and asks once, stores after a yes, lets
// a no be a no, corrects what changed, keeps what it is told to, answers from memory, and
// makes tasks. Everything it knows it reads from the prompt, so it shows the prompt too:
// it keeps nothing between two requests.
//
// It never claims to be a model, and says what it is when asked, or when it is lost.
//
// Its ears are tried in order; the first that understands answers.
func Companion() Brain { return BrainFunc(companion) }

func companion(_ context.Context, p Prompt) (Answer, error) {
	if len(p.Tools) == 0 && strings.Contains(p.System(), "running summary") {
		return Answer{Text: summary(p.Person())}, nil
	}
	c := listen(p)
	if results := p.Results(); len(results) > 0 {
		return c.afterTools(results), nil
	}
	for _, ear := range []func(*conversation) (Answer, bool){
		(*conversation).reply,    // to my question
		(*conversation).pictures, // look what I have
		(*conversation).wordless, // nothing of their own to hear
		(*conversation).secret,
		(*conversation).told, // remember that …
		(*conversation).errand,
		(*conversation).aboutMe,
		(*conversation).forget,
		(*conversation).question,
		(*conversation).notice,
		(*conversation).smallTalk,
	} {
		if a, ok := ear(c); ok {
			return a, nil
		}
	}
	return c.lost(), nil
}

// conversation is what the companion hears.
type conversation struct {
	Prompt
	said     string   // the person's own last words, without what they quoted
	foreign  string   // what they quoted or forwarded
	before   []string // what they said earlier, oldest first
	mine     []string // what I said earlier, oldest first
	memories []Memory
}

func listen(p Prompt) *conversation {
	c := &conversation{Prompt: p, memories: p.Memories()}
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
			c.said = regexp.MustCompile(`(?i)(^|[^\p{L}])`+regexp.QuoteMeta(m.Subject)+`($|[^\p{L}])`).ReplaceAllString(c.said, "${1}"+strings.ReplaceAll(m.Subject, "$", "$$")+"${2}")
		}
	}
	return c
}

var contextBlock = regexp.MustCompile(`(?s)^<context>.*?</context>\s*`)

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
	plain := strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`)
	return strings.TrimSpace(plain.Replace(strings.Join(mine, "\n"))), strings.TrimSpace(strings.Join(theirs, " "))
}

// asked returns the fact that my last message asked about, when it asked.
func (c *conversation) asked() (fact, bool) {
	if len(c.mine) == 0 || c.Last().Role != "user" {
		return fact{}, false
	}
	q := c.mine[len(c.mine)-1]
	if !strings.Contains(q, question) {
		return fact{}, false
	}
	for i := len(c.before) - 1; i >= 0; i-- {
		if f, ok := findFact(c.before[i]); ok && strings.Contains(q, spoken(f.content)) {
			return f, true
		}
	}
	return fact{}, false
}

// question is how every question about a new fact begins.
const question = "Would you like me to remember that "

var (
	yes = regexp.MustCompile(`(?i)^(?:oh |um |well,? )?(?:y|yes|yeah|yep|yup|ya|aye|sure|ok|okay|k|please|pls|of course|go ahead|go for it|definitely|absolutely|certainly|do it|do so|do that|remember (?:it|that|this)|save (?:it|that)|store (?:it|that)|keep (?:it|that)|correct|exactly|right|why not|sounds good|that'd be|that would be|i would|i'd like|i do|ja|si|sí|oui|да|👍|👌|✅|✔️)(?:$|[^\p{L}])`)
	no  = regexp.MustCompile(`(?i)^(?:oh |um |well,? )?(?:n|no|nope|nah|naw|not|never|never ?mind|don't|do not|dont|please don't|rather not|i'd rather not|i would rather not|skip|leave it|forget it|no need|just for|it's just|it is just|only for|nein|non|нет|👎|❌|🙅)(?:$|[^\p{L}])`)
)

// reply hears the answer to my question (P57, P60).
func (c *conversation) reply() (Answer, bool) {
	f, ok := c.asked()
	if !ok {
		return Answer{}, false
	}
	switch {
	case no.MatchString(c.said):
		_, rest, _ := strings.Cut(c.said, " ")
		if other, ok := findFact(rest); ok && other.content != f.content {
			return c.ask(other), true // "No, Alec is my neighbour"
		}
		return Answer{Text: "No problem, I won't store that."}, true
	case yes.MatchString(c.said):
		return c.store(f), true
	}
	return Answer{}, false
}

// store keeps a fact: a correction when something is known about the very matter.
func (c *conversation) store(f fact) Answer {
	if m, ok := c.same(f); ok {
		return Answer{Text: "I know that already: " + sentence(spoken(m.Content))}
	}
	if m, ok := c.conflict(f); ok {
		return c.update(m.ID, f.content)
	}
	if !c.Has("add_to_memory") {
		return Answer{Text: "I have nowhere to keep that at the moment, sorry."}
	}
	args := map[string]any{"content": f.content, "category": f.category}
	if f.subject != "" {
		args["subject"] = f.subject
	}
	return Answer{Calls: []Call{{Name: "add_to_memory", Args: args}}}
}

func (c *conversation) update(id, content string) Answer {
	return Answer{Calls: []Call{{Name: "update_memory", Args: map[string]any{"memory_id": id, "content": content}}}}
}

// notice hears facts said in passing: it asks once (P37), corrects what has changed
// without asking (P38), and leaves alone what it knows (P41).
func (c *conversation) notice() (Answer, bool) {
	if m, content, ok := c.noLonger(); ok {
		return c.update(m.ID, content), true
	}
	f, ok := findFact(c.said)
	if !ok {
		return Answer{}, false
	}
	if m, ok := c.same(f); ok {
		return Answer{Text: "Yes, I remember: " + sentence(spoken(m.Content))}, true
	}
	if m, ok := c.conflict(f); ok {
		return c.update(m.ID, f.content), true
	}
	for _, q := range c.mine {
		if strings.Contains(q, question+spoken(f.content)) {
			return Answer{Text: "Got it."}, true // asked before: not again
		}
	}
	return c.ask(f), true
}

func (c *conversation) ask(f fact) Answer {
	return Answer{Text: question + spoken(f.content) + " for future conversations?"}
}

var (
	remember = regexp.MustCompile(`(?i)^(?:remember|note|make a note|take a note|keep in mind|don't forget|do not forget|never forget|bear in mind|memori[sz]e|save|store|for future reference|for the record)(?: down| this| for me| to self)?(?:,? please)?(?: that|:|,| -| of)?\s+(.+)$`)
	fromNow  = regexp.MustCompile(`(?i)^(?:from now on|in (?:the )?future|going forward|from today(?: on)?|henceforth)[,:]?\s+(.+)$`)
	callMe   = regexp.MustCompile(`(?i)^(?:just |please )?call me\s+(.+)$`)
	always   = regexp.MustCompile(`(?i)^(?:always|never)\s`)
	toDo     = regexp.MustCompile(`(?i)^(?:remember|don't forget|do not forget)\s+to\s+`)
	thisOne  = regexp.MustCompile(`(?i)^(?:please |can you |could you )*(?:remember|note|save|keep|store) (?:this|that|it)\b`)
	idChange = regexp.MustCompile(`(?i)^(?:update|change|correct|edit)\s+(?:memory\s+)?\[?(?:id:)?(\w{8})\]?\s*(?:to say|to|so that it says|:|into)\s+(.+)$`)
)

// told hears what is to be remembered by request (P39).
func (c *conversation) told() (Answer, bool) {
	if c.foreign != "" && thisOne.MatchString(c.said) {
		return c.store(fact{content: c.foreign, category: "context"}), true
	}
	for _, s := range sentences(c.said) {
		s = polite(s)
		if m := idChange.FindStringSubmatch(s); m != nil && strings.ContainsAny(m[1], "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			return c.update(m[1], capital(third(trimEnd(m[2])))), true
		}
		if toDo.MatchString(s) || strings.HasSuffix(s, "?") && !strings.Contains(strings.ToLower(s), "that") {
			continue // an errand, or "remember me?"
		}
		if m := callMe.FindStringSubmatch(s); m != nil {
			return c.store(named(m[1])), true
		}
		if always.MatchString(s) && command.MatchString(s) {
			return c.store(wish(s)), true
		}
		if m := fromNow.FindStringSubmatch(s); m != nil {
			return c.store(wish(m[1])), true
		}
		if m := remember.FindStringSubmatch(s); m != nil {
			if f, ok := requested(m[1]); ok {
				return c.store(f), true
			}
			return Answer{Text: "Gladly. What exactly should I remember?"}, true
		}
	}
	return Answer{}, false
}

// same returns the memory that says what a fact says.
func (c *conversation) same(f fact) (Memory, bool) {
	for _, m := range c.memories {
		if strings.EqualFold(trimEnd(m.Content), trimEnd(f.content)) {
			return m, true
		}
	}
	return Memory{}, false
}

// conflict returns the memory about the same matter that says something else (P4).
func (c *conversation) conflict(f fact) (Memory, bool) {
	slot := slotOf(f.content)
	for _, m := range c.memories {
		if slot != "" && strings.EqualFold(slotOf(m.Content), slot) && !strings.EqualFold(m.Content, f.content) {
			return m, true
		}
	}
	if f.now { // "Alec is now my neighbour": whatever he was
		for _, m := range c.memories {
			if f.subject != "" && strings.EqualFold(m.Subject, f.subject) && relation.MatchString(m.Content) && relation.MatchString(f.content) {
				return m, true
			}
		}
	}
	return Memory{}, false
}

var (
	relation = regexp.MustCompile(`(?i) is (?:the user's|a|an|the) `)
	ended    = regexp.MustCompile(`(?i)^(.+?)\s+(?:is no longer|isn't|is not|no longer is)\s+(my .+?)(?:\s+(?:any ?more|any longer|now))?$`)
	endedI   = regexp.MustCompile(`(?i)^i\s+(?:no longer|don't|do not|am no longer)\s+(\w+)(.*?)(?:\s+(?:any ?more|any longer|now))?$`)
)

// noLonger hears that something remembered has ended.
func (c *conversation) noLonger() (Memory, string, bool) {
	for _, s := range sentences(c.said) {
		s = plainStatement(s)
		if m := ended.FindStringSubmatch(s); m != nil {
			was := m[1] + " is " + third(m[2])
			for _, k := range c.memories {
				if strings.EqualFold(k.Content, was) {
					return k, capital(m[1]) + " is no longer " + third(m[2]), true
				}
			}
		}
		if m := endedI.FindStringSubmatch(s); m != nil {
			was := "User " + conjugate(strings.ToLower(m[1])) + third(m[2])
			for _, k := range c.memories {
				if strings.EqualFold(k.Content, was) {
					return k, "User no longer " + conjugate(strings.ToLower(m[1])) + third(m[2]), true
				}
			}
		}
	}
	return Memory{}, "", false
}
