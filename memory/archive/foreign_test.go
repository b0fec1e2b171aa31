package archive_test

import (
	"slices"
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
		"Claude, account":       {`[{"conversations_memory":"**Work context**\n\nAnna is a vet in Graz. She works with Dr. Huber.\n","project_memories":{"b":"Plans a garden","a":"Writes a book"},"account_uuid":"x"}]`, []string{"Anna is a vet in Graz.|general|2026-11-20", "She works with Dr. Huber.|general|2026-11-20", "Writes a book|general|2026-11-20", "Plans a garden|general|2026-11-20"}},
		"Claude, one account":   {`{"conversations_memory":"喜欢喝茶。住在北京。"}`, []string{"喜欢喝茶。|general|2026-11-20", "住在北京。|general|2026-11-20"}},
		"Claude, knows nothing": {`[{"conversations_memory":"","project_memories":{}}]`, nil},
		"ChatGPT, account":      {`[{"title":"t","mapping":{"a":{"message":null},"b":{"message":{"author":{"role":"assistant"},"recipient":"bio","create_time":2.5,"content":{"content_type":"text","parts":["Plays the oboe.",{"x":1}]}}},"c":{"message":{"author":{"role":"user"},"recipient":"all","content":{"parts":["I am Bob"]}}}}},{"mapping":{"d":{"message":{"author":{"role":"assistant"},"recipient":"bio","create_time":1,"content":{"content_type":"code","text":"Lives in Wien.\nPlays the oboe."}}}}}]`, []string{"Lives in Wien.|general|2026-11-20", "Plays the oboe.|general|2026-11-20"}},
		"ChatGPT, saved none":   {`[{"mapping":{"c":{"message":{"author":{"role":"user"},"recipient":"all","content":{"parts":["I am Bob"]}}}}}]`, nil},
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

// U18: what is brought in a chat may be of any of these kinds, our own files among them; a file of no kind brings nothing.
func TestU18FactsOfAnyFile(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want []archive.Fact // nil = refused
	}{
		"InitRunner's list":  {`[{"id":7,"content":"Likes tea","category":"Preference"}]`, []archive.Fact{{Content: "Likes tea", Category: "preference"}}},
		"/memory export":     {`{"exported_at":"2026-11-20T09:00:00+00:00","memories":[{"id":"a1b2c3d4","content":"Likes tea","category":"food"}]}`, []archive.Fact{{Content: "Likes tea", Category: "food"}}},
		"an archive":         {`{"format":"x","memories":[{"id":"a1b2c3d4","category":"food","versions":[{"content":"Likes milk"},{"content":"Likes tea"}]}]}`, []archive.Fact{{Content: "Likes tea", Category: "food"}}},
		"mem0":               {"\xef\xbb\xbf" + `[{"memory":"Has a cat"}]`, []archive.Fact{{Content: "Has a cat", Category: "general"}}},
		"a pasted list":      {"- Has a cat\n- Has a dog", []archive.Fact{{Content: "Has a cat", Category: "general"}, {Content: "Has a dog", Category: "general"}}},
		"an archive of none": {`{"memories":[]}`, nil},
		"half a file":        {`[{"content":"Likes`, nil},
		"nothing":            {" ", nil},
		"a zip":              {"PK\x03\x04memories.json", nil},
		"a picture":          {"\x89PNG\r\n\x1a\n\x00\xff", nil},
	} {
		got, ok := archive.Facts([]byte(c.file))
		if ok != (c.want != nil) || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
}
