package sieve

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// patterns are of all kinds that the house has.
var patterns = []string{
	`(?i)\b(?:can|could) you (?:please )?(?:remember|note(?: down)?|memori[sz]e)\b|(?:记住|記得)|запомни(?:те)?`,
	`(?i)(?:^|[^\pL])(?:schreib|notier)\pL*(?: \pL+){0,2} nirgend\pL*(?:$|[^\pL])`, `(?i)\bi['’]?m\b`, `(?i)kelvin|straße|ſs`,
	`\b(\d{1,2}) ?h ?(\d{2})\b`, `[€$£]`, `a*b?`, `(?:ab){2,3}c+`, `(?i)x{0}y|[a-z]z`, `^abc$|(?m:^d)`, `(?s).q.`, `\PL\pL+m`, `[^a]`, ``, `(a|b)(c|d)(e|)`,
	`(?i)İ|ı|σ|ς`, `\x{FFFD}`, `𐐨|(?i)𐐩x`, `[[:^ascii:]]{3}z`,
}

var texts = []string{
	"", "Could you please MEMORISE that", "Can you remember? Запомните это, 请记得", "schreibst du das nirgends", "I'm I’M im", "\u212Aelvin STRASSE ſS straſse",
	"at 7h30, 7 h 30", "€$", "aab", "ababcc", "y Az", "abc", "x\nd", "aqa", " xm", "bad \xff\xfe bytes", "ace bd", "İ ı Σ ς σ", "𐐀 𐐁X 𐐁x", "\uFFFD", "äöüz",
}

// Each method answers as the one of package regexp.
func check(t *testing.T, pattern, s string) {
	t.Helper()
	plain, sifted := regexp.MustCompile(pattern), MustCompile(pattern)
	upper := strings.ToUpper
	for _, pair := range [][2]any{
		{plain.MatchString(s), sifted.MatchString(s)}, {plain.FindStringIndex(s), sifted.FindStringIndex(s)},
		{plain.FindStringSubmatchIndex(s), sifted.FindStringSubmatchIndex(s)},
		{plain.FindAllStringIndex(s, -1), sifted.FindAllStringIndex(s, -1)},
		{plain.FindAllStringSubmatchIndex(s, 2), sifted.FindAllStringSubmatchIndex(s, 2)},
		{plain.ReplaceAllString(s, "<$0>"), sifted.ReplaceAllString(s, "<$0>")},
		{plain.ReplaceAllStringFunc(s, upper), sifted.ReplaceAllStringFunc(s, upper)},
	} {
		if want, got := fmt.Sprintf("%#v", pair[0]), fmt.Sprintf("%#v", pair[1]); want != got {
			t.Errorf("%q in %q: %s, want %s (a match needs one of %q)", pattern, s, got, want, requiredWords(pattern))
		}
	}
}

func TestAnswersAsRegexp(t *testing.T) {
	for _, pattern := range patterns {
		for _, s := range texts {
			check(t, pattern, s)
		}
	}
}

func FuzzAnswersAsRegexp(f *testing.F) {
	for i, pattern := range patterns {
		f.Add(pattern, texts[i])
	}
	f.Fuzz(func(t *testing.T, pattern, s string) {
		if _, err := regexp.Compile(pattern); err != nil || len(pattern) > 200 || len(s) > 200 {
			return
		}
		check(t, pattern, s)
	})
}

func TestRequiredWords(t *testing.T) {
	for pattern, want := range map[string][]string{
		`(?i)\b(?:can|could) you (?:please )?remember\b`: {"CAN YOU PLEASE REMEMBER", "CAN YOU REMEMBER", "COULD YOU PLEASE REMEMBER", "COULD YOU REMEMBER"},
		`\pL+(?:ab|cd)\D`: {"AB", "CD"},
		`(?:ab)+c`:        {"AB"},
		`a{2,3}`:          {"A"},
		`a|\pL`:           nil,
		`a?`:              nil,
		`[a-c]x`:          {"AX", "BX", "CX"},
		`记住|\S`:           nil,
		`记[住得]`:           {"记住", "记得"},
	} {
		got := requiredWords(pattern)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("requiredWords(%q) = %q, want %q", pattern, got, want)
		}
	}
}

func TestFold(t *testing.T) {
	for r := rune(0); r < 0x20000; r++ {
		if fold(r) != foldSlowly(r) {
			t.Fatalf("fold(%q) = %q, want %q", r, fold(r), foldSlowly(r))
		}
	}
}
