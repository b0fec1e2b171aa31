package plain

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// This file is about where the speaker stands: who does something, whom it is done to, and whose a thing is.

// hasDoer reports whether the claim begins with the person as who does something.
func (r retelling) hasDoer() bool {
	return phrase.HasKind(r.claim, phrase.Subject) && doer.MatchString(r.claimed)
}

// speaks reports whether what was said is about the speaker as who does it, by a word for them or by the form of a verb.
func (r retelling) speaks() bool {
	return slices.ContainsFunc(places(r.said), func(i int) bool {
		t := r.said[i]
		isVerb := (t.Kind == phrase.Content || t.Kind == phrase.Copula || t.Kind == phrase.Wish) && !t.Noun && !t.Owned && !isTime(t) && phrase.Role(r.said, i) == ""
		if clitics[t.Term] {
			return !r.isClitic(i)
		}
		return t.Kind == phrase.Subject || isVerb && t.IsSelfVerb()
	})
}

// clitics are words for the speakers that stand before a verb, whether they do it or have it done to them.
var clitics = phrase.WordSet("nous nos")

// isClitic reports whether the word at i may be for speakers to whom the verb behind it is done: "nos suben", not "nos mudamos".
func (r retelling) isClitic(i int) bool {
	behind := r.said[i+1 : min(len(r.said), i+4)]
	return clitics[r.said[i].Term] && !slices.ContainsFunc(behind, func(t phrase.Token) bool { return ours.MatchString(t.Term) })
}

// ours finds a verb of a first person of the plural.
var ours = regexp.MustCompile(`(?:mos|ons|sommes)$`)

// owner returns where the word stands that makes something the speaker's, where the claim has one such word as well; -1 where there is none, or several.
func (r retelling) owner() int {
	only := func(ts []phrase.Token, is func(phrase.Token) bool) int {
		i := slices.IndexFunc(ts, is)
		if i < 0 || ts[i].Kind != phrase.Owner || phrase.IsDense(phrase.FirstRune(ts[i].Term)) || slices.ContainsFunc(ts[i+1:], is) {
			return -1
		}
		return i
	}
	if only(r.claim, isSpeaker) < 0 {
		return -1
	}
	return only(r.said, r.isSpeakerSaid)
}

// addsSpeaker reports whether a claim puts the speaker where nobody spoke of them, and leaves out a word that may stand in their place: "the red
// case is Jana's, the grey one mine".
func (r retelling) addsSpeaker() bool {
	if !slices.ContainsFunc(r.claim, isSpeaker) || slices.ContainsFunc(r.said, r.isSpeakerSaid) || r.speaks() || r.isFirstOfMore() {
		return false
	}
	return slices.ContainsFunc(places(r.said), r.isLeft) || r.leavesOutSigns()
}

// isSpeakerSaid is isSpeaker without words that are somebody's in the language of the claim.
func (r retelling) isSpeakerSaid(t phrase.Token) bool {
	elsewhere := homographs[t.Term]
	return isSpeaker(t) && (elsewhere == nil || !elsewhere.MatchString(r.words+r.claimed))
}

// homographs are words for the speaker that mean something else in another language, which is found by its letters or its word for the person: a
// Polish "has" is written like a French "my", a Polish "their" like a German "I", a Dutch "you" like a French "I", an Italian "the" like an English one.
var homographs = map[string]*regexp.Regexp{"ma": inflecting, "ich": regexp.MustCompile(`(?i)użytkowni`), "je": regexp.MustCompile(`(?i)gebruiker`), "i": regexp.MustCompile(`(?i)utente|użytkowni`)}

// isFirstOfMore reports whether a Korean or Arabic claim about a thing of the person's has all that was said first, and something was said of another
// thing behind it, which no comma has to part from it: in Arabic an "and" does.
func (r retelling) isFirstOfMore() bool {
	last := r.pairs[len(r.pairs)-1]
	said := r.said[last.Said].Term
	isFirst := r.lowest == 0 && strings.HasPrefix(r.claim[last.Claim].Term, said) && isSorted(r.pairs) && !slices.ContainsFunc(places(r.said)[:r.highest], r.isLeft)
	if !isFirst || r.claim[0].Kind != phrase.Owner || len(r.said) <= r.highest+2 {
		return false
	}
	next := r.said[r.highest+1].Term
	return phrase.IsHangul(said) || phrase.IsArabic(said) && strings.HasPrefix(next, "و")
}

// leavesOutSigns reports whether a run of a script without spaces holds more than the claim has of it: "取暖费房东交".
func (r retelling) leavesOutSigns() bool {
	signs := map[rune]bool{}
	for _, t := range r.claim {
		for _, s := range t.Term {
			signs[s] = true
		}
	}
	return slices.ContainsFunc(r.pairs, func(p Pair) bool {
		t := r.said[p.Said]
		return phrase.IsDense(phrase.FirstRune(t.Term)) && !phrase.IsHangul(t.Term) &&
			slices.ContainsFunc(phrase.ContentRunes([]rune(t.Term)), func(s rune) bool { return !signs[s] })
	})
}

// turnsSpeaker reports whether the speaker does in a claim what is done to them, or has what they are not said to have: "nos suben el alquiler".
func (r retelling) turnsSpeaker() bool {
	if isLiked.MatchString(r.words) && likes.MatchString(r.claimed) {
		return true
	}
	if r.speaks() {
		return false
	}
	isDoer, isTarget := r.hasDoer(), phrase.HasKind(r.said, phrase.Object) || slices.ContainsFunc(places(r.said), r.isClitic)
	switch {
	case isTarget && isDoer:
		return true
	case isTarget && !phrase.HasKind(r.said, phrase.Owner) && phrase.HasKind(r.claim, phrase.Owner):
		return slices.ContainsFunc(places(r.said), r.isLeft)
	case isTarget:
		return r.isElsewhere()
	}
	who := phrase.IndexKind(r.claim, phrase.Subject)
	isHad := who >= 0 && who+1 < len(r.claim) && having[r.claim[who+1].Term]
	return phrase.HasKind(r.said, phrase.Owner) && isDoer && !isHad && !phrase.HasKind(r.claim, phrase.Wish)
}

var (
	// isLiked finds whom the speaker pleases, and likes a claim that says what pleases the person: "le gusto a Marta", "al usuario le gusta Marta".
	isLiked = regexp.MustCompile(`(?i)\b(?:les?|te) (?:gusto|encanto|intereso|importo|molesto)\b|\b(?:gli|le) (?:piaccio|interesso|manco)\b|\bich gefalle\b`)
	likes   = regexp.MustCompile(`(?i)\b(?:al usuario|a la usuaria) le (?:gust|encant|interes|import|molest)|all['’]utente (?:piac|interess|manc)|\bdem nutzer gef`)
	// notOnly finds what says that something is not all.
	notOnly = regexp.MustCompile(`(?i)\b(?:pas que|pas seulement|not only|not just|nicht nur|no solo|no sólo|non solo|não só|niet alleen|nie tylko)\b|не только|не тільки|не лише|不只|不仅|だけじゃな|だけではな|만은 아니|ليس فقط|مش بس`)
)

// losesNotOnly reports whether a claim leaves out that something is not all: "je bois pas que du thé".
func (r retelling) losesNotOnly() bool {
	return notOnly.MatchString(r.words) && !notOnly.MatchString(r.claimed)
}

// turnsReflexive reports whether a Polish verb of what was said is another word in the claim, by a "się" that one has alone: "uczę", "uczy się".
func (r retelling) turnsReflexive() bool {
	return inflecting.MatchString(r.claimed) && reflexive.MatchString(r.words) != reflexive.MatchString(r.claimed)
}

var reflexive = regexp.MustCompile(`(?i)(?:^|\PL)się(?:\PL|$)`)

// isElsewhere reports whether a claim has the speaker behind a preposition that is not for whom something is done to: "chez l'utilisateur".
func (r retelling) isElsewhere() bool {
	i := phrase.IndexKind(r.claim, phrase.Subject)
	if i < 1 || slices.ContainsFunc(r.said, func(t phrase.Token) bool { return t.Term == r.claim[i-1].Term }) {
		return false
	}
	return beside[r.claim[i-1].Term]
}

var (
	// doer finds the person at the beginning of a claim, as who does something.
	doer = regexp.MustCompile(`(?i)^(?:(?:a lo mejor|quizás?|tal vez|forse|peut-être|vielleicht|talvez|misschien|maybe|perhaps|może|возможно|может быть|можливо|може),? (?:que |qu['’])?)?` +
		`(?:(?:(?:the )?user|der nutzer|die nutzerin|el usuario|la usuaria|[oa] usuári[oa]|l['’]utente|l['’]utilisat(?:eur|rice)|de gebruiker|użytkownik|użytkowniczka|kullanıcı|пользователь|користувач)(?:$|[^\pL'’])|사용자[가는]|ユーザー[はが]|用户是)`)
	// having are words for what somebody has, or needs.
	having = phrase.WordSet("has have hat haben tiene tem ha a ma имеет має heeft ima var 有 있다")
	// beside are prepositions for company and place.
	beside = phrase.WordSet("chez with at from bei mit von avec con da presso com bij met van u od у с з")
)
