package relation

import (
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/moment"
)

// This file is about words that say nothing by themselves and change what another word says: "only", and what belongs to a verb.

// movesLimit reports whether "only" stands before somebody in what was said and before what they do in a claim, or the reverse: "only Tom has the
// code".
func movesLimit(said, claim []phrase.Token) bool {
	if a, b := limitedTime(said), limitedTime(claim); a != "" && b != "" && a != b && slices.ContainsFunc(said, func(t phrase.Token) bool { return t.Term == b }) {
		return true // "on Wednesdays I work only in the morning"
	}
	a, isSaid := limited(said)
	b, isClaimed := limited(claim)
	if !isSaid || !isClaimed {
		return false
	}
	return isSomebody(a) != isSomebody(b) || (a.Term == "one") != (b.Term == "one") // "the only one who eats meat"
}

// limited returns the word that "only" stands before.
func limited(ts []phrase.Token) (phrase.Token, bool) {
	behind := behindLimit(ts)
	i := slices.IndexFunc(behind, func(t phrase.Token) bool {
		return t.Counts() || t.Term == "one" || t.Kind == phrase.Subject || t.Kind == phrase.Object || t.Kind == phrase.Copula || having[t.Term]
	})
	if i < 0 {
		return phrase.Token{}, false
	}
	return behind[i], true
}

// limitedTime returns the day or time that stands among the three words behind "only", "" where none does.
func limitedTime(ts []phrase.Token) string {
	behind := behindLimit(ts)
	for _, t := range behind[:min(len(behind), 3)] {
		if phrase.IsCalendar(t.Term) || moment.IsDaypart(t.Term) {
			return t.Term
		}
	}
	return ""
}

// behindLimit returns what stands behind the first "only". French has it in two words: "n'a que".
func behindLimit(ts []phrase.Token) []phrase.Token {
	isDenied := false
	for i, t := range ts {
		isDenied = isDenied || t.Term == "ne"
		if t.Kind != phrase.Name && (phrase.Markers(t.Term)[phrase.Limit] || isDenied && t.Term == "que") {
			return ts[i+1:]
		}
	}
	return nil
}

// having are verbs that say what somebody has and count as no word of their own.
var having = phrase.WordSet("has have hat habe a ai ha ho tiene tengo tem tenho heeft heb")

func isSomebody(t phrase.Token) bool {
	return t.Kind == phrase.Name || t.Kind == phrase.Subject || t.Kind == phrase.Object || t.Owned
}

// moving are English verbs that say something else with a particle behind them, and behind such particles.
var (
	moving = phrase.WordSet("give gives gave given giving take takes took taken taking turn turns turned call calls called pay pays paid put puts send sends sent bring brings brought get gets got hand hands handed")
	behind = phrase.WordSet("back up off down away over")
)

// losesParticle reports whether a claim takes a verb without the particle that makes it another: "gave back the drill".
func losesParticle(said, claim []phrase.Token, at []int) bool {
	isClaimed := func(word string) bool {
		return slices.ContainsFunc(claim, func(t phrase.Token) bool { return t.Term == word || strings.HasPrefix(t.Term, "re") })
	}
	return slices.ContainsFunc(at, func(i int) bool {
		return moving[said[i].Term] && i+1 < len(said) && behind[said[i+1].Term] && !isClaimed(said[i+1].Term)
	})
}
