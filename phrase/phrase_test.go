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
		"User eats meat": false, "notes on knots": false, "le garage dont le propriétaire est Ivan": false, "i dont like it": true, "mora no mesmo bloco de antes": false,
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

// A name is the same in another case of its language: where its last vowel changes, or a Turkish ending is written without an apostrophe.
func TestAreOneName(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"тернопіль", "тернополі", true}, {"харків", "харкова", true}, {"ваибері", "ваибер", true}, {"андріи", "андрієві", true},
		{"gebze", "gebzede", true}, {"gebzeden", "gebze", true}, {"tula", "tulas", true},
		{"ron", "ronda", false}, {"wan", "wanda", false}, {"robert", "roberta", false}, {"tula", "tulen", false}, {"anna", "anne", false}, {"павел", "павла", false}, {"павел", "полина", false}, {"олег", "олена", false}, {"львів", "львова", true}, {"олена", "олені", true}, {"іван", "інна", false}, {"олег", "ольга", false},
	} {
		if phrase.AreOneName(c.a, c.b) != c.want || phrase.AreOneName(c.b, c.a) != c.want {
			t.Errorf("%s, %s: want %v", c.a, c.b, c.want)
		}
	}
}

// Single letters behind nothing but marks are words like any other.
func TestTokensOfMarks(t *testing.T) {
	for _, s := range []string{"' e", "e", "« e", "' ja", "' soy", ", a"} {
		if ts := phrase.Tokens(s); len(ts) != 1 {
			t.Errorf("%q: %+v", s, ts)
		}
	}
	if ts := phrase.Tokens("Kullanıcı Gebze'deki fabrikada"); ts[2].Term != "deki" || ts[2].Counts() {
		t.Errorf("the ending of a name counts: %+v", ts)
	}
}

// What marks something in one language marks nothing in another.
func TestMarkersOfOtherLanguages(t *testing.T) {
	for s, m := range map[string]phrase.Marker{
		"Le gemelle si distinguono perché Irene ha il neo": phrase.Condition, "미경 씨라고 불리기를 원한다": phrase.Report, "라고 해줘": phrase.Report,
	} {
		if phrase.Markers(s)[m] {
			t.Errorf("%q has %s", s, m)
		}
	}
	for s, m := range map[string]phrase.Marker{"si llueve, no viene": phrase.Condition, "退去するよう言われている": phrase.Report, "선생님이 온다고 말했다": phrase.Report} {
		if !phrase.Markers(s)[m] {
			t.Errorf("%q has no %s", s, m)
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

// W1: "know", "remember" and their like ask to keep something only where nobody else is said to do it.
func TestHasRequest(t *testing.T) {
	for said, want := range map[string]bool{
		"remember that I know Kim": true, "please note I'm away": true, "note: no nuts": true, "you should know that I smoke": true,
		"I want you to remember this": true, "Merk dir: kein Zucker": true, "ganz wichtig: keine Nüsse": true, "帮我记住密码": true, "给我记住这个": true,
		"from now on I save every receipt": true,
		"I know Kim":                       false, "we don't remember his name": false, "my parents store wine": false, "I'd never record a call": false, "she likes to save money": false,
		"ich speichere Fotos": false, "mir ist Ruhe wichtig": false, "je note mes rêves": false, "mi madre guarda las llaves": false, "我记得他": false,
	} {
		if got := phrase.HasRequest(said); got != want {
			t.Errorf("%q asks to be kept: %v, want %v", said, got, want)
		}
	}
}
