package relation

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/moment"
	"keepsake/phrase/numeral"
)

// This file knows small words that carry no name or number and still say what something is: where it lies, which of two things it is, how long
// it lasts, whether a shop opens or shuts.

var (
	// places are words before a thing for where it is, other than in, on or at.
	places = phrase.WordSet(`under underneath above below beneath behind beside opposite near over between outside against after before
		unter unterm über überm hinter hinterm neben gegenüber gegen zwischen
		sous derrière devant contre près entre après avant después antes depois dopo prima debajo encima detrás delante frente contra cerca sotto sopra dietro davanti vicino contro
		embaixo debaixo cima atrás perto onder boven achter naast tegen tegenover tussen pod nad obok przy naprzeciw
		под над за возле около напротив против під біля навпроти проти`)
	// placesBehind are such words of Turkish, which stand behind the thing.
	placesBehind = phrase.WordSet("altında üstünde üzerinde arkasında önünde yanında karşısında içinde dışında")
	// alternatives part two things of which one is so. What is something else in another language does so between two days, numbers or names only.
	alternatives = phrase.WordSet("or oder oppure veya lub albo или або")
	shortOr      = phrase.WordSet("o ou of da yoksa")
	// particles are pairs of words of which one undoes the other.
	particles = pairsOf("on/off in/out into/out to/out up/down onto/off")
	// lastParticles end a German or Dutch clause and belong to its verb.
	lastParticles = phrase.WordSet("auf zu ab an aus ein um weg mit vor nach los hin her op af aan uit in mee over toe dicht open")
	// lasts are words before a length of time, and behind it, by what they say of it.
	before = classesOf("in dans fra tra über daqui za через", "for pour für por durante per voor na на", "vor hace fa há depuis seit since geleden", "en over")
	after  = classesOf("sonra", "boyunca", "ago geleden fa önce temu назад тому atrás")
)

// pairsOf returns what each word of a pair is paired with.
func pairsOf(pairs string) map[string][]string {
	out := map[string][]string{}
	for p := range strings.FieldsSeq(pairs) {
		a, b, _ := strings.Cut(p, "/")
		out[a], out[b] = append(out[a], b), append(out[b], a)
	}
	return out
}

// classesOf returns which of several lists, counted from 1, a word stands in.
func classesOf(lists ...string) map[string]int {
	out := map[string]int{}
	for i, words := range lists {
		for w := range phrase.WordSet(words) {
			out[w] = i + 1
		}
	}
	return out
}

// losesPlace reports whether a claim takes the thing at i without the word that says where beside it something is: "under the mat".
func losesPlace(said []phrase.Token, i int, claim []phrase.Token, at []int) bool {
	isLeft := func(k int) bool {
		return !slices.Contains(at, k) && !slices.ContainsFunc(claim, func(t phrase.Token) bool { return t.Term == said[k].Term || phrase.AreForms(t.Term, said[k].Term) })
	}
	if said[i].Kind == phrase.Number || phrase.IsCalendar(said[i].Term) {
		return false
	}
	if i+1 < len(said) && placesBehind[said[i+1].Term] && isLeft(i+1) {
		return true
	}
	for k := i - 1; k >= 0; k-- {
		switch t := said[k]; {
		case places[t.Term]:
			return isLeft(k)
		case !phrase.IsArticle(t.Term) && !phrase.IsPossessive(t.Term) && t.Kind != phrase.Owner:
			return false
		}
	}
	return false
}

// DropsAlternative reports whether a claim takes one of two things of which only one is so, or both of them without the word that says so: "on Monday
// or Tuesday".
func DropsAlternative(said, claim []phrase.Token, at []int) bool {
	isAlternative := func(t phrase.Token) bool { return alternatives[t.Term] || shortOr[t.Term] }
	for i, t := range said {
		if i == 0 || t.Kind > phrase.Filler || !isAlternative(t) {
			continue
		}
		a, b := CountingBefore(said, i), nextCounting(said, i+1)
		if a < 0 || b == len(said) || !slices.Contains(at, a) && !slices.Contains(at, b) || slices.Contains(at, a) && slices.Contains(at, b) && slices.ContainsFunc(claim, isAlternative) {
			continue
		}
		one, other := said[a], said[b]
		isOne := phrase.IsCalendar(one.Term) && phrase.IsCalendar(other.Term) || one.Kind == phrase.Number && other.Kind == phrase.Number ||
			one.Kind == phrase.Name && other.Kind == phrase.Name && !one.Comma
		if isOne || alternatives[t.Term] && (i+1 == b || b == len(said)-1) {
			return true
		}
	}
	return false
}

// TurnsParticle reports whether a claim has the word that undoes what was said: "off" for "on", "zu" for "auf" at the end.
func TurnsParticle(said, claim []phrase.Token) bool {
	count := func(ts []phrase.Token, word string) (n int) {
		for _, t := range ts {
			if t.Term == word {
				n++
			}
		}
		return n
	}
	for _, t := range claim {
		for _, other := range particles[t.Term] {
			if count(said, t.Term) < count(claim, t.Term) && count(said, other) > 0 && count(claim, other) == 0 {
				return true
			}
		}
	}
	a, b := said[len(said)-1], claim[len(claim)-1]
	return a.Term != b.Term && lastParticles[a.Term] && lastParticles[b.Term]
}

// turnsLength reports whether a length of time is one until something or since it in what was said, and how long it lasts in the claim, or the
// other way round: "in 3 weeks", "for 3 weeks".
func turnsLength(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	a, b := lengthOf(said, i), lengthOf(claim, k)
	return a != b && a != 0 && (b != 0 || a != 2)
}

// lengthOf returns 1 where the length of time at i is one until something, 2 how long it lasts, 3 one since something, 0 where nothing says so.
func lengthOf(ts []phrase.Token, i int) int {
	if i < 0 || ts[i].Kind != phrase.Number || i+1 >= len(ts) || !moment.IsUnit(ts[i+1].Term) {
		return 0
	}
	if i+2 < len(ts) && after[ts[i+2].Term] != 0 {
		return after[ts[i+2].Term]
	}
	switch n := i - 1; {
	case n > 1 && ts[n].Term == "a" && ts[n-1].Term == "y": // French "ago"
		return 3
	case n > 0 && ts[n].Term == "a" && ts[n-1].Term == "daqui":
		return 1
	case n >= 0:
		return before[ts[n].Term]
	}
	return 0
}

// halves are words beside an hour that make it another time.
var halves = phrase.WordSet("half quarter media mezza mezzo meia demie demi buçuk buçukta buçuğa cuarto quarto quart kwart viertel çeyrek половина пів pół wpół")

// losesHalf reports whether a claim takes an hour without the half that was said beside it: "las ocho y media".
func losesHalf(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	if said[i].Kind != phrase.Number || k < 0 {
		return false
	}
	if strings.Contains(said[i].Term, numeral.Point) && !strings.Contains(claim[k].Term, numeral.Point) {
		return true
	}
	for _, k := range []int{i + 1, i + 2} {
		if k < len(said) && halves[said[k].Term] && !slices.Contains(at, k) && (k == i+1 || said[i+1].Kind <= phrase.Copula) {
			return true
		}
	}
	return false
}

// crossesThan reports whether something stands on the other side of a comparison in the claim: "Mia is older than Leo".
func crossesThan(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	a, b := thanOf(said), thanOf(claim)
	return a >= 0 && b >= 0 && k >= 0 && (i < a) != (k < b)
}

// HasThan reports whether a clause compares: "would rather walk than drive".
func HasThan(ts []phrase.Token) bool { return thanOf(ts) >= 0 }

// thanOf returns where a comparison has its "than", -1 where there is none.
func thanOf(ts []phrase.Token) int {
	for i, t := range ts {
		if than[t.Term] && t.Kind <= phrase.Content || i > 0 && (t.Term == "من" && i > 1 || t.Term == thanMe) && elative.MatchString(ts[i-1].Term) || i > 0 && slavicThan[t.Term] && slavicMore.MatchString(ts[i-1].Term) || i > 1 && romanceThan[t.Term] && t.Kind <= phrase.Filler && (moreOrLess[ts[i-2].Term] || moreOrLess[ts[i-1].Term] || t.Term == "que" && comparative[ts[i-1].Term]) || i > 2 && t.Term == "que" && prefers(ts[max(0, i-4):i]) || i > 1 && preferredTo[t.Term] && slices.ContainsFunc(ts[max(0, i-4):i-1], isPreferring) {
			return i
		}
	}
	return -1
}

// preferring are verbs with which somebody likes one thing more, and preferredTo what the other stands behind: "prefers trains to planes".
var (
	preferring  = phrase.WordSet("prefer prefers preferred favour favours favor favors prefiero prefiere prefieren prefiro prefere preferem preferisco preferisce preferiscono préfère préfères préfèrent")
	preferredTo = phrase.WordSet("to over a al à au aux ao alla boven")
)

func isPreferring(t phrase.Token) bool { return preferring[t.Term] }

// prefers reports whether words before a "que" say that something is liked more: "mieux les chiens que".
func prefers(ts []phrase.Token) bool {
	return slices.ContainsFunc(ts, func(t phrase.Token) bool { return moreOrLess[t.Term] || t.Term == "mieux" })
}

// elative finds an Arabic comparative: "اكبر".
var elative = regexp.MustCompile(`^ا\pL{3}$`)

// thanMe is "than I" in Arabic, where it is one word.
const thanMe = "مني"

// slavicThan are words for "than" in Ukrainian and Polish, behind a comparative: "довший за старий".
var (
	slavicThan = phrase.WordSet("за від од od")
	slavicMore = regexp.MustCompile(`(?:[иіїжчв]ш(?:ии|а|е|і|ого|ої|у)|іше|szy|sza|sze|szego|szej|iej)$`)
)

// turnsArabic reports whether an Arabic claim begins with the last of its words that were said and ends with the first: "the dog bit Samir".
func turnsArabic(said []phrase.Token, at []int) bool {
	last := len(at) - 1
	return last > 1 && phrase.IsArabic(said[at[0]].Term) && at[0] == slices.Max(at) && at[last] == slices.Min(at) && phrase.Role(said, at[0]) == ""
}

// comparative are comparatives of Spanish and Portuguese that need no "more".
var comparative = phrase.WordSet("mayor menor mejor peor maior melhor pior")

// turnsCase reports whether a name has another Turkish ending in the claim: "Leo'dan büyük".
func turnsCase(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	caseOf := func(ts []phrase.Token, i int) string {
		if i >= 0 && i+1 < len(ts) && (ts[i].Kind == phrase.Name || ts[i].Kind == phrase.Number) && ts[i+1].Kind <= phrase.Filler && outside[ts[i+1].Term] {
			return ts[i+1].Term[:1]
		}
		return ""
	}
	a, b := caseOf(said, i), caseOf(claim, k)
	return k >= 0 && a != b && (a != "" && said[i].Kind == phrase.Name || b != "" && i+1 < len(said) && !outside[said[i+1].Term])
}

// lastVerb finds a participle or an infinitive at the end of a German or Dutch clause.
var lastVerb = regexp.MustCompile(`^(?:(?:ab|an|auf|aus|ein|raus|rein|weg|um|vor|zu|los|hin|her|op|af|uit|in|aan)?(?:ge|ver|be|ent|er|zer|ont)\pL{2,}(?:t|en|d)|\pL{3,}(?:igen|ngen|llen|ssen|hen|ben|len|nen|fen|den|ten|ken))$`)

// LosesLastVerb reports whether a claim leaves out the verb at the end of a German or Dutch clause, which says what was done: "ich hab die
// Katze abgegeben".
func LosesLastVerb(said []phrase.Token, at []int) bool {
	last := len(said) - 1
	if last < 1 {
		return false
	}
	t := said[last]
	isFirst := slices.ContainsFunc(said[:last], func(t phrase.Token) bool { return helping[t.Term] })
	return isFirst && t.Kind == phrase.Content && !phrase.IsArticle(said[last-1].Term) && !slices.Contains(at, last) && slices.Max(at) < last && lastVerb.MatchString(t.Term) && said[last-1].Kind != phrase.Frame
}

// helping are verbs that leave what is done to the end of a German or Dutch clause.
var helping = phrase.WordSet("hab habe haben hat bin ist sind war hatte will wollen heb heeft hebben ben is zijn")

// losesOwnedKin reports whether a claim takes somebody at i and leaves out what of theirs was meant: "Tom's brother", "el hermano de Tomás".
func losesOwnedKin(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	if said[i].Kind != phrase.Name && said[i].Kind != phrase.Content || k < 0 || !phrase.IsPossessive(phrase.Role(said, i)) || phrase.IsPossessive(phrase.Role(claim, k)) {
		return false
	}
	thing := CountingBefore(said, i)
	return thing > 0 && said[thing].Noun && !slices.Contains(at, thing) && claim[k].Kind == phrase.Name
}
