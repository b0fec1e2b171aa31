package markdown_test

import (
	"strings"
	"testing"

	"keepsake/markdown"
)

func texts(parts []markdown.Text) []string {
	var out []string
	for _, p := range parts {
		out = append(out, show(p))
	}
	return out
}

// Issue 2, point 10: over 4096 UTF-16 units split after rendering, never inside an entity
// or a word.
func TestSplitPrefers(t *testing.T) {
	tests := []struct {
		name, md string
		limit    int
		want     []string
	}{
		{"nothing", "", 10, nil},
		{"fits", "one two", 7, []string{"one two"}},
		{"paragraphs", "aaa aaa\n\nbbb\nb bb", 13, []string{"aaa aaa", "bbb\nb bb"}},
		{"lines", "aaa aaa\nbbb b bb bbb", 13, []string{"aaa aaa", "bbb b bb bbb"}},
		{"words", "aaa bbb ccc", 8, []string{"aaa bbb", "ccc"}},
		{"a full part before a paragraph", "a\n\nbbb bbb bbb bbb", 12, []string{"a\n\nbbb bbb", "bbb bbb"}},
		{"a word too long", "aaaaaaaaaaaa", 5, []string{"aaaaa", "aaaaa", "aa"}},
		{"whole entities", "one **two three** four", 10, []string{"one", "⟨bold:two three⟩", "four"}},
		{"whole links", "a [b c d e f](https://a.example) g", 9, []string{"a", "⟨text_link=https://a.example:b c d e f⟩", "(a.exampl", "e) g"}},
		{"links with their hosts (W20)", "so then [log in](https://a.example) now", 20, []string{"so then", "⟨text_link=https://a.example:log in⟩ (a.example)", "now"}},
		{"long entity", "**aaa bbb ccc** d", 8, []string{"⟨bold:aaa bbb⟩", "⟨bold:ccc⟩ d"}},
		{"long outside, whole inside", "> aaa **bbb ccc** ddd", 8, []string{"⟨blockquote:aaa⟩", "⟨blockquote:⟨bold:bbb ccc⟩⟩", "⟨blockquote:ddd⟩"}},
		{"code by lines", "```go\na := 1\n\tb := 2\n\n\tc := 3\n```", 14, []string{"⟨pre=go:a := 1⟩", "⟨pre=go:    b := 2⟩", "⟨pre=go:    c := 3⟩"}},
		{"surrogates", "😀😀😀", 3, []string{"😀", "😀", "😀"}},
		{"families stay together", "x👩‍👩‍👧y", 9, []string{"x👩‍👩‍👧", "y"}},
		{"flags stay together", "aa🇩🇪🇫🇷", 6, []string{"aa🇩🇪", "🇫🇷"}},
		{"marks stay on their letters", "aae\u0301e\u0301", 3, []string{"aa", "e\u0301", "e\u0301"}},
		{"Chinese sentences", "今天天气很好。我们去公园", 10, []string{"今天天气很好。", "我们去公园"}},
		{"tiny limit", "a😀b", 0, []string{"a", "😀", "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := texts(markdown.Split(markdown.Render(tt.md), tt.limit))
			if strings.Join(got, "|") != strings.Join(tt.want, "|") {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestSplitCountsEntities(t *testing.T) {
	md := strings.Repeat("**a** b ", 250)
	parts := markdown.Split(markdown.Render(md), markdown.MaxText)
	if len(parts) != 3 {
		t.Fatalf("%d parts", len(parts))
	}
	checkSplit(t, markdown.Render(md), markdown.MaxText)

	// A blockquote that is reopened counts in every part.
	quote := markdown.Render("> " + md)
	checkSplit(t, quote, markdown.MaxText)
}

func TestSplitLongAnswer(t *testing.T) {
	md := strings.Repeat("# Title\n\nSome *words* and a [link](https://a.example) 😀 to `read`.\n\n- one\n- two\n\n> said\n\n```go\nx := 1\n```\n\n", 200)
	whole := markdown.Render(md)
	parts := markdown.Split(whole, markdown.MaxText)
	if least := whole.Len() / markdown.MaxText; len(parts) <= least || len(parts) > 10+3*least {
		t.Errorf("%d parts of %d units", len(parts), whole.Len())
	}
	checkSplit(t, whole, markdown.MaxText)
}
