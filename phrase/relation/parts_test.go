package relation_test

import (
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/relation"
)

// W3: a number that is a limit stays one, and a stretch of time the same.
func TestLimitsAndPeriods(t *testing.T) {
	for _, c := range []struct {
		said, claim, word string
		limit, period     bool
	}{
		{"I earn less than 2000", "User earns more than 2000", "2000", true, false},
		{"I earn less than 2000", "User earns under 2000", "2000", false, false},
		{"I earn less than 2000", "User earns 2000", "2000", true, false},
		{"gano menos de 2000", "gana más de 2000", "2000", true, false},
		{"2000'den az kazanıyorum", "2000'den fazla kazanıyor", "2000", true, false},
		{"we have 2000 in there", "User has 2000", "2000", false, false},
		{"I do days next week", "User does days this week", "week", false, true},
		{"I do days next week", "User does days next week", "week", false, false},
		{"la semaine prochaine de jour", "cette semaine de jour", "semaine", false, true},
		{"I run once a week", "User runs once a week", "week", false, false},
	} {
		said, i := placesOf(t, c.said, c.word)
		claim, k := placesOf(t, c.claim, c.word)
		if limit, period := relation.TurnsLimit(said, i[0], claim, k[0]), relation.TurnsPeriod(said, i[0], claim, k[0]); limit != c.limit || period != c.period {
			t.Errorf("%q, %q: limit %v, period %v", c.said, c.claim, limit, period)
		}
	}
}

// W3: what a claim leaves out may be what makes it so.
func TestLeftOut(t *testing.T) {
	for _, c := range []struct {
		said, words  string
		denies, lack bool
	}{
		{"no como carne pero huevos sí", "no huevos", true, false},
		{"no como carne pero tampoco huevos", "no huevos", false, false},
		{"non mangio pesce ma le uova sì", "non uova", true, false},
		{"I eat no meat but eggs are fine", "no meat", false, false},
		{"ich trinke alkoholfreies bier", "trinke bier", false, true},
		{"I drink alcohol free beer", "drink beer", false, true},
		{"I drink alcohol free beer", "drink alcohol beer", false, false},
		{"bevo birra analcolica", "bevo birra", false, true},
	} {
		ts, at := placesOf(t, c.said, c.words)
		if denies, lack := relation.DeniesAcross(ts, at), relation.LosesLack(ts, at); denies != c.denies || lack != c.lack {
			t.Errorf("%q, %q: denies %v, lack %v", c.said, c.words, denies, lack)
		}
	}
	if ts, at := placesOf(t, "yeğenimin kız arkadaşı hemşire", "yegenimin hemsire"); !relation.LosesTurkishOwner(ts, at[0], "yegeni", at) {
		t.Error("an owner")
	}
	if ts, at := placesOf(t, "tengo il cane di Matteo", "cane"); !relation.IsOfAnother(ts, at[0]) {
		t.Error("somebody else's dog")
	}
	if ts, at := placesOf(t, "I'm off coffee since March", "coffee"); !relation.LosesOff(ts, phrase.Tokens("User has coffee"), at) || relation.LosesOff(ts, ts, at) {
		t.Error("off")
	}
	if said := phrase.Tokens("Paula m'apprend la guitare"); !relation.DropsTarget(said, phrase.Tokens("Paula apprend la guitare")) || relation.DropsTarget(said, said) {
		t.Error("who learns")
	}
}

func TestBeginsWithThing(t *testing.T) {
	for part, want := range map[string]bool{
		"the dog turned 4 in May": true, "the meter in the hall": true, "l'asciugatrice in bagno": true, "lo stipendio buono": true,
		"the piano": false, "lives in Bonn": false, "two kids": false,
	} {
		if got := relation.BeginsWithThing(phrase.Tokens(part), part); got != want {
			t.Errorf("%q: %v", part, got)
		}
	}
}
