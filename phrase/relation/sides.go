package relation

import (
	"slices"

	"keepsake/phrase"
)

// This file compares for whom, with whom, against what, or before and after what something is done.

// sides are words before somebody or something, by what they say of it; sidesBehind are those that stand behind it, in Turkish.
var (
	sides = classesOf(
		"with mit avec con com met",
		"for für fürs pour para pra per voor",
		"against gegen contre contra contro tegen",
		"without ohne sans sin senza sem zonder",
		"after nach après después dopo depois",
		"before vor avant antes prima",
	)
	sidesBehind = classesOf("ile birlikte", "için", "karşı", "olmadan", "sonra", "önce")
)

// sideOf returns the class of the word that says on which side of what is done the thing at i stands, 0 where none does. Dutch "na" is known by
// the article behind it.
func sideOf(ts []phrase.Token, i int) int {
	if i < 0 || ts[i].Kind == phrase.Number || phrase.IsCalendar(ts[i].Term) {
		return 0
	}
	if i+1 < len(ts) && ts[i+1].Kind <= phrase.Content && sidesBehind[ts[i+1].Term] != 0 {
		return sidesBehind[ts[i+1].Term]
	}
	for k := i - 1; k >= 0; k-- {
		t := ts[k]
		isPassed := phrase.IsArticle(t.Term) || phrase.IsPossessive(t.Term) || t.Kind == phrase.Owner || t.Kind == phrase.Content && k == i-1
		switch {
		case t.Term == "na" && (phrase.IsArticle(ts[k+1].Term) || ts[k+1].Kind == phrase.Owner):
			return sides["nach"]
		case sides[t.Term] != 0 && t.Kind <= phrase.Content:
			return sides[t.Term]
		case !isPassed || t.Comma:
			return 0
		}
	}
	return 0
}

// turnsSide reports whether something is done for somebody in a claim and with, against or without them in what was said, or after something
// and before it.
func turnsSide(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	a, b := sideOf(said, i), sideOf(claim, k)
	return a != 0 && b != 0 && a != b || a == 0 && b == sides["for"] && claim[k].Kind == phrase.Name && slices.ContainsFunc(said, isPayment)
}

// isPayment reports whether a word says that somebody is paid: "paid Rob" is not "paid for Rob".
func isPayment(t phrase.Token) bool { return payments[t.Term] }

var payments = phrase.WordSet("pay pays paid zahle zahlt gezahlt bezahle bezahlt betaal betaalt betaald")

// movesSide reports whether a claim puts a word that says before, after, with or for what something is done in front of another thing than was
// said: "the pill after breakfast".
func movesSide(said []phrase.Token, i int, claim []phrase.Token, k int, at []int) bool {
	side := sideOf(claim, k)
	if side == 0 || sideOf(said, i) != 0 || i > 0 && phrase.IsConjunction(said, i-1) {
		return false
	}
	stays := func(t phrase.Token) bool {
		return slices.ContainsFunc(claim, func(c phrase.Token) bool {
			return (c.Term == t.Term || phrase.AreForms(c.Term, t.Term)) && sideOf(claim, slices.Index(claim, c)) == side
		})
	}
	return slices.ContainsFunc(at, func(j int) bool { return j != i && sideOf(said, j) == side && said[j].Counts() && !stays(said[j]) })
}

// inside and outside are how Turkish words end for where something is, and for where it comes from or what it is compared with.
var (
	inside  = phrase.WordSet("da de ta te")
	outside = phrase.WordSet("dan den tan ten")
)

// leavesOutside reports whether something is away from a place in what was said, and in it in a claim, by the endings of Turkish: "evden", "evde".
func leavesOutside(said, claim phrase.Token) bool {
	isFrom := func(a, b string) bool { // a is b with an "n" behind it
		return len(a) > 4 && a == b+"n" && outside[a[len(a)-3:]] && inside[b[len(b)-2:]]
	}
	return isFrom(said.Term, claim.Term) || isFrom(claim.Term, said.Term)
}

// movesSpeaker reports whether the speaker is who is given to somebody in what was said, and who gets them in a claim: "recommended me to Kim".
func movesSpeaker(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	me := phrase.IndexKind(said, phrase.Object)
	user := slices.IndexFunc(claim, isSpeaker)
	if said[i].Kind != phrase.Name || me < 0 || user < 1 || k < 0 || user < k {
		return false
	}
	return goingTo[phrase.Role(said, i)] && phrase.Role(said, me) == "" && phrase.Role(claim, k) == "" && goingTo[claim[user-1].Term]
}

// takesSpeaker reports whether a claim names the speaker, who stands only in a later part of what was said that it takes no word of: "Lars replaces
// Eva, Eva replaces me".
func takesSpeaker(said, claim []phrase.Token, at []int) bool {
	me := slices.IndexFunc(said, func(t phrase.Token) bool { return isSpeaker(t) || t.Kind == phrase.Owner })
	if me < 0 || said[me].Kind != phrase.Object || len(at) == 0 || !slices.ContainsFunc(claim, isSpeaker) {
		return false
	}
	begin := partAt(said, me)
	return begin > slices.Max(at) && nextCounting(said, begin) < me
}
