package phrase

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase/verbform"
	"keepsake/text"
	"keepsake/text/sieve"
)

// This file tells apart words of several languages that are written alike, by the words beside them.

// nameHe tells a Spanish "I have" from an English "he" by what was done: "he empezado".
func nameHe(ts []Token) {
	for i := 1; i < len(ts); i++ {
		if ts[i-1].Term == "he" && participle.MatchString(ts[i].Term) {
			ts[i-1].Kind = Subject
		}
	}
}

// nameMi tells an Italian "me" from a Spanish "my" by the verb behind it: "mi ha morso".
func nameMi(ts []Token) {
	for i := 1; i < len(ts); i++ {
		if ts[i-1].Term == "mi" && behindMi[ts[i].Term] {
			ts[i-1].Kind = Object
		}
	}
}

// behindMi are forms of verbs that stand behind an Italian "me".
var behindMi = WordSet(`ha hanno hai piace piacciono serve servono fa fanno da danno chiama chiamano dice
	alzo sveglio chiamo lavo vesto trovo occupo trasferisco sposo annoio diverto preoccupo addormento alleno prendo faccio sono`)

// nameDenials tells words that deny in one language from those of another that are written alike: Italian "of it".
func nameDenials(ts []Token, s string) {
	for i := range ts {
		if re := othersWords[ts[i].Term]; ts[i].Kind == Deny && re != nil && re.MatchString(text.Fold(s)) {
			ts[i].Kind = Frame
		}
	}
}

// namedLikeWords finds names that are words of one language in a sentence of another: Italian "my", Dutch "then", Spanish "she".
var namedLikeWords = sieve.MustCompile(`(?:^|[^\pL])(Mia|Dan|Ella|Elle|Will|Al|Mio|Per)(?:$|[^\pL])`)

// notTheirs finds words of languages in which those are names.
var notTheirs = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:is|has|was|told|says|said|lives|moved|the|at|on|my|than|and|with|on|works|lives|plays|cooks|likes|hat|ist|und|als|mit|beim|wohnt|est|une|avec|plus|jusqu|les|heeft|het|een|met|ha|más|yendi|büyük|küçük|uzun)(?:$|[^\pL])`)

// nameNames tells names from words that are written like them.
func nameNames(ts []Token, s string) {
	if !notTheirs.MatchString(s) {
		return
	}
	for _, m := range namedLikeWords.FindAllStringSubmatch(s, -1) {
		for i := range ts {
			if ts[i].Term == strings.ToLower(m[1]) && ts[i].Kind < Name {
				ts[i].Kind = Name
			}
		}
	}
}

// participle finds how a Spanish participle ends.
var participle = regexp.MustCompile(`(?:[ai]do|cho|[eru]sto|erto)$`)

// turkish finds letters and endings with which the speaker says "I" in Turkish.
var turkish = regexp.MustCompile(`[ıİğş]|\PL\pL+[iuae]m(?:\PL|$)`)

// nameBen tells what "Ben" is at the beginning of a clause: a Turkish "I", a Dutch "am", or somebody.
func nameBen(ts []Token, s string) {
	if len(ts) < 2 || ts[0].Term != "ben" || ts[1].Kind == Subject || listeners[ts[1].Term] {
		return
	}
	switch {
	case turkish.MatchString(s):
		ts[0].Kind = Subject
	case strings.HasPrefix(strings.TrimSpace(s), "Ben"):
		ts[0].Kind = Name
	}
}

// isPolish reports whether "je" behind these tokens is "eats": French has it before a denial, and behind no owner.
func isPolish(before []Token) bool {
	n := len(before)
	return n > 0 && before[n-1].Term == "nie" || n > 1 && before[n-2].Kind == Owner
}

// followsSubject reports whether what follows these tokens is what the speaker does: "I own" is not "my own".
func followsSubject(before []Token) bool {
	for _, t := range slices.Backward(before) {
		if t.Kind != Filler {
			return t.Kind == Subject
		}
	}
	return false
}

// englishNouns are nouns that are written like a particle of another language: "because" and "by" in French, "of" in Dutch, "has" in German.
var englishNouns = WordSet("son car van hat ton fur era")

// englishLeads are words that stand before an English noun, and in none of those languages.
var englishLeads = WordSet("the my our his her their your have with and from red blue black white green new old used electric rental")

// isEnglishNoun reports whether what follows these tokens is an English noun, whatever the word is in other languages:
// "my son" is no French pronoun.
func isEnglishNoun(before []Token) bool {
	if len(before) == 0 {
		return false
	}
	last := before[len(before)-1].Term
	if englishLeads[last] || last == ownerMark {
		return true
	}
	switch last {
	case "a", "one", "oldest", "eldest", "youngest", "first", "only", "no":
		return slices.ContainsFunc(before, func(t Token) bool {
			return englishLeads[t.Term] || t.Term == "has" || t.Term == subjectMark || t.Term == ownerMark || t.Term == "i" || t.Term == "we"
		})
	}
	return false
}

// isSelfForm reports whether a word, as it was written behind these tokens, is a verb of the first person by marks that terms do not have.
func isSelfForm(field string, before []Token) bool {
	if !verbform.IsFirst(field) || unicode.IsUpper(FirstRune(field)) && len(before) > 0 {
		return false
	}
	isAfterNoun := len(before) > 0 && (articles[before[len(before)-1].Term] || before[len(before)-1].Kind == Owner)
	isPolishObject := strings.HasSuffix(field, "ę") && slices.ContainsFunc(before, Token.Counts) // "matkę boli" has it first, and no such ending
	return !isAfterNoun && !isPolishObject
}
