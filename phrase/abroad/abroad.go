// Package abroad tells whether a claim is in another language than what was said: a model may write in English what somebody said in Polish.
// It is no guess which language a text is in (text/language): it compares two that may be of a few words.
//
// It is pure. Start reading at IsInAnotherLanguage.
package abroad

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase"
)

// IsInAnotherLanguage reports whether a claim is English and what was said is not, by its script or most of its small words: then the two can
// share no more than names and numbers.
func IsInAnotherLanguage(claim, said []phrase.Token) bool {
	isContent := func(t phrase.Token) bool { return t.Kind == phrase.Content }
	isLatin := func(t phrase.Token) bool { return isContent(t) && unicode.Is(unicode.Latin, phrase.FirstRune(t.Term)) }
	isOther := func(t phrase.Token) bool { return slices.Contains(notEnglish, t.Term) }
	isEnglish := func(t phrase.Token) bool { return slices.Contains(english, t.Term) }
	isThird := func(t phrase.Token) bool { return isEnglish(t) && !slices.Contains(notOfThird, t.Term) }
	asEnglish, asOther := countTokens(claim, isThird), countTokens(claim, isOther)
	if !slices.ContainsFunc(claim, isLatin) || !slices.ContainsFunc(said, phrase.Token.Counts) || asOther > 0 && asOther >= asEnglish {
		return false
	}
	if latin := countTokens(said, isLatin); latin == 0 || 2*latin < countTokens(said, isContent) {
		return true
	}
	return asEnglish > 0 && countTokens(said, isOther) > countTokens(said, isEnglish)
}

// countTokens returns how many of some tokens fit.
func countTokens(tokens []phrase.Token, fits func(phrase.Token) bool) (n int) {
	for _, t := range tokens {
		if fits(t) {
			n++
		}
	}
	return n
}

// notOfThird are English words that a claim in the third person lacks, or that are words of other languages as well.
var notOfThird = strings.Fields("i my we our you your she to")

// english and notEnglish are words that stand in most sentences of a language; those of the second are no English ones.
var (
	english    = strings.Fields("i my the and of to is are was we our with for that have has not this at from she they you your but it by every who when than only be been wants needs likes lives works takes goes without until since")
	notEnglish = strings.Fields("ich mein meine der die das und ist nicht mit fur wir ein eine bei auf von habe hab seit dem sich auch aber je mon ma mes le les des est nous avec pour pas suis chez dans sur" +
		" yo mi mis el los las que por una uno para pero del muy tengo eu meu minha os da das uma sou nao voce pra tem ela il lo gli mio mia sono che non della di" +
		" ik mijn het een niet dat voor zijn ook heb bij maar jag och nie sie jest jestem mam moj moja moje na od dla przez ze ale jak mnie tylko juz bir ve benim icin cok var yok ile ama bana degil de da la un en se")
)
