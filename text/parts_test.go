package text_test

import (
	"slices"
	"testing"

	"keepsake/text"
)

func TestParts(t *testing.T) {
	for in, want := range map[string][]string{
		"用户养了一只猫":                                   {"用", "户", "养", "了", "一", "只", "猫"},
		"犬の餌を買った":                                   {"犬", "餌", "買"},
		"猫":                                         nil, // Words has it
		"사용자의 회사에서":                                 nil,
		"佐々木さん":                                     {"佐", "木"},
		"Расскажи о Пете":                           {"пет"},
		"Павел учит Льва":                           {"павл", "лв"},
		"Оля, Оле и с Олей":                         {"ол"},
		"Kasię widzi Marek":                         {"kas", "widz", "mark"},
		"Marek has a data lake, home and nice cake": {"mark"}, // no other word of an English text
		"The user's boss is Alec":                   {"alc"},
		"Марина, Марине":                            nil, // Words cuts its ending off
	} {
		if got := text.Parts(in); !slices.Equal(got, want) {
			t.Errorf("Parts(%q) = %q, want %q", in, got, want)
		}
	}
}

// Short inflected names meet by their parts.
func TestParts_MeetInflections(t *testing.T) {
	for _, names := range [][]string{
		{"Петя", "Пети", "Пете", "Петю", "Петей"}, {"Павел", "Павла", "Павлу", "Павлом", "Павле"}, {"Лев", "Льва", "Льву", "Львом"},
		{"Оля", "Оли", "Оле", "Олю", "Олей"}, {"Марк", "Марка", "Марку", "Марком", "Маркові"}, {"Юлия", "Юлии", "Юлию", "Юлией"},
		{"Игорь", "Игоря", "Игорю", "Игорем"}, {"Kasia", "Kasi", "Kasię", "Kasią", "Kasiu"}, {"Marek", "Marka", "Markowi", "Markiem", "Marku"},
		{"Karel", "Karla", "Karlovi", "Karlem"}, {"Jana", "Jany", "Janě", "Janu", "Janou"}, {"Тарас", "Тараса", "Тарасові"},
	} {
		for _, a := range names {
			for _, b := range names {
				if !meet(a, b) {
					t.Errorf("%q does not meet %q: %q, %q", a, b, tokens(a), tokens(b))
				}
			}
		}
	}
	for _, c := range [][2]string{{"Петя", "Павел"}, {"Оля", "Аня"}, {"Marek", "Marysia"}, {"Лев", "Леня"}} {
		if meet(c[0], c[1]) {
			t.Errorf("%q meets %q", c[0], c[1])
		}
	}
}

func tokens(s string) []string { return append(text.Words(s), text.Parts(s)...) }

func meet(a, b string) bool {
	have := tokens(b)
	return slices.ContainsFunc(tokens(a), func(w string) bool { return slices.Contains(have, w) })
}
