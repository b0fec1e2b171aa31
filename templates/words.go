package templates

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"go.yaml.in/yaml/v3"
	"golang.org/x/text/language"

	"keepsake/text"
)

// Fallback is the language of a person whose own is not there. Its file holds every id.
const Fallback = "en"

// Data fills the {{.Name}} places of a sentence. A string value is shown literally: its
// Markdown is escaped, because it may be what somebody wrote. A Markdown value is taken
// as it is. "Count" (an int) picks the plural form.
type Data map[string]any

// Markdown is a text that is Markdown already.
type Markdown string

// Words holds the sentences of all languages.
type Words struct {
	bundle    *i18n.Bundle
	languages []string // as their files are called, sorted
	tags      []language.Tag
	preferred string
	ids       map[string]bool
}

// LoadWords returns the words of words/*.yaml, with Fallback as the preferred language. The files are
// read once in a process: what callers share is not written to.
func LoadWords() (*Words, error) {
	read, err := readWords()
	if err != nil {
		return nil, err
	}
	w := *read
	return &w, nil
}

var readWords = sync.OnceValues(func() (*Words, error) {
	b := i18n.NewBundle(language.MustParse(Fallback))
	b.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	files, err := fs.Glob(FS, "words/*.yaml")
	if err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	w := &Words{bundle: b, preferred: Fallback, ids: map[string]bool{}}
	for _, f := range files {
		raw, err := FS.ReadFile(f)
		if err != nil {
			return nil, fmt.Errorf("words: %w", err)
		}
		file, err := b.ParseMessageFileBytes(raw, path.Base(f))
		if err != nil {
			return nil, fmt.Errorf("words: %s: %w", f, err)
		}
		lang := strings.TrimSuffix(path.Base(f), ".yaml")
		if lang == Fallback {
			for _, m := range file.Messages {
				w.ids[m.ID] = true
			}
		}
		w.languages = append(w.languages, lang)
	}
	sort.Strings(w.languages)
	for _, l := range w.languages {
		w.tags = append(w.tags, language.Make(l))
	}
	return w, nil
})

// SetPreferred sets the language for people whose own is not there; it must be one that Match
// finds. Call it before the first Match.
func (w *Words) SetPreferred(lang string) error {
	found := w.matchLanguage(lang)
	if found == "" {
		return fmt.Errorf("there are no words in %q, only in: %s", lang, strings.Join(w.languages, ", "))
	}
	w.preferred = found
	return nil
}

// Has reports whether there is a sentence with this id.
func (w *Words) Has(id string) bool { return w.ids[id] }

// Languages returns the languages there are, e.g. ["de", "en"].
func (w *Words) Languages() []string { return w.languages }

// Match returns the one of Languages that fits a person who wants the given ones, in that
// order ("" is passed over): "de" for "de-AT", "zh" for "zh-TW". A related language is no
// substitute: a person who wants Ukrainian, where there is none, gets the preferred language
// (see SetPreferred), not Russian.
func (w *Words) Match(wanted ...string) string {
	for _, want := range wanted {
		if l := w.matchLanguage(want); l != "" {
			return l
		}
	}
	return w.preferred
}

// matchLanguage returns the file of the wanted language whose region and script fit best, ""
// when there is none.
func (w *Words) matchLanguage(want string) string {
	if slices.Contains(w.languages, want) {
		return want // as most do, with each message
	}
	t, err := language.All.Parse(want)
	if want == "" || err != nil {
		return ""
	}
	base, _ := t.Base()
	var same []language.Tag
	var names []string
	for i, tag := range w.tags {
		if b, _ := tag.Base(); b == base {
			same, names = append(same, tag), append(names, w.languages[i])
		}
	}
	if len(same) == 0 {
		return ""
	}
	_, i, _ := language.NewMatcher(same).Match(t)
	return names[i]
}

// Say returns the sentence with this id, as Markdown, in the language or, where that
// lacks it, in the fallback. An id that is nowhere is a mistake in the program: the id
// itself is shown, and the tests of this package find it.
func (w *Words) Say(lang, id string, data Data) string {
	fields := make(map[string]any, len(data))
	for k, v := range data {
		switch v := v.(type) {
		case Markdown:
			fields[k] = string(v)
		case string:
			fields[k] = text.Escape(v)
		default:
			fields[k] = v
		}
	}
	s, err := i18n.NewLocalizer(w.bundle, lang, Fallback).Localize(&i18n.LocalizeConfig{
		MessageID: id, TemplateData: fields, PluralCount: data["Count"],
	})
	if err != nil && s == "" {
		return id
	}
	return strings.TrimRight(s, "\n")
}
