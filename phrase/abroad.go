package phrase

import (
	"slices"
	"strings"
	"unicode"
)

// IsInAnotherLanguage reports whether a claim is English and what was said is not, by its script or its small words: then the two can
// share no more than names and numbers.
func IsInAnotherLanguage(claim, said []Token) bool {
	isLatin := func(t Token) bool { return t.Kind == Content && unicode.Is(unicode.Latin, FirstRune(t.Term)) }
	isEnglish := func(t Token) bool { return slices.Contains(english, t.Term) }
	isOther := func(t Token) bool { return slices.Contains(notEnglish, t.Term) }
	if !slices.ContainsFunc(claim, isLatin) || !slices.ContainsFunc(said, Token.Counts) || slices.ContainsFunc(claim, isOther) {
		return false
	}
	return !slices.ContainsFunc(said, isLatin) || slices.ContainsFunc(said, isOther) && !slices.ContainsFunc(said, isEnglish)
}

// english and notEnglish are words that stand in most sentences of a language and in none of the other.
var (
	english    = strings.Fields("i my the and of to is are was we our with for that have has not this")
	notEnglish = strings.Fields("ich mein meine der die das und ist nicht mit fur wir ein eine je mon ma mes le les des est nous yo mi mis el los las que por una uno soy eu meu minha os da das uma sou il lo gli mio mia sono che ik mijn het een jag och bir ve benim")
)
