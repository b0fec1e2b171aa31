package grounds

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/phrase"
	"keepsake/phrase/contrast"
	"keepsake/phrase/subject"
)

// This file finds what a judge must not overlook where nobody else speaks of the matter: that the person's own
// clause denies what the claim says, puts it into doubt, into the past or into another's mouth, turns it round, or says
// it of somebody else. Other words for the same are the judge's business. A judge that approves everything
// gets past it only with a claim that is made of new words (make grounds, judge "yielding").

// reservations are the markers of a clause that its claim may not leave out.
var reservations = []phrase.Marker{phrase.Condition, phrase.Doubt, phrase.Past, phrase.Report, phrase.Pretence, phrase.Exception, phrase.Ceiling, phrase.Floor, phrase.Habit}

// denied is the contradiction of a clause that denies and a claim that does not, or the reverse.
const denied = "denial"

// contradictionOf returns what of the person's words says otherwise than the claim; "" when nothing does. quotes are
// what the judge found the claim in.
func (m matcher) contradictionOf(c claim, matched []match, quotes []unit, heard []voice) string {
	for _, s := range append(slices.Clone(c.parts), c.whole) {
		if m.isListedBlind && m.agreesWithFact(s, c.whole, matched) {
			continue
		}
		for _, q := range quotes {
			splits := func(t phrase.Token) bool { return contrast.Splits(heard[q.voice].said[q.from:q.to], t.Term) }
			if !s.Denies && !c.whole.Denies && slices.ContainsFunc(s.counting, splits) {
				return denied
			}
		}
		u, ok := m.nearestClause(s, quotes)
		if !ok {
			continue // no word in common: another language, or an idiom
		}
		if !slices.ContainsFunc(quotes, func(q unit) bool {
			return q.voice == u.voice && q.from < u.to && u.from < q.to && m.mentionsAny(c.whole.counting, q.tokens)
		}) {
			return "elsewhere"
		}
		if !s.Denies && !c.whole.Denies && m.deniesAll(s, u) {
			return denied // "I am not allergic to nuts" of "allergic to nuts", which denies by its meaning
		}
		class := leftOut(s, c.whole, u, sentenceOf(heard[u.voice].said, u))
		if own := phrase.Markers(heard[u.voice].said[u.from:u.to]); class != denied && c.whole.markers[phrase.Report] && own[phrase.Report] && !own[phrase.Marker(class)] {
			continue // "Anna says it rains, I don't think so": that Anna says it is not doubted
		}
		if class == denied && s.Denies && slices.ContainsFunc(quotes, func(q unit) bool { return q.Negative }) {
			continue // "we never meet on Wednesdays, Wednesdays are for the kids"
		}
		if isCompared := 2*len(m.shareOf(s, u).counting) >= len(s.counting); class != "" && isCompared {
			return class // of other words it is a judge's to tell
		}
	}
	if hasOtherDate(c.whole, joinUnits(quotes)) {
		return "date"
	}
	u, ok := m.nearestClause(c.whole, quotes)
	if !ok {
		return ""
	}
	loose := m.shareOf(c.whole, u)
	at, isAligned := m.align(loose, u)
	switch {
	case m.isReplaced(c.whole, u, matched, heard):
		return nameOrNumber
	case len(at) == 0:
		return ""
	case m.turnsBound(c.whole, u, at):
		return "direction"
	case isAligned && len(at) == len(c.whole.counting) && areNamesTurned(c.whole, u, at) && !m.isFreeOrder(c.whole, u, at):
		return "order"
	case c.whole.subject && isOfAnother(c.whole, u, at), isAligned && leavesOutOwner(c.whole, u, at):
		return "another subject"
	}
	return ""
}

// agreesWithFact reports whether the fact that is nearest to a statement has most of its words, and denies, doubts and dates what it says
// as the statement does: then it does not matter with which words the person did.
func (m matcher) agreesWithFact(s, whole statement, matched []match) bool {
	for _, x := range matched {
		k := nearestFact(s, x.facts)
		if k < 0 {
			continue
		}
		f := x.facts[k]
		shared := len((matcher{}).shareOf(s, f.unit).counting)
		if 2*shared >= len(s.counting) && shared > 1 && s.Denies == f.Denies && !f.Mixed && leftOut(s, whole, f.unit, f.text) == "" {
			return true
		}
	}
	return false
}

// sentenceOf returns a clause with what follows it in its sentence.
func sentenceOf(said string, u unit) string {
	rest := said[u.to:]
	if end := strings.IndexAny(rest, ".!?\n"); end >= 0 {
		rest = rest[:end]
	}
	return said[u.from:u.to] + rest
}

// nearestClause returns the shortest of the clauses in the quoted messages that have most of the statement's words.
func (m matcher) nearestClause(s statement, quotes []unit) (nearest unit, ok bool) {
	most := 0
	for _, q := range quotes {
		for _, u := range m.cut[q.voice] {
			n := len(m.shareOf(s, u).counting)
			if n > most || n > 0 && n == most && u.to-u.from < nearest.to-nearest.from {
				nearest, most = u, n
				nearest.dates = q.dates
			}
		}
	}
	return nearest, most > 0
}

// deniesAll reports whether a unit has all words of a statement and a denial right before them.
func (m matcher) deniesAll(s statement, u unit) bool {
	at, ok := m.align(s, u)
	if !ok || len(at) < 2 || len(u.Apart) > 0 {
		return false
	}
	for i := slices.Min(at) - 1; i >= 0; i-- {
		switch u.tokens[i].Kind {
		case phrase.Deny:
			return true
		case phrase.Subject, phrase.Owner, phrase.Other, phrase.Name:
			return false
		}
	}
	return false
}

// leftOut returns which reservation or denial of a clause the statement leaves out, or which denial it adds; "" when
// there is none. whole is the claim that the statement is a part of.
func leftOut(s, whole statement, u unit, said string) string {
	dated := len(datesOf(whole, u)) > 0
	for _, class := range reservations {
		switch {
		case !u.markers[class] || s.markers[class] || whole.markers[class]:
		case class == phrase.Past && (dated || u.Denies || hasPastForm(s) || s.isPast || whole.isPast): // "no more", "turned four yesterday"
		default:
			return string(class)
		}
	}
	if !s.Negative && !whole.Negative && slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return s.takesApart(u, t) }) {
		return denied // "the Volvo, not the Kia"
	}
	if s.Apart != nil && u.Apart != nil && slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return s.takesApart(u, t) }) {
		return denied // "the bus instead of the train"
	}
	for term, isNeeded := range u.Apart {
		if isNeeded && s.Denies && s.Apart == nil && u.Remainder.Denies && !slices.ContainsFunc(s.tokens, func(t phrase.Token) bool { return t.Term == term }) {
			return denied // "never goes out without her inhaler"
		}
	}
	if u.Mixed || contrasted.MatchString(said) {
		return ""
	}
	denies, negative := u.Denies, u.Negative
	if u.Remainder != nil { // "at three, not at two"
		denies = u.Remainder.Denies
		isApart := func(t phrase.Token) bool { _, ok := u.Apart[t.Term]; return ok }
		negative = negative && (u.Remainder.Negative || slices.ContainsFunc(s.counting, isApart))
	}
	if denies && !s.Negative && !whole.Negative || s.Denies && !negative || s.Left().Denies != denies && ((matcher{}).sharesNegative(s, u) || s.Remainder != nil && u.Remainder != nil) {
		return denied
	}
	return ""
}

// takesApart reports whether a unit sets a word of the statement apart, which does not.
func (s statement) takesApart(u unit, t phrase.Token) bool {
	_, isApart := u.Apart[t.Term]
	_, isToo := s.Apart[t.Term]
	return isApart && !isToo && !(phrase.IsCalendar(t.Term) && s.hasOtherNumber(u)) // "the 9th and not the 7th of December"
}

// hasOtherNumber reports whether a unit sets a number apart that the statement has not.
func (s statement) hasOtherNumber(u unit) bool {
	for term := range u.Apart {
		isIt := func(t phrase.Token) bool { return t.Term == term }
		if unicode.IsDigit(phrase.FirstRune(term)) && !slices.ContainsFunc(s.counting, isIt) {
			return true
		}
	}
	return false
}

// contrasted finds what is set against something else in scripts and languages whose words package contrast does not
// know: there a denial denies the other thing.
var contrasted = regexp.MustCompile(`不是.*(?:而)?是|是.*不是|念.*别念|じゃなくて|ではなく|아니라|(?i)\bdeğil\b|, а не |(?i)\ba nie\b|\bnicht \d+|\bno wait\b|\bnot the old\b|\bnimmer\b|\S (?:مو|مش|مب|لا|وليس|ليس) (?:ال\pL+|[\d٠-٩])|` +
	// What holds where a condition does not.
	`(?i)\b(?:otherwise|sonst|ansonsten|sinon|de lo contrario|altrimenti|senão|caso contrário|anders|inaczej|aksi halde|yoksa)\b|иначе|інакше|否则|不然|さもない|وإلا`)

// hasPastForm reports whether a statement has an English past form.
func hasPastForm(s statement) bool {
	return slices.ContainsFunc(s.tokens, func(t phrase.Token) bool {
		return t.Kind == phrase.Content && len(t.Term) > 4 && strings.HasSuffix(t.Term, "ed")
	})
}

// hasShorterForm reports whether a word of the statement holds the one that was said: "physiotherapy", "physio".
func hasShorterForm(s statement, said phrase.Token) bool {
	return utf8.RuneCountInString(said.Term) > 2 && slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return strings.Contains(t.Term, said.Term) })
}

// areNamesTurned reports whether somebody named stands before somebody whom the clause names first.
func areNamesTurned(s statement, u unit, at []int) bool {
	var order []int
	isGerman := phrase.AreGerman(u.tokens) || phrase.AreGerman(s.tokens)
	for k, t := range s.counting {
		if t.Kind == phrase.Name && !isGermanNoun(t, u.tokens[at[k]], isGerman) {
			order = append(order, at[k])
		}
	}
	return !slices.IsSorted(order)
}

// leavesOutOwner reports whether somebody of a person whom the statement names stands between its words and is left out:
// "Callum is coming, and his girlfriend is a coeliac".
func leavesOutOwner(s statement, u unit, at []int) bool {
	for i := slices.Min(at) + 1; i+1 < slices.Max(at); i++ {
		if u.tokens[i].Kind == phrase.Other && u.tokens[i+1].Counts() && !slices.Contains(at, i+1) && subject.IsKin(u.tokens[i+1].Term) &&
			!phrase.HasKind(s.tokens, phrase.Other) {
			return true
		}
	}
	return false
}

// isOfAnother reports whether a clause that does not speak of the person names somebody before what is matched.
func isOfAnother(s statement, u unit, at []int) bool {
	if u.relative || phrase.HasKind(u.tokens, phrase.Subject) || phrase.HasKind(u.tokens, phrase.Object) {
		return u.relative
	}
	things := slices.DeleteFunc(slices.Clone(at), func(i int) bool { return isTime(u.tokens[i]) })
	if len(things) == 0 {
		things = at
	}
	first := slices.Min(things) // "After 4 January Priyanka …"
	for i, t := range u.tokens[:first] {
		if hasShorterForm(s, t) {
			continue // "my physio is on Thursdays"
		}
		if t.Owned && subject.IsKin(t.Term) {
			return true // "my sister works …", where "works" could be a noun of hers
		}
		if t.Owned && (t.IsEntity() || t.Noun) || t.Kind == phrase.Name && i > 0 && !u.german && !isTime(t) {
			return !u.tokens[first].Owned
		}
	}
	return false
}
