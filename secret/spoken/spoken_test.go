package spoken_test

import (
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
	"keepsake/secret/spoken"
)

// Numbers in words, in scripts with spaces and without, digit by digit and in pairs.
func TestFind(t *testing.T) {
	w := lexicon.Load()
	for in, want := range map[string]int{
		"my pin is four seven one nine":   4,
		"oh six, two two eight":           5,
		"it is forty-seven eleven":        4,
		"double four seven one":           4,
		"siebenundvierzig elf":            4,
		"cuarenta y siete once":           4,
		"quarantasette undici":            4,
		"мой пин четыре семь один девять": 4,
		"我的pin是四七一九":                      4,
		"핀 사 칠 일 구":                       4,
		"พินของฉัน สี่ เจ็ด หนึ่ง เก้า": 4,
		"between four and six digits": 0,
		"one of my passwords":         0,
		"uno of seven":                0,
	} {
		text := plain.Of(in)
		got := 0
		for _, n := range spoken.Find(text, w, 0, len(text.Low)) {
			got = n.Digits
		}
		if got != want {
			t.Errorf("%q has %d digits in words, want %d", in, got, want)
		}
	}
}
