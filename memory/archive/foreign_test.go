package archive_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/scope"
)

// U18: what other assistants knew, in the forms that are public; what is of no such form is refused whole.
func TestU18ForeignFiles(t *testing.T) {
	owner := archive.Scope{Kind: scope.User, ID: alice.ID}
	for name, c := range map[string]struct {
		file string
		want []string // content, category and day; nil = refused
	}{
		"mem0, get_all":         {`{"results":[{"id":"0f8fad5b-d9cb-469f-a165-70867728950e","memory":"Likes tea","categories":["food"],"created_at":"2025-01-02T03:04:05.123456-07:00"},{"id":"x","memory":"Lives in Graz"}]}`, []string{"Likes tea|food|2025-01-02", "Lives in Graz|general|2026-11-20"}},
		"mem0, export":          {`{"memories":[{"text":"Has a dog"}]}`, []string{"Has a dog|general|2026-11-20"}},
		"mem0, a list":          {`[{"memory":"Has a cat"}]`, []string{"Has a cat|general|2026-11-20"}},
		"Letta, agent file":     {`{"agents":[{"name":"sam"}],"blocks":[{"label":"persona","value":"I am Sam."},{"label":"human","value":"Name: Anna\n- Vegetarian\n"}]}`, []string{"Name: Anna|general|2026-11-20", "Vegetarian|general|2026-11-20"}},
		"Letta, an older one":   {`{"core_memory":[{"label":"human","value":"Plays the oboe"}]}`, []string{"Plays the oboe|general|2026-11-20"}},
		"ChatGPT, pasted":       {"Saved memories\n- Is a vet.\n- Has a sister, Mia.\n", []string{"Saved memories|general|2026-11-20", "Is a vet.|general|2026-11-20", "Has a sister, Mia.|general|2026-11-20"}},
		"Claude, pasted":        {"# Memory\n\n**Work**\n\n1. Writes Go\n2) Lives in Wien\n---\nPersonal:\n* [2025-03-04] - Moved to Linz\n", []string{"Writes Go|general|2026-11-20", "Lives in Wien|general|2026-11-20", "Moved to Linz|general|2025-03-04"}},
		"Chinese":               {"记忆：\n• 喜欢喝茶\n", []string{"喜欢喝茶|general|2026-11-20"}},
		"our own list":          {`[{"id":"a1b2c3d4","content":"Likes tea"}]`, nil},
		"a half of a file":      {`{"results":[{"memory":"Likes`, nil},
		"nothing":               {"  \n", nil},
		"bytes":                 {"\xff\xfe\x00", nil},
		"an object of no kind":  {`{"a":1}`, nil},
		"one without a content": {`{"results":[{"memory":"Likes tea"},{"id":"x"}]}`, nil},
		"longer than a memory":  {strings.Repeat("a", memory.DefaultMaxContent+1), nil},
	} {
		got, err := archive.ReadForeign(strings.NewReader(c.file), "keepsake", owner, time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))
		if (err != nil) != (c.want == nil) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var list []string
		for _, e := range got.Memories {
			list = append(list, e.Versions[0].Content+"|"+e.Category+"|"+e.CreatedAt.Format("2006-01-02"))
		}
		if strings.Join(list, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: %q, want %q", name, list, c.want)
		}
	}
}
