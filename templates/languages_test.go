package templates_test

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"keepsake/markdown"
	"keepsake/templates"
	"keepsake/text"
)

// sentence is one text of a file: its only form is "other" when it has none of its own.
type sentence struct {
	plural bool
	forms  map[string]string
}

// file reads a language's file as it is written.
func file(t *testing.T, lang string) map[string]sentence {
	t.Helper()
	raw, err := templates.FS.ReadFile("words/" + lang + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	var entries map[string]any
	if err := yaml.Unmarshal(raw, &entries); err != nil {
		t.Fatalf("%s: %v", lang, err)
	}
	out := map[string]sentence{}
	for id, v := range entries {
		s := sentence{forms: map[string]string{}}
		switch v := v.(type) {
		case string:
			s.forms["other"] = v
		case map[string]any:
			s.plural = true
			for form, text := range v {
				s.forms[form] = fmt.Sprint(text)
			}
		default:
			t.Errorf("%s: %s is neither a text nor plural forms", lang, id)
		}
		out[id] = s
	}
	return out
}

// each runs a check for every sentence and form of every language; en is the same
// sentence in English.
func each(t *testing.T, check func(t *testing.T, lang, id, form, text string, en sentence)) {
	t.Helper()
	english := file(t, templates.Fallback)
	for _, lang := range load(t).Languages() {
		t.Run(lang, func(t *testing.T) {
			for id, s := range file(t, lang) {
				for form, text := range s.forms {
					check(t, lang, id, form, text, english[id])
				}
			}
		})
	}
}

var forms = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// formsOf returns the plural forms of a language by CLDR, each with the whole numbers up to
// 200 that take it; "other" is there always.
func formsOf(lang string) map[string][]int {
	tag := language.Make(lang)
	out := map[string][]int{"other": nil}
	for n := range 201 {
		f := forms[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]
		out[f] = append(out[f], n)
	}
	return out
}

func TestPluralFormsAreCLDRs(t *testing.T) {
	for lang, want := range map[string][]string{
		"en": {"one", "other"}, "de": {"one", "other"}, "ru": {"few", "many", "one", "other"}, "zh": {"other"},
	} {
		if got := slices.Sorted(maps.Keys(formsOf(lang))); !slices.Equal(got, want) {
			t.Errorf("forms of %s = %v, want %v", lang, got, want)
		}
	}
}

func TestEveryLanguageHasEveryTextInEveryForm(t *testing.T) {
	english := file(t, templates.Fallback)
	for _, lang := range load(t).Languages() {
		if base, conf := language.Make(lang).Base(); conf == language.No || base.String() != strings.Split(lang, "-")[0] {
			t.Errorf("words/%s.yaml is not called by a language code such as de or pt-BR", lang)
		}
		words, want := file(t, lang), formsOf(lang)
		for id := range english {
			if _, ok := words[id]; !ok {
				t.Errorf("%s lacks %s", lang, id)
			}
		}
		for id, s := range words {
			en, ok := english[id]
			switch {
			case !ok:
				t.Errorf("%s has %s, which English has not", lang, id)
				continue
			case s.plural != en.plural:
				t.Errorf("%s: %s: plural forms here or in English, not in both", lang, id)
				continue
			case !s.plural:
				continue
			}
			for form := range want {
				if s.forms[form] == "" {
					t.Errorf("%s: %s lacks the form %q", lang, id, form)
				}
			}
			for form, text := range s.forms {
				numbers, ok := want[form]
				if !ok {
					t.Errorf("%s: %s has the form %q, which the language has not", lang, id, form)
				}
				if len(numbers) != 1 && !strings.Contains(text, "{{.Count}}") {
					t.Errorf("%s: %s: the form %q is for several numbers and does not say {{.Count}}", lang, id, form)
				}
			}
		}
	}
}

var (
	action      = regexp.MustCompile(`\{\{.*?\}\}`)
	field       = regexp.MustCompile(`\.([A-Z][A-Za-z]*)`)
	commandText = regexp.MustCompile(`/(?:memory(?: (?:list|search|show|edit|delete|restore|refused|pin|unpin|export|archive|review|mode|policy|why|wishes|read-only (?:on|off)|everybody(?: (?:add|delete))?|forget all)\b)?|shard(?: (?:new|add|facts|edit|pause|resume|attach|detach|schedule|limit|rights|cite|uncite|export|import|forget)\b)?|[a-z]{3,})`)
)

// fields returns the {{.Names}} a text is filled with, but Count, which a form may leave out.
func fields(text string) []string {
	found := map[string]bool{}
	for _, a := range action.FindAllString(text, -1) {
		for _, f := range field.FindAllStringSubmatch(a, -1) {
			found[f[1]] = f[1] != "Count"
		}
	}
	maps.DeleteFunc(found, func(_ string, keep bool) bool { return !keep })
	return slices.Sorted(maps.Keys(found))
}

func commandsIn(text string) []string {
	found := commandText.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestTextsAreWholeTemplatesWithTheSamePlaces(t *testing.T) {
	each(t, func(t *testing.T, lang, id, form, s string, en sentence) {
		if strings.TrimSpace(s) == "" {
			t.Errorf("%s is empty", id)
		}
		if _, err := template.New(id).Parse(s); err != nil {
			t.Errorf("%s (%s): %v", id, form, err)
		}
		if left := action.ReplaceAllString(s, ""); strings.Contains(left, "{{") || strings.Contains(left, "}}") {
			t.Errorf("%s (%s): a {{place}} is not closed: %q", id, form, s)
		}
		if got, want := fields(s), fields(en.forms["other"]); !slices.Equal(got, want) {
			t.Errorf("%s (%s) is filled with %v, in English with %v", id, form, got, want)
		}
		if got, want := commandsIn(s), commandsIn(en.forms["other"]); !slices.Equal(got, want) {
			t.Errorf("%s (%s) names the commands %q, in English %q", id, form, got, want)
		}
	})
}

// same may read as in English: names, and what people type.
func same(id string) bool {
	return strings.HasPrefix(id, "city.") || slices.Contains([]string{"settings.zone_hint", "memory.history.row"}, id)
}

func TestNothingIsLeftInEnglish(t *testing.T) {
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				return r
			}
			return -1
		}, action.ReplaceAllString(s, ""))
	}
	// Latin words that a text in another script may hold.
	latin := strings.Fields("keepsake telegram postgresql id utc europe lisbon name if end mb markdown pdf docx jpeg png webp gif ctrl chatgpt claude mem letta")
	word := regexp.MustCompile(`[A-Za-z]{2,}`)
	each(t, func(t *testing.T, lang, id, form, s string, en sentence) {
		if lang == templates.Fallback || same(id) {
			return
		}
		if l := letters(s); l != "" && (l == letters(en.forms["other"]) || l == letters(en.forms["one"])) {
			t.Errorf("%s (%s) is still English: %q", id, form, s)
		}
		if script, _ := language.Make(lang).Script(); script.String() == "Latn" {
			return
		}
		bare := regexp.MustCompile("`[^`]*`").ReplaceAllString(action.ReplaceAllString(s, ""), "")
		for _, w := range word.FindAllString(bare, -1) {
			w = strings.ToLower(w)
			if !slices.Contains(latin, w) && !slices.Contains(word.FindAllString(strings.Join(commandsIn(en.forms["other"]), " "), -1), w) &&
				!strings.Contains(" show edit delete restore pin ", " "+w+" ") {
				t.Errorf("%s (%s) holds the English word %q: %q", id, form, w, s)
			}
		}
	})
}

// sample fills a text so that it can be rendered.
func sample(s string, count int) templates.Data {
	d := templates.Data{}
	for _, f := range fields(s) {
		d[f] = "Wort"
	}
	if count >= 0 {
		d["Count"] = count
	}
	return d
}

// kinds lists the formatting of a text, in no order: word order differs by language.
func kinds(t markdown.Text) []string {
	var out []string
	for _, e := range t.Entities {
		out = append(out, string(e.Type))
	}
	slices.Sort(out)
	return out
}

// columns is how wide a text is on a screen: what is Chinese or a picture counts twice.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r == 0xFE0F:
		case unicode.In(r, unicode.Han, unicode.So, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0xFF00:
			n += 2
		default:
			n++
		}
	}
	return n
}

// labels are the texts of buttons with the columns they may take, by how many stand in
// one row on a phone: three, two, or one.
var labels = []struct {
	ids  string
	most int
}{
	{"button.save button.edit button.never", 14},
	{"button.undo button.pin button.unpin button.delete button.history button.back button.allow button.block settings.language settings.zone city.*", 20},
	{"button.* task.button.* language.name settings.receipts_* settings.daily_* settings.language_auto settings.zone_type", 32},
}

func label(id string) (most int, ok bool) {
	for _, l := range labels {
		for _, pattern := range strings.Fields(l.ids) {
			if is, _ := path.Match(pattern, id); is {
				return l.most, true
			}
		}
	}
	return 0, false
}

// shortly are the texts that a tap may show for a moment, where Telegram takes 200
// characters and the program 190.
var shortly = []string{
	"memory.not_found", "memory.secret", "memory.read_only", "memory.unchanged", "memory.undone_before",
	"memory.decided_before", "memory.withdrawn_before", "memory.known", "memory.conflict", "memory.bad_content", "tasks.not_found",
	"tasks.done_before", "tasks.open_before", "settings.bad_zone", "start.bad_link", "error.generic",
	"tap.unknown", "access.denied", "access.group_denied", "access.is_owner", "access.gone", "access.owners_only",
}

func TestTextsRenderAndKeepTelegramsLimits(t *testing.T) {
	w := load(t)
	english := file(t, templates.Fallback)
	for _, lang := range w.Languages() {
		for id, s := range file(t, lang) {
			counts := []int{-1}
			if s.plural {
				counts = []int{0, 1, 2, 5, 11, 21}
			}
			for _, n := range counts {
				data := sample(english[id].forms["other"], n)
				got, want := markdown.Render(w.Say(lang, id, data)), markdown.Render(w.Say(templates.Fallback, id, data))
				where := fmt.Sprintf("%s: %s (count %d): %q", lang, id, n, got.Text)
				if !slices.Equal(kinds(got), kinds(want)) {
					t.Errorf("%s is formatted %v, in English %v", where, kinds(got), kinds(want))
				}
				if strings.Contains(got.Text, "**") || strings.Contains(got.Text, "<no value>") || strings.ContainsAny(got.Text, "\\{}`") {
					t.Errorf("%s shows its markup", where)
				}
				if text.UTF16Len(got.Text) > 3000 {
					t.Errorf("%s leaves no room in a message", where)
				}
				limits(t, where, id, w.Say(lang, id, data), got)
			}
		}
	}
}

func limits(t *testing.T, where, id, raw string, shown markdown.Text) {
	t.Helper()
	runes := utf8.RuneCountInString(shown.Text)
	if most, ok := label(id); ok && columns(shown.Text) > most {
		t.Errorf("%s is too long for its button: %d columns of %d", where, columns(shown.Text), most)
	}
	if slices.Contains(shortly, id) && runes > 190 || strings.HasSuffix(id, "_note") && runes > 60 {
		t.Errorf("%s is too long for a note: %d", where, runes)
	}
	if strings.HasSuffix(id, "_hint") && (runes < 1 || runes > 64) {
		t.Errorf("%s: a hint has 1 to 64 characters, not %d", where, runes)
	}
	if strings.HasPrefix(id, "menu.") && (runes < 1 || runes > 60 || raw != shown.Text || strings.Contains(raw, "\n")) {
		t.Errorf("%s: in the menu is plain text that is read at one glance (Telegram takes 256 characters)", where)
	}
}

// P54, P55: these read so in English, to the letter.
func TestEnglishTextsOfTheRules(t *testing.T) {
	w := load(t)
	for id, want := range map[string]string{
		"memory.list.title":  "📝 Your memories:",
		"memory.list.row":    "• [a1b2c3d4] Text",
		"memory.list.footer": "Use /memory delete <id> to remove a memory.",
		"memory.deleted":     "Deleted: 'Text'",
	} {
		if got := markdown.Render(w.Say("en", id, templates.Data{"ID": "a1b2c3d4", "Text": "Text"})).Text; got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
}

func TestLanguagesCallThemselvesByTheirOwnName(t *testing.T) {
	w := load(t)
	var names []string
	for _, lang := range w.Languages() {
		names = append(names, w.Say(lang, "language.name", nil))
	}
	if want := []string{"Deutsch", "English", "Русский", "简体中文"}; !slices.Equal(names, want) {
		t.Errorf("names = %q, want %q", names, want)
	}
}
