package markdown_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"

	"pgregory.net/rapid"

	"keepsake/markdown"
)

// words that are wide, narrow, joined, marked, right to left, and outside of the BMP.
var words = []string{
	"a", "word", "Hello,", "world!", "日本語", "重要。", "한국어", "שלום", "عربي", "naïve", "e\u0301", "👋", "👩‍👩‍👧", "🇩🇪", "👍🏽",
	"𝔘𝔫𝔦", "x_y_z", "3.", "10%", "—", "C:\\dir", "a&b", "<tag>", "https://a.example/p_q", "me@a.example", "ไทย",
}

var marks = []string{
	"*", "**", "_", "__", "***", "~~", "||", "`", "``", "```\n", "```go\n", "\n```\n", "\n", "\n\n", "\n# ", "\n### ", "\n- ", "\n  - ",
	"\n1. ", "\n> ", "\n>> ", "\n| a | b |\n|---|:-:|\n| ", " | ", "[", "](https://a.example)", "](", ")", "![", "<br>", "\\", "&amp;", "&#8203;",
	" ", "  ", "\t", "    ", "\n---\n", "- [ ] ", "\u200b", "\u202e", "\x00", "\r\n", "\xf0\x9f",
}

func document() *rapid.Generator[string] {
	piece := rapid.OneOf(rapid.SampledFrom(words), rapid.SampledFrom(marks), rapid.SampledFrom(marks), rapid.String())
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 60).Draw(t, "pieces"), "")
	})
}

// Whatever comes, and every prefix of it (a streamed answer), can be shown.
func TestEveryPrefixCanBeShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		md := document().Draw(t, "md")
		cut := rapid.IntRange(0, len(md)).Draw(t, "cut")
		for _, s := range []string{md, md[:cut]} {
			for name, f := range map[string]func(string) markdown.Text{"Render": markdown.Render, "Preview": markdown.Preview} {
				if err := valid(f(s)); err != nil {
					t.Fatalf("%s(%q): %v", name, s, err)
				}
			}
		}
	})
}

// No word is lost, doubled or moved by formatting.
func TestWordsSurvive(t *testing.T) {
	plain := []string{"one", "two", "drei", "四", "пять", "ستة", "7", "acht", "nueve"}
	around := []string{"", "", "*", "**", "_", "~~", "||", "`", "\n", "\n\n- ", "\n> ", "\n# ", " "}
	rapid.Check(t, func(t *rapid.T) {
		var md, want strings.Builder
		for range rapid.IntRange(1, 30).Draw(t, "n") {
			w := rapid.SampledFrom(plain).Draw(t, "word")
			m := rapid.SampledFrom(around).Draw(t, "mark")
			md.WriteString(m + w + m + " ")
			want.WriteString(w)
		}
		got := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return r
			}
			return -1
		}, markdown.Render(md.String()).Text)
		if got != want.String() {
			t.Fatalf("Render(%q)\n got words %q\nwant words %q", md.String(), got, want.String())
		}
	})
}

// Split's promises: sizes, validity, and that the parts give back text and formatting.
func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := markdown.Render(document().Draw(t, "md"))
		limit := rapid.OneOf(rapid.IntRange(2, 40), rapid.IntRange(2, 400)).Draw(t, "limit")
		checkSplit(t, whole, limit)
	})
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

func checkSplit(t failer, whole markdown.Text, limit int) {
	t.Helper()
	parts := markdown.Split(whole, limit)
	rest := whole.Text
	for i, p := range parts {
		if p.Len() > limit || p.Text == "" || len(p.Entities) > markdown.MaxEntities {
			t.Fatalf("part %d of %q at %d: %q with %d entities", i, whole.Text, limit, p.Text, len(p.Entities))
		}
		if err := valid(p); err != nil {
			t.Fatalf("part %d of %q at %d: %v", i, whole.Text, limit, err)
		}
		at := strings.Index(rest, p.Text)
		if at < 0 || strings.TrimSpace(strings.Map(visible, rest[:at])) != "" {
			t.Fatalf("part %d of %q at %d: %q does not follow", i, whole.Text, limit, p.Text)
		}
		rest = rest[at+len(p.Text):]
	}
	if strings.TrimSpace(strings.Map(visible, rest)) != "" {
		t.Fatalf("%q at %d loses %q", whole.Text, limit, rest)
	}
	if got, want := formats(parts...), formats(whole); !slices.Equal(got, want) {
		t.Fatalf("%q at %d is formatted\n%v, want\n%v", whole.Text, limit, got, want)
	}
}

// visible drops what no reader sees: a part of it alone is not sent.
func visible(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// formats lists every visible character with the formatting it has.
func formats(parts ...markdown.Text) []string {
	var out []string
	for _, p := range parts {
		at := -1
		for _, r := range p.Text {
			at += utf16.RuneLen(r)
			if unicode.IsSpace(r) || visible(r) < 0 {
				continue
			}
			var f []string
			for _, e := range p.Entities {
				if e.Offset <= at && at < e.End() {
					f = append(f, string(e.Type)+e.URL+e.Language)
				}
			}
			slices.Sort(f) // of the same range, either may be the outer one
			out = append(out, string(r)+" "+strings.Join(f, " "))
		}
	}
	return out
}

func FuzzRender(f *testing.F) {
	for _, w := range words {
		f.Add("**"+w+"** `"+w+"`\n\n- "+w+"\n> ||"+w+"||", 10)
	}
	f.Add(strings.Join(marks, "x"), 7)
	f.Fuzz(func(t *testing.T, md string, limit int) {
		if len(md) > 4000 {
			return
		}
		for _, got := range []markdown.Text{markdown.Render(md), markdown.Preview(md), markdown.Render(md[:len(md)/2])} {
			if err := valid(got); err != nil {
				t.Fatalf("%q: %v", md, err)
			}
			checkSplit(t, got, 2+max(limit, -limit, 0)%300)
		}
	})
}
