package plain

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// This file is about the words themselves: what a preposition, an ending, a number or the beginning of a clause says of them.

// turnsRole reports whether a claim says by a copula, or by none, that somebody is what stood behind a preposition, or lets a name stand behind
// one that was said to be a name: "is called Vic", "to Vic".
func (r retelling) turnsRole() bool {
	for _, p := range r.pairs {
		t, role, claimed := r.said[p.Said], phrase.Role(r.said, p.Said), phrase.Role(r.claim, p.Claim)
		switch {
		case claimed != "" && role == "" && t.Kind == phrase.Name && p.Said > 0 && isNaming(r.said[p.Said-1]):
			return true
		case r.saysWhat() && role != "" && claimed == "" && t.Owned && r.claim[p.Claim].Owned && !phrase.IsPossessive(role) && !phrase.HasKind(r.said, phrase.Copula):
			return true
		}
	}
	return r.gainsThan()
}

func isNaming(t phrase.Token) bool {
	return t.Kind == phrase.Copula || t.Term == "called" || t.Term == "named"
}

// gainsThan reports whether a word for when becomes one for before or after what: "antes jugaba de portero", "antes que el portero".
func (r retelling) gainsThan() bool {
	return slices.ContainsFunc(r.pairs, func(p Pair) bool {
		return adverbs[r.said[p.Said].Term] && isLinked(r.claim, p.Claim) && !isLinked(r.said, p.Said)
	})
}

func isLinked(ts []phrase.Token, i int) bool { return i+1 < len(ts) && linking[ts[i+1].Term] }

var (
	adverbs = phrase.WordSet("antes después depois prima dopo avant après")
	linking = phrase.WordSet("que de del di dell della do da che")
)

// participle finds a German or Dutch participle.
var participle = regexp.MustCompile(`^(?:(?:ab|an|auf|aus|ein|mit|vor|zu|op|af|uit|aan|in|om)?ge)\pL{2,}(?:t|en|d)$`)

// turnsForm reports whether something was done in a claim that was not said to be done: "stop", "gestopt".
func (r retelling) turnsForm() bool {
	return slices.ContainsFunc(r.pairs, func(p Pair) bool {
		said, claim := r.said[p.Said].Term, r.claim[p.Claim].Term
		return said != claim && participle.MatchString(claim) && !participle.MatchString(said) && !strings.HasPrefix(said, "ge")
	})
}

// openings are words with which a clause begins that is so only where, or when, something else is.
var openings = phrase.WordSet("if when unless wenn falls als indien wanneer zodra si quand lorsque cuando se quando если когда якщо коли jeśli jeżeli gdy kiedy")

// losesOpening reports whether a claim leaves out the word that makes of what was said something that may be so: "als Bram slaagt".
func (r retelling) losesOpening() bool {
	for i, t := range r.said[:r.lowest] {
		isAs := t.Term == "als" && phrase.AreGerman(r.said) // "als Organist"
		if openings[t.Term] && !isAs && t.Kind != phrase.Name && i < 3 && !slices.ContainsFunc(r.said[:i], phrase.Token.Counts) {
			return !slices.ContainsFunc(r.claim, func(t phrase.Token) bool { return openings[t.Term] })
		}
	}
	return false
}

// movesNumber reports whether a number counts another thing in a claim than the one it was said beside, or loses what it counts: "40 quid for the
// tickets", "40 tickets".
func (r retelling) movesNumber() bool {
	for n, p := range r.pairs {
		if r.said[p.Said].Kind != phrase.Number || r.claim[p.Claim].Kind != phrase.Number || n+1 >= len(r.pairs) || !isNext(r.claim, p.Claim, r.pairs[n+1].Claim) {
			continue
		}
		if next := r.pairs[n+1].Said; !isNext(r.said, p.Said, next) && !isNext(r.said, next, p.Said) {
			return true
		}
	}
	return false
}

// isNext reports whether nothing that counts, but days, stands between two words.
func isNext(ts []phrase.Token, i, k int) bool {
	return k > i && !slices.ContainsFunc(ts[i+1:k], func(t phrase.Token) bool { return t.Counts() && !isTime(t) && !helping[t.Term] })
}
