package values_test

import (
	"strings"
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
	"keepsake/secret/values"
)

var words = lexicon.Load()

// readerOf returns a reader of the longest noun of a text, without the bar in it, and where the bar stands.
func readerOf(t *testing.T, text string) (values.Reader, int) {
	t.Helper()
	before, after, _ := strings.Cut(text, "|")
	even := plain.Of(before + after)
	var longest *mention.Noun
	for _, n := range mention.All(even, words, words.Index.Find(even.Low)) {
		if longest == nil || len(n.Entry.Text) > len(longest.Entry.Text) {
			longest = n
		}
	}
	if longest == nil {
		t.Fatalf("%q has no noun", text)
	}
	return values.Reader{Noun: longest}, len(plain.Low(before))
}

// What stands at a place is a secret or not, by the noun, the look of it, and what links the two.
func TestValue(t *testing.T) {
	for _, c := range []struct {
		text string
		by   values.Link
		want string
		kind values.Kind
	}{
		{"password: |otter", values.Colon, "otter", values.Password},
		{"the password is |\"purple otter\"", values.Copula, "purple otter", values.Password},
		{"my pin |4711", values.Adjacent, "4711", values.Password},
		{"password |hunter2x", values.Adjacent, "hunter2x", values.Password},
		{"password |otter-lantern with a hyphen", values.Adjacent, "otter-lantern", values.Password},
		{"the password? |otter", values.Answer, "otter", values.Password},
		{"wifi: |marmalade77", values.Colon, "marmalade77", values.Password},
		{"パスワードは|ひまわりです", values.Topic, "ひまわり", values.Password},
		{"passport |C01X00T47", values.Adjacent, "C01X00T47", values.Identity},
		{"verification code: |482 913", values.Colon, "482 913", values.Code},
		{"seed phrase: |one two three four five six seven eight nine ten eleven twelve", values.Colon, "", ""},
		{"the password is |wrong", values.Copula, "", ""},
		{"password: |${DB_PASSWORD}", values.Colon, "", ""},
		{"I changed my pin in |2019", values.Copula, "", ""},
		{"password |has 12 characters", values.Adjacent, "", ""},
	} {
		p, at := readerOf(t, c.text)
		from, to, kind, ok := p.Value(at, c.by)
		if got := p.Plain[from:to]; ok != (c.want != "") || ok && (got != c.want || kind != c.kind) {
			t.Errorf("%q: %q, %q, %v; want %q, %q", c.text, got, kind, ok, c.want, c.kind)
		}
	}
}

// The one number or token of a sentence that can be the secret; none where two can.
func TestLone(t *testing.T) {
	for text, want := range map[string]string{
		"my pin for the card with the blue edge, 8274": "8274",
		"the suitcase lock code, turn it to 417":       "417",
		"door code downstairs 47A60":                   "47A60",
		"the pin from 2019":                            "",
		"the door code costs $4711":                    "",
		"the door code, call +49 4711":                 "",
	} {
		p, _ := readerOf(t, text)
		from, to, ok := p.LoneNumber(0, len(p.Low))
		if !ok {
			from, to, ok = p.LoneDoorCode(0, len(p.Low))
		}
		if got := p.Plain[from:to]; got != want || ok != (want != "") {
			t.Errorf("the number of %q is %q, want %q", text, got, want)
		}
	}
	p, _ := readerOf(t, "with K9!morafek you get in, that's the password")
	if from, to, ok := p.LoneRandom(0, len(p.Low)); !ok || p.Plain[from:to] != "K9!morafek" {
		t.Errorf("the token is %q", p.Plain[from:to])
	}
}

// A reader of a noun with other classes, or of somebody's own, leaves the first one as it is.
func TestCopies(t *testing.T) {
	p, _ := readerOf(t, "the password is 4711")
	if q := p.As(lexicon.Pin); q.Entry.Classes != lexicon.Pin || p.Entry.Classes == lexicon.Pin || q.Kind() != values.Password {
		t.Error("As")
	}
	if q := p.AsOwn(); !q.Own || p.Own {
		t.Error("AsOwn")
	}
}
