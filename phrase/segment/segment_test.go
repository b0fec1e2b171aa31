package segment

import (
	"slices"
	"strings"
	"testing"

	"keepsake/phrase"
)

func TestCut(t *testing.T) {
	for s, want := range map[string][]string{
		"I have a dog and she is old": {"I have a dog", "she is old"},
		"ich wohne in Ulm und koche":  {"ich wohne in Ulm", "koche"},
		"저는 개를 키우고 있고 고양이는 없어":        {"저는 개를 키우고 있고", "고양이는 없어"},
		"nothing to cut":              {"nothing to cut"},
		"not because I can't swim":    {"not because I can't swim"},
		"non so nuotare":              {"non so nuotare"},
		"I was ill so I stayed":       {"I was ill", "I stayed"},
	} {
		var got []string
		for _, p := range Cut(s) {
			got = append(got, s[p[0]:p[1]])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestTakesBack(t *testing.T) {
	for s, want := range map[string]bool{
		"Just kidding.":                          true,
		"Or maybe not.":                          true,
		"Not my dog, my neighbour's cat is ill.": false,
		"Not?":                                   false,
	} {
		if got := TakesBack(phrase.Clauses(s)); got != want {
			t.Errorf("%q takes back: %v", s, got)
		}
	}
}

func TestQuotations(t *testing.T) {
	said := `she wrote "we will never come back here" and left`
	if !QuotesAtLength(said) || QuotesAtLength(`we read "Emma"`) {
		t.Error("a quotation of seven words is one at length, and a title is none")
	}
	got := BlankQuotations(said)
	if len(got) != len(said) || !strings.HasSuffix(got, " and left") || !strings.HasPrefix(got, "she wrote") || strings.Contains(got, "never") {
		t.Errorf("blanked: %q", got)
	}
	if asked := `remember that "we will never come back here"`; BlankQuotations(asked) != asked {
		t.Error("what the person asks to keep is blanked")
	}
}

// A number keeps the "and" that belongs to it, and a "more" is no "but".
func TestCutNumbers(t *testing.T) {
	for s, want := range map[string]int{
		"la reunión es a las ocho y media": 1, "tengo treinta y cinco gallinas": 1, "two hundred and fifty hens": 1, "o Hugo é mais alto que eu": 1,
		"tengo ocho y mi hermana tres": 2, "je suis petit mais mon frère est grand": 2,
	} {
		if got := len(Cut(s)); got != want {
			t.Errorf("%q: %d parts", s, got)
		}
	}
	if !IsBehindBut("no meat but eggs", len("no meat but ")) || IsBehindBut("no meat and eggs", len("no meat and ")) {
		t.Error("but")
	}
}

func TestFindDeniedReason(t *testing.T) {
	for s, want := range map[string]string{
		"I'm not coming because of my ear, not because I can't swim": "I can't swim",
		"mica perché non so nuotare eh":                              "non so nuotare eh",
		"不是因为我不会游泳，是耳朵疼":                                             "我不会游泳",
		"I don't eat it because I don't like it":                     "",
	} {
		if got, _, ok := FindDeniedReason(s); got != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
