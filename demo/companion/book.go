package companion

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"go.yaml.in/yaml/v3"
)

// book is a companion's file of rules, in one language. demo/companion.yaml explains its own
// words. No part may be missing.
type book struct {
	Pieces    map[string]string // named parts of patterns
	Patterns  map[string]pattern
	Rewrites  map[string]rewrite
	StopWords string // they do not count when a memory is looked for
	Facts     map[string][]factRule
	Due       []dueRule
	Answers   []group
	Results   map[string][]answerRule // by tool
	Phrases   map[string]phrase
	Speaks    pattern // found in what is said in its language
}

// group is the rules for one way to read what the person said.
type group struct {
	Of    []string // what is read: "said" for what the person said, or a rewrite of it; "message" for all of the message
	Each  bool     // sentence by sentence
	Rules []answerRule
}

// answerRule answers a matching text. An empty answer leaves it to the next rule.
type answerRule struct {
	If, Unless pattern
	System     pattern // in the system messages
	Say        phrase
	Skip       bool // none of the group's rules answers the text
}

// factRule is one form of statement and the fact it holds.
type factRule struct {
	If       pattern // of all of it
	Is       phrase  // the fact
	Who      phrase  // whom it is about; "" = nobody in particular
	Category string  `yaml:"in"` // by default person or context
}

// dueRule takes a part of when something is due out of a request: a day, a T and a time of
// day, or both. Leave stands in its place.
type dueRule struct {
	If        pattern
	Is, Leave phrase
}

// pattern is a list of regular expressions that ignore case.
type pattern []*regexp.Regexp

// phrase is a text/template over a view, in which $1 stands for a group of the pattern that
// matched, and <third 1> for that group rewritten.
type phrase struct{ *template.Template }

// rewrite replaces what patterns match: all of them in turn, each as often as it applies; or,
// tagged !once, what the first that fits matches.
type rewrite struct {
	swaps  []swap
	isOnce bool
}

type swap struct {
	from *regexp.Regexp
	to   phrase
}

// readBook reads a companion's files. Unknown fields and missing ones are errors.
func readBook(files ...[]byte) (*book, error) {
	var pieces struct{ Pieces map[string]string }
	b := &book{}
	for _, data := range files {
		if err := yaml.Unmarshal(data, &pieces); err != nil {
			return nil, fmt.Errorf("companion: %w", err)
		}
		for range 2 { // a piece may hold others
			for name, piece := range pieces.Pieces {
				data = bytes.ReplaceAll(data, []byte("<"+name+">"), []byte(piece))
			}
		}
		d := yaml.NewDecoder(bytes.NewReader(data))
		d.KnownFields(true)
		if err := d.Decode(b); err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("companion: %w", err)
		}
	}
	for v, i := reflect.ValueOf(b).Elem(), 0; i < v.NumField(); i++ {
		if v.Field(i).IsZero() {
			return nil, fmt.Errorf("companion: %s is missing", v.Type().Field(i).Name)
		}
	}
	return b, nil
}

// UnmarshalYAML reads one expression or a list.
func (p *pattern) UnmarshalYAML(n *yaml.Node) error {
	all := n.Content
	if n.Kind == yaml.ScalarNode {
		all = []*yaml.Node{n}
	}
	for _, one := range all {
		re, err := regexp.Compile("(?i)" + one.Value)
		if err != nil {
			return fmt.Errorf("line %d: %w", one.Line, err)
		}
		*p = append(*p, re)
	}
	return nil
}

// UnmarshalYAML reads a mapping in its order.
func (r *rewrite) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return errors.New("a rewrite is a mapping")
	}
	r.isOnce = n.Tag == "!once"
	for i := 0; i+1 < len(n.Content); i += 2 {
		var from pattern
		var to phrase
		if err := cmp.Or(from.UnmarshalYAML(n.Content[i]), to.UnmarshalYAML(n.Content[i+1])); err != nil {
			return err
		}
		r.swaps = append(r.swaps, swap{from[0], to})
	}
	return nil
}

var groupMark = regexp.MustCompile(`\$(\d)|<((?:\w+ )*)(\d)>`)

// UnmarshalYAML reads a template.
func (p *phrase) UnmarshalYAML(n *yaml.Node) (err error) {
	source := groupMark.ReplaceAllStringFunc(n.Value, func(mark string) string {
		names := strings.Fields(strings.Trim(mark, "$<>"))
		out := "{{$.G " + names[len(names)-1]
		for _, name := range slices.Backward(names[:len(names)-1]) {
			out += fmt.Sprintf(" | $.As %q", name)
		}
		return out + "}}"
	})
	if p.Template, err = template.New("").Parse(source); err != nil {
		return fmt.Errorf("line %d: %w", n.Line, err)
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

// fill returns the text of a phrase. It panics where a phrase names what is not there.
func (p phrase) fill(v *view) string {
	if p.Template == nil {
		return ""
	}
	var b strings.Builder
	if err := p.Execute(&b, v); err != nil {
		panic("scripted: the companion's rules: " + err.Error())
	}
	return b.String()
}

// apply rewrites a text.
func (r rewrite) apply(c *conversation, text string) string {
	for _, x := range r.swaps {
		replace := func(m string) string { return x.to.fill(&view{conversation: c, groups: x.from.FindStringSubmatch(m)}) }
		if r.isOnce {
			if x.from.MatchString(text) {
				return x.from.ReplaceAllStringFunc(text, replace)
			}
			continue
		}
		for range 8 { // neighbours share a space
			next := x.from.ReplaceAllStringFunc(trimEnds(text), replace)
			if next == text {
				break
			}
			text = next
		}
	}
	if r.isOnce {
		return text
	}
	return trimEnds(text)
}

func trimEnds(s string) string { return strings.Trim(strings.TrimSpace(s), " .,!;:…") }
