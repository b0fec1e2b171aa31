package script

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// Failure says which expectation did not hold, what came instead, and what was said
// until then.
type Failure struct {
	Script     string
	Line       int
	Step       string
	Expected   string
	Came       string
	Transcript []string
}

func (f *Failure) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d: %s\n  expected: %s\n  came:     %s\n", filepath.Base(f.Script), f.Line, f.Step, hang(f.Expected), hang(f.Came))
	b.WriteString("  the conversation until then:\n")
	for _, l := range f.Transcript {
		b.WriteString(indent(l) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// explain makes a mismatch a Failure; another error keeps its cause and gets its place.
func (p *player) explain(s Step, err error) error {
	var m *mismatch
	if !errors.As(err, &m) {
		return fmt.Errorf("%s:%d: %s: %w", filepath.Base(p.script.Name), s.Line, s.Source, err)
	}
	return &Failure{Script: p.script.Name, Line: s.Line, Step: s.Source, Expected: m.expected, Came: m.came, Transcript: p.transcript}
}

func (p *player) note(line string) { p.transcript = append(p.transcript, line) }

func said(s Step, button string) string {
	switch s.Verb {
	case Tap:
		return fmt.Sprintf("%s taps [%s]", s.Who, button)
	case Forward:
		return fmt.Sprintf("%s forwards from %s: %s", s.Who, s.What, s.Text)
	case Send:
		return fmt.Sprintf("%s sends %s: %s", s.Who, s.What, s.Text)
	case Reply:
		return fmt.Sprintf("%s replies: %s", s.Who, s.Text)
	case Edit:
		return fmt.Sprintf("%s edits: %s", s.Who, s.Text)
	}
	return s.Who + ": " + s.Text
}

func shown(who string, m Message) string {
	line := who + ": " + m.Text
	if m.File != "" {
		line += " (file " + m.File + ")"
	}
	if len(m.Buttons) > 0 {
		line += "\n[" + strings.Join(m.Buttons, "] [") + "]"
	}
	return line
}

// show quotes a short text and sets off a long one.
func show(text string) string {
	if !strings.Contains(text, "\n") {
		return strconv.Quote(text)
	}
	return "\n" + text
}

func listed(texts []string) string {
	if len(texts) == 0 {
		return "none"
	}
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = show(t)
	}
	return strings.Join(quoted, ", ")
}

func not(yes bool) string {
	if yes {
		return "not "
	}
	return ""
}

func indent(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") }

// hang indents all lines of a text but the first.
func hang(text string) string { return strings.ReplaceAll(text, "\n", "\n    ") }
