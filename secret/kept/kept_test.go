package kept_test

import (
	"testing"

	"keepsake/secret/kept"
	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

func TestFind(t *testing.T) {
	words := lexicon.Load()
	for text, want := range map[string]string{
		"wifi at the gym is goalkeeper, can you remember that for me": "goalkeeper",
		"merk dir bitte: das wlan bei oma ist kaktus":                 "kaktus",
		"вайфай в кафе балалайка запомни плиз":                        "балалаика",
		"याद रखना जिम का वाईफाई तरबूज है":                             "तरबज",
		"wifi at the gym is slow, remember that":                      "",
		"remember that the wifi is upstairs":                          "",
		"wifi at the gym is goalkeeper":                               "", // nobody asks to remember it
		"remember that the gym is goalkeeper":                         "",
	} {
		even, got := plain.Of(text), ""
		kept.Find(even, words, mention.All(even, words, words.Index.Find(even.Low)), func(from, to int) { got = even.Low[from:to] })
		if got != want {
			t.Errorf("%q holds %q, want %q", text, got, want)
		}
	}
}
