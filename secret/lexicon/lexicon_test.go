package lexicon_test

import (
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// The tables as they are loaded: nouns with their joints and classes, lists by language, keywords at their places.
func TestLoad(t *testing.T) {
	w := lexicon.Load()
	en, de := w.Langs["en"], w.Langs["de"]
	if en == 0 || de == 0 || en == de || w.Zero&w.Langs["tr"] == 0 || w.Final&w.Langs["ja"] == 0 {
		t.Fatalf("languages en %b, de %b; zero %b, final %b", en, de, w.Zero, w.Final)
	}
	if !w.Is("is", "is", en) || w.Is("is", "is", de) || len(w.Dense["final"]) == 0 {
		t.Error("the lists are not kept by language")
	}
	found := map[string]lexicon.Class{}
	for _, h := range w.Index.Find("my api-key and the wifi password") {
		if h.Noun == nil || h.Rule != -1 {
			t.Fatalf("%q is no noun", h.Text)
		}
		found[h.Text] = h.Noun.Classes
	}
	for text, class := range map[string]lexicon.Class{"api-key": lexicon.Key, "password": lexicon.Password, "wifi": lexicon.Net} {
		if found[text]&class == 0 {
			t.Errorf("%q has the classes %b, want %b", text, found[text], class)
		}
	}
	w.Index.Add(lexicon.Keyword{Text: "zz", Rule: 7})
	if hits := w.Index.Find("a zz b"); len(hits) != 1 || hits[0].Rule != 7 || hits[0].At != 2 {
		t.Errorf("found %v, want the keyword of two letters", hits)
	}
}

func TestEndings(t *testing.T) {
	w := lexicon.Load()
	if !w.IsStop("forgotten.") || w.IsStop("hedgehog") {
		t.Error("stop words")
	}
	for _, c := range []struct {
		word, lang string
		want       bool
	}{{"vergessen", "de", false}, {"geandert", "de", true}, {"expired", "en", true}, {"seaweed", "en", false}, {"otter", "en", false}, {"marmelada", "es", false}} {
		if got := w.IsParticiple(c.word, w.Langs[c.lang]); got != c.want {
			t.Errorf("IsParticiple(%q, %s) = %v", c.word, c.lang, got)
		}
	}
	if !w.HasVerbEnding("забыли", w.Langs["ru"]) || w.HasVerbEnding("маяк", w.Langs["ru"]) || w.HasVerbEnding("melati", w.Langs["id"]) {
		t.Error("endings of verbs")
	}
}

// Things that lock are found in compounds, and short stems of other languages are not found within words.
func TestHasThing(t *testing.T) {
	w := lexicon.Load()
	for text, want := range map[string]bool{"die kellertur": true, "ytterdorren": true, "to the gate": true, "kod klasy": false, "codice classe": false, "của toi": false} {
		if got := w.HasThing("lock", plain.Low(text)); got != want {
			t.Errorf("HasThing(%q) = %v", text, got)
		}
	}
}

// A word with one slip of the finger is known for what it was to be.
func TestNear(t *testing.T) {
	w := lexicon.Load()
	for word, want := range map[string]string{"passwrod": "password", "pasword": "password", "passsword": "password", "pasdword": "password", "sword": "", "assword": ""} {
		got := ""
		if n := w.Near(word); n != nil {
			got = n.Text
		}
		if got != want && !(want != "" && got != "") {
			t.Errorf("Near(%q) = %q, want %q", word, got, want)
		}
	}
}

// An entry at an end of a text is cut as words of their own, and in scripts without spaces wherever it stands.
func TestCut(t *testing.T) {
	w := lexicon.Load()
	for _, c := range []struct {
		list, text, last, first string
	}{
		{"either", "try this or", "try this ", ""},
		{"either", "the door", "", ""},
		{"either", "or that", "", " that"},
		{"either", "orange", "", ""},
		{"either", "平板试试或者", "平板试试", ""},
		{"either", "或者那个", "", "那个"},
	} {
		if head, is := w.CutLast(c.list, c.text); is != (c.last != "") || is && head != c.last {
			t.Errorf("CutLast(%q) = %q, %v", c.text, head, is)
		}
		if rest, is := w.CutFirst(c.list, c.text); is != (c.first != "") || is && rest != c.first {
			t.Errorf("CutFirst(%q) = %q, %v", c.text, rest, is)
		}
	}
}
