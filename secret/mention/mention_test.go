package mention_test

import (
	"strings"
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

var words = lexicon.Load()

// nounIn returns the longest noun of a text.
func nounIn(t *testing.T, text string) *mention.Noun {
	t.Helper()
	even := plain.Of(text)
	var longest *mention.Noun
	for _, n := range mention.All(even, words, words.Index.Find(even.Low)) {
		if longest == nil || len(n.Entry.Text) > len(longest.Entry.Text) {
			longest = n
		}
	}
	if longest == nil {
		t.Fatalf("%q has no noun", text)
	}
	return longest
}

// What the words around a noun say: whose it is, whether it is asked for, denied, changed, or of another kind.
func TestWordsAround(t *testing.T) {
	for _, c := range []struct {
		name    string
		is      func(*mention.Noun) bool
		yes, no string
	}{
		{"IsOwnBefore", (*mention.Noun).IsOwnBefore, "my password", "the password"},
		{"IsWhose", (*mention.Noun).IsWhose, "your code is 4711", "area code is 4711"},
		{"IsQuestion", (*mention.Noun).IsQuestion, "what is the password?", "this is the password."},
		{"IsDenied", (*mention.Noun).IsDenied, "I don't know the password", "I know the password"},
		{"IsNetwork", (*mention.Noun).IsNetwork, "the wifi password", "the Netflix password"},
		{"IsOfKind", (*mention.Noun).IsOfKind, "class code 709180", "the code 709180"},
		{"IsChanged", (*mention.Noun).IsChanged, "I changed the password", "I like the password"},
		{"IsKept", (*mention.Noun).IsKept, "gestor de contraseñas", "todas las contraseñas"},
		{"IsSentence", (*mention.Noun).IsSentence, "the password is a phrase", "the password is short"},
		{"IsAs", (*mention.Noun).IsAs, "otter as password", "otter, password"},
		{"IsDefiniteBefore", (*mention.Noun).IsDefiniteBefore, "Tom's password", "some password"},
		{"IsLinked", (*mention.Noun).IsLinked, "the password is short", "the password works"},
		{"IsDialLock", (*mention.Noun).IsDialLock, "suitcase code", "door code"},
	} {
		if !c.is(nounIn(t, c.yes)) {
			t.Errorf("%s is false for %q", c.name, c.yes)
		}
		if c.is(nounIn(t, c.no)) {
			t.Errorf("%s is true for %q", c.name, c.no)
		}
	}
}

// A noun is a word of its own, or part of a compound in languages that have them.
func TestNew(t *testing.T) {
	for text, want := range map[string]bool{
		"my password":         true,
		"mein WLAN-Passwort":  true,
		"password_hash":       false,
		"anna@laptop":         false,
		"das Kennwort stimmt": true,
	} {
		even, got := plain.Of(text), false
		for _, h := range words.Index.Find(even.Low) {
			got = got || mention.New(even, words, h) != nil
		}
		if got != want {
			t.Errorf("a noun in %q: %v, want %v", text, got, want)
		}
	}
}

// Numbers beside a noun: years, dials, times, parts of words.
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		name    string
		is      func(n *mention.Noun, from, to int) bool
		yes, no string // the number is the last word of the text
	}{
		{"IsUndated", func(n *mention.Noun, from, to int) bool { return n.IsUndated(0, from, to) }, "pin of my sim 1923", "pin of my sim from 1923"},
		{"IsPointed", func(n *mention.Noun, from, to int) bool { return n.IsPointed(0, from, to) }, "the door code is 1970", "my door code since 1970"},
		{"IsDialled", func(n *mention.Noun, from, to int) bool { return n.IsDialled(0, from, to) }, "padlock opens on 417", "padlock costs 417"},
		{"IsTimeOfDay", func(n *mention.Noun, from, to int) bool { return n.IsTimeOfDay(0, from, n.Low[from:to]) }, "the door opens at 1830", "the door opens with 1830"},
		{"IsYearOfChange", func(n *mention.Noun, from, _ int) bool { return n.IsYearOfChange(from) }, "I changed my pin in 2019", "I changed my pin to 2019"},
		{"IsOther", func(n *mention.Noun, from, _ int) bool { return n.IsOther(from) }, "the code of order 482913", "the code is 482913"},
		{"IsPartOfWord", func(n *mention.Noun, from, to int) bool { return n.IsPartOfWord(from+1, to) }, "the door code is A4711", "the door code is 14711"},
	} {
		for text, want := range map[string]bool{c.yes: true, c.no: false} {
			n := nounIn(t, text)
			from := strings.LastIndexByte(n.Low, ' ') + 1
			if got := c.is(n, from, len(n.Low)); got != want && c.name != "IsPartOfWord" || want && !got {
				t.Errorf("%s of %q: %v, want %v", c.name, text, got, want)
			}
		}
	}
}

// A remark about spelling ends its clause, and says nothing else.
func TestIsRemark(t *testing.T) {
	for text, want := range map[string]bool{
		"password otter| with a hyphen":                 true,
		"password otter|, all in one word":              true,
		"passwort otter| zusammengeschrieben":           true,
		"пароль otter| через дефис":                     true,
		"密码otter|中间有横杠":                                 true,
		"password otter| with a hyphen is not accepted": false,
		"password otter| with the others":               false,
	} {
		before, after, _ := strings.Cut(text, "|")
		if got := nounIn(t, before+after).IsRemark(len(plain.Low(before))); got != want {
			t.Errorf("a remark in %q: %v, want %v", text, got, want)
		}
	}
}

// A word that talk about passwords is made of is no plain word.
func TestIsPlainWord(t *testing.T) {
	n := nounIn(t, "the password otter now with login")
	for word, want := range map[string]bool{"otter": true, "with": false, "now": false, "login": false, "password": false} {
		at := strings.Index(n.Low, word)
		if got := n.IsPlainWord(at, at+len(word)); got != want {
			t.Errorf("IsPlainWord(%q) = %v", word, got)
		}
	}
}

// In scripts without spaces a quotation mark behind a noun opens the secret, unless the noun stands in a quotation.
func TestClosing(t *testing.T) {
	for text, want := range map[string]bool{"合言葉「ひまわり」": false, "「合言葉」": true, `the "password" is short`: true} {
		if got := strings.Contains(nounIn(t, text).Closing(), `"`); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
