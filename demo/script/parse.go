package script

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/txtar"
)

// Parse reads a script. Errors are *SyntaxError.
func Parse(name string, data []byte) (*Script, error) {
	archive := txtar.Parse([]byte(strings.ReplaceAll(string(data), "\r\n", "\n")))
	s := &Script{Name: name, Files: map[string]string{}}
	for _, f := range archive.Files {
		s.Files[f.Name] = strings.TrimRight(string(f.Data), "\n")
	}
	for _, l := range logicalLines(string(archive.Comment)) {
		step, err := s.parseLine(l)
		if err != nil {
			return nil, &SyntaxError{Name: name, Line: l.number, Reason: err.Error()}
		}
		step.Line, step.Source = l.number, l.head
		s.Steps = append(s.Steps, step)
	}
	if len(s.Steps) == 0 {
		return nil, &SyntaxError{Name: name, Line: 1, Reason: "there is no step in it"}
	}
	return s, nil
}

// parseLine reads one step with the files it names. A text that is only "@FILE" stands for
// the text of that file.
func (s *Script) parseLine(l logicalLine) (Step, error) {
	if l.err != nil {
		return Step{}, l.err
	}
	step, err := parseStep(l.head, l.more)
	if err != nil {
		return step, err
	}
	if file, ok := strings.CutPrefix(step.Text, "@"); ok && strings.Contains(file, ".") && !strings.ContainsAny(file, " \n") {
		if step.Text, err = s.file(file); err != nil {
			return step, err
		}
	}
	if step.File != "" {
		step.Data, err = s.file(step.File)
	}
	return step, err
}

func (s *Script) file(name string) (string, error) {
	text, ok := s.Files[name]
	if !ok {
		return "", fmt.Errorf("there is no file %q in this script", name)
	}
	return text, nil
}

type logicalLine struct {
	number int
	head   string
	more   []string // continuation lines, without their indent
	err    error
}

func logicalLines(text string) []logicalLine {
	var out []logicalLine
	pending := 0 // empty lines that belong to a text if it goes on after them
	for i, raw := range strings.Split(text, "\n") {
		line := strings.TrimRight(raw, " \t")
		switch {
		case line == "":
			pending++
			continue
		case strings.HasPrefix(line, "#"):
		case line[0] == ' ' || line[0] == '\t':
			if len(out) == 0 {
				return []logicalLine{{number: i + 1, err: errors.New("this line continues nothing")}}
			}
			last := &out[len(out)-1]
			for range pending {
				last.more = append(last.more, "")
			}
			last.more = append(last.more, unindent(line))
		default:
			out = append(out, logicalLine{number: i + 1, head: line})
		}
		pending = 0
	}
	return out
}

// unindent takes away one tab or up to two spaces, so that a text can be indented itself.
func unindent(line string) string {
	if line[0] == '\t' {
		return line[1:]
	}
	return strings.TrimPrefix(strings.TrimPrefix(line, " "), " ")
}

const person = `([a-z][a-z0-9]*)`

// form is one way to write a step. In its pattern WHO, QUOTED and THING stand for a person, a text in
// double quotes, and what people send that is no text; named groups are parts of the step (see
// set). A pattern that ends in ":" is followed by a text: the rest of the line and the
// continuation lines.
type form struct {
	verb    Verb
	pattern string
	play    func(*player, context.Context, Step) error
}

// forms are tried in order and the first that fits is used: the words of the language come
// before the names of people.
var forms = []form{
	{"bot says", `bot:`, (*player).expectMessage},
	{"bot says", `bot to WHO:`, (*player).expectMessage},
	{"bot edits", `bot edits:`, (*player).expectEdit},
	{"bot toasts", `bot toasts:`, (*player).expectToast},
	{"bot reacts", `bot reacts:`, (*player).expectReaction},
	{"bot file", `bot sends file (?P<text>.+)`, (*player).expectMessage},
	{"bot silent", `bot is silent`, (*player).expectSilence},
	{buttons, `buttons:`, (*player).expectButtons},
	{"memory has", `memory WHO has (?P<quoted>".*?[^\\]")(?P<details>| .*)`, (*player).expectMemory},
	{"memory lacks", `memory WHO lacks QUOTED`, (*player).expectMemory},
	{"memory holds", `memory WHO holds (?P<number>\d{1,4})`, (*player).expectMemory},
	{"tasks has", `tasks WHO has QUOTED`, (*player).expectTask},
	{"tasks lacks", `tasks WHO lacks QUOTED`, (*player).expectTask},
	{"prompt has", `prompt has QUOTED`, (*player).expectPrompt},
	{"prompt lacks", `prompt lacks QUOTED`, (*player).expectPrompt},
	{"not asked", `model is not asked`, (*player).expectNoPrompt},
	{"model calls", `model calls nothing`, (*player).expectCalls},
	{"model calls", `model calls (?P<list>.+)`, (*player).expectCalls},
	{"talk to", `at (?P<what>[a-z0-9][a-z0-9_-]*)`, (*player).talkTo},
	{"new session", `new session`, (*player).newSession},
	{"restart", `restart`, (*player).restart},
	{"clock", `clock \+(?P<wait>\S+)`, (*player).restart},
	{Tap, `WHO taps (?P<text>.+)`, (*player).act},
	{Send, `WHO sends THING`, (*player).act},
	{Send, `WHO sends THING:`, (*player).act},
	{Send, `WHO forwards THING from (?P<from>[^:]+)`, (*player).act},
	{Send, `WHO forwards THING from (?P<from>[^:]+):`, (*player).act},
	{Forward, `WHO forwards from (?P<what>[^:]+):`, (*player).act},
	{Reply, `WHO replies:`, (*player).act},
	{Reply, `WHO replies to (?P<reply>"[^"]*"):`, (*player).act},
	{Edit, `WHO edits:`, (*player).act},
	{Say, `WHO:`, (*player).act},
}

const buttons Verb = "buttons"

// patterns are those of forms, without ":".
var patterns = func() (out []*regexp.Regexp) {
	words := strings.NewReplacer("WHO", `(?P<who>[a-z][a-z0-9]*)`, "QUOTED", `(?P<quoted>".*?")`,
		"THING", `(?P<what>photo|sticker|voice|document|album|file (?P<file>\S+))`)
	for _, f := range forms {
		out = append(out, regexp.MustCompile("^(?:"+words.Replace(strings.TrimSuffix(f.pattern, ":"))+")$"))
	}
	return out
}()

// set writes a group of a pattern into the step.
func (s *Step) set(group, value string) (err error) {
	plain := map[string]*string{"who": &s.Who, "what": &s.What, "file": &s.File, "from": &s.From, "text": &s.Text}
	switch group {
	case "quoted":
		s.Text, err = unquote(value)
	case "reply":
		s.What, err = unquote(value)
	case "number":
		s.Number, err = strconv.Atoi(value)
	case "wait":
		if s.Wait, err = time.ParseDuration(value); err != nil || s.Wait <= 0 {
			err = errors.New(`a clock moves by something like "+2h" or "+30m"`)
		}
	case "list":
		if s.List = splitList(value, ","); slices.Contains(s.List, "") {
			err = errors.New("a tool's name is missing")
		}
	case "details":
		err = s.narrow(value)
	default:
		if field := plain[group]; field != nil {
			*field = value
		}
	}
	if s.File != "" {
		s.What = "file"
	}
	return err
}

func splitList(text, by string) []string {
	parts := strings.Split(text, by)
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	return parts
}

func unquote(q string) (string, error) {
	text, err := strconv.Unquote(q)
	if err != nil {
		return "", fmt.Errorf("%s is not a text in double quotes", q)
	}
	return text, nil
}

var memoryDetail = regexp.MustCompile(`^ (?:in ([a-z]+)|about ("[^"]+"|\S+)|version (\d{1,4})|(pinned))`)

// narrow reads what is expected of a memory besides its text.
func (s *Step) narrow(details string) (err error) {
	for details != "" && err == nil {
		d := memoryDetail.FindStringSubmatch(details)
		if d == nil {
			return fmt.Errorf("after the text come \"in CATEGORY\", \"about SUBJECT\", \"version N\" or \"pinned\", not %q", strings.TrimSpace(details))
		}
		switch {
		case d[1] != "":
			s.Category = d[1]
		case d[2] != "":
			s.Subject = strings.Trim(d[2], `"`)
		case d[3] != "":
			s.Version, err = strconv.Atoi(d[3])
		default:
			s.Pinned = true
		}
		details = details[len(d[0]):]
	}
	return err
}

func parseStep(head string, more []string) (Step, error) {
	before, after, colon := strings.Cut(head, ":")
	for i, f := range forms {
		subject, hasText := head, strings.HasSuffix(f.pattern, ":")
		if hasText {
			subject = before
		}
		g := patterns[i].FindStringSubmatch(subject)
		if g == nil || hasText && !colon {
			continue
		}
		step := Step{Verb: f.verb}
		for i, name := range patterns[i].SubexpNames() {
			if err := step.set(name, g[i]); err != nil {
				return step, err
			}
		}
		switch {
		case hasText:
			err := step.setText(strings.TrimSpace(strings.Join(append([]string{after}, more...), "\n")))
			return step, err
		case len(more) > 0:
			return step, errors.New("this step takes no further lines")
		}
		return step, nil
	}
	return Step{}, fmt.Errorf("not a step: %q; see `go doc keepsake/demo/script` for the words there are", head)
}

// setText sets the text after ":".
func (s *Step) setText(text string) error {
	switch {
	case text == "" && s.Verb != Send:
		return errors.New(`there is no text after ":"`)
	case s.Verb == buttons && text != "none":
		s.List = splitList(text, "|")
	case s.Verb != buttons:
		s.Text = text
	}
	return nil
}
