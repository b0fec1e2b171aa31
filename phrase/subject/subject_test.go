package subject_test

import (
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
		if ts := subject.Of(phrase.Tokens(clause)); len(ts) > 0 {
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
