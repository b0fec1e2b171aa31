package markdown_test

import (
	"slices"
	"testing"

	"keepsake/markdown"
)

func TestReplaceLine(t *testing.T) {
	for name, c := range map[string]struct{ shown, line, with, want string }{
		"a line":        {"Hi *you*\n\n———\n❓ **Bob**?\n\n*end* 🙂 `x`", "❓ **Bob**?", "📝 Kept: **Bob** and 🙂", "Hi *you*\n\n———\n📝 Kept: **Bob** and 🙂\n\n*end* 🙂 `x`"},
		"a numbered":    {"1\\. ❓ a?\n2\\. ❓ b?", "❓ b?", "📝 *b*", "1\\. ❓ a?\n2\\. 📝 *b*"},
		"taken out":     {"———\n❓ a?\n👆 tap *Save*", "👆 tap *Save*", "", "———\n❓ a?"},
		"the only line": {"❓ a?", "❓ a?", "📝 a", "📝 a"},
	} {
		got, ok := markdown.ReplaceLine(markdown.Render(c.shown), markdown.Render(c.line), markdown.Render(c.with))
		want := markdown.Render(c.want)
		if !ok || got.Text != want.Text || !slices.Equal(got.Entities, want.Entities) {
			t.Errorf("%s: %v %q %v, want %q %v", name, ok, got.Text, got.Entities, want.Text, want.Entities)
		}
	}
	for name, line := range map[string]string{"no such line": "❓ c?", "part of one": "a?"} {
		if got, ok := markdown.ReplaceLine(markdown.Render("Hi\n❓ a?"), markdown.Render(line), markdown.Render("x")); ok {
			t.Errorf("%s: %q", name, got.Text)
		}
	}
}
