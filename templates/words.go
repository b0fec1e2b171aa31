package templates

import (
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

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

// Words says the house's sentences in a person's language.
type Words struct {
	bundle    *i18n.Bundle
	languages []string // as their files are called, sorted
}

// LoadWords reads words/*.yaml.
func LoadWords() (*Words, error) {
	b := i18n.NewBundle(language.MustParse(Fallback))
	b.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	files, err := fs.Glob(FS, "words/*.yaml")
	if err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	w := &Words{bundle: b}
	for _, f := range files {
		raw, err := FS.ReadFile(f)
		if err != nil {
			return nil, fmt.Errorf("words: %w", err)
		}
		if _, err := b.ParseMessageFileBytes(raw, path.Base(f)); err != nil {
			return nil, fmt.Errorf("words: %s: %w", f, err)
		}
		w.languages = append(w.languages, strings.TrimSuffix(path.Base(f), ".yaml"))
	}
	sort.Strings(w.languages)
	return w, nil
}

// Languages returns the languages there are, e.g. ["de", "en"].
func (w *Words) Languages() []string { return w.languages }

// Match returns the language of Languages that serves a person best who would like the
// given ones, in that order ("" is passed over).
func (w *Words) Match(wanted ...string) string {
	tags := make([]language.Tag, len(w.languages))
	for i, l := range w.languages {
		tags[i] = language.Make(l)
	}
	for _, want := range wanted {
		t, err := language.Parse(want)
		if want == "" || err != nil {
			continue
		}
		if _, i, c := language.NewMatcher(tags).Match(t); c >= language.Low {
			return w.languages[i]
		}
	}
	return Fallback
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
