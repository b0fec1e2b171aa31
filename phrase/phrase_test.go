package phrase_test

import (
	"slices"
	"testing"

	"keepsake/phrase"
)

func TestParts(t *testing.T) {
	for _, c := range []struct {
		said  string
		terms []string
		runs  []string
	}{
		{"Alec is the user's boss", []string{"alec", "boss"}, nil},
		{"The user's uncle Will", []string{"uncle", "will"}, nil},
		{"Der Nutzer wohnt in Graz", []string{"wohnt", "graz"}, nil},
		{"用户住在北京", nil, []string{"住", "北京"}},
	} {
		terms, runs := phrase.Parts(c.said)
		if !slices.Equal(terms, c.terms) || !slices.Equal(runs, c.runs) {
			t.Errorf("%s: %q %q", c.said, terms, runs)
		}
	}
}

func TestHasDenial(t *testing.T) {
	for said, want := range map[string]bool{
		"User does not eat meat": true, "he can't swim": true, "Er isst kein Fleisch": true, "我不吃肉": true,
		"User eats meat": false, "notes on knots": false,
	} {
		if phrase.HasDenial(said) != want {
			t.Errorf("%s: want %v", said, want)
		}
	}
}

func TestAreInflections(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"boss", "bosses", true}, {"начальник", "начальнику", true}, {"cat", "car", false}, {"ab12", "ab13", false}, {"tea", "table", false}} {
		if phrase.AreInflections(c.a, c.b) != c.want {
			t.Errorf("%s, %s: want %v", c.a, c.b, c.want)
		}
	}
}

// An "if" is told from the words of other languages that are written like it.
func TestConditions(t *testing.T) {
	for s, want := range map[string]bool{
		"se nevica resto a casa": true, "s'il neige je reste": true, "se nevar fico em casa": true, "param olsa": true,
		"se llama Rex": false, "se casa en mayo": false, "il resto a casa": false,
	} {
		if got := phrase.Markers(s)[phrase.Condition]; got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
