package script

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"keepsake/bot/simulator"
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
	return fmt.Sprintf("%s:%d: %s\n  expected: %s\n  came:     %s\n  the conversation until then:\n%s", filepath.Base(f.Script), f.Line, f.Step,
		indentRest(f.Expected), indentRest(f.Came), indent(strings.Join(f.Transcript, "\n")))
}

// explain adds to an error where it happened.
func (p *player) explain(s Step, err error) error {
	var f *Failure
	if !errors.As(err, &f) {
		return fmt.Errorf("%s:%d: %s: %w", filepath.Base(p.script.Name), s.Line, s.Source, err)
	}
	f.Script, f.Line, f.Step, f.Transcript = p.script.Name, s.Line, s.Source, p.transcript
	return f
}

func (p *player) transcribe(line string) { p.transcript = append(p.transcript, line) }

func describeStep(s Step, button string) string {
	if s.Verb == Tap {
		return fmt.Sprintf("%s taps [%s]", s.Who, button)
	}
	return s.Who + map[Verb]string{Forward: " forwards from " + s.What, Send: " sends " + s.What, Reply: " replies", Edit: " edits", React: " reacts"}[s.Verb] + ": " + s.Text
}

func describeMessage(who string, m simulator.Message) string {
	line := who + ": " + m.Text
	if m.File != nil {
		line += " (file " + m.File.Name + ")"
	}
	if len(m.Buttons) > 0 {
		line += "\n[" + strings.Join(buttonTexts(m), "] [") + "]"
	}
	return line
}

func buttonTexts(m simulator.Message) (texts []string) {
	for _, b := range slices.Concat(m.Buttons...) {
		texts = append(texts, b.Text)
	}
	return texts
}

// quote quotes a short text and sets off a long one.
func quote(text string) string {
	if !strings.Contains(text, "\n") {
		return strconv.Quote(text)
	}
	return "\n" + text
}

func quoteAll(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = quote(t)
	}
	return cmp.Or(strings.Join(quoted, ", "), "none")
}

func negation(yes bool) string {
	if yes {
		return "not "
	}
	return ""
}

func indent(text string) string { return "    " + indentRest(text) }

// indentRest indents all lines of a text but the first.
func indentRest(text string) string { return strings.ReplaceAll(text, "\n", "\n    ") }
