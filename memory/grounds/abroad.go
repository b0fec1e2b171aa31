package grounds

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase"
)

// This file is about claims in another language than the one the person spoke: only a judge can tell what they share.

// isInAnotherLanguage reports whether a statement is English and what was said is not, by its script or its small words:
// then the two can share no more than names and numbers.
func isInAnotherLanguage(s statement, q unit) bool {
	has := func(ts []phrase.Token, is func(phrase.Token) bool) bool { return slices.ContainsFunc(ts, is) }
	isLatin := func(t phrase.Token) bool {
		return t.Kind == phrase.Content && unicode.Is(unicode.Latin, phrase.FirstRune(t.Term))
	}
	isEnglish := func(t phrase.Token) bool { return slices.Contains(english, t.Term) }
	isOther := func(t phrase.Token) bool { return slices.Contains(notEnglish, t.Term) }
	if !has(s.tokens, isLatin) || !has(q.tokens, phrase.Token.Counts) || has(s.tokens, isOther) {
		return false
	}
	return !has(q.tokens, isLatin) || has(q.tokens, isOther) && !has(q.tokens, isEnglish)
}

// positions returns where a unit has the words of a statement, as far as it has them.
func positions(m matcher, s statement, u unit) []int {
	at, _ := m.align(m.shareOf(s, u), u)
	return at
}

// english and notEnglish are words that stand in most sentences of a language and in none of the other.
var (
	english    = strings.Fields("i my the and of to is are was we our with for that have has not this")
	notEnglish = strings.Fields("ich mein meine der die das und ist nicht mit fur wir ein eine je mon ma mes le les des est nous yo mi mis el los las que por una uno soy eu meu minha os da das uma sou il lo gli mio mia sono che ik mijn het een jag och bir ve benim")
)
