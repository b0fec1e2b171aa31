// Package plain tells whether a claim repeats what was said so plainly that its words alone settle it: with nothing left out between them,
// in the order in which they were said, with the speaker where the speaker was. A claim made of somebody's words may say another
// thing all the same ("the landlord pays the water and we the gas", "we pay the landlord"); which of several things it says is not for
// words to tell where a word between them is left out or several have moved.
//
// It also tells whether a claim gives the person what was said of somebody else (IsOfOther).
//
// It is stricter than phrase/relation, which finds what cannot be meant: what is not plain may well be said. It is pure. Start reading
// at Retells.
package plain

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/moment"
)

// Text is what was said, or a claim.
type Text struct {
	Tokens []phrase.Token
	Words  string
	// IsUpdate says of a claim that a memory says the rest of it already: then words of it need not be said.
	IsUpdate bool
}

// Pair says where a word of the claim stands in it, and in what was said.
type Pair struct{ Said, Claim int }

// retelling is a claim beside what was said.
type retelling struct {
	said, claim []phrase.Token
	words       string // of what was said
	claimed     string
	pairs       []Pair // in the claim's order
	lowest      int    // of the places in what was said
	highest     int
	to          int // highest, or where the speaker stands behind it
}

// Retells reports whether a claim repeats what was said plainly. pairs are its words that count, in its order.
func Retells(said, claim Text, pairs []Pair) bool {
	if len(pairs) == 0 {
		return true
	}
	r := retelling{said: said.Tokens, claim: claim.Tokens, words: said.Words, claimed: claim.Words, pairs: pairs, lowest: len(said.Tokens)}
	for _, p := range pairs {
		r.lowest, r.highest = min(r.lowest, p.Said), max(r.highest, p.Said)
	}
	r.to = max(r.highest, r.owner())
	isWhole := claim.IsUpdate || !r.leavesOutBetween() && !r.addsSpeaker()
	return isWhole && !r.losesNotOnly() && !r.turnsReflexive() && !r.movesWords() && !r.turnsSpeaker() && !r.turnsRole() && !r.turnsForm() && !r.losesOpening() &&
		!r.movesNumber() && !r.differsDense()
}

// isMatched reports whether the claim has the word at i of what was said.
func (r retelling) isMatched(i int) bool {
	return slices.ContainsFunc(r.pairs, func(p Pair) bool { return p.Said == i })
}

// isLeft reports whether the claim leaves out the word at i of what was said, and that word carries a meaning.
func (r retelling) isLeft(i int) bool {
	t := r.said[i]
	isDenied := i+1 < len(r.said) && r.said[i+1].Term == "degil"                                                                                       // Turkish "not", behind what is set apart
	isSon := t.Term == "son" && i > 0 && r.said[i-1].Apostrophe && !slices.ContainsFunc(r.claim, func(t phrase.Token) bool { return t.Term == "son" }) // elsewhere a copula
	return (t.Counts() || isSon) && !r.isMatched(i) && !isDenied && !isTime(t) && !phrase.IsLight(t.Term) && !helping[t.Term]
}

func isTime(t phrase.Token) bool { return phrase.IsCalendar(t.Term) || moment.IsDaypart(t.Term) }

// helping are verbs that carry nothing but another one, words that ask politely, words for a small degree, particles, and a preposition before "me".
var helping = phrase.WordSet(`hab habe haben have has had hatte mamy mam heb hebben stp svp pls ode 해 하고 우리 한테 에게 께 에서 부터 까지 이랑 야
	трохи немного чуть trochę nieco biraz etwas bisschen slightly bit up peu poco beetje`)

// leavesOutBetween reports whether the claim leaves out a word between two words that it has: the second of these may be said of the word that is
// left out. An attribute of a thing may be left out: "my new boss".
func (r retelling) leavesOutBetween() bool {
	if next := r.highest + 1; next < len(r.said) && r.isLeft(next) && r.isThing(next) {
		return true // "I'm Eli's wife's brother"
	}
	if slices.ContainsFunc(r.pairs, r.isOwnersThing) {
		return true
	}
	first := r.lowest + 1
	for i := r.lowest - 1; i >= 0 && r.said[i].Owned && r.said[i+1].Owned; i-- { // "my cousin's boss"
		first = i
	}
	for i := first; i < r.to; i++ {
		if r.isLeft(i) && !r.isAttribute(i) && !r.isBeforeAnd(i) && !r.isListed(i) {
			return true
		}
	}
	return false
}

// isBeforeAnd reports whether the word at i belongs to a first thing that is told of the first word, and the claim has all of a second thing, behind an
// Arabic "and": "the big key for the gate and the small for the roof".
func (r retelling) isBeforeAnd(i int) bool {
	and := slices.IndexFunc(r.said, func(t phrase.Token) bool { return phrase.IsArabic(t.Term) && phrase.WithoutAnd(t.Term) != t.Term })
	if and <= i || r.lowest != 0 || slices.ContainsFunc(r.pairs, func(p Pair) bool { return p.Said > 0 && p.Said < and }) {
		return false
	}
	return isSorted(r.pairs) && !slices.ContainsFunc(places(r.said)[and:], r.isLeft)
}

// isOwnersThing reports whether a thing belongs to a relation of the speaker, who is named behind it (a Russian "cat of my niece"), and to the speaker in
// the claim.
func (r retelling) isOwnersThing(p Pair) bool {
	isOwner := func(ts []phrase.Token, i int) bool { return i < len(ts) && ts[i].Kind == phrase.Owner }
	return isOwner(r.said, p.Said+1) && p.Claim > 0 && isOwner(r.claim, p.Claim-1) && p.Said+2 < len(r.said) && r.isLeft(p.Said+2)
}

// isListed reports whether the word at i belongs to a list of which the claim has what stands behind the "and": "I play the cello and the piano".
func (r retelling) isListed(i int) bool {
	for ; i < len(r.said) && !r.isMatched(i); i++ {
		if !phrase.IsConjunction(r.said, i) {
			continue
		}
		for i++; i < len(r.said) && (r.said[i].Kind == phrase.Frame || r.said[i].Kind == phrase.Owner); i++ {
		}
		return i < len(r.said) && r.isMatched(i) // not "gave up boxing and began yoga"
	}
	return false
}

// isAttribute reports whether the word at i describes the thing behind it and does not own it, as in "my cousins godfather".
func (r retelling) isAttribute(i int) bool {
	t := r.said[i]
	if t.Kind != phrase.Content || t.Apostrophe || t.Comma || strings.HasSuffix(t.Term, "s") || i+1 >= len(r.said) {
		return false
	}
	next := r.said[i+1]
	if r.isThing(i) {
		return false
	}
	if role := phrase.Role(r.said, i); role != "" && next.Kind == phrase.Name && r.isMatched(i+1) && role == phrase.Role(r.said, i+1) {
		return true // "at neighbour Nina's"
	}
	return (t.Owned && next.Owned || t.Noun && next.Noun) && (r.isMatched(i+1) || r.isLeft(i+1) && r.isAttribute(i+1))
}

// isThing reports whether the word at i is a thing or person that belongs to the word before it, and the claim has only its owner: of "my
// landlady's son plays" it has "the landlady plays".
func (r retelling) isThing(i int) bool {
	return slices.ContainsFunc(r.pairs, func(p Pair) bool {
		said, claim := r.said[p.Said], r.claim[p.Claim]
		return p.Said == i-1 && (said.Apostrophe && !claim.Apostrophe || said.Term == claim.Term+"s")
	})
}

// movesWords reports whether the claim has words in an order that may change the meaning. A word behind the same preposition and a time may stand
// anywhere, one verb may move as its language wants it, and the two sides of "is" may be exchanged.
func (r retelling) movesWords() bool {
	var fixed []Pair
	for _, p := range r.pairs {
		if !r.isFree(p) {
			fixed = append(fixed, p)
		}
	}
	fixed = r.withoutFronted(fixed)
	if isSorted(fixed) {
		return false
	}
	for k, p := range fixed {
		if isSorted(slices.Delete(slices.Clone(fixed), k, k+1)) && r.isVerb(p) && r.mayCross(fixed, k) {
			return false
		}
	}
	return !r.isIdentity() && !r.keepsForms()
}

// withoutFronted returns pairs without those that stand before "I", where the claim begins with the person: "after breakfast I take a pill". They are
// left in where they have moved among themselves.
func (r retelling) withoutFronted(ps []Pair) []Pair {
	i := phrase.IndexKind(r.said, phrase.Subject)
	if i < 1 || r.isClitic(i) || !r.hasDoer() {
		return ps
	}
	isFronted := func(p Pair) bool { return p.Said < i }
	if !isSorted(slices.DeleteFunc(slices.Clone(ps), func(p Pair) bool { return !isFronted(p) })) {
		return ps
	}
	return slices.DeleteFunc(slices.Clone(ps), isFronted)
}

func isSorted(ps []Pair) bool {
	return slices.IsSortedFunc(ps, func(a, b Pair) int { return a.Said - b.Said })
}

// isFree reports whether a word may stand anywhere: it says when, or stands behind the same preposition, which makes nobody its owner.
func (r retelling) isFree(p Pair) bool {
	t, role := r.said[p.Said], phrase.Role(r.said, p.Said)
	return isTime(t) || role != "" && role == phrase.Role(r.claim, p.Claim) && !phrase.IsPossessive(role)
}

// isVerb reports whether a word may be a verb in both: it is no name, number or thing.
func (r retelling) isVerb(p Pair) bool {
	said, claim := r.said[p.Said], r.claim[p.Claim]
	isTheirs := p.Said > 0 && theirs[r.said[p.Said-1].Term] || p.Claim > 0 && theirs[r.claim[p.Claim-1].Term]
	return said.Kind == phrase.Content && claim.Kind == phrase.Content && !said.Noun && !said.Owned && !isTheirs && !phrase.IsArabic(said.Term) &&
		phrase.Role(r.said, p.Said) == "" && phrase.Role(r.claim, p.Claim) == ""
}

// theirs are words before what is somebody else's.
var theirs = phrase.WordSet("his her their its sein seine seinen seinem seiner ihre ihren ihrem son sa ses leur leurs su sus suo sua suoi sue seu seus suas zijn haar hun его её их його її їх jego jej ich")

// mayCross reports whether a verb may stand on the other side of words: where nothing says that the speaker does it, these could be who does, and
// so could what stands before "nous", whom the verb may be done to.
func (r retelling) mayCross(fixed []Pair, k int) bool {
	verb := fixed[k].Said
	if i := slices.IndexFunc(r.said, isSpeaker); i > 0 && r.isClitic(i) || phrase.HasKind(r.claim, phrase.Copula) && !phrase.HasKind(r.said, phrase.Copula) {
		return false // "Svenja teaches my daughter" does not say who the daughter is
	}
	if !r.hasDoer() || r.speaks() {
		return true
	}
	for n, p := range fixed {
		t := r.said[p.Said]
		if isCrossed := (n < k) != (p.Said < verb); isCrossed && n != k && (t.IsEntity() || t.Noun || t.Term != r.claim[p.Claim].Term) {
			return false
		}
	}
	return true
}

// isIdentity reports whether both say what is what, and the claim does so from the other side: "my boss is Alec".
func (r retelling) isIdentity() bool {
	if !r.saysWhat() || !r.turnsAroundCopula() || phrase.HasKind(r.claim, phrase.Subject) || slices.ContainsFunc(places(r.said), r.isLeft) {
		return false
	}
	isTurned := func(p Pair) bool {
		said, claimed := roleOf(r.said, p.Said), roleOf(r.claim, p.Claim)
		return said != claimed && !(phrase.IsPossessive(said) && phrase.IsPossessive(claimed))
	}
	isVerb := func(t phrase.Token) bool { return t.Kind == phrase.Content && !t.Noun && !t.Owned }
	isStated := phrase.HasKind(r.said, phrase.Copula) || !slices.ContainsFunc(r.said, isVerb)
	return r.turns() == 1 && isStated && !slices.ContainsFunc(r.pairs, isTurned)
}

// turnsAroundCopula reports whether none of the words that the claim turns stand both before the first copula of what was said, as in "Jo told Priya that
// Sam was ill".
func (r retelling) turnsAroundCopula() bool {
	is := phrase.IndexKind(r.said, phrase.Copula)
	for k := 1; k < len(r.pairs) && is >= 0; k++ {
		if a, b := r.pairs[k-1].Said, r.pairs[k].Said; b < a && a < is {
			return false
		}
	}
	return true
}

// roleOf is phrase.Role without what is an article as well: "a Joana".
func roleOf(ts []phrase.Token, i int) string {
	if role := phrase.Role(ts, i); role != "a" {
		return role
	}
	return ""
}

// saysWhat reports whether the claim says of something what it is, by a copula or by nothing but names and what is somebody's.
func (r retelling) saysWhat() bool {
	return phrase.HasKind(r.claim, phrase.Copula) || !slices.ContainsFunc(r.claim, func(t phrase.Token) bool { return t.Kind == phrase.Content && !t.Owned })
}

// turns returns how often a word of the claim stands before the one before it in what was said.
func (r retelling) turns() (n int) {
	for k := 1; k < len(r.pairs); k++ {
		if r.pairs[k].Said < r.pairs[k-1].Said {
			n++
		}
	}
	return n
}

// inflecting finds letters of languages whose words say by their endings what they are to each other.
var inflecting = regexp.MustCompile(`[\p{Cyrillic}ąęłżźśćńışğ]`)

// ofSpeaker finds endings of verbs that say in them that the speaker does it.
var ofSpeaker = regexp.MustCompile(`(?:[aeiy]m|[aeiy]my|[ıiuü][mzk]|[аеєёиі]м|[аеєёиі]мо|[ую])$`)

// keepsForms reports whether the claim of such a language moves words to one place, and all but one verb are as they were said.
func (r retelling) keepsForms() bool {
	if r.turns() != 1 || !inflecting.MatchString(r.words+r.claimed) {
		return false
	}
	verbs := 0
	for _, p := range r.pairs {
		switch said, claim := r.said[p.Said].Term, r.claim[p.Claim].Term; {
		case said == claim:
		case phrase.AreVerbForms(claim, said), ofSpeaker.MatchString(said) && phrase.AreInflections(claim, said):
			verbs++
		default:
			return false
		}
	}
	return verbs == 1 || verbs == 0 && (!r.hasDoer() || r.speaks())
}

// places returns all places of some tokens.
func places(ts []phrase.Token) (out []int) {
	for i := range ts {
		out = append(out, i)
	}
	return out
}

func isSpeaker(t phrase.Token) bool {
	return t.Kind == phrase.Subject || t.Kind == phrase.Object || t.Kind == phrase.Owner
}
