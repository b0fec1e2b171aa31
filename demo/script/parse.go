package script

import (
	"errors"
	"fmt"
	"regexp"
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
		if l.err != nil {
			return nil, &SyntaxError{Name: name, Line: l.number, Reason: l.err.Error()}
		}
		step, err := parseStep(l.head, l.more)
		if err == nil {
			step.Text, err = s.resolve(step.Text)
		}
		if data, ok := s.Files[step.File]; ok {
			step.Data = data
		} else if step.File != "" && err == nil {
			err = fmt.Errorf("there is no file %q in this script", step.File)
		}
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

// resolve replaces a text that is only "@FILE" by that file's text.
func (s *Script) resolve(text string) (string, error) {
	file, ok := strings.CutPrefix(text, "@")
	if !ok || strings.ContainsAny(file, " \n") || !strings.Contains(file, ".") {
		return text, nil
	}
	body, ok := s.Files[file]
	if !ok {
		return "", fmt.Errorf("there is no file %q in this script", file)
	}
	return body, nil
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

// A form is one way to write a step: the pattern of its line and what to make of the
// groups. A form with text takes what follows ":" and the continuation lines.
type form struct {
	pattern *regexp.Regexp
	text    bool
	build   func(g []string) (Step, error)
}

func plain(v Verb) func([]string) (Step, error) {
	return func(g []string) (Step, error) { return Step{Verb: v}, nil }
}

func byPerson(v Verb) func([]string) (Step, error) {
	return func(g []string) (Step, error) { return Step{Verb: v, Who: g[1]}, nil }
}

func line(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }

// forms are tried in order; the first that fits is it, so the words of the language come
// before the names of people.
var forms = []form{
	{line(`bot`), true, plain(BotSays)},
	{line(`bot to ` + person), true, byPerson(BotSays)},
	{line(`bot edits`), true, plain(BotEdits)},
	{line(`bot toasts`), true, plain(BotToasts)},
	{line(`bot reacts`), true, plain(BotReacts)},
	{line(`bot sends file (.+)`), false, func(g []string) (Step, error) { return Step{Verb: BotFile, Text: g[1]}, nil }},
	{line(`bot is silent`), false, plain(BotSilent)},
	{line(`buttons`), true, plain(Buttons)},
	{line(`memory ` + person + ` has (".*?[^\\]")(| .*)`), false, memoryHas},
	{line(`memory ` + person + ` lacks (".*")`), false, quoted(MemoryLacks)},
	{line(`memory ` + person + ` holds (\d{1,4})`), false, func(g []string) (Step, error) {
		n, err := strconv.Atoi(g[2])
		return Step{Verb: MemoryHolds, Who: g[1], Number: n}, err
	}},
	{line(`tasks ` + person + ` has (".*")`), false, quoted(TasksHas)},
	{line(`tasks ` + person + ` lacks (".*")`), false, quoted(TasksLacks)},
	{line(`prompt()() has (".*")`), false, quoted(PromptHas)},
	{line(`prompt()() lacks (".*")`), false, quoted(PromptLacks)},
	{line(`model is not asked`), false, plain(NotAsked)},
	{line(`model calls (.+)`), false, modelCalls},
	{line(`at ([a-z0-9][a-z0-9_-]*)`), false, func(g []string) (Step, error) { return Step{Verb: TalkTo, What: g[1]}, nil }},
	{line(`new session`), false, plain(NewSession)},
	{line(`restart`), false, plain(Restart)},
	{line(`clock \+(\S+)`), false, func(g []string) (Step, error) {
		d, err := time.ParseDuration(g[1])
		if err != nil || d <= 0 {
			return Step{}, errors.New(`a clock moves by something like "+2h" or "+30m"`)
		}
		return Step{Verb: Clock, Wait: d}, nil
	}},
	{line(person + ` taps (.+)`), false, func(g []string) (Step, error) {
		return Step{Verb: Tap, Who: g[1], Text: g[2]}, nil
	}},
	{line(person + ` sends ` + thing), false, sends},
	{line(person + ` sends ` + thing), true, sends},
	{line(person + ` forwards ` + thing + ` from ([^:]+)`), false, sends},
	{line(person + ` forwards ` + thing + ` from ([^:]+)`), true, sends},
	{line(person + ` forwards from ([^:]+)`), true, func(g []string) (Step, error) {
		return Step{Verb: Forward, Who: g[1], What: g[2]}, nil
	}},
	{line(person + ` replies`), true, byPerson(Reply)},
	{line(person + ` replies to ("[^"]*")`), true, func(g []string) (Step, error) {
		what, err := unquote(g[2])
		return Step{Verb: Reply, Who: g[1], What: what}, err
	}},
	{line(person + ` edits`), true, byPerson(Edit)},
	{line(person), true, byPerson(Say)},
}

// thing is what people send that is no text.
const thing = `(photo|sticker|voice|document|album|file (\S+))`

func sends(g []string) (Step, error) {
	step := Step{Verb: Send, Who: g[1], What: g[2], File: g[3]}
	if step.File != "" {
		step.What = "file"
	}
	if len(g) > 4 {
		step.From = g[4]
	}
	return step, nil
}

// quoted builds a step from a person and a quoted pattern, the last group.
func quoted(v Verb) func([]string) (Step, error) {
	return func(g []string) (Step, error) {
		text, err := unquote(g[len(g)-1])
		return Step{Verb: v, Who: g[1], Text: text}, err
	}
}

func unquote(q string) (string, error) {
	text, err := strconv.Unquote(q)
	if err != nil {
		return "", fmt.Errorf("%s is not a text in double quotes", q)
	}
	return text, nil
}

var memoryDetail = regexp.MustCompile(`^ (?:in ([a-z]+)|about ("[^"]+"|\S+)|version (\d{1,4})|(pinned))`)

func memoryHas(g []string) (Step, error) {
	text, err := unquote(g[2])
	step := Step{Verb: MemoryHas, Who: g[1], Text: text}
	for rest := g[3]; rest != "" && err == nil; {
		d := memoryDetail.FindStringSubmatch(rest)
		if d == nil {
			return step, fmt.Errorf("after the text come \"in CATEGORY\", \"about SUBJECT\", \"version N\" or \"pinned\", not %q", strings.TrimSpace(rest))
		}
		switch {
		case d[1] != "":
			step.Category = d[1]
		case d[2] != "":
			step.Subject = strings.Trim(d[2], `"`)
		case d[3] != "":
			step.Version, err = strconv.Atoi(d[3])
		default:
			step.Pinned = true
		}
		rest = rest[len(d[0]):]
	}
	return step, err
}

func modelCalls(g []string) (Step, error) {
	step := Step{Verb: ModelCalls}
	if g[1] == "nothing" {
		return step, nil
	}
	for _, name := range strings.Split(g[1], ",") {
		if name = strings.TrimSpace(name); name == "" {
			return step, errors.New("a tool's name is missing")
		}
		step.List = append(step.List, name)
	}
	return step, nil
}

func parseStep(head string, more []string) (Step, error) {
	before, after, colon := strings.Cut(head, ":")
	for _, f := range forms {
		subject := head
		if f.text {
			if !colon {
				continue
			}
			subject = before
		}
		g := f.pattern.FindStringSubmatch(subject)
		if g == nil {
			continue
		}
		step, err := f.build(g)
		if err != nil {
			return step, err
		}
		if !f.text {
			if len(more) > 0 {
				return step, errors.New("this step takes no further lines")
			}
			return step, nil
		}
		step.Text = strings.TrimSpace(strings.Join(append([]string{after}, more...), "\n"))
		return finishText(step)
	}
	return Step{}, fmt.Errorf("not a step: %q; see `go doc keepsake/demo/script` for the words there are", head)
}

func finishText(step Step) (Step, error) {
	if step.Text == "" && step.Verb != Send {
		return step, errors.New(`there is no text after ":"`)
	}
	if step.Verb != Buttons {
		return step, nil
	}
	if step.Text != "none" {
		for _, label := range strings.Split(step.Text, "|") {
			step.List = append(step.List, strings.TrimSpace(label))
		}
	}
	step.Text = ""
	return step, nil
}
