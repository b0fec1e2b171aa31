// Package relation tells whether words that are taken out of a clause still stand in it as they were said: in their own part of it,
// going the same way, said of the same thing. Everything here takes the tokens of what was said, and where those that a claim
// uses stand among them (at, in the claim's order).
//
// Scripts without spaces, of which tokens keep no particles, are compared as they were written (dense.go).
//
// It is pure and no grammar: it knows conjunctions, commas, and small words and endings that change what another word says. Start reading at Differs.
package relation

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// partAt returns where the part begins that the token at i begins or stands behind the beginning of, 0 for the first one.
func partAt(ts []phrase.Token, i int) int {
	for ; i > 0; i-- {
		if ts[i-1].Comma || i > 1 && phrase.IsConjunction(ts, i-1) {
			return i
		}
	}
	return 0
}

// nextCounting returns the first token from i on that carries what is said, len(ts) where none does.
func nextCounting(ts []phrase.Token, i int) int {
	for i < len(ts) && !ts[i].Counts() {
		i++
	}
	return i
}

// CountingBefore returns the last token before i that carries what is said, -1 where none does.
func CountingBefore(ts []phrase.Token, i int) int {
	for i--; i >= 0 && !ts[i].Counts(); i-- {
	}
	return i
}

// MovesAcross reports whether a claim puts a word of a later part before one of an earlier part, so that what was said of one thing is
// said of another: "half a tablet in the morning and a whole one at night". Two things of a list may change their places ("Rome and
// Paris"), and so may what is said before the speaker or somebody else is named ("in the evenings, I drink tea").
func MovesAcross(ts []phrase.Token, at []int) bool {
	for k := 1; k < len(at); k++ {
		begin := partAt(ts, at[k-1])
		if at[k] >= at[k-1] || begin <= at[k] {
			continue
		}
		isListed := nextCounting(ts, begin) == at[k-1] && nextCounting(ts, at[k]+1) >= at[k-1] && areAlike(ts, at[k], at[k-1])
		if !isListed && !(namesSomebody(ts[begin:]) && !hasSomebody(ts[:begin])) && !isAdded(ts[begin:]) && nextCounting(ts, nextCounting(ts, 0)+1) < begin {
			return true
		}
	}
	return false
}

// areAlike reports whether two words may be things of one list: a day and a number are not.
func areAlike(ts []phrase.Token, i, k int) bool {
	role := phrase.Role(ts, k)
	return (role == "" || role == phrase.Role(ts, i)) && (ts[i].Kind == phrase.Number) == (ts[k].Kind == phrase.Number) && phrase.IsCalendar(ts[i].Term) == phrase.IsCalendar(ts[k].Term)
}

// hasSomebody reports whether anybody is named in what stands before a part.
func hasSomebody(ts []phrase.Token) bool {
	return slices.ContainsFunc(ts, func(t phrase.Token) bool {
		return t.Kind == phrase.Subject || t.Kind == phrase.Other || (t.Kind == phrase.Content || t.Kind == phrase.Copula) && t.IsSelfVerb()
	})
}

// isAdded reports whether a part only adds a word or two to what stands before it: "a Skoda, the diesel one". One that names two things
// says something of its own: "the small key opens the box, the big one the gate". So does one that begins with a Turkish "I".
func isAdded(ts []phrase.Token) bool {
	if ts[0].Term == "ben" {
		return false
	}
	counting, things := 0, 0
	for i, t := range ts {
		if i > 0 && partAt(ts[:i+1], i) == i {
			break
		}
		if phrase.IsArticle(t.Term) {
			things++
		}
		if t.Counts() {
			counting++
		}
		if t.Counts() && phrase.Role(ts, i) != "" {
			return false
		}
	}
	return counting <= 2 && things < 2
}

// namesSomebody reports whether a part begins with whom it is about.
func namesSomebody(ts []phrase.Token) bool {
	for _, t := range ts {
		switch {
		case t.Kind == phrase.Subject, t.Kind == phrase.Other, t.Kind == phrase.Owner, t.Kind == phrase.Name && !t.Noun, t.Term == "ben", t.IsSelfVerb() && t.Kind == phrase.Content:
			return true
		case t.Kind == phrase.Filler:
		default:
			return false
		}
	}
	return false
}

// MixesParts reports whether a claim takes words from a part and from one before it so that what was said of one thing is said of
// another. It leaves out what the later part begins with and takes what is said of it ("the boiler is in the cellar and the meter in the
// hall": the boiler in the hall), or takes what it begins with, leaves out what is said of it, and takes what was said last of the
// earlier one ("Leo hates peas and Mia carrots": Mia hates peas).
func MixesParts(ts []phrase.Token, at []int) bool {
	for begin := 1; begin < len(ts); begin++ {
		if partAt(ts, begin) != begin || slices.Min(at) >= begin {
			continue
		}
		end := begin + 1
		for end < len(ts) && partAt(ts, end) == begin {
			end++
		}
		thing := nextCounting(ts, begin)
		isTold := slices.ContainsFunc(at, func(i int) bool { return i > thing && i < end })
		isOwn := func(t phrase.Token) bool { return t.Kind == phrase.Subject || t.Kind == phrase.Other }
		switch isTaken := slices.Contains(at, thing); {
		case isTaken && oneOf[ts[begin].Term] && ts[begin].Kind != phrase.Content && slices.ContainsFunc(at, func(i int) bool { return i < begin && ts[i].Kind == phrase.Number }):
			return true
		case !isTaken && isTold, isTaken && (mixesTimes(ts, begin, end, at) || mixesPlaces(ts, begin, end, at)):
			return true
		case isTaken && (!isTold || takesBeginning(ts, thing, end, at)) && leavesPredicate(ts, begin, thing, end, at):
			return true
		case isTaken && isTold && phrase.IsBut(ts[begin-1].Term) && takesAllButLast(ts, begin, at): // "I quit the choir but sing at weddings"
			return true
		case isTaken && !isTold && thing+1 < end && slices.ContainsFunc(ts[thing+1:end], isOwn): // "I teach on Mondays, Fridays I'm off"
			return true
		case isTaken && !isTold && nextCounting(ts, thing+1) < end && slices.ContainsFunc(at, func(i int) bool { return i < begin && isLastOfPart(ts, i) }):
			return true
		}
	}
	return false
}

// oneOf are words for one of several that were counted: "two brothers, one in Lima".
var oneOf = phrase.WordSet("one einer eine eins un une uno una um uma een biri")

// isLastOfPart reports whether the token at i is the last of its part that carries what is said, and not the only one.
func isLastOfPart(ts []phrase.Token, i int) bool {
	begin, next := partAt(ts, i), nextCounting(ts, i+1)
	return (next == len(ts) || partAt(ts, next) != begin) && nextCounting(ts, begin) < i
}

// BeginsWithThing reports whether a part begins with a thing and says something of it: "… and the meter in the hall", "… and the dog turned four".
func BeginsWithThing(ts []phrase.Token, part string) bool {
	if elided.MatchString(part) || isOwnThing(ts) {
		return true
	}
	thing := nextCounting(ts, 0)
	if thing >= len(ts) || !ts[thing].Noun {
		return false
	}
	next := nextCounting(ts, thing+1)
	return next < len(ts) && next > thing+1 && phrase.Role(ts, next) != "" && !phrase.IsPossessive(phrase.Role(ts, next))
}

// Prepositions of where something goes and of where it comes from.
var (
	goingTo    = phrase.WordSet("to for nach zu zum zur für per para pour a à au aux al ao aos pro pra pros pras hacia в на до do к naar voor vers الى")
	comingFrom = phrase.WordSet("من from aus von vom da das do dos dal dalla de desde del из z ze с со od від van")
)

// toward and from are the clear ones of them.
var (
	toward = phrase.WordSet("to into nach hacia verso vers")
	from   = phrase.WordSet("from aus desde")
)

// ChangesDirection reports whether a word stands where something goes, or comes from, in the claim, and behind another preposition in what
// was said: "grew up in Bristol", "moved to Bristol".
func ChangesDirection(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	a, b := phrase.Role(said, i), phrase.Role(claim, k)
	return a != "" && (toward[b] && !goingTo[a] || from[b] && !comingFrom[a])
}

// TurnsDirection reports whether a word goes where the claim lets it come from, or the reverse: "the train to Leeds".
func TurnsDirection(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	a, b := phrase.Role(said, i), phrase.Role(claim, k)
	return goingTo[a] && comingFrom[b] || comingFrom[a] && goingTo[b]
}

// turnsClearly reports whether anything at all goes where the claim lets it come from, as far as the words for that are no others.
func turnsClearly(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	a, b := phrase.Role(said, i), phrase.Role(claim, k)
	return toward[a] && from[b] || from[a] && toward[b]
}

// transfers are words that say that something changes hands: who has it then hangs on them alone.
var transfers = phrase.WordSet(`lend lends lent lending borrow borrows borrowed owe owes owed
	leiht lieh geliehen verliehen leihen ausgeliehen ausleiht schuldet schulden borgt geborgt
	leent geleend uitgeleend leende verschuldigd prête prêté prêtée prêter emprunte emprunté empruntée emprunter doit
	presta prestó prestado prestada prestar debe presta prestato prestata prestare deve emprestou emprestado emprestada emprestar
	pożyczył pożyczyła pożyczyć pożycza winien winna одолжил одолжила одолжить занял заняла должен должна позичив позичила позичити винен винна
	borçlu ödünç اقرض سلف استلف استعار يدين`)

// IsTransfer reports whether a word says that something changes hands, and from whom to whom: "lent".
func IsTransfer(t phrase.Token) bool { return transfers[t.Term] }

// bounds are the words before a day or a number that say whether something begins or ends there.
var bounds = func() map[string]string {
	out := make(map[string]string)
	for bound, words := range map[string]string{
		"from":  "from since after ab seit nach von depuis apres desde des despues da dal dalle dopo с со после от od po vanaf sinds від після beri من",
		"until": "until till to before bis vor jusqua jusque avant hasta antes ate fino prima до перед do przed tot voor kadar لحد حتى",
	} {
		for _, w := range strings.Fields(words) {
			out[w] = bound
		}
	}
	return out
}()

// TurnsBound reports whether something begins at a day or number in the claim and ends there in what was said, or the reverse.
func TurnsBound(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	a, b := boundOf(said, i), boundOf(claim, k)
	return a != "" && b != "" && a != b
}

// IsBound reports whether a word says that something begins or ends at what follows it.
func IsBound(t phrase.Token) bool { return bounds[t.Term] != "" }

// boundOf returns what the word before a day or number says, past an article and what else belongs to the day.
func boundOf(ts []phrase.Token, i int) string {
	for i--; i >= 0; i-- {
		if bound := bounds[ts[i].Term]; bound != "" {
			return bound
		}
		if ts[i].Kind != phrase.Number && !phrase.IsCalendar(ts[i].Term) && !phrase.IsArticle(ts[i].Term) {
			break
		}
	}
	return ""
}

// Words that say that a number is a limit, with "than" behind some of them.
var (
	above = phrase.WordSet("more over above greater upwards mehr über plus más mais più oltre meer boven więcej ponad powyżej больше более свыше більше понад fazla çok üstünde üzerinde اكثر أكثر")
	below = phrase.WordSet("less fewer under below weniger unter moins menos meno minder onder beneden mniej poniżej меньше менее менше az altında اقل أقل")
	links = phrase.WordSet("than als de d di do que dan niż od чем ніж den dan ten tan un ün ın in nin nun من")
)

// TurnsLimit reports whether a number is the lower limit in a claim and the upper one in what was said, or a limit in one of them alone:
// "less than 900".
func TurnsLimit(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	return said[i].Kind == phrase.Number && k >= 0 && limitOf(said, i) != limitOf(claim, k)
}

// limitOf returns 1 where a number is what something is more than, -1 where it is less, 0 where it is no limit.
func limitOf(ts []phrase.Token, i int) int {
	at := func(k int) int {
		switch {
		case k < 0 || k >= len(ts):
		case above[ts[k].Term]:
			return 1
		case below[ts[k].Term]:
			return -1
		}
		return 0
	}
	if i > 0 && links[ts[i-1].Term] {
		return at(i - 2)
	}
	if n := at(i - 1); n != 0 && (i < 2 || ts[i-2].Kind != phrase.Number) {
		return n
	}
	if i+2 < len(ts) && links[ts[i+1].Term] { // Turkish: "2000'den az"
		return at(i + 2)
	}
	return 0
}

// IsPartOf reports whether a clause counts some of several: "two of my sisters".
func IsPartOf(ts []phrase.Token) bool {
	for i := 0; i+2 < len(ts); i++ {
		isOf := ts[i+1].Kind <= phrase.Filler && (phrase.IsPossessive(ts[i+1].Term) || ts[i+1].Term == "из" || ts[i+1].Term == "z")
		if ts[i].Kind == phrase.Number && isOf && (ts[i+2].Kind == phrase.Owner || phrase.IsArticle(ts[i+2].Term)) {
			return true
		}
	}
	return false
}

var (
	than        = phrase.WordSet("than als чем ніж niż dan 比")
	romanceThan = phrase.WordSet("que qu di de do")
	moreOrLess  = phrase.WordSet("más mais plus più menos moins meno")
)

// TurnsComparison reports whether the speaker stands on the other side of a comparison in the claim: "my sister earns more than me".
func TurnsComparison(said, claim []phrase.Token) bool {
	a, b := speakersSide(said), speakersSide(claim)
	return a != 0 && b != 0 && a != b
}

// isSpeaker reports whether a word stands for the speaker.
func isSpeaker(t phrase.Token) bool { return t.Kind == phrase.Subject || t.Kind == phrase.Object }

// speakersSide returns on which side of a comparison the speaker is named, -1 or 1; 0 where there is none.
func speakersSide(ts []phrase.Token) int {
	at := thanOf(ts)
	switch {
	case at < 0:
		return 0
	case slices.ContainsFunc(ts[:at], isSpeaker):
		return -1
	case ts[at].Term == thanMe, slices.ContainsFunc(ts[at:], isSpeaker):
		return 1
	}
	return 0
}

// TurnsTime reports whether a day or time that something moved from ("from Wednesday to Friday") is another in the claim.
func TurnsTime(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	if !phrase.IsCalendar(said[i].Term) && said[i].Kind != phrase.Number || !comingFrom[phrase.Role(said, i)] || comingFrom[phrase.Role(claim, k)] {
		return false
	}
	isRange := func(end phrase.Token) bool { // "2 till 4"
		return k+2 < len(claim) && bounds[claim[k+1].Term] == "until" && claim[k+2].Term == end.Term
	}
	for j := i + 1; j < len(said); j++ {
		if (phrase.IsCalendar(said[j].Term) || said[j].Kind == phrase.Number) && goingTo[phrase.Role(said, j)] {
			return !isRange(said[j])
		}
	}
	return false
}

// BeginsWithTarget reports whether a claim begins with somebody to whom the speaker does something ("I teach my neighbour", "I left the
// keys to Pilar"), and goes on with what stands before that: then they do what was done to them. i is where they stand in what was said,
// k in the claim.
func BeginsWithTarget(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	isBefore := func(t phrase.Token) bool { return t.Counts() || t.Kind == phrase.Subject }
	if slices.ContainsFunc(claim[:k], isBefore) || phrase.Role(claim, k) != "" {
		return false
	}
	doer := phrase.IndexKind(said[:i], phrase.Subject)
	isTarget := doer >= 0 || goingTo[phrase.Role(said, i)] || i > 0 && said[i-1].Owned && goingTo[phrase.Role(said, i-1)]
	isLastDone := func() bool { // "ich habe Kim das Auto verkauft", "Kim hat …"
		last := said[len(said)-1]
		return doer >= 0 && said[i].Kind == phrase.Name && !said[i].Genitive && phrase.Role(said, i) == "" && !phrase.IsConjunction(said, i-1) && last.Kind == phrase.Content && lastVerb.MatchString(last.Term) &&
			slices.ContainsFunc(said[doer:i], func(t phrase.Token) bool { return helping[t.Term] }) && !slices.ContainsFunc(claim, isSpeaker)
	}
	isSuffering := func() bool { // "ich habe Tom mein Rad geliehen", "Tom hat dem Nutzer …"
		speaker := phrase.IndexKind(claim[k+1:], phrase.Subject)
		return doer >= 0 && speaker >= 0 && phrase.Role(claim, k+1+speaker) == ""
	}
	return isTarget && (slices.ContainsFunc(at, func(j int) bool { return j > doer && j < i && said[j].Counts() && !said[j].Owned }) || isSuffering() || isLastDone())
}

// TurnsOwner reports whether a word owns something in the claim or in what was said, and not in the other: "la tutora de Leire".
func TurnsOwner(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	return phrase.IsPossessive(phrase.Role(said, i)) != phrase.IsPossessive(phrase.Role(claim, k))
}

// denied finds the end of a run of Japanese or Korean that sets apart what stands before it.
var denied = regexp.MustCompile(`^(?:という名前|って名前)?(?:じゃなく|じゃない|ではなく|ではない|말고|아니라|아니고)`)

// IsSetApart reports whether a word of a script without spaces is set apart in the run that it stands in: "…, not this one".
func IsSetApart(run, word string) bool {
	_, behind, ok := strings.Cut(run, word)
	return ok && denied.MatchString(behind)
}
