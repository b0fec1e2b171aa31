package relation_test

import (
	"slices"
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/relation"
)

// W3: for whom, whose, by how much, what "only" stands before, and who says, wants or does it: each row is what was said, a claim, the word that
// is looked at, and whether it stands otherwise there.
func TestRoles(t *testing.T) {
	for _, c := range []struct {
		said, claim, word string
		want              bool
	}{
		{"I work for Dana", "User works with Dana", "dana", true},
		{"I work for Dana", "User works for Dana", "dana", false},
		{"ik eet na het werk", "De gebruiker eet voor het werk", "werk", true},
		{"the pill after breakfast", "breakfast after the pill", "pill", true},
		{"the pill after breakfast", "after breakfast the pill", "pill", false},
		{"my brother's dog Rex bit me", "User's brother Rex bit the user", "brother", true},
		{"my sister's getting married", "User's sister marries", "sister", false},
		{"my wife's sister cooks", "User's sister cooks", "sister", true},
		{"il medico di mia madre chiama", "La madre dell'utente è medico", "madre", true},
		{"annemin doktoru Vedat", "Kullanıcının annesi doktor", "annemin", true},
		{"we adopted Lea's cat", "Lea adopted a cat", "lea", true},
		{"Eli has my old bike", "Eli has his old bike", "bike", true},
		{"Anna says that Bert is ill", "Bert says that Anna is ill", "bert", true},
		{"Anna says that Bert is ill", "Anna says that Bert is ill", "bert", false},
		{"the rent went up to 40", "The rent went up by 40", "40", true},
		{"the rent went up to 40", "The rent went up to 40", "40", false},
		{"two years older than me", "two years old", "2", true},
		{"le loyer est passé de 700 à 750", "Le loyer est de 700", "700", true},
		{"mein Bruder wurde operiert", "Der Bruder hat operiert", "operiert", true},
		{"mein Bruder hat gekocht", "Der Bruder hat gekocht", "gekocht", false},
		{"oğlum evden ayrıldı", "Oğlu evde", "evden", true},
	} {
		said, i := placesOf(t, c.said, c.word)
		claim := phrase.Tokens(c.claim)
		k := slices.IndexFunc(claim, func(x phrase.Token) bool {
			return x.Term == c.word || phrase.AreForms(x.Term, c.word)
		})
		var at []int // of all words of the claim
		for _, x := range claim {
			if j := slices.IndexFunc(said, func(s phrase.Token) bool { return s.Term == x.Term || phrase.AreForms(s.Term, x.Term) }); x.Counts() && j >= 0 {
				at = append(at, j)
			}
		}
		if got := relation.DiffersAt(said, i[0], claim, k, at); got != c.want {
			t.Errorf("%q, %q, %q at %d: %v", c.said, c.claim, c.word, k, got)
		}
	}
}
