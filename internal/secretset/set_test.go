package secretset_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// seed makes every run build the same lines.
const seed = 20261122

// variants is how many lines a template with slots gives, by its label: more where there is no secret.
var variants = map[bool]int{true: 12, false: 18}

// sample is one labelled text. Its id is the file and line of the template, without the text.
type sample struct {
	id, part, language, kind string
	text                     string
	secrets                  []span // none in a harmless text
}

// span is a part of a text, in bytes.
type span struct{ from, to int }

// template is a line of testdata: with or without a secret, with or without slots.
type template struct {
	id, language, kind, text string
	isSecret                 bool
	lists                    map[string][]string // the words of its file, by the name of their slot
}

// parts are the folders of testdata. All but the first are filled several times a template.
var parts = []string{"hand", "work", "work2", "work3", "measured", "measured2", "measured3"}

// readTemplates reads all files of a part. testdata/README.md explains the lines.
func readTemplates(t testing.TB, part string) []template {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", part, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of the part %s: %v", part, err)
	}
	var all []template
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		language := strings.TrimSuffix(filepath.Base(file), ".txt")
		templates, err := parseTemplates(language, string(body))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, templates...)
	}
	return all
}

func parseTemplates(language, body string) ([]template, error) {
	var all []template
	lists, kind := map[string][]string{}, ""
	for i, line := range strings.Split(body, "\n") {
		head, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || head == "#":
		case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]"):
			kind = strings.Trim(line, "[]")
		case head == "=":
			name, words, _ := strings.Cut(rest, ": ")
			lists[name] = strings.Split(words, ", ")
		case (head == "+" || head == "-") && rest != "" && kind != "":
			all = append(all, template{id: fmt.Sprintf("%s:%d", language, i+1), language: language, kind: kind,
				text: strings.ReplaceAll(rest, `\n`, "\n"), isSecret: head == "+", lists: lists})
		default:
			return nil, fmt.Errorf("line %d is neither a list, a kind nor a labelled text: %q", i+1, line)
		}
	}
	return all, nil
}

// slot is a name in braces, with an argument or none: {pin}, {card:ar}.
var slot = regexp.MustCompile(`\{([a-z][a-z0-9]*)(?::([a-z0-9]+))?\}`)

// fill returns the template with a value in each slot, secrets still marked.
func (t template) fill(random *rand.Rand) (string, error) {
	var err error
	text := slot.ReplaceAllStringFunc(t.text, func(found string) string {
		m := slot.FindStringSubmatch(found)
		if words := t.lists[m[1]]; len(words) > 0 {
			return words[random.IntN(len(words))]
		}
		if secretValue := secretValues[m[1]]; secretValue != nil {
			return mark(secretValue(random, m[2]))
		}
		if harmlessValue := harmlessValues[m[1]]; harmlessValue != nil {
			return harmlessValue(random, m[2])
		}
		err = fmt.Errorf("%s: no values for the slot %s", t.id, found)
		return found
	})
	return text, err
}

const markOpen, markClose = "⟦", "⟧"

// mark puts the marks of a secret around s, unless a part of s has them.
func mark(s string) string {
	if strings.Contains(s, markOpen) {
		return s
	}
	return markOpen + s + markClose
}

// unmark returns the text without marks, and what they enclosed.
func unmark(s string) (string, []span, error) {
	var b strings.Builder
	var spans []span
	for {
		before, rest, found := strings.Cut(s, markOpen)
		b.WriteString(before)
		if !found {
			break
		}
		secret, after, closed := strings.Cut(rest, markClose)
		if !closed || secret == "" || strings.Contains(secret, markOpen) {
			return "", nil, fmt.Errorf("marks that do not match in %q", s)
		}
		spans = append(spans, span{b.Len(), b.Len() + len(secret)})
		b.WriteString(secret)
		s = after
	}
	if strings.Contains(b.String(), markClose) {
		return "", nil, fmt.Errorf("marks that do not match in %q", s)
	}
	return b.String(), spans, nil
}

// buildSamples returns the texts of a part, the same ones in every run, none twice.
func buildSamples(t testing.TB, part string) []sample {
	t.Helper()
	var all []sample
	seen := map[string]bool{}
	for _, tpl := range readTemplates(t, part) {
		times := 1
		if part != "hand" && slot.MatchString(tpl.text) {
			times = variants[tpl.isSecret]
		}
		hash := fnv.New64a()
		fmt.Fprint(hash, part, tpl.id)
		random := rand.New(rand.NewPCG(seed, hash.Sum64()))
		for range times {
			filled, err := tpl.fill(random)
			if err != nil {
				t.Fatal(err)
			}
			text, secrets, err := unmark(filled)
			if err != nil {
				t.Fatalf("%s/%s: %v", part, tpl.id, err)
			}
			if (len(secrets) > 0) != tpl.isSecret {
				t.Fatalf("%s/%s: the label and the marks disagree", part, tpl.id)
			}
			if !seen[text] {
				seen[text] = true
				all = append(all, sample{id: tpl.id, part: part, language: tpl.language, kind: tpl.kind, text: text, secrets: secrets})
			}
		}
	}
	return all
}

// pick returns one of the values.
func pick[T any](random *rand.Rand, values ...T) T { return values[random.IntN(len(values))] }

// languagesOf returns the languages of the samples, sorted.
func languagesOf(samples []sample) []string {
	var all []string
	for _, s := range samples {
		all = append(all, s.language)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
