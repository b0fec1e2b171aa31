package scripted

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"sync"
)

// Rules is the brain of tests: the first rule whose conditions all hold answers. A
// prompt that no rule knows is an error (500, and a violation), so that a test never
// goes on with an answer nobody wrote.
//
//	rules := scripted.NewRules()
//	rules.When("Alec is my boss").Say("Shall I remember that?")
//	rules.When("yes").Call("add_to_memory", map[string]any{"content": "Alec is the user's boss", …})
//	rules.WhenResult("add_to_memory", "").Say("Done.")
type Rules struct {
	mu    sync.Mutex
	rules []*Rule
}

// NewRules returns an empty book of rules.
func NewRules() *Rules { return &Rules{} }

// Rule is one rule. Its conditions (And…, Times) narrow it, Say, Call and Fail are what
// it answers.
type Rule struct {
	conditions []condition
	answer     Answer
	left       int             // how often it still answers; -1 = always
	release    <-chan struct{} // the answer waits for it; nil = at once
}

// condition is met when one of the texts that it reads in a prompt matches.
type condition struct {
	texts func(Prompt) []string
	expr  *regexp.Regexp
}

// When begins a rule: the person spoke last and said something that contains words
// (letter case does not matter; "" = anything).
func (r *Rules) When(words string) *Rule { return r.add().and(personLast, literal(words)) }

// WhenMatch begins a rule as When does, with a regular expression; $1 … in the answer are its groups.
func (r *Rules) WhenMatch(expr string) *Rule { return r.add().and(personLast, expr) }

// WhenResult begins a rule: the prompt ends in results, one of them of a tool ("" = any)
// and containing words.
func (r *Rules) WhenResult(tool, words string) *Rule {
	return r.add().and(resultsOf(tool), literal(words))
}

// Next begins a rule for the next prompt that no earlier rule took, whatever it says, once.
func (r *Rules) Next() *Rule { return r.add().Times(1) }

// Otherwise begins a rule for everything that no rule before it took.
func (r *Rules) Otherwise() *Rule { return r.add() }

func (r *Rules) add() *Rule {
	rule := &Rule{left: -1}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rules = append(r.rules, rule)
	return rule
}

// AndSystem narrows the rule to prompts whose system messages contain words.
func (r *Rule) AndSystem(words string) *Rule {
	return r.and(func(p Prompt) []string { return []string{p.System()} }, literal(words))
}

// AndPrompt narrows the rule to prompts that match a regular expression anywhere; its
// groups are further $1 …
func (r *Rule) AndPrompt(expr string) *Rule {
	return r.and(func(p Prompt) []string { return []string{p.Text} }, expr)
}

// AndTool narrows the rule to prompts that offer a tool.
func (r *Rule) AndTool(name string) *Rule { return r.and(toolNames, "^"+regexp.QuoteMeta(name)+"$") }

func (r *Rule) and(texts func(Prompt) []string, expr string) *Rule {
	r.conditions = append(r.conditions, condition{texts, regexp.MustCompile(expr)})
	return r
}

// Times limits how often the rule answers.
func (r *Rule) Times(n int) *Rule {
	r.left = n
	return r
}

// HoldUntil makes the answer wait until c is closed: the model thinks.
func (r *Rule) HoldUntil(c <-chan struct{}) *Rule {
	r.release = c
	return r
}

// Say sets the text. A second call adds a line.
func (r *Rule) Say(text string) *Rule {
	if r.answer.Text != "" {
		text = r.answer.Text + "\n" + text
	}
	r.answer.Text = text
	return r
}

// Call adds a tool call. Args is marshalled to JSON, a string is the JSON itself.
func (r *Rule) Call(tool string, args any) *Rule {
	r.answer.Calls = append(r.answer.Calls, Call{Name: tool, Args: args})
	return r
}

// Fail sets what goes wrong with the answer.
func (r *Rule) Fail(f Fault) *Rule {
	r.answer.Fault = &f
	return r
}

// Answer implements Brain.
func (r *Rules) Answer(ctx context.Context, p Prompt) (Answer, error) {
	rule, groups := r.take(p)
	if rule == nil {
		last := p.Last()
		return Answer{}, fmt.Errorf("no rule answers this prompt, whose last message (%s) is: %s", last.Role, last.Content)
	}
	if rule.release != nil {
		select {
		case <-rule.release:
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
	}
	return rule.filledAnswer(groups), nil
}

// take returns the rule that answers a prompt, and counts it.
func (r *Rules) take(p Prompt) (*Rule, []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, rule := range r.rules {
		if groups, ok := rule.meets(p); ok && rule.left != 0 {
			rule.left = max(rule.left-1, -1)
			return rule, groups
		}
	}
	return nil, nil
}

// meets reports whether a prompt meets all conditions, and returns what they captured.
func (r *Rule) meets(p Prompt) (captured []string, ok bool) {
	for _, c := range r.conditions {
		texts := c.texts(p)
		i := slices.IndexFunc(texts, c.expr.MatchString)
		if i < 0 {
			return nil, false
		}
		captured = append(captured, c.expr.FindStringSubmatch(texts[i])[1:]...)
	}
	return captured, true
}

var groupNumber = regexp.MustCompile(`\$\d+`)

// filledAnswer returns the answer with $1 … replaced by what was captured.
func (r *Rule) filledAnswer(groups []string) Answer {
	fill := func(s string) string {
		return groupNumber.ReplaceAllStringFunc(s, func(mark string) string {
			if i, _ := strconv.Atoi(mark[1:]); i >= 1 && i <= len(groups) {
				return groups[i-1]
			}
			return mark
		})
	}
	a := Answer{Text: fill(r.answer.Text), Fault: r.answer.Fault}
	for _, c := range r.answer.Calls {
		a.Calls = append(a.Calls, Call{Name: c.Name, Args: fill(c.arguments())})
	}
	return a
}

// personLast returns what the person said if they spoke last.
func personLast(p Prompt) []string {
	if p.Last().Role != "user" {
		return nil
	}
	return []string{p.Person()}
}

func toolNames(p Prompt) (names []string) {
	for _, t := range p.Tools {
		names = append(names, t.Name)
	}
	return names
}

// resultsOf returns the results of a tool ("" = any) at the end of a prompt.
func resultsOf(tool string) func(Prompt) []string {
	return func(p Prompt) (results []string) {
		for _, r := range p.Results() {
			if tool == "" || r.Call.Name == tool {
				results = append(results, r.Content)
			}
		}
		return results
	}
}

// literal returns the expression of words in any letter case.
func literal(words string) string { return "(?i)" + regexp.QuoteMeta(words) }
