package relation

import (
	"regexp"
	"slices"

	"keepsake/phrase"
)

// This file finds an owner in a claim who is said to be or to do what was said of what is theirs.

// doneOrDoing finds words that say what somebody did, does or is where they stand behind "'s": "my sister's getting married".
var doneOrDoing = regexp.MustCompile(`(?:ing|ed|en|ly)$|^(?:got|had|left|lost|won|sold|bought|begun|come|become|made|put|set|in|on|at|off|out|not|a|an|the)$`)

// losesThing reports whether a claim takes the owner at i without the thing that stands right behind: "my brother's dog".
func losesThing(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	if !said[i].Apostrophe || said[i].Genitive || said[i].Comma || i+1 >= len(said) || k < 0 || claim[k].Apostrophe {
		return false
	}
	thing := said[i+1]
	return thing.Kind == phrase.Content && !slices.Contains(at, i+1) && !doneOrDoing.MatchString(thing.Term) && nextCounting(said, i+2) < len(said)
}

// turnsPossession reports whether a claim says that an owner is what is theirs: "the doctor of my mother", "the mother is a doctor".
func turnsPossession(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
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
	case said[i].Genitive && i+2 < len(said) && said[i+2].Kind == phrase.Copula: // "Elena's pregnant"
		thing = i + 1
	}
	return thing >= 0 && thing < len(said) && (said[thing].Kind == phrase.Content || said[thing].Noun) && slices.Contains(at, thing)
}

// losesGenitive reports whether somebody owns something in what was said and does something or owns another thing in a claim, or the reverse: "we
// adopted Mina's cat", "sold Tim my bike".
func losesGenitive(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	if said[i].Kind != phrase.Name || k < 0 || !said[i].Genitive && !claim[k].Genitive {
		return false
	}
	if said[i].Genitive && claim[k].Genitive {
		if i+1 >= len(said) || k+1 >= len(claim) || !claim[k+1].Counts() {
			return false
		}
		isOwners := func(t phrase.Token) bool { return t.Term == said[i+1].Term && t.Owned }
		return !hasTerm(said[i:], claim[k+1].Term) && hasTerm(said[:i], claim[k+1].Term) || claim[k+1].Term != said[i+1].Term && slices.ContainsFunc(claim, isOwners)
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

// losesTheirs reports whether a claim says that something is the user's where nothing that was said is the speaker's, or only somebody whose it is:
// "the red one is Ella's", "the car is my wife's".
func losesTheirs(said, claim []phrase.Token, at []int) bool {
	isLast := func(t phrase.Token) bool { return t.Kind == phrase.Owner }
	k := slices.IndexFunc(claim, isLast)
	if k < 0 || nextCounting(claim, k+1) < len(claim) {
		return false
	}
	for i, t := range said {
		if len(at) > 0 && partAt(said, i) > slices.Max(at) {
			break
		}
		isTheirs := t.Kind == phrase.Owner && i+1 < len(said) && said[i+1].Counts() && !slices.Contains(at, i+1)
		if !isTheirs && t.Kind >= phrase.Subject && t.Kind <= phrase.Owner || mine[t.Term] {
			return false
		}
	}
	return true
}

var mine = phrase.WordSet("mine ours meins meiner unsers mía mío mien mienne")

// ownerOf returns 1 where the thing at i is the speaker's, 2 where it is somebody else's by a pronoun, 0 where no word says so.
func ownerOf(ts []phrase.Token, i int) int {
	for k := i - 1; k >= 0 && i-k <= 3; k-- {
		switch t := ts[k]; {
		case t.Kind == phrase.Owner:
			return 1
		case t.Kind == phrase.Other && possessive[t.Term]:
			return 2
		case t.Kind != phrase.Content || t.Apostrophe || t.Comma:
			return 0
		}
	}
	return 0
}

var possessive = phrase.WordSet("his her their sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer son sa ses leur leurs su sus suo sua suoi sue loro seu seus zijn haar hun")

// turnsOwnership reports whether the thing at i is the speaker's in one of what was said and a claim about somebody else, and that somebody's in the
// other: "Eli has my bike".
func turnsOwnership(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	a, b := ownerOf(said, i), ownerOf(claim, k)
	isNames := func(ts []phrase.Token, i int) bool { return i > 0 && ts[i-1].Genitive }
	if a == 1 && isNames(claim, k) && !isNames(said, i) || b == 1 && isNames(said, i) && !isNames(claim, k) { // "Kim is my boss", "I am Kim's boss"
		return true
	}
	isAboutSpeaker := phrase.HasKind(claim, phrase.Subject)
	return a == 2 && b == 1 || a == 1 && b == 2 && !isAboutSpeaker
}

// possessiveBehind stand behind what is somebody else's.
var possessiveBehind = phrase.WordSet("dela dele delas deles")

// takesTheirs reports whether the speaker has in a claim what is somebody else's: "j'habite avec Ludovica et son teckel".
func takesTheirs(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	isTheirs := func(j int) bool { return j >= 0 && possessive[said[j].Term] }
	if !isTheirs(i-1) && !(i > 1 && !said[i-1].Counts() && isTheirs(i-2)) && !(i+1 < len(said) && possessiveBehind[said[i+1].Term]) || ownerOf(claim, k) != 0 {
		return false
	}
	has := slices.IndexFunc(claim[:k], func(t phrase.Token) bool { return having[t.Term] })
	return has >= 0 && slices.ContainsFunc(claim[:has+1], isSpeaker) && CountingBefore(claim, k) < has+1
}

// losesOwner reports whether a claim takes what stands right behind "my wife's" without her, or her without what stands before "of my wife".
func losesOwner(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	if i > 0 && said[i-1].Apostrophe && said[i-1].Owned && !slices.Contains(at, i-1) {
		return true
	}
	if !said[i].Owned || !phrase.IsPossessive(phrase.Role(said, i)) || phrase.IsPossessive(phrase.Role(claim, k)) {
		return false
	}
	thing := CountingBefore(said, i)
	return thing >= 0 && said[thing].Noun && !said[thing].Comma && !slices.Contains(at, thing) && !phrase.IsLight(said[thing].Term)
}

// theirs finds the ending of a Turkish word that says that it is somebody's.
var theirs = regexp.MustCompile(`(?:[iu]|s[iu])$`)

// turnsTurkishOwner reports whether an owner at i of what was said is what is theirs in a claim: "annemin doktoru", "annesi doktor".
func turnsTurkishOwner(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	next := nextCounting(said, i+1)
	if k < 0 || k+1 >= len(claim) || next != i+1 || next >= len(said) || !ofOwner.MatchString(said[i].Term) || ofOwner.MatchString(claim[k].Term) || !slices.Contains(at, next) {
		return false
	}
	isLast := claim[len(claim)-1]
	return theirs.MatchString(said[next].Term) && theirs.ReplaceAllString(said[next].Term, "") == isLast.Term
}
