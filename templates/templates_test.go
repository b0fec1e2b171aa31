package templates_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"keepsake/templates"
)

// TestPromptsAreThere: each file of the shelf is handed out, without white space around.
func TestPromptsAreThere(t *testing.T) {
	names, err := fs.Glob(templates.FS, "prompts/*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("prompts %v, %v", names, err)
	}
	for _, name := range names {
		text := templates.Prompt(strings.TrimPrefix(name, "prompts/"))
		if text == "" || text != strings.TrimSpace(text) {
			t.Errorf("%s is empty, or has white space around", name)
		}
	}
}

func TestAMissingPromptIsAMistakeInTheProgram(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("nobody noticed")
		}
	}()
	templates.Prompt("no-such-file.md")
}

func TestEnglishIsALanguage(t *testing.T) {
	w := load(t)
	if !slices.Contains(w.Languages(), templates.Fallback) {
		t.Errorf("languages %v", w.Languages())
	}
}
