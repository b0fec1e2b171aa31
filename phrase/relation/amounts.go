package relation

import (
	"slices"

	"keepsake/phrase"
)

// This file tells what a number says from what it is compared with: "up to 40" and "by 40", "2 years older" and "2 years old".

var (
	// upTo and upBy are words before an amount that something came to, or changed by.
	upTo = phrase.WordSet("to auf a à al pra para naar tot")
	upBy = phrase.WordSet("by um en em di de met mit")
	// differences stand behind a number of things for how many more, or less, than something else there are.
	differences = classesOf(
		"more older taller longer bigger higher later warmer hotter heavier mehr älter größer länger höher später wärmer schwerer más mayor plus âgé più mais maior meer ouder groter langer later büyük fazla uzun",
		"less fewer younger shorter smaller lower earlier colder lighter weniger jünger kleiner kürzer früher kälter leichter menos menor moins meno minder jonger kleiner korter küçük eksik kısa",
	)
)

// turnsAmount reports whether a number is what something came to in what was said and by how much it changed in a claim: "went up to 40".
func turnsAmount(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	if said[i].Kind != phrase.Number || i < 1 || k < 1 || !upTo[said[i-1].Term] {
		return false
	}
	isBare := claim[k-1].Kind >= phrase.Content && CountingBefore(said, i) == i-2 && claim[k-1].Term == said[i-2].Term
	return upBy[claim[k-1].Term] && claim[k-1].Kind <= phrase.Filler || isBare
}

// turnsDifference reports whether a number says how many more or less there are than of something else in what was said, and how many there are
// in a claim, or the opposite: "2 pills less than before".
func turnsDifference(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	if said[i].Kind != phrase.Number {
		return false
	}
	a := differenceOf(said, i)
	return a != 0 && k >= 0 && a != differenceOf(claim, k)
}

// differenceOf returns which comparative stands behind the number at i and the thing that it counts, 0 where none does.
func differenceOf(ts []phrase.Token, i int) int {
	for k := i + 1; k < len(ts) && k <= i+3; k++ {
		if n := differences[ts[k].Term]; n != 0 {
			return n
		}
		if ts[k].Comma || ts[k].Kind == phrase.Number || phrase.IsConjunction(ts, k) {
			return 0
		}
	}
	return 0
}

// losesThan reports whether a claim takes words from both sides of a comparison and leaves its "than" out: "Mia is older than Leo".
func losesThan(said, claim []phrase.Token, at []int) bool {
	a := thanOf(said)
	return a >= 0 && a+1 < len(said) && said[a+1].Kind != phrase.Number && thanOf(claim) < 0 && slices.Min(at) < a && slices.Max(at) > a
}

// losesEnd reports whether a claim takes the amount that something changed from as what it is: "from 700 to 750".
func losesEnd(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	if said[i].Kind != phrase.Number || i < 1 || i+2 >= len(said) || k < 0 || !comingFrom[said[i-1].Term] || !upTo[said[i+1].Term] || said[i+2].Kind != phrase.Number {
		return false
	}
	return !hasTerm(claim, said[i+2].Term)
}
