package grounds

import (
	"slices"
	"sync"

	"keepsake/phrase"
	"keepsake/phrase/abroad"
	"keepsake/text"
)

// This file counts the words that a claim has in common with what was said.

// SharedWords returns how many of the words that a claim counts on are among these, in any form; of a word of a script without spaces,
// whose borders are not sure, half of its pairs of signs. A word that a claim repeats is one.
func SharedWords(claim, words string) int { return len(sharedTerms(claim, words)) }

// sharedTerms returns those words.
func sharedTerms(claim, words string) []string {
	var out []string
	m, tokens := matcher{}, phrase.Tokens(words)
	pairs := sync.OnceValue(func() []string { return text.Terms(words) })
	for _, t := range newStatement(claim).counting {
		isAmong := m.has(tokens, t) || phrase.IsDense(phrase.FirstRune(t.Term)) && hasHalf(pairs(), text.Terms(t.Term))
		if isAmong && !slices.Contains(out, t.Term) {
			out = append(out, t.Term)
		}
	}
	return out
}

// HasWordOfTheirOwn reports whether a claim shares a word with what the person said that it shares with no text of others.
func HasWordOfTheirOwn(claim, words string, v View) bool {
	shared := sharedTerms(claim, words)
	for _, theirs := range sharedWithOthers(claim, v) {
		shared = slices.DeleteFunc(shared, func(t string) bool { return slices.Contains(theirs, t) })
	}
	return len(shared) > 0
}

// TakesFromOthers reports whether a claim shares a word with a text of others that it does not share with what the person said.
func TakesFromOthers(claim, words string, v View) bool {
	shared := sharedTerms(claim, words)
	return slices.ContainsFunc(sharedWithOthers(claim, v), func(theirs []string) bool {
		return slices.ContainsFunc(theirs, func(t string) bool { return !slices.Contains(shared, t) })
	})
}

// sharedWithOthers returns the words of a claim that each text of others has.
func sharedWithOthers(claim string, v View) (out [][]string) {
	_, foreign := splitVoices(v)
	for _, f := range foreign {
		out = append(out, sharedTerms(claim, f.said))
	}
	return out
}

// hasHalf reports whether at least half of some terms are among others.
func hasHalf(among, terms []string) bool {
	n := 0
	for _, t := range terms {
		if slices.Contains(among, t) {
			n++
		}
	}
	return n > 0 && 2*n >= len(terms)
}

// HasNames reports whether words have all names and numbers of a claim. In German, where every noun looks like a name, it looks for numbers alone.
func HasNames(claim, words string) bool {
	said := phrase.Tokens(words)
	return !slices.ContainsFunc(phrase.Tokens(claim), func(t phrase.Token) bool {
		isExact := t.Kind == phrase.Number || t.Kind == phrase.Name && !phrase.IsGerman(claim)
		return isExact && !(matcher{}).has(said, t)
	})
}

// LosesWords reports whether words lack one that a memory counts on and the claim that is to replace it keeps.
func LosesWords(before, claim, words string) bool {
	kept := (matcher{}).shareOf(newStatement(before), unit{tokens: phrase.Tokens(claim)})
	return !(matcher{}).mentionsAll(kept.counting, phrase.Tokens(words))
}

// AreInOtherLanguages reports whether a claim is English and words are not: then the two share names and numbers at most.
func AreInOtherLanguages(claim, words string) bool {
	return abroad.IsInAnotherLanguage(phrase.Tokens(claim), phrase.Tokens(words))
}

// SharedByOthers returns how many of the words that a claim counts on the text of others has that has most of them; 1 where others may
// speak of the matter in words that cannot be compared.
func SharedByOthers(claim string, v View) (most int) {
	_, foreign := splitVoices(v)
	if newMatcher(v, foreign).isSpokenByOthers(newStatement(claim)) {
		most = 1
	}
	for _, theirs := range sharedWithOthers(claim, v) {
		most = max(most, len(theirs))
	}
	return most
}
