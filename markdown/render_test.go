package markdown_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/markdown"
)

// Issue 2, point 10: headings, lists, quotes, tables, code, links, spoilers, nested.
func TestRender(t *testing.T) {
	tests := []struct{ name, md, want string }{
		{"plain", "Hello, *world*!", "Hello, ⟨italic:world⟩!"},
		{"nothing", "", ""},
		{"nothing to see", "```\n```", ""},
		{"only invisible", "&#8203; &nbsp;", ""},
		{"emphasis nested", "***both*** and **bold _it_**", "⟨bold:⟨italic:both⟩⟩ and ⟨bold:bold ⟨italic:it⟩⟩"},
		{"same inside itself", "# A **bold** title", "⟨bold:A bold title⟩"},
		{"strike and spoiler", "~~gone~~ ||*hid* den||", "⟨strikethrough:gone⟩ ⟨spoiler:⟨italic:hid⟩ den⟩"},
		{"pipes in prose", "use a||b or a || b", "use a||b or a || b"},
		{"code cuts bold", "**use `x` now**", "⟨bold:use⟩ ⟨code:x⟩ ⟨bold:now⟩"},
		{"code in a spoiler stays hidden", "||the `pin`||", "⟨spoiler:the pin⟩"},
		{"code in a link", "[`doc`](https://a.example)", "⟨text_link=https://a.example:doc⟩ (a.example)"},
		{"code with markers", "`**not bold**`", "⟨code:**not bold**⟩"},
		{"headings", "# One\ntext\n## Two\n\ntext", "⟨bold:One⟩\ntext\n\n⟨bold:Two⟩\n\ntext"},
		{"lines stay lines", "one\ntwo  \nthree\\\nfour", "one\ntwo\nthree\nfour"},
		{"blank lines", "one\n\n\n\ntwo", "one\n\ntwo"},
		{"list under its sentence", "Buy:\n- milk\n- *eggs*\n\nthen rest", "Buy:\n• milk\n• ⟨italic:eggs⟩\n\nthen rest"},
		{"nested lists", "- a\n  - b\n    - c\n      - d\n- e", "• a\n  ◦ b\n    ▪ c\n      ▪ d\n• e"},
		{"loose list", "- a\n\n- b", "• a\n\n• b"},
		{"numbers", "3. c\n4. d\n   more\n\n   - x", "3. c\n4. d\n   more\n\n   ◦ x"},
		{"numbers with a bracket", "1) a\n2) b", "1) a\n2) b"},
		{"tasks", "- [x] done\n- [ ] todo", "☑ done\n☐ todo"},
		{"quote", "> wise *words*\n> more\n\nafter", "⟨blockquote:wise ⟨italic:words⟩\nmore⟩\n\nafter"},
		{"quote in quote", "> a\n>> b\n>> c", "⟨blockquote:a\n> b\n> c⟩"},
		{"list in quote", "> - a\n> - b", "⟨blockquote:• a\n• b⟩"},
		{"code in quote", "> ```\n> x\n> ```", "⟨blockquote:⟨pre:x⟩⟩"},
		{"quote in list", "- a\n\n  > b", "• a\n\n  ⟨blockquote:b⟩"},
		{"code block", "```go\nfunc f() {\n\treturn\n}\n```", "⟨pre=go:func f() {\n    return\n}⟩"},
		{"code keeps its indentation", "```\n  a\n b\n```", "⟨pre:  a\n b⟩"},
		{"code with blank lines around", "```\n\n  a\n\n```", "⟨pre:  a⟩"},
		{"text around code", "a\n```\nx\n```\nb\n\n```\ny\n```\n\nc\n```\nz\n```\n1. d", "a\n⟨pre:x⟩\nb\n\n⟨pre:y⟩\n\nc\n⟨pre:z⟩\n\n1. d"},
		{"strange language", "```<b>\nx\n```", "⟨pre:x⟩"},
		{"indented code", "text\n\n    code", "text\n\n⟨pre:code⟩"},
		{"link", "see [the *docs*](https://a.example/x?y=1&amp;z)", "see ⟨text_link=https://a.example/x?y=1&z:the ⟨italic:docs⟩⟩ (a.example)"},
		{"link without label", "[](https://a.example)", "⟨text_link=https://a.example:https://a.example⟩"},
		{"link that can't be opened", "[mail](mailto:a@b.example) [js](javascript:alert(1)) [here](/x)", "mail (mailto:a@b.example) js here (/x)"},
		{"the link is its label", "[/x](/x) [](/y)", "/x /y"},
		{"bare links", "https://a.example/a_b_c and <https://b.example> x@y.example", "https://a.example/a_b_c and https://b.example x@y.example"},
		{"image", "![a cat](https://a.example/c.png) ![](https://a.example/d.png)", "a cat 🖼"},
		{"rule", "a\n\n---\n\nb", "a\n\n———\n\nb"},
		{"no setext headings", "a\n---\nb\n===", "a\n———\nb\n==="},
		{"a definition does not vanish", "[Alec]: hello", "[Alec]: hello"},
		{"escapes", `\*no\* \\ &amp; \&amp; &#x1F600; &nope; &#0; & a;`, `*no* \ & &amp; 😀 &nope; � & a;`},
		{"tags are text", "<b>x</b> a<br>b <br/>c <name>", "<b>x</b> a\nb \nc <name>"},
		{"HTML blocks are text", "<div>\n*x*\n</div>", "<div>\n⟨italic:x⟩\n</div>"},
		{"control characters", "a\x00b\x07c\u202Ed\re\r\nf", "abcd\ne\nf"},
		{"not UTF-8", "a\xffb *c*", "a\uFFFDb ⟨italic:c⟩"},
		{"Japanese bold", "**重要。**これ、**太字**です", "⟨bold:重要。⟩これ、⟨bold:太字⟩です"},
		{"Chinese quotes", "他说**“好”**了", "他说⟨bold:“好”⟩了"},
		{"emoji", "👩‍👩‍👧 **🇩🇪 x** `𝔘`", "👩‍👩‍👧 ⟨bold:🇩🇪 x⟩ ⟨code:𝔘⟩"},
		{"right to left", "**שלום** עולם `קוד`", "⟨bold:שלום⟩ עולם ⟨code:קוד⟩"},
		{"underscores in words", "snake_case_name and _it_", "snake_case_name and ⟨italic:it⟩"},
		{"unclosed", "**a *b `c ~~d ||e [f](g", "**a *b `c ~~d ||e [f](g"},
		{"empty item", "- \n- b", "• \n• b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := markdown.Render(tt.md)
			if show(got) != tt.want {
				t.Errorf("Render(%q)\n got %q\nwant %q", tt.md, show(got), tt.want)
			}
			if err := valid(got); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestTables(t *testing.T) {
	got := markdown.Render("Look:\n\n| Name | Age | *City* |\n|---|--:|:-:|\n| Ann | 41 | `Bonn` |\n| 王小明 | 7 | 🍎 |\n| short |\n\nafter")
	want := strings.Join([]string{
		"Look:", "",
		"⟨pre:Name   │ Age │ City",
		"───────┼─────┼─────",
		"Ann    │  41 │ Bonn",
		"王小明 │   7 │  🍎",
		"short  │     │⟩", "",
		"after",
	}, "\n")
	if show(got) != want {
		t.Errorf("got\n%s\nwant\n%s", show(got), want)
	}
	if err := valid(got); err != nil {
		t.Error(err)
	}
}

// Hostile nesting must cost neither much time nor a giant text.
func TestRenderStaysSmallAndQuick(t *testing.T) {
	const n = 8000
	for _, unit := range []string{
		">", "> ", "- ", "1. ", "*", "**a ", "*a_ ", "`", "``a ", "[", "![", "[a](", "|", "||a ", "| a ", "<", "&", "\\",
		"# ", "~~a ", "    ", "* a\n  ", "> - ", "<a ", "http://", "a@", "&#1", "```\n", "|-|-|\n", "*`a`*",
	} {
		md := strings.Repeat(unit, n/len(unit))
		begin := time.Now()
		got := markdown.Render(md)
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%q × %d took %s", unit, n/len(unit), took)
		}
		if got.Len() > 8*n {
			t.Errorf("%q × %d gives %d units", unit, n/len(unit), got.Len())
		}
		if len(got.Entities) < 2000 { // the check is quadratic
			if err := valid(got); err != nil {
				t.Errorf("%q: %v", unit, err)
			}
		}
	}
}

func TestPreview(t *testing.T) {
	tests := []struct{ md, want string }{
		{"Hello **wor", "Hello ⟨bold:wor⟩"},
		{"Hello **world*", "Hello ⟨bold:world⟩"},
		{"Hello **", "Hello"},
		{"Hello *", "Hello"},
		{"*a **b", "⟨italic:a ⟨bold:b⟩⟩"},
		{"**bold and ", "⟨bold:bold and⟩"},
		{"run `go te", "run ⟨code:go te⟩"},
		{"||secr", "⟨spoiler:secr⟩"},
		{"see [the docs](https://a.exa", "see the docs"},
		{"see [the docs](https://a.example)", "see ⟨text_link=https://a.example:the docs⟩ (a.example)"},
		{"list:\n-", "list:"},
		{"text\n#", "text"},
		{"text\n``", "text"},
		{"```go\nx := **1", "⟨pre=go:x := **1⟩"},
		{"```\nx\n```\nand **b", "⟨pre:x⟩\nand ⟨bold:b⟩"},
		{"2 * 3 * 4", "2 * 3 * 4"},
		{"snake_case", "snake_case"},
		{"**closed** text", "⟨bold:closed⟩ text"},
		{"open ** here\n\n**next", "open ** here\n\n⟨bold:next⟩"},
		{`\*not`, "*not"},
		{"**日本", "⟨bold:日本⟩"},
	}
	for _, tt := range tests {
		got := markdown.Preview(tt.md)
		if show(got) != tt.want {
			t.Errorf("Preview(%q)\n got %q\nwant %q", tt.md, show(got), tt.want)
		}
		if err := valid(got); err != nil {
			t.Error(err)
		}
	}
}
