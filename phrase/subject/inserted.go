package subject

import (
	"slices"

	"keepsake/phrase"
)

// This file finds whom a clause is about where another word for them stands before it, clauses that lead to what somebody says, and what begins with a
// thing of its own.

// InsertedBefore returns whom the last of these clauses is about where it says nothing of that and their other name stands before it, "my husband,
// Taras, eats no fish"; who is whom the clause before was about so.
func InsertedBefore(who []phrase.Token, said string, clauses []phrase.Clause) []phrase.Token {
	tokens := func(c phrase.Clause) []phrase.Token { return phrase.Tokens(phrase.Bare(c.Text)) }
	last := len(clauses) - 1
	if IsGiven(tokens(clauses[last])) {
		return nil
	}
	if last > 1 && who == nil && said[clauses[last-1].To] == ',' && said[clauses[last-2].To] == ',' {
		return FindNamed(tokens(clauses[last-2]), tokens(clauses[last-1]))
	}
	return who
}

// HasOwnPredicate reports whether a part begins with a noun of its own and says more than one word about it.
func HasOwnPredicate(ts []phrase.Token) bool {
	about := Find(ts)
	if len(about) == 0 || !about[len(about)-1].Noun {
		return false
	}
	said := 0
	for _, t := range ts[len(about):] {
		if t.Counts() {
			said++
		}
	}
	return said > 1
}

// IntroducesWords reports whether a clause of what was said leads to what somebody else says: "grandpa always repeated: …". "Good news: …" does not.
func IntroducesWords(said string, c phrase.Clause) bool {
	isRelative := func(t phrase.Token) bool { return IsKin(t.Term) }
	isReport := phrase.Markers(c.Text)[phrase.Report] || slices.ContainsFunc(phrase.Tokens(phrase.Bare(c.Text)), isRelative)
	return said[c.To] == ':' && isReport && IsOthersWord(c.Text)
}
