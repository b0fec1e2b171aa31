package relation

import (
	"regexp"
	"slices"

	"keepsake/phrase"
)

// This file finds an owner in a claim who is said to be or to do what was said of what is theirs.

// doneOrDoing finds words that say what somebody did, does or is where they stand behind "'s": "my sister's getting married".
var doneOrDoing = regexp.MustCompile(`(?:ing|ed|en|ly)$|^(?:got|had|left|lost|won|sold|bought|begun|come|become|made|put|set|in|on|at|off|out|not|a|an|the)$`)

// LosesThing reports whether a claim takes the owner at i without the thing that stands right behind: "my brother's dog".
func LosesThing(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	if !said[i].Apostrophe || said[i].Genitive || said[i].Comma || i+1 >= len(said) || k < 0 || claim[k].Apostrophe {
		return false
	}
	thing := said[i+1]
	return thing.Kind == phrase.Content && !slices.Contains(at, i+1) && !doneOrDoing.MatchString(thing.Term) && nextCounting(said, i+2) < len(said)
}

// TurnsPossession reports whether a claim says that an owner is what is theirs: "the doctor of my mother", "the mother is a doctor".
func TurnsPossession(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	if k < 0 || claim[k].Genitive || phrase.IsPossessive(phrase.Role(claim, k)) || said[i].Kind != phrase.Name && !said[i].Owned {
		return false
	}
	isCopula := func(i int) bool { return i >= 0 && i < len(claim) && claim[i].Kind == phrase.Copula }
	if !isCopula(k-1) && !isCopula(k+1) {
		return false
	}
	thing := -1
	switch {
	case phrase.IsPossessive(phrase.Role(said, i)):
		thing = CountingBefore(said, i)
	case said[i].Genitive:
		thing = i + 1
	}
	return thing >= 0 && thing < len(said) && (said[thing].Kind == phrase.Content || said[thing].Noun) && slices.Contains(at, thing)
}

// LosesGenitive reports whether somebody owns something in what was said and does something or owns another thing in a claim, or the reverse: "we
// adopted Mina's cat", "sold Tim my bike".
func LosesGenitive(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	if said[i].Kind != phrase.Name || k < 0 || !said[i].Genitive && !claim[k].Genitive {
		return false
	}
	if said[i].Genitive && claim[k].Genitive {
		return k+1 < len(claim) && claim[k+1].Counts() && !hasTerm(said[i:], claim[k+1].Term) && hasTerm(said[:i], claim[k+1].Term)
	}
	if claim[k].Genitive {
		return said[i].Term == claim[k].Term && i+1 < len(said) && said[i+1].Kind == phrase.Owner
	}
	isTaken := i > 0 && said[i-1].Kind == phrase.Content && slices.Contains(at, i-1)
	isBehind := i > 0 && (isTaken || said[i-1].Kind == phrase.Object || phrase.Role(said, i) != "")
	return isBehind && i+1 < len(said) && said[i+1].Kind == phrase.Content && !phrase.IsPossessive(phrase.Role(claim, k))
}

func hasTerm(ts []phrase.Token, term string) bool {
	return slices.ContainsFunc(ts, func(t phrase.Token) bool { return t.Term == term })
}

// LosesTheirs reports whether a claim ends with "the user's" where nothing that was said is the speaker's: "the red one is Ella's".
func LosesTheirs(said, claim []phrase.Token) bool {
	isOwn := func(t phrase.Token) bool {
		return t.Kind == phrase.Owner || t.Kind == phrase.Subject || t.Kind == phrase.Object || mine[t.Term]
	}
	return len(claim) > 0 && claim[len(claim)-1].Kind == phrase.Owner && !slices.ContainsFunc(said, isOwn)
}

var mine = phrase.WordSet("mine ours meins meiner unsers mía mío mien mienne")

// theirs finds the ending of a Turkish word that says that it is somebody's.
var theirs = regexp.MustCompile(`(?:[iu]|s[iu])$`)

// TurnsTurkishOwner reports whether an owner at i of what was said is what is theirs in a claim: "annemin doktoru", "annesi doktor".
func TurnsTurkishOwner(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	next := nextCounting(said, i+1)
	if k < 0 || k+1 >= len(claim) || next != i+1 || next >= len(said) || !ofOwner.MatchString(said[i].Term) || ofOwner.MatchString(claim[k].Term) || !slices.Contains(at, next) {
		return false
	}
	isLast := claim[len(claim)-1]
	return theirs.MatchString(said[next].Term) && theirs.ReplaceAllString(said[next].Term, "") == isLast.Term
}
