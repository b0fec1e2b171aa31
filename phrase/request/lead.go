package request

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/text"
)

// lead is how many words may stand before the words that ask: "hey can you please …".
const lead = 6

// leadWords is how many of them may be more than a filler: "oye", "listen up".
const leadWords = 2

// denseLead is how many signs of a script without spaces may, a space included: "对了你".
const denseLead = 5

// isLead reports whether these words only lead to a request: "hey can you".
func isLead(s string) bool {
	s = polite.ReplaceAllString(s+" ", " ")
	if text.Len(s) <= denseLead && phrase.IsDense(phrase.FirstRune(strings.TrimSpace(s))) {
		return !ownAct.MatchString(s)
	}
	if len(text.Terms(s)) > lead || stating.MatchString(s) {
		return false
	}
	if isReason(s) {
		return true
	}
	words, isNamed := 0, false
	s = withoutCalls(s)
	for i, t := range phrase.Tokens(s) {
		switch t.Kind {
		case phrase.Subject, phrase.Owner, phrase.Other, phrase.Number:
			return false
		case phrase.Name: // "What matters: …" begins with none
			isNamed = isNamed || i > 0 || !indirect.MatchString(s)
		case phrase.Content:
			words++
		}
	}
	return words <= leadWords && !(isNamed && words > 0) && !phrase.Markers(s)[phrase.Report]
}

// stating finds the beginning of what the speaker says of themselves: "je suis dyslexique garde ça en tête".
var stating = regexp.MustCompile(`(?i)^\PL*(?:i['’]?m|i am|i have|i['’]ve|ich (?:bin|hab|habe)|ik (?:ben|heb)|je suis|j['’]ai|(?:yo )?(?:soy|estoy|tengo)|(?:io )?(?:sono|ho)|(?:eu )?(?:sou|tenho|estou|tô)|(?:ja )?(?:jestem|mam|mamy)|у (?:меня|нас|мене)|عند(?:ي|نا)|لد(?:ي|ينا)|انا|أنا)\s+\pL`)

// shortAnswer finds a word and the comma behind it with which a text begins.
var shortAnswer = regexp.MustCompile(`^\s*\pL+[,，、]`)

// isReason reports whether a clause only says why something is to be kept, and ends as one: "so I needn't say it again, …"
func isReason(s string) bool {
	terms, kinds := wordsOf(s)
	if len(terms) == 0 || !strings.ContainsAny(s, ",，:：、。") && len(kinds) > longestReason {
		return false
	}
	if answer := shortAnswer.FindString(s); answer != "" && (phrase.IsNo(answer) || phrase.IsYes(answer)) { // "no, it's in case I ask"
		return isReason(s[len(answer):])
	}
	isFact := func(t phrase.Token) bool {
		return t.Kind == phrase.Name || t.Kind == phrase.Number || t.Kind == phrase.Owner
	}
	if len(kinds) > leadWords*2 && (strings.Contains(s, ":") || slices.ContainsFunc(phrase.Tokens(s), isFact)) {
		return false
	}
	if phrase.IsDense(phrase.FirstRune(s)) {
		return theLexicon().dense["reason"].MatchString(s) || isDenseLead(s)
	}
	for len(kinds) > 1 && mayPrecedeReason(&kinds[0]) {
		kinds = kinds[1:]
	}
	if kinds[0].is(reason) {
		return true
	}
	isOwn, loses := false, false
	for i := range kinds {
		isOwn, loses = isOwn || kinds[i].is(selfWord) || i > 0 && kinds[i].is(lastWord), loses || kinds[i].is(loseVerb)
	}
	return isOwn && loses && len(kinds) <= lead
}

// mayPrecedeReason reports whether a word may stand before the one with which a reason begins: "it's just in case …".
func mayPrecedeReason(w *word) bool {
	return !w.is(reason) && !w.is(selfWord) && (w.is(keepObject) || w.is(restWord) || w.is(askWord) || w.is(beVerb) || w.is(onlyWord))
}

// withoutCalls returns a text without the words at its beginning that only call the listener: "hey bot, listen".
func withoutCalls(s string) string {
	for rest := s; ; {
		at := firstWord.FindStringIndex(rest)
		if at == nil {
			return ""
		}
		if _, kinds := wordsOf(rest[:at[1]]); len(kinds) != 1 || !kinds[0].is(vocative) {
			return rest
		}
		rest = rest[at[1]:]
	}
}

var firstWord = regexp.MustCompile(`^[^\pL\pN]*[\pL\pN]+`)
