package relation

import (
	"slices"
	"strings"

	"keepsake/phrase"
)

// This file is about claims that say what somebody is: "the user is a nurse". What was said has to say so by a copula as well, not by another verb
// or a preposition: "I met a nurse", "I'm at the nurse's".

var (
	// meeting are verbs that count as no word of their own and say of nobody what they are.
	meeting = phrase.WordSet("have has had got get met need needs want wants tengo tiene tienes tenho tem habe hat haben hatte ho ai avons brauche brauchen braucht quiero quero voglio veux will wil möchte")
	// asWhat are prepositions behind which stands what somebody is: "works as a nurse".
	asWhat = phrase.WordSet("as als comme como come jako как")
	// likes are forms of a verb that is a preposition behind a copula: "I'm like my mother".
	likes = phrase.WordSet("like likes liked")
)

// turnsIdentity reports whether a claim says by a copula that something is something, and what was said does not.
func turnsIdentity(said, claim []phrase.Token, at []int) bool {
	is := phrase.IndexKind(claim, phrase.Copula)
	if is < 1 {
		return isAloneOfMore(said, claim, at)
	}
	what := nextCounting(claim, is+1)
	if what == len(claim) || roleOf(claim, what) != "" {
		return false
	}
	n := 0 // of the words that count before it
	for _, t := range claim[:what] {
		if t.Counts() {
			n++
		}
	}
	if n >= len(at) || !slices.IsSorted(at) || !claim[what].Noun && !claim[what].Owned && strings.HasSuffix(claim[what].Term, "ing") {
		return false
	}
	right := at[n]
	if what == len(claim)-1 && n+1 == len(at) && isCompound(said, right) {
		return true
	}
	left := phrase.IndexKind(said[:right], phrase.Subject)
	if n > 0 {
		left = at[n-1]
	}
	if left < 0 || left >= right {
		return false
	}
	role, between := roleOf(said, right), said[left+1:right]
	if phrase.HasKind(between, phrase.Copula) {
		return role != "" && !asWhat[role]
	}
	return !asWhat[role] && slices.ContainsFunc(between, func(t phrase.Token) bool { return meeting[t.Term] || isSpeaker(t) || t.Kind == phrase.Content })
}

// isAloneOfMore reports whether a claim says of the user nothing but one word, as languages without a copula say who somebody is, which a verb of
// the speaker governs in what was said: "dişçi arıyorum".
func isAloneOfMore(said, claim []phrase.Token, at []int) bool {
	if len(claim) != 2 || claim[0].Kind != phrase.Subject || len(at) != 1 {
		return false
	}
	for i, t := range said {
		if i != at[0] && t.Kind == phrase.Content && t.IsSelfVerb() {
			return true
		}
	}
	return false
}

// isCompound reports whether another noun follows the one at i: "my wedding anniversary" is no wedding.
func isCompound(ts []phrase.Token, i int) bool {
	if i+1 >= len(ts) || ts[i].Comma {
		return false
	}
	next := ts[i+1]
	return ts[i].Kind == phrase.Content && next.Kind == phrase.Content && !strings.HasSuffix(next.Term, "ing") && !strings.HasSuffix(next.Term, "ed")
}

// roleOf is phrase.Role, also of what a name owns, "with Kim's friend", and without what is no preposition in English.
func roleOf(ts []phrase.Token, i int) string {
	if i > 0 && ts[i-1].Genitive {
		i--
	}
	role := phrase.Role(ts, i)
	if isArticle := role == "a" && ts[i-1].Term == "a"; isArticle || role == "am" {
		return ""
	}
	return role
}

// turnsLike reports whether "like" is a verb in a claim and a preposition in what was said, or the reverse.
func turnsLike(said, claim []phrase.Token) bool {
	a, isSaid := isLikened(said)
	b, isClaimed := isLikened(claim)
	return isSaid && isClaimed && a != b
}

// isLikened reports whether "like" stands behind a copula; ok is false where it does not stand at all.
func isLikened(ts []phrase.Token) (isBehindCopula, ok bool) {
	for i, t := range ts {
		if !likes[t.Term] || t.Kind == phrase.Name {
			continue
		}
		k := i - 1
		for k >= 0 && (ts[k].Kind == phrase.Filler || ts[k].Kind == phrase.Deny) {
			k--
		}
		return k >= 0 && ts[k].Kind == phrase.Copula, true
	}
	return false, false
}

// turnsSubject reports whether the first word of a clause, which does something there, is in the claim the one to whom it is done: "Kim trains dogs",
// "dogs train Kim".
func turnsSubject(said, claim []phrase.Token, at []int) bool {
	doer := nextCounting(said, 0)
	if doer+1 >= len(said) || said[doer].Kind != phrase.Name && !said[doer].Owned && !said[doer].Noun || said[doer+1].Kind != phrase.Content || said[doer].Comma || said[doer].Genitive {
		return false
	}
	a, b := slices.Index(at, doer), slices.Index(at, doer+1)
	if b < 1 || a < b || at[0] < doer+1 || phrase.HasKind(claim, phrase.Copula) {
		return false
	}
	var places []int // of the words that count
	for k, t := range claim {
		if t.Counts() {
			places = append(places, k)
		}
	}
	return len(places) == len(at) && roleOf(claim, places[0]) == "" && roleOf(claim, places[a]) == ""
}

// LosesControlled reports whether a claim leaves out the person whom somebody wants, or asks, to do something: of "Kim wants me to stay" it has "Kim wants
// to stay".
func LosesControlled(said, claim []phrase.Token) bool {
	isTo := func(ts []phrase.Token, i int) bool { return i < len(ts) && ts[i].Term == "to" }
	for i := 0; i+2 < len(said); i++ {
		if isThere := said[i+1].Kind == phrase.Object || said[i+1].Kind == phrase.Other || said[i+1].Kind == phrase.Name; !isThere || !isTo(said, i+2) {
			continue
		}
		k := slices.IndexFunc(claim, func(t phrase.Token) bool { return t.Term == said[i].Term || phrase.AreForms(t.Term, said[i].Term) })
		if k >= 0 && isTo(claim, k+1) {
			return true
		}
	}
	return false
}
