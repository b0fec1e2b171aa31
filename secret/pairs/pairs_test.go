package pairs_test

import (
	"strings"
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/pairs"
	"keepsake/secret/plain"
)

// A password beside a name is found, and a telephone number, an order or a second name is not.
func TestFind(t *testing.T) {
	for text, want := range map[string]string{
		"anna_k82 / K9!morafek":                "K9!morafek",
		"its anna_k82 and K9!morafek why":      "K9!morafek",
		"its anna_k82 or K9!morafek":           "",
		"anna_k82, K9!morafek":                 "K9!morafek",
		"anna@example.org\nK9!morafek":         "K9!morafek",
		"anna@example.org K9!morafek":          "K9!morafek",
		"anna@example.org:K9!morafek":          "K9!morafek",
		"root / K9!morafek":                    "K9!morafek",
		"admin:K9!morafek":                     "K9!morafek",
		"anna@example.org;K9!morafek":          "K9!morafek",
		"anna@example.org + mura_621":          "mura_621",
		"anna@example.org, K9!morafek":         "",
		"anna@example.org SO855236":            "",
		"write to anna@example.org K9!morafek": "",
		"anna@example.org +49 151 2345678":     "",
		"anna_k82 / max_82":                    "",
		"its anna@example.org and Jack63! yes": "Jack63!",
		"login diary of Leo: max10 / Kotal22?": "Kotal22?",
		"names of Leo: max10 / Kotal22?":       "",
		"login names: max10 / tom22":           "",
		"login on: windows10 / Windows11?":     "",
		"anna_k82":                             "",
		"admin / SO108787":                     "",
		"short":                                "",
	} {
		view, got := plain.Of(text), ""
		pairs.Find(view, func(word string) bool { return word == "and" }, func(line string) bool { return strings.HasPrefix(line, "login") }, func(from, to int) { got = view.Plain[from:to] })
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// A list under a word for passwords gives what each is for and the password, and rules for passwords give none.
func TestListed(t *testing.T) {
	words := lexicon.Load()
	for text, want := range map[string]string{
		"passwords:\n  router: K9!morafek\n  nas: hunter22": "K9!morafek hunter22",
		"hasła\nwifi: Morlek882!\n\nnas: tarvok5521":        "Morlek882!",
		"password:\n  min_length: 12\n  expires: 90d":       "",
		"hosts:\n  router: K9!morafek":                      "",
	} {
		view := plain.Of(text)
		var got []string
		pairs.AddListed(view, mention.All(view, words, words.Index.Find(view.Low)), func(from, to int) { got = append(got, view.Plain[from:to]) })
		if strings.Join(got, " ") != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
