package quality_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fact is one memory of the set.
type fact struct {
	id, language, subject, content string
}

// question is asked in the language of its fact, or (kind x) in another.
type question struct {
	kind, text, language string
	answer               int // the fact, by its place in the set
}

type set struct {
	facts     []fact
	questions []question
}

// languages of the set, one file each.
var languages = []string{"en", "de", "es", "ru", "zh", "ja"}

// readSet reads testdata; its README explains the lines.
func readSet(t testing.TB) set {
	t.Helper()
	var s set
	for _, language := range languages {
		body, err := os.ReadFile(filepath.Join("testdata", language+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.read(language, string(body)); err != nil {
			t.Fatalf("%s.txt: %v", language, err)
		}
	}
	return s
}

func (s *set) read(language, body string) error {
	var names []string
	templates, first := 0, 0
	add := func(subject, content string) {
		s.facts = append(s.facts, fact{fmt.Sprintf("%s%06d", language, len(s.facts)), language, subject, content})
	}
	for i, line := range strings.Split(body, "\n") {
		head, rest, _ := strings.Cut(line, " ")
		switch head {
		case "", "#":
		case "names:":
			names = strings.Split(rest, ", ")
		case "~": // a fact of everybody
			first = len(s.facts)
			for person, name := range names {
				add(name, fill(rest, name, person+templates))
			}
			templates++
		case "~w", "~i", "~s": // about two of them
			for _, person := range []int{templates % len(names), (templates + 5) % len(names)} {
				s.questions = append(s.questions, question{head[1:], fill(rest, names[person], 0), language, first + person})
			}
		case "+":
			subject, content, ok := strings.Cut(rest, "| ")
			if !ok {
				return fmt.Errorf("line %d: no |", i+1)
			}
			add(strings.TrimSpace(subject), content)
		case "w", "i", "s", "p", "x":
			s.questions = append(s.questions, question{head, rest, language, len(s.facts) - 1})
		default:
			return fmt.Errorf("line %d: what is %q?", i+1, head)
		}
	}
	return nil
}

var choices = regexp.MustCompile(`\{[^{}]*\|[^{}]*\}`)

// fill puts a name into a template, and the nth of its choices.
func fill(template, name string, n int) string {
	template = choices.ReplaceAllStringFunc(template, func(c string) string {
		all := strings.Split(c[1:len(c)-1], "|")
		return all[n%len(all)]
	})
	return strings.ReplaceAll(template, "{name}", name)
}

// part is every nth question, over all facts.
func (s set) part(n int) set {
	var some []question
	for i := 0; i < len(s.questions); i += n {
		some = append(some, s.questions[i])
	}
	s.questions = some
	return s
}
