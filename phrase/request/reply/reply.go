// Package reply tells what somebody answers to what they were just asked or shown, also where more stands beside it: yes, no, or neither
// (Of), whether it affirms what they said before (Affirms, Limits), and what they ask not to keep (Withdraw).
//
// A yes that doubts, mocks, limits or only leads to something else affirms nothing: "yes?", "yeah right, as if", "yes, but she has moved", "ok, what's
// the weather?" A wish that something is not kept is a no, whatever it begins with: "sure she is lovely, but please don't keep that".
//
// It is pure. Start reading at Of.
package reply

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/irony"
	"keepsake/phrase/request"
	"keepsake/text"
	"keepsake/text/sieve"
)

// Answer is what a text answers.
type Answer int

// Answers.
const (
	Neither Answer = iota
	Yes
	No
)

// Of returns what a text answers to a question or an offer. What stands beside a yes or a no is about something else, and parted from it: "Yes! And I
// like tea". A wish not to keep it is a no.
func Of(s string) Answer {
	switch {
	case irony.IsMockery(s):
		return Neither
	case phrase.IsYes(s):
		return Yes
	case phrase.IsNo(s) || declines(s):
		return No
	}
	first, rest, isParted := cutOpening(s)
	if !isParted || wavering[plain(first)] || !isElsewhere(rest) {
		return Neither
	}
	switch {
	case phrase.IsYes(first):
		return Yes
	case phrase.IsNo(first):
		return No
	}
	return Neither
}

// declines reports whether a text asks not to keep what was asked about, and says nothing else or begins with a yes or a no to that.
func declines(s string) bool {
	left := phrase.CutRefusal(s)
	if left == s {
		return false
	}
	if !states(left) {
		return true
	}
	first, _ := phrase.CutOpening(s)
	return (phrase.BeginsWithYes(s) || phrase.IsNo(first)) && slices.ContainsFunc(phrase.Clauses(s), func(c phrase.Clause) bool {
		return phrase.RefusesKeeping(c.Text) && !states(phrase.CutRefusal(c.Text)) // "yes, but don't save my address" is about something else
	})
}

// Drops reports whether a text only says that something does not matter any more, which may look like a wish not to keep it: "forget it".
func Drops(s string) bool { return dropping[plain(s)] }

// cutOpening cuts a text behind its first sentence, or at a comma before an "and", and reports whether there is more.
func cutOpening(s string) (first, rest string, ok bool) {
	s = strings.TrimSpace(s)
	if at := opening.FindStringSubmatchIndex(s); at != nil {
		return strings.TrimSpace(s[:at[2]]), strings.TrimSpace(s[at[3]:]), true
	}
	return s, "", false
}

// opening finds the first end of a sentence, or a comma before an "and".
var opening = regexp.MustCompile(`^[^.!。！।,，،、\n?？؟]+?([.!。！।\n]+|[,،] ?(?:and|und|et|y|e|en|och|i|oraz|a|и|й|та|і|ve|و|ו|और|dan|và|ja|και|és|și) |[，、](?:还有|還有|あと|それと|그리고)?)`)

//go:embed words.txt
var wordsFile string

// wavering are words that say yes, or only lead to something else where they do not stand alone: "ok". against begin what takes a yes back or limits it.
// dropping are answers that drop a matter.
var wavering, against, dropping = wordsOf("wavering"), wordsOf("against"), wordsOf("dropping")

// plain returns the words of a text, folded and without marks.
func plain(s string) string { return strings.Join(text.Terms(s), " ") }

// wordsOf returns the words of a section of words.txt as a set, plain.
func wordsOf(name string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range listOf(name) {
		out[plain(w)] = true
	}
	return out
}

// listOf returns the words of a section of words.txt.
func listOf(name string) []string {
	_, rest, _ := strings.Cut(wordsFile, "\n# "+name+"\n")
	section, _, _ := strings.Cut(rest, "\n# ")
	return strings.FieldsFunc(section, func(r rune) bool { return r == '\n' || r == '|' })
}

// isElsewhere reports whether what stands beside a yes or a no takes nothing back and speaks of nobody who may be meant by it: it asks something, or is
// about the speaker.
func isElsewhere(rest string) bool {
	if IsAgainst(rest) || irony.IsMockery(rest) {
		return false
	}
	for _, c := range phrase.Clauses(rest) {
		if tokens := phrase.Tokens(c.Text); !c.IsQuestion && (states(c.Text) || phrase.HasDenial(c.Text)) && (phrase.HasDenial(c.Text) || phrase.HasKind(tokens, phrase.Other) || !c.IsRequest && !isOfSpeaker(tokens)) {
			return false
		}
	}
	return true
}

// isOfSpeaker reports whether words are about the speaker or what is theirs.
func isOfSpeaker(ts []phrase.Token) bool {
	isOwn := func(t phrase.Token) bool {
		return t.Kind == phrase.Subject || t.Kind == phrase.Object || t.Kind == phrase.Owner || t.IsSelfVerb()
	}
	return slices.ContainsFunc(ts, isOwn)
}

// IsAgainst reports whether a text, as it stands behind a yes, takes it back or limits it: "but she lives in Bruges now".
func IsAgainst(rest string) bool {
	for _, c := range phrase.Clauses(rest) {
		terms := text.Terms(c.Text)
		if !c.IsQuestion && len(terms) > 0 && (against[terms[0]] || len(terms) > 1 && against[terms[0]+" "+terms[1]]) {
			return true
		}
	}
	return denseAgainst.MatchString(rest)
}

// Limits reports whether a text says yes and takes it back, or limits it: "yes, but only until Friday".
func Limits(s string) bool {
	if first, rest := phrase.CutOpening(s); phrase.IsYes(first) && IsAgainst(rest) {
		return true
	}
	words := strings.Fields(s)
	for n := range min(len(words), 4) {
		if phrase.IsYes(strings.Join(words[:n], " ")) && IsAgainst(strings.Join(words[n:], " ")) {
			return true
		}
	}
	return false
}

// denseAgainst finds such beginnings in scripts without spaces.
var denseAgainst = regexp.MustCompile(`^[\s\p{P}]*(?:但是?|不过|不過|可是|只是|除了|でも|ただ|けど|しかし|だけど|하지만|그런데|근데|다만|แต่)`)

// Affirms reports whether a text says yes to what was said before it, or asks to keep that without saying what. asked says that it answers a question:
// then a short answer that is no refusal affirms as well.
func Affirms(s string, asked bool) bool {
	switch {
	case phrase.RefusesKeeping(s) || phrase.IsNo(s) || irony.IsMockery(s):
		return false
	case phrase.IsOnlyRequest(s) || phrase.IsYes(s) || request.PointsBack(s):
		return true
	case phrase.BeginsWithYes(s):
		return !strays(s)
	}
	return asked && text.Len(s) <= shortAnswer && len(strings.Fields(s)) <= 5 && !phrase.HasDenial(s) && !strings.ContainsAny(s, "?？؟") &&
		!phrase.IsInstruction(s) && !othersYes.MatchString(s)
}

const shortAnswer = 30 // runes

// othersYes finds a yes that is told of somebody.
var othersYes = sieve.MustCompile(`(?i)\b(?:said|says|told me|hat|sagt|sagte|meint|dit|dijo|dice|ha detto|disse|zei|zegt|sa|säger|powiedziała?|mówi|řekla?) (?:yes|ja|oui|sí|si|sì|sim|tak|ano|gesagt)\b|сказала?,? да|сказала?,? так|evet dedi|说(?:了)?(?:好|是|可以)|(?:うん|はい)と(?:言|い)`)

// strays reports whether a text that begins with a yes asks whether it is one, gives a choice, or only leads to something else: a question or an order.
func strays(s string) bool {
	if doubting.MatchString(s) || phrase.IsYes(strings.TrimRight(strings.TrimSpace(s), "?？؟ ")) {
		return true
	}
	_, rest := phrase.CutOpening(s)
	if rest == "" {
		_, rest, _ = strings.Cut(strings.TrimSpace(s), " ")
	}
	rest = strings.TrimLeft(rest, ",، .!，、。！;؛")
	clauses := phrase.Clauses(rest)
	isSame := func(c phrase.Clause) bool {
		return c.IsRequest || !c.IsQuestion && !phrase.IsInstruction(phrase.Bare(c.Text))
	}
	return wavers(s) && !phrase.HasRequest(s) && len(clauses) > 0 && !slices.ContainsFunc(clauses, isSame)
}

// wavers reports whether a text begins with a word that only may be a yes.
func wavers(s string) bool {
	terms := text.Terms(s)
	return len(terms) > 0 && (wavering[terms[0]] || len(terms) > 1 && wavering[terms[0]+" "+terms[1]])
}

// doubting finds a yes that is none.
var doubting = sieve.MustCompile(`(?i)^[\s\p{P}]*(?:\pL+ (?:or no|oder nein|ou non|o no|ou não|of nee|eller nej|czy nie|nebo ne|или нет|чи ні|veya hayır|أو لا|או לא)\b|(?:yes|yeah|ok|okay|sure),? (?:whatever|right,? as if|as if)\b|yeah,? right,|(?:ja|jaja|klar),? (?:wer['’]?s glaubt|von wegen|schön wär['’]?s)|(?:ouais|oui),? (?:c['’]est ça,|bof)|(?:sí|si),? (?:seguro,|como no,|ya,))`)
