package secretset_test

import (
	"crypto/sha256"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"keepsake/text"
)

// TestLabels proves that the set is as large and as varied as issue 9 asks, and that the parts
// are apart.
func TestLabels(t *testing.T) {
	labels := map[string]bool{} // of a text: whether it holds a secret
	for _, part := range parts {
		samples := buildSamples(t, part.name)
		if len(samples) < part.leastLines {
			t.Errorf("%s has %d lines, want %d", part.name, len(samples), part.leastLines)
		}
		if n := len(languagesOf(samples)); n < 20 {
			t.Errorf("%s has %d languages", part.name, n)
		}
		secrets := map[string]int{}
		for _, s := range samples {
			if before, ok := labels[s.text]; ok && before != (len(s.secrets) > 0) {
				t.Errorf("%s/%s: %q has both labels", part.name, s.id, s.text)
			}
			labels[s.text] = len(s.secrets) > 0
			if len(s.secrets) > 0 {
				secrets[s.language]++
				secrets["all"]++
			}
		}
		if share := percent(secrets["all"], len(samples)); share < 35 || share > 60 {
			t.Errorf("%s: %.0f %% of the lines hold a secret", part.name, share)
		}
		for _, language := range languagesOf(samples) {
			if secrets[language] < 10 {
				t.Errorf("%s: %d lines with a secret in %s", part.name, secrets[language], language)
			}
		}
	}
}

// TestPartsAreApart proves that nothing of the work parts helps in the measured ones: no template
// and no word of a slot is in two parts. A template that is one slot and marks is a value, not a template.
func TestPartsAreApart(t *testing.T) {
	letters := regexp.MustCompile(`\pL`)
	seen := map[string]string{}
	for _, part := range parts {
		if part.isHand() {
			continue
		}
		for _, tpl := range readTemplates(t, part.name) {
			skeleton := strings.ToLower(slot.ReplaceAllString(tpl.text, ""))
			if letters.MatchString(skeleton) {
				if other := seen["template "+skeleton]; other != "" && other != part.name {
					t.Errorf("%s/%s is in two parts", part.name, tpl.id)
				}
				seen["template "+skeleton] = part.name
			}
			for name, words := range tpl.lists {
				for _, word := range words {
					if other := seen["word "+word]; other != "" && other != part.name {
						t.Errorf("%s/%s: the word %q of %s is in two parts", part.name, tpl.language, word, name)
					}
					seen["word "+word] = part.name
				}
			}
		}
	}
}

// TestHarmlessHoldsNoNumber proves that no text with the label "harmless" has a number in it
// that passes as a card or as an IBAN: nobody could tell it from a real one.
func TestHarmlessHoldsNoNumber(t *testing.T) {
	for _, part := range parts {
		for _, s := range buildSamples(t, part.name) {
			if len(s.secrets) == 0 && holdsCheckedNumber(s.text) {
				t.Errorf("%s/%s holds a number with check digits: %q", part.name, s.id, s.text)
			}
		}
	}
}

// TestValues proves the check digits on published examples, and that values carry them.
func TestValues(t *testing.T) {
	if luhnDigit("411111111111111") != 1 || luhnDigit("37828224631000") != 5 {
		t.Error("Luhn")
	}
	if verhoeffDigit("236") != 3 || verhoeffDigit("99994105705") != 8 {
		t.Error("Verhoeff")
	}
	if mod97("WEST12345698765432GB82") != 1 {
		t.Error("IBAN")
	}
	random := rand.New(rand.NewPCG(seed, 1))
	for range 200 {
		for script := range zeros {
			if card := makeCard(random, script); !isCardNumber(onlyDigits(card)) {
				t.Errorf("%q is not a card", card)
			}
		}
		iban := strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(makeIBAN(random, ""))
		if mod97(iban[4:]+iban[:4]) != 1 {
			t.Errorf("%q is not an IBAN", iban)
		}
		checkSeed(t, makeSeed(random, "es"))
	}
}

// checkSeed reads a Spanish phrase back: its last bits are those of the hash of the others.
func checkSeed(t *testing.T, phrase string) {
	t.Helper()
	index := map[string]int{}
	for i, word := range strings.Fields(seedSpanish) {
		index[word] = i
	}
	var bits strings.Builder
	for _, word := range strings.Fields(phrase) {
		i, ok := index[word]
		if !ok {
			t.Fatalf("%q is not in the list", word)
		}
		for b := 10; b >= 0; b-- {
			bits.WriteByte('0' + byte(i>>b&1))
		}
	}
	all := bits.String()
	entropy := make([]byte, len(all)/33*4)
	for i := range len(entropy) * 8 {
		entropy[i/8] = entropy[i/8]<<1 | all[i]&1
	}
	sum := sha256.Sum256(entropy)
	for i, c := range all[len(entropy)*8:] {
		if byte(c)&1 != sum[0]>>(7-i)&1 {
			t.Fatalf("the checksum of %q is wrong", phrase)
		}
	}
}

// TestCovered proves what counts as masked, on sentences whose answers are known.
func TestCovered(t *testing.T) {
	const mask = text.Mask
	for _, c := range []struct {
		marked, masked string
		want           bool
	}{
		{"my password is ⟦hunter2⟧", "my password is " + mask, true},
		{"my password is ⟦hunter2!⟧", "my password is " + mask + "!", true},
		{"my password is ⟦hunter2⟧", "my password is " + mask + "2", false},
		{"my password is ⟦hunter2⟧", "my password is hunter2", false},
		{"my password is ⟦hunter2⟧", "my " + mask + " is hunter2", false},
		{"⟦a1⟧ and ⟦b2⟧", mask + " and b2", false},
		{"⟦a1⟧ and ⟦b2⟧", mask + " and " + mask, true},
		{"⟦a1⟧ and ⟦b2⟧", mask, true},
		{"the password is ⟦password⟧", "the password is " + mask, true},
		{"the password is ⟦password⟧", "the " + mask + " is password", false},
		{"⟦4711⟧ 4711", "4711 " + mask, false},
		{"密码是⟦芝麻⟧吧", "密码是" + mask + "吧", true},
		{"密码是⟦芝麻⟧吧", "密码是" + mask + "麻吧", false},
		{"pin ⟦1 2 3⟧ ok", "pin " + mask + " " + mask + " " + mask + " ok", true},
		{"pin ⟦1 2 3⟧ ok", "pin " + mask + " 2 " + mask + " ok", false},
		{"x ⟦1⟧", "something else " + mask, false},
	} {
		original, secrets, err := unmark(c.marked)
		if err != nil {
			t.Fatal(err)
		}
		if got := isCovered(original, c.masked, secrets); got != c.want {
			t.Errorf("%q → %q: covered %v, want %v", original, c.masked, got, c.want)
		}
	}
	for _, bad := range []string{"⟦", "a⟧", "⟦⟧", "⟦a⟦b⟧⟧"} {
		if _, _, err := unmark(bad); err == nil {
			t.Errorf("the marks of %q match", bad)
		}
	}
}

// TestOracle proves that the whole set can be answered: masking the marks and nothing else
// counts as right on every line, and leaving the last letter of a secret counts as wrong.
func TestOracle(t *testing.T) {
	for _, part := range parts {
		for _, s := range buildSamples(t, part.name) {
			for i := range s.secrets {
				if masked := maskSpans(s.text, s.secrets); !isCovered(s.text, masked, s.secrets) {
					t.Fatalf("%s/%s: %q does not count as masked", part.name, s.id, masked)
				}
				short := slices.Clone(s.secrets)
				last, size := utf8.DecodeLastRuneInString(s.text[:short[i].to])
				if short[i].to -= size; short[i].from == short[i].to || !unicode.IsLetter(last) && !unicode.IsDigit(last) {
					continue
				}
				if masked := maskSpans(s.text, short); isCovered(s.text, masked, s.secrets) {
					t.Fatalf("%s/%s: %q counts as masked", part.name, s.id, masked)
				}
			}
		}
	}
}

// maskSpans replaces the spans of s, which are in order, by the mask.
func maskSpans(s string, spans []span) string {
	var b strings.Builder
	at := 0
	for _, p := range spans {
		b.WriteString(s[at:p.from] + text.Mask)
		at = p.to
	}
	return b.String() + s[at:]
}
