package relation

import (
	"slices"

	"keepsake/phrase"
)

// This file is about words that link two statements, or a statement and a thing: what stands on which side of them says what is meant.

var (
	// linking are words before what comes later, what is the reason, or when something is so: nothing changes sides there.
	linking = phrase.WordSet(`before bevor avant antes prima voordat zanim do до перед because weil parce porque perché omdat bo потому when whenever if wenn falls sobald quand cuando quando als gdy kiedy
		когда если while während pendant mientras mentre terwijl unless although obwohl`)
	// occasions are those of them that say when something is so.
	occasions = phrase.WordSet("when whenever if wenn falls sobald quand lorsque cuando quando kiedy gdy когда коли если")
	// withs are prepositions for company: no reason, place or purpose.
	withs = phrase.WordSet("with mit avec con com met с со z")
	// peoples are words for others in general.
	peoples = phrase.WordSet("people everyone everybody nobody someone somebody jemand jeder alle leute")
)

// crossesLink reports whether what stands behind a linking word in a claim stands before it in what was said: "I got a dog before I got a cat".
func crossesLink(said, claim []phrase.Token) bool {
	if crossesCause(said, claim) {
		return true
	}
	isLink := func(t phrase.Token) bool { return linking[t.Term] && t.Kind != phrase.Name }
	b := slices.IndexFunc(claim, isLink)
	if b < 1 || CountingBefore(claim, b) < 0 && !slices.ContainsFunc(claim[:b], isSpeaker) {
		return false
	}
	a := slices.IndexFunc(said, func(t phrase.Token) bool { return t.Term == claim[b].Term })
	return a > 0 && slices.ContainsFunc(claim[b+1:], func(t phrase.Token) bool {
		return t.Counts() && hasForm(said[:a], t) && !hasForm(said[a+1:], t) && !hasForm(claim[:b], t)
	})
}

// causes are words with which a reason begins.
var causes = phrase.WordSet("because since weil da denn comme parce car como porque pues siccome poiché perché omdat doordat want потому так поскольку оскільки bo ponieważ")

// crossesCause reports whether a reason that was said first, "because I sleep badly I drink coffee", is in a claim what comes of it: the words
// right behind "because" are the reason, with or without a comma.
func crossesCause(said, claim []phrase.Token) bool {
	isCause := func(t phrase.Token) bool { return causes[t.Term] && t.Kind != phrase.Name }
	a, b := slices.IndexFunc(said, isCause), slices.IndexFunc(claim, isCause)
	if a < 0 || b < 0 || a > 2 || CountingBefore(said, a) >= 0 {
		return false
	}
	effect, cause := claim[:b], claim[b+1:]
	if CountingBefore(claim, b) < 0 { // "because …" stands first there, too
		at := slices.IndexFunc(claim[b:], func(t phrase.Token) bool { return t.Comma }) + b + 1
		if at <= b+1 {
			return false
		}
		effect, cause = claim[at:], claim[b+1:at]
	}
	first := func(ts []phrase.Token) int {
		return slices.IndexFunc(said, func(t phrase.Token) bool {
			return t.Counts() && hasForm(ts, t) && !(hasForm(effect, t) && hasForm(cause, t))
		})
	}
	e, c := first(effect), first(cause)
	return e > a && c > e
}

// hasForm reports whether some tokens have a word in any of its forms.
func hasForm(ts []phrase.Token, t phrase.Token) bool {
	return slices.ContainsFunc(ts, func(x phrase.Token) bool { return x.Term == t.Term || x.Counts() && phrase.AreForms(x.Term, t.Term) })
}

// IsOccasion reports whether a word says when something is so: "when".
func IsOccasion(t phrase.Token) bool { return occasions[t.Term] && t.Kind != phrase.Name }

// losesOccasion reports whether a claim takes words from both sides of "when" without it: "I hate it when people are late".
func losesOccasion(said, claim []phrase.Token, at []int) bool {
	i := slices.IndexFunc(said, IsOccasion)
	return i > 0 && slices.Min(at) < i && slices.Max(at) > i && !slices.ContainsFunc(claim, func(t phrase.Token) bool { return linking[t.Term] })
}

// addsPeople reports whether a claim speaks of others in general, and what was said does not.
func addsPeople(said, claim []phrase.Token) bool {
	isThem := func(t phrase.Token) bool { return t.Kind == phrase.Other && peoples[t.Term] }
	return slices.ContainsFunc(claim, isThem) && !phrase.HasKind(said, phrase.Other)
}

// movesDenial reports whether a claim denies what stands behind the word that was denied, without that: "it's no secret that I smoke", "I don't want to
// move".
func movesDenial(said, claim []phrase.Token) bool {
	isWish := func(t phrase.Token) bool { return t.Kind == phrase.Wish }
	// denied returns where the first word stands behind a denial, or the wish right before it.
	denied := func(ts []phrase.Token) int {
		i := phrase.IndexKind(ts, phrase.Deny)
		if i > 0 && isWish(ts[i-1]) { // "ich will nicht"
			return i - 1
		}
		for i = max(i, 0); i < len(ts) && !ts[i].Counts() && !isWish(ts[i]); i++ {
		}
		return i
	}
	isDenied := func(ts []phrase.Token) bool {
		return phrase.HasKind(ts, phrase.Deny)
	}
	if !isDenied(said) || !isDenied(claim) || slices.ContainsFunc(claim, isWish) { // "don't use emojis": no emojis are wanted
		return false
	}
	a, b := denied(said), denied(claim)
	return a < len(said) && b < len(claim) && (isWish(said[a]) || said[a].Kind == phrase.Content && !said[a].Noun && !hasForm(claim, said[a])) && hasForm(said[a+1:], claim[b])
}

// turnsCompany reports whether somebody or something is company in a claim that was a reason, a place or a purpose: "because of my back".
func turnsCompany(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	a, b := roleOf(said, i), roleOf(claim, k)
	return withs[b] && a != "" && !withs[a]
}

// sources are prepositions for whom something comes from.
var sources = phrase.WordSet("from von van od от від у")

// gainsSource reports whether something comes from somebody in a claim to whom it went in what was said: "ich habe Tom 200 Euro geliehen".
func gainsSource(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	return sources[roleOf(claim, k)] && roleOf(said, i) == "" && said[i].Kind == phrase.Name && slices.ContainsFunc(said[:i], isSpeaker)
}

// movesRole reports whether a thing stands behind a preposition in a claim that stands before another thing in what was said: "a cat named after Kim".
func movesRole(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	role := roleOf(claim, k)
	if role == "" || roleOf(said, i) != "" {
		return false
	}
	for j, t := range said {
		if j != i && t.Counts() && !slices.Contains(at, j) && phrase.Role(said, j) == role {
			return true
		}
	}
	return false
}
