package request

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"keepsake/phrase"
	"keepsake/text"
)

// This file finds a clause that speaks to the listener about keeping what stands beside it, by the kinds of its words and not by its
// wording: "pop this in your notes: …", "…, so you've got that on file".

//go:embed address.txt
var addressFile string

// address are the words of address.txt by kind, and the expressions of scripts without spaces.
type address struct {
	verbs, holding, losing           []string // beginnings of words
	places, objects, you, rest, told map[string]bool
	dense                            *regexp.Regexp
}

var addressWords = sync.OnceValue(func() address {
	lines := linesOf(addressFile)
	list := func(name string) string { return strings.Join(lines[name], " ") }
	return address{
		verbs: strings.Fields(list("verb")), holding: strings.Fields(list("hold")), losing: strings.Fields(list("lose")),
		places: phrase.WordSet(list("place")), objects: phrase.WordSet(list("object")), you: phrase.WordSet(list("you")),
		rest: phrase.WordSet(list("rest")), told: phrase.WordSet(list("told")),
		dense: regexp.MustCompile(strings.Join(lines["dense"], "|")),
	}
})

// isAside reports whether such a clause may have a word beside its verb: where, what, to whom or when.
func (a address) isAside(w string) bool { return a.places[w] || a.objects[w] || a.you[w] || a.rest[w] }

const (
	longestAddress = 14 // words of such a clause
	otherWords     = 3  // of them that are of no kind, where the clause is a part of a sentence
	otherSigns     = 9  // of a script without spaces that are not in its expression
)

// isAddress reports whether a clause speaks to the listener about keeping something, with at most so many other words. isSure says that it
// ends as only such a clause does: with a colon, or "that".
func isAddress(clause string, most int, isSure bool) bool {
	clause = strings.TrimFunc(clause, isEdge)
	if clause == "" || phrase.Markers(clause)[phrase.Report] || countNames(clause) > 0 {
		return false
	}
	if at := joins.FindStringIndex(clause); at != nil && countMore(clause[at[1]:]) > max(0, most-2) {
		return false // it says what is to be kept
	}
	a := addressWords()
	if phrase.IsDense(phrase.FirstRune(clause)) {
		at := a.dense.FindStringIndex(clause)
		return at != nil && utf8.RuneCountInString(clause[:at[0]]+clause[at[1]:]) <= otherSigns*most/otherWords
	}
	var keeps, loses, isThere, isAsked, isLed, hasPlace, isOwn, isHeld bool
	others, counting := 0, map[string]bool{}
	for _, t := range phrase.Tokens(clause) {
		counting[t.Term] = t.Counts()
		isOwn = isOwn || t.Kind == phrase.Subject || t.Kind == phrase.Owner && most < otherWords // "I always remember"
		if t.Kind == phrase.Number && most < otherWords {
			others++
		}
	}
	words := text.Terms(clause)
	for _, w := range words {
		switch {
		case a.told[w]:
			return false
		case hasPrefix(w, a.losing):
			loses = true
		case hasPrefix(w, a.holding):
			isHeld = true
		case hasPrefix(w, a.verbs) && !a.places[w]:
			keeps, isLed = true, isLed || others <= 1
			isThere = isThere || hasObject.MatchString(w)
		case counting[w] && !a.isAside(w):
			others++
		}
		isThere = isThere || a.places[w] || a.objects[w]
		isAsked, hasPlace = isAsked || a.you[w], hasPlace || a.places[w]
	}
	switch denies := phrase.HasDenial(clause); {
	case len(words) > longestAddress, others > most, isOwn && !isAsked:
		return false
	case isHeld && !keeps: // "so you've got it"
		return isAsked && isThere && others == 0 || isSure && isAsked
	case loses:
		return denies || strings.HasPrefix(words[len(words)-1], "unutma")
	case denies:
		return false
	case keeps && (isThere || isSure):
		return isAsked || isLed || isSure
	case keeps && others == 0: // "…, bitte abspeichern"
		return true
	}
	return hasPlace && (isAsked || isSure && others == 0)
}

// hasObject finds the end of a verb that holds its object: "guárdamelo", "mettilo".
var hasObject = regexp.MustCompile(`(?:l[oa]|ci)$`)

func hasPrefix(w string, beginnings []string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(w, b) })
}

// countMore returns how many words of a clause say something else than where, when, to whom or what.
func countMore(clause string) (n int) {
	a := addressWords()
	for _, t := range phrase.Tokens(clause) {
		if t.Counts() && !a.isAside(t.Term) {
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
