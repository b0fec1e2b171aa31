package relation_test

import (
	"slices"
	"strings"
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/relation"
)

// placesOf returns the tokens of a text, and where these words stand among them.
func placesOf(t *testing.T, said, words string) (ts []phrase.Token, at []int) {
	t.Helper()
	ts = phrase.Tokens(said)
	for w := range strings.FieldsSeq(words) {
		i := 0
		for i < len(ts) && ts[i].Term != w {
			i++
		}
		if i == len(ts) {
			t.Fatalf("%q: no %q", said, w)
		}
		at = append(at, i)
	}
	return ts, at
}

// W3: a claim may not take its words together from parts that say something of two things.
func TestPartsOfAClause(t *testing.T) {
	for _, c := range []struct {
		said, words        string
		isMoved, isSkipped bool
	}{
		{"Biscuit gets half a tablet in the morning and whole ones at night", "biscuit gets whole tablet morning", true, true},
		{"I love Rome and Paris", "love paris rome", false, false},
		{"in the cold evenings, I drink tea", "drink tea evenings", false, false},
		{"on Mondays, tea", "tea mondays", false, false},
		{"la cantina la tiene Beltrame, quella del garage Rossi", "garage beltrame", true, true},
		{"the boiler is in the cellar and the meter in the hall", "boiler hall", false, true},
		{"the boiler is in the cellar and the meter in the hall", "boiler cellar", false, false},
		{"the boiler is in the cellar and the meter in the hall", "meter hall", false, false},
		{"Leo hates peas and Ben carrots", "ben hates peas", false, true},
		{"my wife and I love Rome", "wife love rome", false, false},
		{"I play the cello and the piano", "play piano", false, false},
		{"my allergy is to hazelnuts, walnuts are ok", "allergy walnuts", false, true},
		{"my allergy is to hazelnuts, walnuts and figs", "allergy walnuts", false, false},
		{"I quit the orchestra but still play at weddings", "quit play weddings", false, true},
		{"I quit the orchestra but still play at weddings", "play weddings", false, false},
		{"cette semaine je bosse de nuit, la semaine prochaine de jour", "bosse nuit semaine prochaine", false, true},
		{"sono nato a Bari ma mio fratello a Lecce", "fratello nato bari", true, true},
		{"gano menos de 2000 y mi mujer más de 3000", "mujer gano menos 2000", true, true},
	} {
		ts, at := placesOf(t, c.said, c.words)
		if moved, skipped := relation.MovesAcross(ts, at), relation.MixesParts(ts, at); moved != c.isMoved || skipped != c.isSkipped {
			t.Errorf("%q, %q: moved %v, skipped %v", c.said, c.words, moved, skipped)
		}
	}
}

func TestPrepositions(t *testing.T) {
	for _, c := range []struct {
		said, claim, word string
		way, owner        bool
	}{
		{"the train to Leeds", "a train from Leeds", "leeds", true, false},
		{"the train to Leeds", "a train for Leeds", "leeds", false, false},
		{"la tutora de Leire", "es Leire", "leire", false, true},
		{"la tutora de Leire", "tutora de Leire", "leire", false, false},
	} {
		said, i := placesOf(t, c.said, c.word)
		claim, k := placesOf(t, c.claim, c.word)
		if way, owner := relation.TurnsDirection(said, i[0], claim, k[0]), relation.TurnsOwner(said, i[0], claim, k[0]); way != c.way || owner != c.owner {
			t.Errorf("%q, %q: way %v, owner %v", c.said, c.claim, way, owner)
		}
	}
}

func TestIsSetApart(t *testing.T) {
	for run, want := range map[string]bool{"佐知子じゃなくて": true, "佐知子って呼んで": false, "私は佐知子": false, "": false} {
		if got := relation.IsSetApart(run, "佐知子"); got != want {
			t.Errorf("%q: %v", run, got)
		}
	}
}

// W3: what begins somewhere does not end there, a comparison keeps its sides, and some of several are not all.
func TestBoundsAndComparisons(t *testing.T) {
	tokens := func(s string) []phrase.Token { return phrase.Tokens(s) }
	at := func(ts []phrase.Token, term string) int {
		return slices.IndexFunc(ts, func(t phrase.Token) bool { return t.Term == term })
	}
	said, claim := tokens("she stays until Sunday"), tokens("she stays from Sunday")
	if !relation.TurnsBound(said, at(said, "sunday"), claim, at(claim, "sunday")) || relation.TurnsBound(said, at(said, "sunday"), said, at(said, "sunday")) {
		t.Error("until, from")
	}
	said = tokens("moved from Wednesday to Friday")
	if claim = tokens("it is on Wednesday"); !relation.TurnsTime(said, at(said, "wednesday"), claim, at(claim, "wednesday")) || relation.TurnsTime(said, at(said, "friday"), tokens("it is on Friday"), 3) {
		t.Error("from, to")
	}
	if !relation.TurnsComparison(tokens("my sister earns more than me"), tokens("User earns more than their sister")) ||
		relation.TurnsComparison(tokens("my sister earns more than me"), tokens("User's sister earns more than the user")) {
		t.Error("a comparison")
	}
	if !relation.IsPartOf(tokens("two of my sisters are vets")) || relation.IsPartOf(tokens("we moved in on the first of September")) {
		t.Error("some of several")
	}
	if said = tokens("grew up in Bristol"); relation.ChangesDirection(said, at(said, "bristol"), said, at(said, "bristol")) {
		t.Error("the same place")
	}
	if said, claim = tokens("travels in Bristol"), tokens("travels to Bristol"); !relation.ChangesDirection(said, at(said, "bristol"), claim, at(claim, "bristol")) {
		t.Error("in, to")
	}
}
