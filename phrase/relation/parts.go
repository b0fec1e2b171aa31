package relation

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/moment"
)

// This file finds claims that leave out a word without which what was said is not true, and claims that join words from both sides of a "but".

var (
	// definite are articles with which a statement about another thing begins: "and the dog turned four".
	definite = phrase.WordSet("the der die das den dem la le les el los il lo gli i o os a as de het")
	elided   = regexp.MustCompile(`(?i)^\s*l['’ʼ]\pL+\s+\pL`)
	// spans are words for a stretch of time, and shifts words beside them that say which one is meant.
	spans  = phrase.WordSet(`week weekend month year woche wochenende monat jahr semaine mois an annee semana mes ano año mês settimana mese anno maand jaar hafta ay yil tydzien tygodniu miesiac miesiacu rok roku неделя неделе неделю месяце год году тижня місяця року`)
	shifts = classesOf(
		"this diese dieser diesen dieses cette ce cet esta este questa questo deze dit bu tym tej этои этом цього цьому",
		"next nächste nächsten nächster nächstes kommende kommenden prochaine prochain próxima próximo prossima prossimo volgend volgende gelecek haftaya viene vem przyszłym przyszły следующеи следующем наступного",
		"last letzte letzten letztes vorige dernière dernier passée passé pasada pasado scorsa scorso passada passado vorig vorige afgelopen geçen zeszłym zeszły ubiegłym прошлои прошлом минулого",
	)
	// free matches an attribute that says what a thing lacks: "alkoholfrei".
	free = regexp.MustCompile(`^\pL{4,}(?:frei|freie[mnrs]?|vrije?|free)$|^analcolic[aoi]$`)
)

// TurnsPeriod reports whether a stretch of time is another one in the claim: "this week", "next week".
func TurnsPeriod(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	a, b := periodOf(said, i), periodOf(claim, k)
	return k >= 0 && spans[said[i].Term] && a != b && b != 0
}

// TurnsDaypart reports whether words that a claim adds name another part of the day than what was said.
func TurnsDaypart(said, added []phrase.Token) bool {
	return slices.ContainsFunc(added, func(t phrase.Token) bool {
		part := moment.Daypart(t.Term)
		return part != 0 && slices.ContainsFunc(said, func(f phrase.Token) bool { p := moment.Daypart(f.Term); return p != 0 && p != part })
	})
}

// IsPeriod reports whether a word names a stretch of time, or says which one is meant: "next", "week".
func IsPeriod(term string) bool { return spans[term] || shifts[term] != 0 }

func periodOf(ts []phrase.Token, i int) int {
	for _, k := range []int{i - 1, i + 1, i + 2} {
		if k >= 0 && k < len(ts) && shifts[ts[k].Term] != 0 {
			return shifts[ts[k].Term]
		}
	}
	return 0
}

// DeniesAcross reports whether a claim that denies takes words from behind a "but" where nothing is denied: "no meat, but eggs are fine".
func DeniesAcross(ts []phrase.Token, at []int) bool {
	isDenial := func(t phrase.Token) bool { return t.Kind == phrase.Deny }
	i := 0
	for i < len(ts) && !(phrase.IsBut(ts[i].Term) && phrase.IsConjunction(ts, i)) {
		i++
	}
	return i < len(ts) && slices.ContainsFunc(ts[:i], isDenial) && !slices.ContainsFunc(ts[i:], isDenial) && len(at) > 0 && slices.Max(at) > i
}

// LosesLack reports whether a claim takes a thing without the attribute that says what it lacks: "alcohol-free beer" is no beer.
func LosesLack(ts []phrase.Token, at []int) bool {
	isLeft := func(i int) bool {
		if i < 0 || i >= len(ts) || slices.Contains(at, i) {
			return false
		}
		isApart := ts[i].Term == "free" && i > 0 && ts[i-1].Kind == phrase.Content && !slices.Contains(at, i-1)
		return isApart || free.MatchString(ts[i].Term)
	}
	return slices.ContainsFunc(at, func(i int) bool { return ts[i].Kind != phrase.Number && (isLeft(i-1) || isLeft(i+1)) })
}

// LosesOff reports whether "off" stands right before a word that a claim takes, and nowhere in the claim: "off warfarin since May".
func LosesOff(said, claim []phrase.Token, at []int) bool {
	isOff := func(t phrase.Token) bool { return t.Term == "off" }
	return !slices.ContainsFunc(claim, isOff) && slices.ContainsFunc(at, func(i int) bool { return i > 0 && isOff(said[i-1]) })
}

// twoWay are verbs that mean to teach where they have an object, and to learn where they have none.
var twoWay = phrase.WordSet("apprend apprends apprennent apprendre apprenait leert leer leren leerde")

// DropsTarget reports whether a claim leaves out the speaker, to whom something is done in what was said, where the verb means something else without
// its object: French "apprendre" is to teach somebody, and to learn.
func DropsTarget(said, claim []phrase.Token) bool {
	isTwoWay := func(t phrase.Token) bool { return twoWay[t.Term] }
	return slices.ContainsFunc(said, isTwoWay) && phrase.HasKind(said, phrase.Object) && !slices.ContainsFunc(claim, isSpeaker)
}

// IsOfAnother reports whether the thing at i belongs to somebody who is named behind it: "the dog of Matteo".
func IsOfAnother(ts []phrase.Token, i int) bool {
	i++
	if i >= len(ts) || !phrase.IsPossessive(ts[i].Term) {
		return false
	}
	for i++; i < len(ts) && (phrase.IsArticle(ts[i].Term) || ts[i].Kind == phrase.Owner); i++ {
	}
	return i < len(ts) && (ts[i].Kind == phrase.Name || ts[i].Owned)
}

// ofOwner finds how a Turkish owner ends.
var ofOwner = regexp.MustCompile(`(?:[mnr][iu]n)$`)

// LosesTurkishOwner reports whether a claim takes an owner at i without what is theirs: "yeğenimin kız arkadaşı".
func LosesTurkishOwner(ts []phrase.Token, i int, claim string, at []int) bool {
	next := nextCounting(ts, i+1)
	bare, isOwner := ofOwner.ReplaceAllString(ts[i].Term, ""), ofOwner.MatchString(ts[i].Term)
	return isOwner && next < len(ts) && !slices.Contains(at, next) && !ofOwner.MatchString(claim) && len(bare) > 2 && strings.HasPrefix(claim, bare)
}

// isOwnThing reports whether a part begins with a definite thing and says something of it.
func isOwnThing(ts []phrase.Token) bool {
	thing := nextCounting(ts, 0)
	return thing == 1 && definite[ts[0].Term] && nextCounting(ts, thing+1) < len(ts)
}

// leavesPredicate reports whether a claim takes the thing at i that begins a part and leaves out what is said of it, in the place of the
// thing that ends the part before: "allergic to hazelnuts, walnuts are fine".
func leavesPredicate(ts []phrase.Token, begin, thing, end int, at []int) bool {
	isSaid := thing+1 < end && (ts[thing+1].Kind == phrase.Copula || ts[thing+1].Term == "ca") || ts[begin-1].Comma && nextCounting(ts, thing+1) < end
	return isSaid && takesAllButLast(ts, begin, at)
}

// takesBeginning reports whether a claim takes of a part only words that it begins with: "dry food makes her ill".
func takesBeginning(ts []phrase.Token, thing, end int, at []int) bool {
	i := thing
	for i < end && slices.Contains(at, i) {
		i = nextCounting(ts, i+1)
	}
	return i < end && !slices.ContainsFunc(at, func(k int) bool { return k > i && k < end })
}

// takesAllButLast reports whether a claim takes words of the part before begin, and not the last one.
func takesAllButLast(ts []phrase.Token, begin int, at []int) bool {
	last := CountingBefore(ts, begin)
	if last < 0 || slices.Contains(at, last) {
		return false
	}
	from := partAt(ts, last)
	return slices.ContainsFunc(at, func(i int) bool { return i >= from && i < last && ts[i].Kind == phrase.Content && !ts[i].Noun })
}

// mixesTimes reports whether a claim takes the time that begins a part and leaves out what is said of it, and takes all of the part before.
func mixesTimes(ts []phrase.Token, begin, end int, at []int) bool {
	isTime := func(t phrase.Token) bool { return IsPeriod(t.Term) || phrase.IsCalendar(t.Term) }
	thing := nextCounting(ts, begin)
	other := thing
	for other < end && isTime(ts[other]) {
		other = nextCounting(ts, other+1)
	}
	last := CountingBefore(ts, begin)
	return other > thing && other < end && !slices.Contains(at, other) && slices.Contains(at, thing) && slices.Contains(at, last)
}

// mixesPlaces reports whether a claim leaves out where a part from begin to end is so, and takes where an earlier part is: "the wifi at home is slow
// but fast at work".
func mixesPlaces(ts []phrase.Token, begin, end int, at []int) bool {
	for i := begin; i < end; i++ {
		role := phrase.Role(ts, i)
		if role == "" || !ts[i].Counts() || slices.Contains(at, i) {
			continue
		}
		if slices.ContainsFunc(at, func(j int) bool { return j < begin && phrase.Role(ts, j) == role }) {
			return true
		}
	}
	return false
}
