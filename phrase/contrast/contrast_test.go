package contrast_test

import (
	"strings"
	"testing"

	"keepsake/phrase/contrast"
)

// What a sentence sets apart is told from what it says (W3).
func TestCut(t *testing.T) {
	for _, c := range []struct{ s, rest, apart string }{
		{"Jonte wird acht, nicht neun", "Jonte wird acht", "neun"},
		{"User drinks coffee without sugar", "User drinks coffee", "!sugar"},
		{"we always pick places with no stairs", "we always pick places", "!stairs"},
		{"sag Schreiner statt Tischler, bitte", "sag Schreiner , bitte", "Tischler"},
		{"User prefers trains rather than planes", "User prefers trains", "planes"},
		{"дочка пойдёт не на балет, а на плавание", "дочка пойдёт на плавание", "на балет"},
		{"I eat fish but no prawns and no crab", "I eat fish", "prawns|crab"},
		{"como carne, pero no cerdo", "como carne", "cerdo"},
		{"Fiamma non è la ragazza ma la cugina", "Fiamma la cugina", "la ragazza"},
		{"va in piscina invece che alla palestra", "va in piscina", "alla palestra"},
		{"Mia is not a vet but a nurse", "Mia is a nurse", "a vet"},
		{"parte da Linate mica da Malpensa", "parte da Linate", "da Malpensa"},
		{"non vado mica a Roma", "non vado mica a Roma", ""},
		{"sınav salı değil perşembe", "sınav perşembe", "salı"},
		{"doğru değil ama olsun", "doğru değil ama olsun", ""},
		{"alles in kilo's en niet in ponden", "alles in kilo's", "in ponden"},
		{"I do not like tea", "I do not like tea", ""},
		{"not eight", "not eight", ""},
		{"I swim, not because I like it", "I swim, not because I like it", ""},
		{"I am vegan, not one of those people who eat fish on Fridays", "I am vegan, not one of those people who eat fish on Fridays", ""},
	} {
		rest, cut := contrast.Cut(c.s)
		var apart []string
		for _, d := range cut {
			mark := ""
			if d.Needed {
				mark = "!"
			}
			apart = append(apart, mark+strings.TrimSpace(d.Text))
		}
		if got := strings.Join(strings.Fields(rest), " "); got != c.rest || strings.Join(apart, "|") != c.apart {
			t.Errorf("%q: %q without %q, not %q without %q", c.s, got, apart, c.rest, c.apart)
		}
	}
}

// A clause that only sets apart is told from one that states something.
func TestIsAlone(t *testing.T) {
	for clause, want := range map[string]bool{
		"not nine": true, " nicht neun.": true, "and no sugar": true, "statt Tischler": true,
		"not that I care": false, "nine": false, "no idea what she is doing there": false, "nicht er ist es": false,
	} {
		if got := contrast.IsAlone(clause); got != want {
			t.Errorf("%q: %v", clause, got)
		}
	}
}

func TestBlankCorrected(t *testing.T) {
	for s, want := range map[string]string{
		"j'ai 5 poules, enfin 4": "j'ai   poules, enfin 4",
		"at 10, no wait, 11":     "at   , no wait, 11",
		"we have 3 cats, 4 hens": "we have 3 cats, 4 hens",
		"no, 4 of them":          "no, 4 of them",
	} {
		if got := contrast.BlankCorrected(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestIsMixedUp(t *testing.T) {
	for s, want := range map[string]bool{
		"I got them the wrong way round": true, "mixed the two up": true, "ich hab die vertauscht": true, "es al revés": true, "tam tersi": true,
		"turn left": false, "die beiden sind Zwillinge": false,
	} {
		if got := contrast.IsMixedUp(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// W3: what somebody takes back at once they do not say, whatever it is that they correct.
func TestBlankCorrectedDays(t *testing.T) {
	for s, want := range map[string]string{
		"feestje is de 14e, oh nee de 21e":          "feestje is de    , oh nee de 21e",
		"wizyta we wtorek, tfu, w czwartek":         "wizyta we       , tfu, w czwartek",
		"собрание в среду.. ой нет, в пятницу":      "собрание в           .. ой нет, в пятницу",
		"alle 15, anzi no alle 17":                  "alle   , anzi no alle 17",
		"dia 8, quer dizer, dia 18":                 "dia  , quer dizer, dia 18",
		"体检是周三,哦不对,周五":                              "体检是      ,哦不对,周五",
		"面接は10時、あ違う、13時だった":                         "面接は     、あ違う、13時だった",
		"in May, sorry, in June":                    "in    , sorry, in June",
		"no, on Tuesday I swim":                     "no, on Tuesday I swim",
		"I work Mondays, no idea about the weekend": "I work Mondays, no idea about the weekend",
		"说错了，我的狗5岁，不是4岁":                            "说错了，我的狗5岁，不是4岁",
		"at 5, not at 6":                            "at 5, not at 6",
	} {
		if got := contrast.BlankCorrected(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
