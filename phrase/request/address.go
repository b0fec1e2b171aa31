package request

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/phrase"
)

// This file finds a clause that speaks to the listener about keeping what stands beside it, by the kinds of its words and not by its
// wording: "pop this in your notes: …", "…, so you've got that on file".

const (
	longestAddress = 14 // words of such a clause
	otherWords     = 3  // of them that are of no kind, where the clause is a part of a sentence
	otherSigns     = 9  // of a script without spaces that are not in its expression
)

// isAddress reports whether a clause speaks to the listener about keeping something, with at most so many other words. isSure says that it
// ends as only such a clause does: with a colon, or "that".
func isAddress(clause string, most int, isSure bool) bool {
	clause = strings.TrimFunc(clause, isEdge)
	if clause == "" {
		return false
	}
	if phrase.IsDense(phrase.FirstRune(clause)) {
		at := theLexicon().dense["keep"].FindStringIndex(clause)
		return at != nil && utf8.RuneCountInString(clause[:at[0]]+clause[at[1]:]) <= otherSigns*most/otherWords && !phrase.Markers(clause)[phrase.Report] && !saysBehindThat(clause, most)
	}
	terms, words := wordsOf(clause)
	if len(words) > longestAddress || !slices.ContainsFunc(words, func(w word) bool {
		return w.is(keepVerb) || w.is(holdVerb) || w.is(loseVerb) || w.is(keepPlace)
	}) {
		return false
	}
	if phrase.Markers(clause)[phrase.Report] || countNames(clause) > 0 || saysBehindThat(clause, most) {
		return false
	}
	return readAddress(clause, terms, words, most).keeps(most, isSure)
}

// saysBehindThat reports whether a clause says what is to be kept.
func saysBehindThat(clause string, most int) bool {
	at := joins.FindStringIndex(clause)
	return at != nil && countMore(clause[at[1]:]) > max(0, most-2)
}

// address is what the words of a clause say about keeping.
type address struct {
	isKept, loses, isThere, isAsked, isLed, hasPlace, isOwn, isHeld, isTold, isIdle, denies bool

	others int
	last   string
}

// readAddress reads the words of a clause.
func readAddress(clause string, terms []string, words []word, most int) (a address) {
	counting := map[string]bool{}
	for _, t := range phrase.Tokens(clause) {
		counting[t.Term] = t.Counts()
		a.isOwn = a.isOwn || t.Kind == phrase.Subject || t.Kind == phrase.Owner && most < otherWords // "I always remember"
		if t.Kind == phrase.Number && most < otherWords {
			a.others++
		}
	}
	for i := range words {
		w := &words[i]
		switch {
		case w.is(toldWord):
			a.isTold = true
		case w.is(loseVerb):
			a.loses = true
		case w.is(holdVerb):
			a.isHeld = true
		case w.is(keepVerb) && !w.is(keepPlace):
			a.isKept, a.isLed = true, a.isLed || a.others <= 1
			a.isThere = a.isThere || hasObject.MatchString(terms[i])
		case counts(counting, terms[i]) && !isAside(w):
			a.others++
		}
		a.isThere = a.isThere || w.is(keepPlace) || w.is(keepObject)
		a.isAsked, a.hasPlace, a.isIdle = a.isAsked || w.is(toListener), a.hasPlace || w.is(keepPlace), a.isIdle || w.is(idle)
	}
	a.last, a.denies = terms[len(terms)-1], phrase.HasDenial(clause)
	return a
}

// counts reports whether a word carries what is said; phrase.Tokens cuts some otherwise.
func counts(counting map[string]bool, term string) bool {
	is, isKnown := counting[term]
	return is || !isKnown && len(term) > 3
}

// isAside reports whether an address may have a word beside its verb: where, what, to whom or when.
func isAside(w *word) bool {
	return w.is(keepPlace) || w.is(keepObject) || w.is(toListener) || w.is(restWord) || w.is(vocative) || w.is(askWord)
}

// keeps reports whether such words ask to keep something.
func (a address) keeps(most int, isSure bool) bool {
	switch {
	case a.isTold, a.isIdle, a.others > most, a.isOwn && !a.isAsked:
		return false
	case a.isHeld && !a.isKept: // "so you've got it"
		return a.isAsked && a.isThere && a.others == 0 || isSure && a.isAsked
	case a.loses:
		return a.denies || strings.HasPrefix(a.last, "unutma")
	case a.denies:
		return false
	case a.isKept && (a.isThere || isSure):
		return a.isAsked || a.isLed || isSure
	case a.isKept && a.others == 0: // "…, bitte abspeichern"
		return true
	}
	return a.hasPlace && (a.isAsked || isSure && a.others == 0)
}

// hasObject finds the end of a verb that holds its object: "guárdamelo", "mettilo".
var hasObject = regexp.MustCompile(`(?:l[oa]|ci)$`)

// countMore returns how many words of a clause say something else than where, when, to whom or what.
func countMore(clause string) (n int) {
	terms, words := wordsOf(clause)
	aside := map[string]bool{}
	for i, t := range terms {
		aside[t] = isAside(&words[i])
	}
	for _, t := range phrase.Tokens(clause) {
		if t.Counts() && !aside[t.Term] {
			n++
		}
	}
	return n
}

// countNames returns how many names stand in a clause behind its first word.
func countNames(clause string) (n int) {
	if phrase.IsGerman(clause) {
		return 0
	}
	for i, t := range phrase.Tokens(clause) {
		if i > 0 && t.Kind == phrase.Name {
			n++
		}
	}
	return n
}

var (
	// breaks find where a clause before, or behind, what is to be kept may end, or begin.
	breaks = regexp.MustCompile(`[:：,，、;；،؛\n(（–—←]| - |…|\.\.`)
	joins  = regexp.MustCompile(`(?i)\s(?:` + that + `)\s`)
)

// maxJoins is how many words like "that" of a sentence are looked at: "I want that you note that …".
const maxJoins = 3

// findAddresses returns the clauses of a sentence that speak to the listener about keeping the rest: at its beginning, at its end, and
// between what is said.
func findAddresses(sentence string) (out []Span) {
	joined, at := joins.FindAllStringIndex(sentence, maxJoins), breaks.FindAllStringIndex(sentence, -1)
	isColon := func(b []int) bool { return strings.Contains(":：", sentence[b[0]:b[1]]) }
	for k, b := range slices.Concat(joined, at) {
		if isAddress(sentence[:b[0]], otherWords, k < len(joined) || isColon(b)) {
			out = append(out, Span{To: b[1]})
			break
		}
	}
	end := len(sentence)
	for _, b := range slices.Backward(at) {
		isWithin := end < len(sentence)
		if isWithin && (joining.MatchString(sentence[end:]) || isColon(b)) {
			break // somebody tells of a request, or what is to be kept follows
		}
		if isAddress(sentence[b[1]:end], otherWords, false) {
			return append(out, Span{From: b[0], To: len(sentence)})
		}
		if end = b[0]; len(out) > 0 {
			break
		}
	}
	return out
}
