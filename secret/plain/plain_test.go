package plain_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"keepsake/secret/plain"
)

// One form of each character, whatever the script, the marks and the invisible signs.
func TestForms(t *testing.T) {
	for in, want := range map[string]string{
		"Straße":              "strase",
		"４１１１ ٤١ ४१":          "4111 41 41",
		"hun\u200Bter\u00AD2": "hunter2",
		"a\u00A0b—c":          "a b-c",
		"Κωδικός ПАРОЛЬ":      "κωδικοσ пароль",
		"\u1106\u116E":        "무",
		"«x»：ﬁ":               "\"x\":fi",
	} {
		if got := plain.Low(in); got != want {
			t.Errorf("Low(%q) = %q, want %q", in, got, want)
		}
	}
}

// Plain and Low are of one length, and each byte has a place in the source.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := plain.Of(string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "runes"))
		if len(x.Plain) != len(x.Low) || x.Starts != nil && len(x.Starts) != len(x.Plain)+1 {
			t.Fatalf("%d, %d, %d", len(x.Plain), len(x.Low), len(x.Starts))
		}
		for i := 1; i < len(x.Starts); i++ {
			if x.Starts[i] < x.Starts[i-1] || int(x.Starts[i]) > len(x.Source) {
				t.Fatalf("byte %d stands at %d of %d", i, x.Starts[i], len(x.Source))
			}
		}
	})
}

// Words and tokens, from any place in a text, in the source as well.
func TestWalk(t *testing.T) {
	x := plain.Of("Ça, don't «fünf» 6")
	at := strings.Index(x.Low, "don't")
	if x.WordStart(at+3) != at || x.WordEnd(at) != at+5 || x.TokenEnd(0) != 3 || x.TokenStart(at+2) != at || x.Skip(2, ", ") != at {
		t.Errorf("words of %q", x.Low)
	}
	if r, next := x.Next(at); r != 'd' || next != at+1 || x.Before(at) != ' ' || x.Before(0) != 0 {
		t.Error("the characters around a place")
	}
	if r, next := x.Next(len(x.Low)); r != 0 || next != len(x.Low) {
		t.Error("the end of a text")
	}
	five := strings.Index(x.Low, "funf")
	if a, b := x.Original(five, five+4); x.Source[a:b] != "fünf" || !x.IsSource(five, five+4, "FÜNF") {
		t.Errorf("%q stands in the source", x.Source[a:b])
	}
	if plain.FirstRune("фа") != 'ф' || plain.LastRune("фа") != 'а' || !plain.IsUpperAt("aB", 1) || plain.IsWordRune('-') {
		t.Error("characters")
	}
}
