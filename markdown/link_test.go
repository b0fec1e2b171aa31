package markdown_test

import (
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"keepsake/markdown"
)

// W20: a label cannot pass for another address, and nothing is behind a picture or an app's link.
func TestW20LinksShowWhereTheyLead(t *testing.T) {
	long := strings.Repeat("a", 70) + ".evil.example"
	for name, c := range map[string]struct{ md, want string }{
		"another address":     {"[https://bank.com](https://evil.example/?d=asthma)", "⟨text_link=https://evil.example/?d=asthma:https://bank.com⟩ (evil.example)"},
		"words":               {"see [your *account*](https://evil.example)", "see ⟨text_link=https://evil.example:your ⟨italic:account⟩⟩ (evil.example)"},
		"its own":             {"[https://a.example/x](https://a.example/x)", "⟨text_link=https://a.example/x:https://a.example/x⟩"},
		"its own, shorter":    {"[a.example](https://a.example/x?y=z) [A.example/x](http://a.example/x/)", "⟨text_link=https://a.example/x?y=z:a.example⟩ ⟨text_link=http://a.example/x/:A.example/x⟩"},
		"half of its host":    {"[bank.com](https://bank.com.evil.example)", "⟨text_link=https://bank.com.evil.example:bank.com⟩ (bank.com.evil.example)"},
		"another path":        {"[https://a.example/pay](https://a.example/delete)", "⟨text_link=https://a.example/delete:https://a.example/pay⟩ (a.example)"},
		"a name before @":     {"[https://bank.com](https://bank.com@evil.example/)", "⟨text_link=https://bank.com@evil.example/:https://bank.com⟩ (evil.example)"},
		"the same with name":  {"[https://bank.com@evil.example](https://bank.com@evil.example)", "⟨text_link=https://bank.com@evil.example:https://bank.com@evil.example⟩ (evil.example)"},
		"look-alike host":     {"[аррle.com](https://аррle.com)", "⟨text_link=https://аррle.com:аррle.com⟩ (а⟨U+0430⟩р⟨U+0440⟩р⟨U+0440⟩le.com)"},
		"a Russian host":      {"[пример.рф](https://пример.рф)", "⟨text_link=https://пример.рф:пример.рф⟩"},
		"a port":              {"[x](https://a.example:8443/)", "⟨text_link=https://a.example:8443/:x⟩ (a.example:8443)"},
		"a long host":         {"[x](https://" + long + ")", "⟨text_link=https://" + long + ":x⟩ (…" + long[len(long)-60:] + ")"},
		"a hidden mark in it": {"[https://bank.com\u200b](https://bank.com)", "⟨text_link=https://bank.com:https://bank.com\u200b⟩ (bank.com)"},
		"a picture":           {"![a cat](https://evil.example/?d=asthma)", "a cat"},
		"a picture unnamed":   {"look ![](https://evil.example/?d=asthma)", "look 🖼"},
		"a picture as label":  {"[![a cat](https://b.example/c.png)](https://evil.example)", "⟨text_link=https://evil.example:a cat⟩ (evil.example)"},
		"an app's, labelled":  {"[click](tg://resolve?domain=evil&text=asthma) [js](JavaScript:alert) [app](intent://x#y)", "click js app"},
		"an app's, bare":      {"tap tg://resolve?domain=evil&text=asthma.", "tap ⟨code:tg://resolve?domain=evil&text=asthma⟩."},
		"an app's, in bold":   {"**tap TG://resolve?domain=evil now**", "⟨bold:tap⟩ ⟨code:TG://resolve?domain=evil⟩ ⟨bold:now⟩"},
		"an app's, hidden":    {"||ton://transfer/x?text=asthma||", "⟨code:ton://transfer/x?text=asthma⟩"},
		"an app's, half bold": {"a**tg://x**y tg://a**b c** d", "a⟨code:tg://xy⟩ ⟨code:tg://ab⟩ ⟨bold:c⟩ d"},
		"an app's, in part":   {"](tg://resolve?text=x[||[||", "](⟨code:tg://resolve?text=x[[⟩"},
		"an app's, unnamed":   {"[](tg://resolve?domain=evil)", "⟨code:tg://resolve?domain=evil⟩"},
		"an app's, in code":   {"`tg://resolve?domain=evil`", "⟨code:tg://resolve?domain=evil⟩"},
		"an app's, as label":  {"[tg://a](https://b.example)", "⟨text_link=https://b.example:tg://a⟩ (b.example)"},
		"mail and telephone":  {"[Ann](mailto:a@b.example) [call](tel:+4912)", "Ann (mailto:a@b.example) call (tel:+4912)"},
		"in a list":           {"- [a](https://b.example)\n- c", "• ⟨text_link=https://b.example:a⟩ (b.example)\n• c"},
	} {
		t.Run(name, func(t *testing.T) {
			got := markdown.Render(c.md)
			if show(got) != c.want {
				t.Errorf("Render(%q)\n got %q\nwant %q", c.md, show(got), c.want)
			}
			if err := valid(got); err != nil {
				t.Error(err)
			}
		})
	}
}

// W20: whatever is written, the host of each link stands in what is shown, and none is an app's.
func TestW20EveryHostIsShown(t *testing.T) {
	pieces := []string{"[", "]", "](https://evil.example/", "](http://b.example", "](tg://resolve?text=x", ")", "https://bank.com", "![", " tg://resolve?domain=x ",
		"<https://c.example>", "*", "`", "||", "\n", "> ", "- ", "a", " ", "\\", "](https://bank.com@evil.example)"}
	rapid.Check(t, func(t *rapid.T) {
		md := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "pieces"), "")
		got := markdown.Render(md)
		if err := valid(got); err != nil {
			t.Fatalf("Render(%q): %v", md, err)
		}
		for _, e := range got.Entities {
			if e.Type != markdown.Link {
				continue
			}
			u, err := url.Parse(e.URL)
			if err != nil || u.Scheme != "http" && u.Scheme != "https" || !strings.Contains(got.Text, u.Host) {
				t.Fatalf("Render(%q) links to %q and shows %q", md, e.URL, got.Text)
			}
		}
	})
}
