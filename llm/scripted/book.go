package scripted

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// book is a companion's file of rules: patterns and what to say or to keep, in one
// language. demo/companion.yaml explains its own words. No field may be missing.
type book struct {
	Pieces map[string]string // named parts of patterns

	// How people talk.
	Sentence, Joint, Leader, Pronoun, Subject, UserVerb, IsVerb, Lowered pattern
	Plain, Polite, Greeting, Verb, Base                                  swaps
	Third, Second, SecondTheirs                                          wordSwaps
	StopWords                                                            string

	// Facts.
	Yes, No, Tells, Unsure, Nowish, NotNames, Transient, Relation, Slots pattern
	Facts, Statements, Wishes                                            []factRule
	Endings                                                              []ending
	Tidy                                                                 swaps

	// What is asked for, and what is said.
	Wh, AllOfIt, AboutWhom, AboutMe, MyName, NameIs, Personal, DoneList, Completes, IsRole, CallMe, ThisOne, Command pattern
	Thanks, Title                                                                                                    swaps
	Due                                                                                                              []dueRule
	Wordless, Secrets, Requests, Tasks, Itself, Forget, Forgetting, Talk                                             []answerRule
	Results                                                                                                          map[string][]answerRule
	Texts                                                                                                            map[string]string
}

// answerRule says what a matching text is answered with, or what is done about it.
type answerRule struct {
	If, Unless pattern
	Say        string // a template
	Do, With   string // an action of conversation.do, and a template of what it is done with; $1
}

// factRule is one form of statement and the fact it holds.
type factRule struct {
	If       whole
	Is       string // the fact, a template
	Who      string // whom it is about, a template; "" = nobody in particular
	Category string `yaml:"in"` // by default person or context
}

// ending is a statement that something remembered is over.
type ending struct {
	If      pattern
	Was, Is string // templates
}

// pattern is a list of regular expressions that ignore case.
type pattern []*regexp.Regexp

// whole is a pattern of entire texts.
type whole struct{ pattern }

// swap replaces what a regular expression matches.
type swap struct {
	from *regexp.Regexp
	to   string
}

type swaps []swap

// wordSwaps are swaps of entire words.
type wordSwaps struct{ swaps }

// readBook reads a companion's file. Unknown fields and missing ones are errors.
func readBook(data []byte) (*book, error) {
	var pieces struct{ Pieces map[string]string }
	if err := yaml.Unmarshal(data, &pieces); err != nil {
		return nil, fmt.Errorf("companion: %w", err)
	}
	for range 2 { // a piece may hold others
		for name, piece := range pieces.Pieces {
			data = bytes.ReplaceAll(data, []byte("<"+name+">"), []byte(piece))
		}
	}
	b := &book{}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(b); err != nil {
		return nil, fmt.Errorf("companion: %w", err)
	}
	for v, i := reflect.ValueOf(b).Elem(), 0; i < v.NumField(); i++ {
		if v.Field(i).IsZero() {
			return nil, fmt.Errorf("companion: %s is missing", v.Type().Field(i).Name)
		}
	}
	return b, nil
}

// UnmarshalYAML reads one expression or a list.
func (p *pattern) UnmarshalYAML(n *yaml.Node) error { return p.read(n, "(?i)%s") }

// UnmarshalYAML reads as pattern does, for entire texts.
func (w *whole) UnmarshalYAML(n *yaml.Node) error { return w.read(n, "(?i)^(?:%s)$") }

func (p *pattern) read(n *yaml.Node, form string) error {
	all := n.Content
	if n.Kind == yaml.ScalarNode {
		all = []*yaml.Node{n}
	}
	for _, one := range all {
		re, err := compile(form, one)
		if err != nil {
			return err
		}
		*p = append(*p, re)
	}
	return nil
}

func compile(form string, n *yaml.Node) (*regexp.Regexp, error) {
	re, err := regexp.Compile(fmt.Sprintf(form, n.Value))
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", n.Line, err)
	}
	return re, nil
}

// UnmarshalYAML reads a mapping in its order.
func (s *swaps) UnmarshalYAML(n *yaml.Node) error { return s.read(n, "(?i)%s", "%s") }

// UnmarshalYAML reads as swaps does, with the borders of words around.
func (w *wordSwaps) UnmarshalYAML(n *yaml.Node) error {
	return w.read(n, `(?i)(^|[^\p{L}'])(?:%s)($|[^\p{L}'])`, "$1%s$2")
}

var groupMark = regexp.MustCompile(`\$(\d)`)

func (s *swaps) read(n *yaml.Node, from, to string) error {
	if n.Kind != yaml.MappingNode {
		return errors.New("replacements are a mapping")
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		re, err := compile(from, n.Content[i])
		if err != nil {
			return err
		}
		*s = append(*s, swap{re, groupMark.ReplaceAllString(fmt.Sprintf(to, n.Content[i+1].Value), "$${$1}")})
	}
	return nil
}

// find returns the groups of the first expression that matches, nil when none does.
func (p pattern) find(s string) []string {
	for _, re := range p {
		if g := re.FindStringSubmatch(s); g != nil {
			return g
		}
	}
	return nil
}

func (p pattern) matches(s string) bool { return p.find(s) != nil }

// all makes every replacement in turn, each as often as it applies.
func (s swaps) all(text string) string {
	for _, x := range s {
		for range 8 { // neighbours share a space
			next := x.from.ReplaceAllString(trimEnds(text), x.to)
			if next == text {
				break
			}
			text = next
		}
	}
	return trimEnds(text)
}

// first makes the first replacement that applies.
func (s swaps) first(text string) string {
	for _, x := range s {
		if x.from.MatchString(text) {
			return x.from.ReplaceAllString(text, x.to)
		}
	}
	return text
}

func trimEnds(s string) string { return strings.Trim(strings.TrimSpace(s), " .,!;:…") }
