package script

import (
	_ "embed" // the language
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
	lines, err := logicalLines(string(archive.Comment))
	for _, l := range lines {
		var step Step
		if err == nil {
			step, err = s.parseLine(l)
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

// parseLine reads one step with the files it names. A text that is only "@FILE" stands for
// the text of that file.
func (s *Script) parseLine(l logicalLine) (Step, error) {
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

// logicalLine is a line of a conversation with its continuation lines, without their indent.
type logicalLine struct {
	number int
	head   string
	more   []string
}

func logicalLines(text string) (out []logicalLine, err error) {
	pending := 0 // empty lines that belong to a text if it goes on after them
	for i, raw := range strings.Split(text, "\n") {
		line := strings.TrimRight(raw, " \t")
		switch {
		case line == "":
			pending++
			continue
		case strings.HasPrefix(line, "#"):
		case line[0] != ' ' && line[0] != '\t':
			out = append(out, logicalLine{number: i + 1, head: line})
		case len(out) == 0:
			return []logicalLine{{number: i + 1}}, errors.New("this line continues nothing")
		default:
			last := &out[len(out)-1]
			last.more = append(append(last.more, make([]string, pending)...), unindent(line))
		}
		pending = 0
	}
	return out, nil
}

// unindent takes away one tab or up to two spaces, so that a text can be indented itself.
func unindent(line string) string {
	if line[0] == '\t' {
		return line[1:]
	}
	return strings.TrimPrefix(strings.TrimPrefix(line, " "), " ")
}

const person = `[a-z][a-z0-9]*(?: in [a-z][a-z0-9]*(?:/[a-z][a-z0-9]*)?)?`

// form is one way to write a step. Named groups of its pattern are parts of the step, see set.
type form struct {
	verb    Verb
	hasText bool // ":" and a text follow
	pattern *regexp.Regexp
}

//go:embed language.txt
var language string

// forms are the forms of the language, in order.
var forms = func() (out []form) {
	words := strings.NewReplacer("WHO", `(?P<who>`+person+`)`, "QUOTED", `(?P<quoted>".*?")`,
		"THING", `(?P<what>photo|sticker|voice|document|album|location|file (?P<file>\S+))`)
	for line := range strings.Lines(language) {
		if row := splitList(line, " | "); len(row) >= 3 {
			pattern, hasText := strings.CutSuffix(row[1], ":")
			out = append(out, form{Verb(row[0]), hasText, regexp.MustCompile("^(?:" + words.Replace(pattern) + ")$")})
		}
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
	for _, f := range forms {
		subject := head
		if f.hasText {
			subject = before
		}
		g := f.pattern.FindStringSubmatch(subject)
		if g == nil || f.hasText && !colon {
			continue
		}
		step := Step{Verb: f.verb}
		for i, name := range f.pattern.SubexpNames() {
			if err := step.set(name, g[i]); err != nil {
				return step, err
			}
		}
		switch {
		case f.hasText:
			err := step.setText(strings.TrimSpace(strings.Join(append([]string{after}, more...), "\n")))
			return step, err
		case len(more) > 0:
			return step, errors.New("this step takes no further lines")
		}
		return step, nil
	}
	return Step{}, fmt.Errorf("not a step: %q; demo/script/language.txt has the words there are", head)
}

// setText sets the text after ":".
func (s *Step) setText(text string) error {
	switch {
	case text == "" && s.Verb != Send:
		return errors.New(`there is no text after ":"`)
	case s.Verb == Buttons && text != "none":
		s.List = splitList(text, "|")
	case s.Verb != Buttons:
		s.Text = text
	}
	return nil
}
