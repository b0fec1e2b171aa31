package templates_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"keepsake/templates"
)

func TestSayEscapesWhatPeopleWroteAndKeepsMarkdown(t *testing.T) {
	w := load(t)
	got := w.Say("en", "memory.deleted", templates.Data{"Text": "*stars* & [links](x)"})
	if want := `Deleted: '\*stars\* \& \[links\]\(x\)'`; got != want {
		t.Errorf("plain value: got %q, want %q", got, want)
	}
	got = w.Say("en", "memory.deleted", templates.Data{"Text": templates.Markdown("*stars*")})
	if want := `Deleted: '*stars*'`; got != want {
		t.Errorf("Markdown value: got %q, want %q", got, want)
	}
}

func TestSayFallsBackToEnglishAndShowsAMissingID(t *testing.T) {
	w := load(t)
	data := templates.Data{"Text": "x"}
	if got, want := w.Say("xx", "memory.deleted", data), w.Say("en", "memory.deleted", data); got != want {
		t.Errorf("unknown language: got %q, want %q", got, want)
	}
	if got := w.Say("en", "no.such.id", nil); got != "no.such.id" {
		t.Errorf("missing id: got %q", got)
	}
}

func TestMatchFindsTheNearestLanguage(t *testing.T) {
	w := load(t)
	for _, c := range []struct {
		wanted []string
		want   string
	}{
		{[]string{"en-GB"}, "en"},
		{[]string{"de-AT"}, "de"},
		{[]string{"ru-RU"}, "ru"},
		{[]string{"zh-hans"}, "zh"}, // as Telegram writes it
		{[]string{"zh_CN"}, "zh"},
		{[]string{"zh-TW"}, "zh"}, // better than English
		{[]string{"zh-hant"}, "zh"},
		{[]string{"cmn"}, "zh"},
		{[]string{"pt-br"}, "en"},
		{[]string{"uk"}, "en"}, // near to Russian, but not Russian
		{[]string{"lb", "nds"}, "en"},
		{[]string{"pt-br", "de"}, "de"},
		{[]string{"ru", "de"}, "ru"},
		{[]string{"", "en"}, "en"},
		{[]string{"not a language", "tlh"}, templates.Fallback},
		{nil, templates.Fallback},
	} {
		if got := w.Match(c.wanted...); got != c.want {
			t.Errorf("Match(%q) = %q, want %q", c.wanted, got, c.want)
		}
	}
}

func TestPreferIsForPeopleWhoWantNoneThatWeSpeak(t *testing.T) {
	w := load(t)
	if err := w.SetPreferred("de-CH"); err != nil {
		t.Fatal(err)
	}
	for wanted, want := range map[string]string{"": "de", "pt-br": "de", "en": "en", "ru": "ru"} {
		if got := w.Match(wanted); got != want {
			t.Errorf("Match(%q) = %q, want %q", wanted, got, want)
		}
	}
	for _, wrong := range []string{"tlh", "", "not a language"} {
		if err := w.SetPreferred(wrong); err == nil || !strings.Contains(err.Error(), "de, en, ru, zh") {
			t.Errorf("Prefer(%q): %v", wrong, err)
		}
	}
}

// Every id that the program says is in the English file, and every id of the file is said
// somewhere: no gaps, no dead sentences.
func TestWordsAndProgramAgree(t *testing.T) {
	raw, err := templates.FS.ReadFile("words/en.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := yaml.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	source := programText(t)
	said := regexp.MustCompile(`(?:F\.T |F\.Count |T\(|Say\(|say\()(?:[^"()]|\([^()]*\))*?"([a-z_]+(?:\.[a-z_]+)+)"`)
	for _, m := range said.FindAllStringSubmatch(source, -1) {
		if _, ok := file[m[1]]; !ok {
			t.Errorf("the program says %q, which words/en.yaml lacks", m[1])
		}
	}
	for id := range file {
		if !strings.Contains(source, `"`+id+`"`) && !strings.Contains(source, `"`+id[:strings.LastIndex(id, ".")+1]+`"`) {
			t.Errorf("words/en.yaml holds %q, which nobody says", id)
		}
	}
}

// programText returns the source of every non-test Go file of the module, and of the page's templates.
func programText(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir("..", func(p string, d fs.DirEntry, err error) error {
		page := strings.HasSuffix(p, ".html") && filepath.Base(filepath.Dir(p)) == "page"
		if err != nil || d.IsDir() || !page && (!strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go")) {
			return err
		}
		b, err := os.ReadFile(p)
		all.Write(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func load(t *testing.T) *templates.Words {
	t.Helper()
	w, err := templates.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	return w
}
