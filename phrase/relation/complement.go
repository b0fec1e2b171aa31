package relation

import (
	"regexp"
	"slices"

	"keepsake/phrase"
)

// This file is about what somebody says or wants of somebody else, and about passives: who does it is not whom the clause begins with.

// complementizers begin what somebody says, knows or wants.
var complementizers = phrase.WordSet("that dass daß que qu che dat ki")

// thatOf returns where what somebody says or wants begins, -1 where nothing does.
func thatOf(ts []phrase.Token) int {
	for i, t := range ts {
		if i > 0 && complementizers[t.Term] && t.Kind != phrase.Name {
			return i
		}
	}
	return -1
}

// crossesThat reports whether a word stands in what somebody says in what was said, and outside of it in a claim: "Anna told me that Bert is ill".
func crossesThat(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	a, b := thatOf(said), thatOf(claim)
	return a >= 0 && b >= 0 && k >= 0 && (i < a) != (k < b)
}

// losesComplement reports whether a claim takes somebody from what somebody else says, and leaves out what is said of them: "Anna told Bert".
func losesComplement(said, claim []phrase.Token, at []int) bool {
	a, last := thatOf(said), CountingBefore(said, len(said))
	if a < 1 || thatOf(claim) >= 0 || said[a-1].Noun || said[a-1].Owned && !isToSpeaker(said, a-2) || said[a-1].Kind == phrase.Name || slices.Contains(at, last) {
		return false
	}
	return slices.Min(at) < a && slices.Max(at) > a
}

// isToSpeaker reports whether the word at i is an Italian "to me", which is a Spanish "my", before a verb: "mi ha detto".
func isToSpeaker(ts []phrase.Token, i int) bool {
	return i > 0 && ts[i].Term == "ha" && ts[i-1].Term == "mi"
}

// losesWished reports whether somebody wants something to be done by another in what was said, and does it in a claim, or wants to: "my doctor
// wants me to lose weight".
func losesWished(said, claim []phrase.Token, at []int) bool {
	isWish := func(t phrase.Token) bool { return t.Kind == phrase.Wish }
	w := slices.IndexFunc(said, isWish)
	if w < 1 || w+1 >= len(said) || len(at) == 0 || slices.Max(at) < w || !slices.ContainsFunc(said[:w], phrase.Token.Counts) {
		return false
	}
	isAnothers := func(t phrase.Token) bool {
		return t.Kind == phrase.Object || complementizers[t.Term] && t.Kind != phrase.Name
	}
	wishes := slices.IndexFunc(claim, isWish)
	return isAnothers(said[w+1]) && !slices.ContainsFunc(claim[wishes+1:], func(t phrase.Token) bool { return isAnothers(t) || wishes >= 0 && t.Kind == phrase.Subject })
}

var (
	// anothers finds a Turkish verb that says whom somebody wants to do it, and owns one that says that they want to do it.
	anothers = regexp.MustCompile(`\pL{2,}m[ae](?:m|n|s[iu]n|m[iu]z|n[iu]z)[iu]$`)
	owns     = regexp.MustCompile(`\pL{2,}m[ae]k$`)
)

// turnsDoer reports whether a Turkish verb says in a claim that somebody wants to do what they want another to do: "satmamı istiyor".
func turnsDoer(said, claim phrase.Token) bool {
	return anothers.MatchString(said.Term) && owns.MatchString(claim.Term)
}

// A voice is how a language says that something is done to somebody, and that they do it. Weak words of the passive are other words beside one of
// the active.
type voice struct{ strong, weak, active map[string]bool }

var voices = []voice{
	{phrase.WordSet("worden"), phrase.WordSet("wurde wurden wird"), phrase.WordSet("hat hab habe haben")},
	{phrase.WordSet("été"), nil, phrase.WordSet("ai a ont avons avez")},
	{phrase.WordSet("stato stata stati state"), nil, phrase.WordSet("ho ha hanno abbiamo")},
	{phrase.WordSet("sido"), phrase.WordSet("fui fue fuimos fueron foi fomos foram"), phrase.WordSet("he ha hemos han tem")},
	{nil, phrase.WordSet("werd werden wordt ben is"), phrase.WordSet("heb heeft hebben")},
}

// of returns 1 where something is done to somebody, 2 where they do it, 0 where words do not say so.
func (v voice) of(ts []phrase.Token) int {
	has := func(words map[string]bool) bool {
		return slices.ContainsFunc(ts, func(t phrase.Token) bool { return words[t.Term] && t.Kind != phrase.Name })
	}
	isActive := has(v.active)
	switch {
	case has(v.strong), has(v.weak) && !isActive:
		return 1
	case isActive && !has(v.weak):
		return 2
	}
	return 0
}

// turnsVoice reports whether something is done to somebody in what was said, and they do it in a claim, or the reverse.
func turnsVoice(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	if k < 0 || said[i].Kind != phrase.Content || !done.MatchString(said[i].Term) || !done.MatchString(claim[k].Term) {
		return false
	}
	for _, v := range voices {
		if a, b := v.of(said), v.of(claim); a+b == 3 && a*b == 2 {
			return true
		}
	}
	return isEnglishPassive(said, i) && !isEnglishPassive(claim, k)
}

var (
	// done finds participles of the languages of voices and of English.
	done = regexp.MustCompile(`(?:ed|paid|told|bought|sold|taught|sent|given|taken)$|^\pL*ge\pL+(?:t|en|d)$|^(?:be|ver|ent|er|ont)\pL+(?:t|en|d)$|iert$|(?:ad|id|at|it|ut|nt|tt|st|rt|lt|es|os|us)[oaei]s?$|\pL{3}(?:e|i|u)e?s?$`)
	// passed are words before an English participle that say that it is done to somebody.
	passed = phrase.WordSet("was were been being get gets got getting")
	// lasting are participles that say what somebody is.
	lasting = phrase.WordSet("married engaged divorced retired moved born used supposed")
)

// isEnglishPassive reports whether the participle at i says what is done to somebody.
func isEnglishPassive(ts []phrase.Token, i int) bool {
	k := i - 1
	for k >= 0 && ts[k].Kind == phrase.Filler && !passed[ts[k].Term] {
		k--
	}
	return k >= 0 && passed[ts[k].Term] && !lasting[ts[i].Term]
}
