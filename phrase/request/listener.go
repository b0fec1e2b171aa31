package request

import (
	"regexp"
	"slices"

	"keepsake/phrase"
)

// This file finds what the listener is to do where no imperative says it: the second person behind a condition, an infinitive, a noun.

// saysYouDo reports whether a Slavic verb behind a condition says what the listener does then: "to odpowiadasz".
func (s sentence) saysYouDo(in languages, from int) bool {
	return in&slavic != 0 && !slices.ContainsFunc(s.terms, func(t string) bool { return slavicYou[t] }) && slices.ContainsFunc(s.terms[from:], slavicSecond.MatchString)
}

// slavicYou are words for the listener that make of such a verb a statement, and of questions.
var slavicYou = phrase.WordSet(`ты ти ty вы ви ли чи czy`)

// slavicSecond finds how a verb of the listener's ends.
var slavicSecond = regexp.MustCompile(`^\pL{2,}(?:[еиєїё]шь?(?:ся)?|[aeiy]sz)$`)

// endsWithInfinitive reports whether a Dutch or German sentence without a subject ends with what is to be done: "bij wiskunde altijd … laten zien".
func (s sentence) endsWithInfinitive(in languages) bool {
	if in != dutchLanguage && in != german || s.any(selfWord, in, 0, len(s.words)) || s.any(thirdWord, in, 0, len(s.words)) || s.any(beVerb, in, 0, len(s.words)) {
		return false
	}
	for k := range s.clauses {
		_, to := s.clauseOf(s.clauses[k])
		if w := &s.words[to-1]; w.in(tellVerb, in) && germanicInfinitive.MatchString(s.terms[to-1]) {
			return true
		}
	}
	return false
}

// germanicInfinitive finds how an infinitive ends.
var germanicInfinitive = regexp.MustCompile(`^(?:zien|doen|\pL{2,}e[nr]n?|tun)$`)

// turkishYourDoing finds what the listener is to do, as a noun: "sormanı".
var turkishYourDoing = regexp.MustCompile(`^\pL{2,}m[ae]ni(?:zi)?$`)
