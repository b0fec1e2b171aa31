package aside_test

import (
	"testing"

	"keepsake/secret/aside"
	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// A value is found beside a cue in a text about access, and a product is none.
func TestFind(t *testing.T) {
	w := lexicon.Load()
	for text, want := range map[string]string{
		"the tax account is sorted, it is now Morvek8832":            "Morvek8832",
		"netflix got reset, now it's tulfen_488, tell them":          "tulfen_488",
		"wifi at the cottage cherry53, small letters":                "cherry53",
		"eski facebook'a Papatya1991 kullanıyordun":                  "Papatya1991",
		"netflix kicked us out, kid changed it to Pickletoast77":     "Pickletoast77",
		"pour le wifi du camping tu mets mouette2024 sans majuscule": "mouette2024",
		"kid changed netflix to Premium4":                            "",
		"my laptop is now on Ubuntu2404":                             "",
		"wifi in room B204 is bad":                                   "",
	} {
		even, got := plain.Of(text), ""
		aside.Find(even, w, mention.All(even, w, w.Index.Find(even.Low)), true, func(from, to int) { got = even.Plain[from:to] })
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
