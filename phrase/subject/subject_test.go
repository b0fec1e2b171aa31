package subject_test

import (
	"slices"
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/subject"
)

// W5: whom a clause is about.
func TestOf(t *testing.T) {
	for clause, want := range map[string]string{
		"I keep bees": "i", "she keeps bees": "she", "Tom keeps bees": "tom", "my brother Tom keeps bees": "tom", "likes tea": "", "": "",
	} {
		got := ""
		if ts := subject.Find(phrase.Tokens(clause)); len(ts) > 0 {
			got = ts[len(ts)-1].Term
		}
		if got != want {
			t.Errorf("%q is about %q, want %q", clause, got, want)
		}
	}
}

func TestWhoIsNamed(t *testing.T) {
	for clause, want := range map[string]struct {
		pronoun       int
		self, isGiven bool
	}{
		"she keeps bees":        {0, false, true},
		"I keep bees":           {-1, true, true},
		"keeps bees":            {-1, false, false},
		"my sister keeps bees":  {-1, false, true},
		"bees and honey I love": {-1, false, false},
	} {
		ts := phrase.Tokens(clause)
		if p, self, given := subject.Pronoun(ts), subject.IsSelf(ts), subject.IsGiven(ts); p != want.pronoun || self != want.self || given != want.isGiven {
			t.Errorf("%q: %d %v %v, want %+v", clause, p, self, given, want)
		}
	}
}

func TestToldMore(t *testing.T) {
	for name, c := range map[string]struct{ before, clause, want string }{
		"English":        {"that's for my brother Tom", "who keeps bees", "tom"},
		"Spanish":        {"es para mi cuñada Ainhoa", "que tiene una librería", "ainhoa"},
		"German":         {"schreib eine Karte an Jonas", "der eine Imkerei hat", "jonas"},
		"Russian":        {"напиши Анне", "которая держит пчёл", "анне"},
		"of the speaker": {"I told Tom", "that I keep bees", ""},
		"of no name":     {"that's for my brother", "who keeps bees", ""},
		"no relative":    {"that's for Tom", "buy bees", ""},
		"nothing before": {"", "who keeps bees", ""},
	} {
		got := ""
		if ts := subject.ToldMore(c.before, c.clause); len(ts) > 0 {
			got = ts[0].Term
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// W3: whose relative somebody is stays, and who is another one.
func TestRelatives(t *testing.T) {
	for _, c := range []struct {
		a, b      string
		isAnother bool
	}{
		{"hermano", "hermana", true}, {"irma", "irmao", true}, {"ami", "amie", true}, {"nachbar", "nachbarin", true}, {"sister", "sisters", true},
		{"cugino", "cugina", true}, {"сестра", "сестре", false}, {"sister", "sister", false}, {"alergica", "alergico", false},
	} {
		if got := subject.IsAnotherRelative(c.a, c.b); got != c.isAnother {
			t.Errorf("%s, %s: %v", c.a, c.b, got)
		}
	}
	places := func(ts []phrase.Token, words ...string) (at []int) {
		for _, w := range words {
			at = append(at, slices.IndexFunc(ts, func(t phrase.Token) bool { return t.Term == w }))
		}
		return at
	}
	ts := phrase.Tokens("the husband of the user's sister works days")
	if !subject.LosesOwner(ts, places(ts, "husband", "days")) || subject.LosesOwner(ts, places(ts, "husband", "sister", "days")) {
		t.Error("the husband of the sister")
	}
	ts = phrase.Tokens("it is fine for the user's sister")
	if !subject.IsOfRelative(ts, places(ts, "fine")) || subject.IsOfRelative(ts, places(ts, "fine", "sister")) || subject.IsOfRelative(phrase.Tokens("I'm fine with my sister"), []int{2}) {
		t.Error("fine for the sister")
	}
	ts = phrase.Tokens("my sister in law runs the bakery")
	if i := places(ts, "sister")[0]; !subject.LeavesOutRelation(ts, i, places(ts, "sister", "bakery")) || subject.LeavesOutRelation(ts, i, places(ts, "sister", "law")) {
		t.Error("in law")
	}
}
