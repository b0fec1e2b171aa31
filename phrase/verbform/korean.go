package verbform

import (
	"regexp"
	"strings"

	"keepsake/text/sieve"
)

// This file finds the stem of a Korean verb, whatever style it is said in.

var (
	// lastKorean finds the last word of a Korean clause.
	lastKorean = sieve.MustCompile(`(\p{Hangul}+)(\P{L}*)$`)
	// koreanEnding finds an ending behind a stem that ends with a consonant.
	koreanEnding = regexp.MustCompile(`(?:는다|어|아|습니다)$`)
)

// The letters of a Korean syllable: its code is (initial × 21 + vowel) × 28 + final.
const (
	hangulFirst = 0xAC00
	finals      = 28
	vowels      = 21
	finalN      = 4  // ㄴ
	finalL      = 8  // ㄹ
	finalB      = 17 // ㅂ
	finalPast   = 20 // ㅆ
)

// joinedVowels are vowels of a stem with its ending, and that of the stem: "둬", "두".
var joinedVowels = map[rune]rune{9: 8, 14: 13, 6: 20, 10: 11} // ㅘ ㅗ, ㅝ ㅜ, ㅕ ㅣ, ㅙ ㅚ

// BareKorean returns a clause with the last verb as its stem, in whatever style it was said: "먹어", "먹는다", "먹어요" are "먹".
func BareKorean(s string) string {
	m := lastKorean.FindStringSubmatchIndex(s)
	if m == nil {
		return s
	}
	word := strings.TrimSuffix(s[m[2]:m[3]], "요")
	return s[:m[2]] + koreanStem(word) + s[m[3]:]
}

func koreanStem(word string) string {
	switch word { // frame words say nothing of their own
	case "해", "한다", "합니다":
		return "한다"
	case "있어", "있다", "있습니다":
		return "있다"
	}
	if stem := koreanEnding.ReplaceAllString(word, ""); stem != word && stem != "" && finalOf(stem) != 0 && finalOf(stem) != finalPast {
		return withoutFinal(stem, finalL)
	}
	if stem, ok := strings.CutSuffix(word, "다"); ok && stem != "" && finalOf(stem) == finalN {
		return withoutFinal(stem, finalN) // "간다"
	}
	if stem, ok := strings.CutSuffix(word, "니다"); ok && stem != "" && finalOf(stem) == finalB && !strings.HasSuffix(stem, "입") {
		return withoutFinal(stem, finalB)
	}
	runes := []rune(word)
	if len(runes) == 0 {
		return word
	}
	last := runes[len(runes)-1] - hangulFirst
	vowel := last / finals % vowels
	switch stem, ok := joinedVowels[vowel]; {
	case last%finals != 0:
	case runes[len(runes)-1] == '해':
		runes[len(runes)-1] = '하'
	case strings.ContainsRune("써커꺼떠", runes[len(runes)-1]):
		runes[len(runes)-1] += (18 - 4) * finals // ㅓ becomes ㅡ
	case ok:
		runes[len(runes)-1] += (stem - vowel) * finals
	}
	return string(runes)
}

// EndsAsKoreanVerb reports whether a word ends as a verb may.
func EndsAsKoreanVerb(word []rune) bool {
	return strings.ContainsRune("다어아요야지고네죠해워봐줘서면까음임함니와", word[len(word)-1])
}

// finalOf returns the number of the final letter of the last syllable, 0 for none.
func finalOf(word string) rune {
	runes := []rune(word)
	if last := runes[len(runes)-1]; last >= hangulFirst {
		return (last - hangulFirst) % finals
	}
	return 0
}

// withoutFinal returns a word without that final letter of its last syllable.
func withoutFinal(word string, final rune) string {
	if finalOf(word) != final {
		return word
	}
	runes := []rune(word)
	runes[len(runes)-1] -= final
	return string(runes)
}
