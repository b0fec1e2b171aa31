package simulator_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"keepsake/bot/simulator"
	"keepsake/markdown"
)

// What package markdown renders and splits, the strict Bot API takes as it is, and keeps to
// the letter: so offsets are right and nothing is trimmed (issue 2, point 10).
func TestRenderedMarkdownIsTakenAsItIs(t *testing.T) {
	srv := start(t, simulator.Options{})
	ann := srv.Person(7, "Ann")
	ann.Say("hi")
	pieces := []string{
		"word ", "👋 ", "日本。", "**", "*", "_", "~~", "||", "`", "\n", "\n\n", "\n- ", "\n  - ", "\n> ", "\n# ", "\n```go\n  ", "\n```\n",
		"[link](https://a.example)", "[", "](x)", "| a | b |\n|---|---|\n| 1 | 2 |\n", "\t", "  ", "&amp;", "\\", "<b>", "\u202e", "\x01",
	}
	rapid.Check(t, func(r *rapid.T) {
		md := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 8, 80).Draw(r, "md"), "")
		limit := rapid.IntRange(20, 200).Draw(r, "limit")
		for _, part := range markdown.Split(markdown.Preview(md), limit) {
			answer := call(t, srv, "sendMessage", p{"chat_id": 7, "text": part.Text, "entities": part.Entities})
			if !answer.OK {
				r.Fatalf("%+v of %q: %s", part, md, answer.Description)
			}
			m, _ := srv.Message(7, messageID(t, answer))
			if m.Text != part.Text || len(m.Entities) != len(part.Entities) {
				r.Fatalf("sent %+v\nseen %q %+v", part, m.Text, m.Entities)
			}
			for i, e := range part.Entities {
				if m.Entities[i] != (simulator.Entity{Type: string(e.Type), Offset: e.Offset, Length: e.Length, URL: e.URL, Language: e.Language}) {
					r.Fatalf("sent %+v, seen %+v", e, m.Entities[i])
				}
			}
		}
	})
	if sent := len(ann.Messages()); sent < 50 {
		t.Errorf("only %d messages were tried", sent)
	} else {
		t.Logf("%d messages", sent)
	}
	clean(t, srv)
}
