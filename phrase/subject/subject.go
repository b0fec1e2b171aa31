// Package subject tells whom a clause is about, as far as the words at its beginning, and the name before it, tell. It is no
// grammar: where they tell nothing, nobody is named.
//
// It is pure. Start reading at Find for one clause, at Mixes for what several clauses say of which person, at Differs for whether a claim is about another one than was said.
package subject

import (
	"regexp"
	"slices"

	"keepsake/phrase"
)

// Find returns the tokens that a clause begins with, up to the end of what it is about.
func Find(ts []phrase.Token) []phrase.Token {
	for i, t := range ts {
		switch {
		case t.Kind == phrase.Subject || t.Kind == phrase.Other:
			return ts[:i+1]
		case t.IsEntity():
			for i+1 < len(ts) && ts[i+1].Kind == phrase.Name {
				i++
			}
			return ts[:i+1]
		case t.Kind == phrase.Content && !t.Noun, t.Kind == phrase.Copula:
			return nil
		case t.Noun:
			return ts[:i+1]
		}
	}
	return nil
}

// Pronoun returns where a clause begins with "he" or its like, -1 when it does not.
func Pronoun(ts []phrase.Token) int {
	for i, t := range ts {
		switch t.Kind {
		case phrase.Other:
			return i
		case phrase.Filler, phrase.Frame:
		default:
			return -1
		}
	}
	return -1
}

// IsSelf reports whether a clause is the person's own statement: "I" stands before its second word
// that counts.
func IsSelf(ts []phrase.Token) bool {
	counting := 0
	for _, t := range ts {
		if t.Kind == phrase.Subject {
			return counting < 2
		}
		if t.Counts() {
			counting++
		}
	}
	return false
}

// IsGiven reports whether a clause names whom it is about, be it "I", "she", a name, or something of somebody's.
func IsGiven(ts []phrase.Token) bool {
	for i, t := range ts {
		if t.Kind == phrase.Subject || t.Kind == phrase.Other || t.Kind == phrase.Owner && i < 2 {
			return true
		}
		if t.Kind >= phrase.Name {
			return t.Kind == phrase.Name && i+1 < len(ts) && ts[i+1].Kind != phrase.Name || t.Noun && isThingThatIs(ts[i:])
		}
	}
	return false
}

// FindNamed returns whom a sentence is about that begins with two names for them between commas, "my husband, Taras, …", as the first says it; nil where
// these are none.
func FindNamed(first, second []phrase.Token) []phrase.Token {
	isName := func(t phrase.Token) bool { return t.Kind == phrase.Name }
	for i, t := range slices.Backward(first) {
		if that[t.Term] { // "bear in mind that my husband, …"
			first = first[i+1:]
			break
		}
	}
	if !isBare(first) || !isBare(second) || !slices.ContainsFunc(first, isName) && !slices.ContainsFunc(second, isName) {
		return nil
	}
	return first
}

var that = phrase.WordSet("that dass que qu che dat att że ze что що")

// isBare reports whether tokens name somebody and say nothing of them.
func isBare(ts []phrase.Token) bool {
	n := 0
	for i, t := range ts {
		switch {
		case t.Kind == phrase.Name, t.Owned:
			n++
		case t.Kind == phrase.Content && (len(ts) == 1 || i+1 < len(ts) && ts[i+1].Kind == phrase.Owner): // a Turkish "my husband", a Russian "husband of mine"
			n++
		case t.Kind != phrase.Owner && t.Kind > phrase.Filler:
			return false
		}
	}
	return n > 0 && n <= 3
}

// isThingThatIs reports whether tokens begin with a thing of one to three words of which they say what it is: "the service man is Kostas".
func isThingThatIs(ts []phrase.Token) bool {
	is := phrase.IndexKind(ts, phrase.Copula)
	return is > 0 && is <= 3 && is+1 < len(ts) && !slices.ContainsFunc(ts[:is], func(t phrase.Token) bool { return t.Kind != phrase.Content })
}

// germanThing finds the beginning of a clause about a thing, which looks like one that tells more: "…, der Hund Rex".
var germanThing = regexp.MustCompile(`^\s*(?:der|die|das) \p{Lu}`)

// ToldMore returns the name at the end of a clause of which the next tells more, none where it does not.
func ToldMore(before, clause string) []phrase.Token {
	ts := phrase.Tokens(phrase.Bare(before))
	from := len(ts)
	for from > 0 && ts[from-1].Kind == phrase.Name {
		from--
	}
	if from == len(ts) || germanThing.MatchString(clause) || !phrase.IsRelative(clause) && !phrase.IsComplement(clause) || phrase.HasKind(phrase.Tokens(clause), phrase.Subject) {
		return nil
	}
	return ts[from:]
}

// FindLabelled returns whom a clause is about that says nothing of the speaker, where the one before it is no more than a name or a relative: "Eli, blood
// group 0", or says for whom something is: "给小李，不要花生"; nil where it is not.
func FindLabelled(before string, clause []phrase.Token) []phrase.Token {
	ts := phrase.Tokens(phrase.Bare(before))
	if forOther.MatchString(phrase.Bare(before)) && !slices.ContainsFunc(clause, isOfSpeaker) {
		return ts
	}
	if p, _ := personOf(ts); len(p.names) == 0 || !isBare(ts) || slices.ContainsFunc(clause, isOfSpeaker) {
		return nil
	}
	return ts
}

// isOfSpeaker reports whether a token says something of the speaker, or of what is theirs.
func isOfSpeaker(t phrase.Token) bool {
	return isSpeaker(t) || t.Kind == phrase.Content && t.IsSelfVerb()
}
