package relation_test

import (
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/relation"
)

// W3: a claim keeps where something lies, how long it lasts, what it is compared with, and the half of an hour.
func TestDiffersAt(t *testing.T) {
	for _, c := range []struct {
		said, claim, word, claimed string
		want                       bool
	}{
		{"the keys are under the mat", "The keys are on the mat", "mat", "mat", true},
		{"the keys are under the mat", "The keys are under the mat", "mat", "mat", false},
		{"anahtarlar paspasın altında", "Anahtarlar paspasın üstünde", "paspasin", "paspasin", true},
		{"I go to Perth in 3 weeks", "User goes to Perth for 3 weeks", "3", "3", true},
		{"I go to Perth in 3 weeks", "User goes to Perth in 3 weeks", "3", "3", false},
		{"je suis arrivé il y a 3 ans", "L'utilisateur arrive dans 3 ans", "3", "3", true},
		{"Rita is older than Leo", "Leo is older than Rita", "leo", "leo", true},
		{"Rita is older than Leo", "Rita is older than Leo", "leo", "leo", false},
		{"Rita es mayor que Leo", "Leo es mayor que Rita", "leo", "leo", true},
		{"Rita Leo'dan büyük", "Leo Rita'dan büyük", "leo", "leo", true},
		{"ders 8 buçukta", "ders 8", "8", "8", true},
		{"Lea hat den Bruder von Tom geheiratet", "Lea hat Tom geheiratet", "tom", "tom", true},
	} {
		said, i := placesOf(t, c.said, c.word)
		claim, k := placesOf(t, c.claim, c.claimed)
		if got := relation.DiffersAt(said, i[0], claim, k[0], i); got != c.want {
			t.Errorf("%q, %q: %v", c.said, c.claim, got)
		}
	}
}

// W3: one of two things is not so for sure, and a verb keeps the word that belongs to it.
func TestSmallWords(t *testing.T) {
	for _, c := range []struct {
		said, words string
		drops, verb bool
	}{
		{"we meet on monday or tuesday", "meet monday", true, false},
		{"we meet on monday or tuesday", "meet monday tuesday", false, false},
		{"ci vediamo lunedì o martedì", "vediamo martedi", true, false},
		{"ich hab die katze abgegeben", "katze", false, true},
		{"ich hab die katze abgegeben", "katze abgegeben", false, false},
		{"ich will die wohnung kündigen", "wohnung", false, true},
	} {
		ts, at := placesOf(t, c.said, c.words)
		if drops, verb := relation.DropsAlternative(ts, ts, at), relation.LosesLastVerb(ts, at); drops != c.drops || verb != c.verb {
			t.Errorf("%q, %q: drops %v, verb %v", c.said, c.words, drops, verb)
		}
	}
	for _, c := range []struct {
		said, claim string
		want        bool
	}{
		{"I turned the heating off", "User turned the heating on", true},
		{"der laden macht um 9 auf", "Der Laden macht um 9 zu", true},
		{"der laden macht um 9 auf", "Der Laden macht um 9 auf", false},
		{"I turned it on and off", "User turned it on", false},
	} {
		if got := relation.TurnsParticle(phrase.Tokens(c.said), phrase.Tokens(c.claim)); got != c.want {
			t.Errorf("%q, %q: %v", c.said, c.claim, got)
		}
	}
}
