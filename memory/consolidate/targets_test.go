package consolidate

import (
	"strings"
	"testing"

	"keepsake/templates"
)

// E9, E10, E17, E21, F13: the standard limits of a reading by its length, and instructions without a gap.
func TestTargets(t *testing.T) {
	for chars, want := range map[int][3]int{1500: {2, 1, 3}, 3000: {3, 2, 5}, 6000: {5, 3, 8}, 12000: {6, 4, 10}} {
		d := standardTargets
		if got := [3]int{limitOf(d.Directives, chars), limitOf(d.Facts, chars), limitOf(d.Suggestions, chars)}; got != want {
			t.Errorf("of %d characters %v are listed, want %v", chars, got, want)
		}
	}
	for name, c := range map[string]struct {
		targets Targets
		want    []string
	}{
		"form_directives.md": {Targets{}, []string{"about 25 words"}},
		"form_episode.md":    {Targets{}, []string{"about 50 words"}},
		"form_shard.md":      {Targets{FactWords: 12, SuggestionWords: 14}, []string{"about 12 words", "14 for a suggestion"}},
	} {
		got := c.targets.fill(templates.Prompt(name), "{{max}}", "3", "{{facts}}", "2", "{{suggestions}}", "5")
		if strings.Contains(got, "{{") {
			t.Errorf("%s has a gap: %s", name, got)
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s does not say %q", name, want)
			}
		}
	}
}
