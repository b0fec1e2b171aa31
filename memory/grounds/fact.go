package grounds

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"keepsake/phrase"
	"keepsake/phrase/moment"
	"keepsake/phrase/quantity"
	"keepsake/phrase/relation"
	"keepsake/phrase/subject"
	"keepsake/phrase/tense"
)

// This file compares a claim with the facts that a judge listed (Statement.Facts): plain sentences about what the person
// states, in the form in which memories are written. The judge listed them before it saw a claim (judge.Judge), so that nobody
// but the person had a part in them. That makes them the better text to compare with: what is denied, doubted or somebody
// else's in speech stands there in so many words.

// differenceFromFacts returns what keeps statements from saying a claim, "" when nothing does, and how many of the claim's
// words neither they nor their quotations have. Each part of the claim is compared with one statement: several together
// may say what none of them says.
func (m matcher) differenceFromFacts(c claim, matched []match) (check string, added int) {
	join := sync.OnceValues(func() (match, bool) { return m.joinMatches(c.whole, matched) })
	for _, part := range c.toCompare() {
		if c.update && m.isKnown(part) {
			continue
		}
		check, least, most := noFact, -1, 0
		for _, x := range matched {
			difference, n := m.differenceFromFact(part, c.whole, x)
			shared := len(m.shareOf(part, unit{tokens: x.words}).counting)
			switch {
			case difference == "" && (least < 0 || n < least):
				check, least = "", n
			case least < 0 && (check == noFact || check == notShared || shared > most):
				check, most = difference, shared
			}
		}
		if lacksWords(check) || least > 0 {
			if all, ok := join(); ok {
				if difference, n := m.differenceFromFact(part, c.whole, all); difference == "" && (least < 0 || n < least) {
					check, least = "", n
				}
			}
		}
		if check != "" {
			return check, 0
		}
		added += least
	}
	return "", added
}

// isSpread reports whether no sentence of the facts has all words of a part of the claim: "the user works with Tessa" and "Robin got fired"
// have those of "Tessa got fired" only together.
func (m matcher) isSpread(c claim, matched []match) bool {
	return slices.ContainsFunc(c.toCompare(), func(part statement) bool {
		return !(c.update && m.isKnown(part)) && !slices.ContainsFunc(matched, func(x match) bool {
			dated := datesOf(part, x.quote)
			left := slices.DeleteFunc(slices.Clone(part.counting), func(t phrase.Token) bool { return part.known[t.Term] || dated[t.Term] || phrase.IsLight(t.Term) })
			return slices.ContainsFunc(x.facts, func(f fact) bool { return m.mentionsAll(left, phrase.Tokens(m.asTheUser(f.text))) })
		})
	})
}

// isListedSo reports whether a fact says the claim and nothing else, in its order: then it does not matter how the person worded it.
func (m matcher) isListedSo(c claim, matched []match) bool {
	isSo := func(part claim) bool {
		for _, x := range matched {
			for _, f := range x.facts {
				if found, ok := m.findSaid(part, []unit{f.unit}); ok && m.isVerbatim(part, found) {
					return true
				}
			}
		}
		return false
	}
	if isSo(c) {
		return true
	}
	return !c.update && len(c.parts) > 0 && !slices.ContainsFunc(c.parts, func(part statement) bool { return !isSo(claim{whole: part}) })
}

// Checks that others look at. nameOrNumber, ofOthers and newWords are those of words that a claim adds; answersQuestion is that of what was
// only asked.
const (
	nameOrNumber    = "a name or number"
	ofOthers        = "of others"
	newWords        = "new words"
	answersQuestion = "question"
)

// What differenceFromFacts returns where there is nothing to compare with, and where there is no doubt.
const (
	noFact    = "no fact"
	notShared = "nothing shared"
	// notIt is returned where a statement surely says something else.
	notIt = "another statement"
)

// match is a statement that a judge matched with a claim, ready to be compared with it.
type match struct {
	Statement
	quote unit
	facts []fact
	words []phrase.Token // of the quotation and of all facts
	// quantity is that of the quotation and of all facts; asks says that the facts tell of a question.
	quantity quantity.Quantity
	asks     bool
}

// fact is a sentence of a statement, or a part of one, as it is compared.
type fact struct {
	unit
	text string // of the sentence
}

// newMatch returns a statement with its facts, in which the speaker is "the user".
func (m matcher) newMatch(st Statement, q unit) match {
	out := match{Statement: st, quote: q, words: slices.Clone(q.tokens), quantity: quantity.Parse(st.allWords())}
	for _, f := range st.Facts {
		f = m.asTheUser(f)
		out.words = append(out.words, phrase.Tokens(f)...)
		out.asks = out.asks || phrase.TellsOfQuestion(f)
		for _, u := range cutUnits(0, f) {
			u.dates, u.tokens = q.dates, subject.AsObject(u.tokens)
			out.facts = append(out.facts, fact{u, f})
		}
	}
	return out
}

// asTheUser returns a sentence of a group with its speaker as "the user".
func (m matcher) asTheUser(sentence string) string {
	if m.self == "" {
		return sentence
	}
	return strings.ReplaceAll(sentence, m.self, "the user")
}

func (m matcher) differenceFromFact(s, whole statement, x match) (check string, added int) {
	facts, q := x.facts, x.quote
	if len(facts) == 0 {
		return noFact, 0
	}
	if m.takesFromAnother(s, whole, x) || slices.ContainsFunc(facts, func(f fact) bool { return subject.TurnsVisit(f.tokens, s.tokens) }) {
		return notIt, 0
	}
	if bound := addedBound(s, x); bound != "" {
		return bound, 0
	}
	novel, check := m.addedTo(s, q, x.words)
	if check == "" {
		check = m.lends(s, novel)
	}
	if check != "" {
		return check, 0
	}
	i := nearestFact(s, facts)
	if slices.ContainsFunc(facts, func(f fact) bool { return m.leavesOutGovernor(s, f.unit) }) {
		return "left out", 0
	}
	if i < 0 { // the fact is in another language: the person's own clause is what can be compared
		return notShared, 0
	}
	f := facts[i]
	class := leftOut(s, whole, f.unit, f.text)
	at, shared := positions(matcher{}, s, f.unit), (matcher{}).shareOf(s, f.unit)
	switch {
	case x.asks && !s.asks && !whole.asks:
		return answersQuestion, 0
	case quantity.Differ(whole.quantity, x.quantity), len(novel) > 0 && quantity.AddsAll(whole.quantity, x.quantity) && phrase.IsDense(phrase.FirstRune(novel[0].Term)):
		return "numbers", 0
	case q.markers[phrase.Condition] && quantity.DropsScant(whole.quantity, x.quantity):
		return "left out", 0
	case hasOtherDate(s, q), tense.BringsForward(whole.time, f.time), relation.TurnsDaypart(f.tokens, novel):
		return "date", 0
	case slices.ContainsFunc(novel, relation.IsTransfer), m.isDoneOnlyNow(s, f.unit):
		return "direction", 0
	case f.Denies && m.takesNegative(novel, x), !s.Denies && !whole.Denies && m.deniesTime(s, f.unit):
		return denied, 0
	case relation.LosesOff(f.unit.tokens, s.tokens, at), relation.TurnsParticle(f.tokens, s.tokens):
		return notIt, 0
	case m.isOpposed(novel, f.unit), swapsWord(s, f.unit), swapsWord(whole, f.unit):
		return "opposite", 0
	case class == string(phrase.Condition) && q.markers[phrase.Condition]:
		return class, 0
	case class != "" && !slices.ContainsFunc(facts, func(o fact) bool { return m.excuses(o, f, class, s, whole) }):
		return class, 0
	case !s.Negative && !whole.Negative && m.isEnded(s, f.unit):
		return denied, 0
	case !s.Denies && !whole.Denies && (m.deniesAll(s, f.unit) || !m.mentionsAll(s.counting, f.tokens) && m.deniesAll(s, q)):
		return denied, 0
	case !(matcher{}).keepsNumbers(shared, f.unit):
		return "numbers", 0
	case m.turnsNames(s, f.unit, q), len(novel) == 0 && turnsSpeaker(s, newStatement(f.text)):
		return "order", 0
	case m.turnsDirection(s, f.unit, at):
		return "direction", 0
	case s.subject && isOfAnothersSentence(s, f, facts),
		s.subject && (q.relative || len(at) > 0 && isOfAnother(s, f.unit, at)), (s.subject || s.object) && subject.IsOfRelative(f.tokens, at), subject.LosesOwner(f.tokens, at):
		return "another subject", 0
	}
	if m.relatesOtherwise(s, f.unit, x) {
		return "said otherwise", 0
	}
	return "", len(slices.DeleteFunc(novel, func(t phrase.Token) bool { return phrase.IsLight(t.Term) }))
}

// isDoneOnlyNow reports whether a statement says that something was done which a fact does not: "bought a farm" of "saves to buy a farm".
func (m matcher) isDoneOnlyNow(s statement, f unit) bool {
	return slices.ContainsFunc(s.counting, func(t phrase.Token) bool {
		return t.Kind == phrase.Content && slices.ContainsFunc(f.tokens, func(said phrase.Token) bool {
			return said.Kind == phrase.Content && m.isSame(t, said) && tense.Completes(said.Term, t.Term)
		})
	})
}

// isOfAnothersSentence reports whether the sentence that a fact is a part of names somebody else first: "Idris, the user's stepson, will start …".
func isOfAnothersSentence(s statement, f fact, facts []fact) bool {
	for _, o := range facts {
		if at := positions(matcher{}, s, o.unit); o.text == f.text && o.from <= f.from && f.to <= o.to && o.to-o.from > f.to-f.from && len(at) > 0 && isOfAnother(s, o.unit, at) {
			return true
		}
	}
	return false
}

// takesFromAnother reports whether a statement of the claim puts together what stands apart in two of the things that were listed: it
// names other days of the week than this one, or takes nothing but a day from it, says what another says of something else, and leaves
// out what this one says: "Fridays I'm off" does not say that I teach on Fridays.
func (m matcher) takesFromAnother(s, whole statement, x match) bool {
	own := moment.Weekdays(x.allWords())
	isOwn := func(day int) bool { return own[day] }
	days := slices.Collect(maps.Keys(s.weekdays))
	if len(days) == 0 || len(own) == 0 || !slices.ContainsFunc(days, isOwn) {
		return len(days) > 0 && len(own) > 0
	}
	if isOnlyTimes(s) {
		return m.tellsMore(whole, x.quote)
	}
	isThing := func(t phrase.Token) bool { return t.IsEntity() && !isTime(t) }
	isTelling := func(t phrase.Token) bool { return !isThing(t) && !isTime(t) && !phrase.IsLight(t.Term) }
	isHere := func(t phrase.Token) bool { return m.has(x.words, t) }
	isLeft := func(t phrase.Token) bool {
		return t.Counts() && isTelling(t) && !m.has(s.counting, t)
	}
	telling := slices.DeleteFunc(slices.Clone(s.counting), func(t phrase.Token) bool { return !isTelling(t) })
	if len(telling) == 0 || phrase.IsDense(phrase.FirstRune(telling[0].Term)) || slices.ContainsFunc(telling, isHere) || !slices.ContainsFunc(x.quote.tokens, isLeft) ||
		slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return isThing(t) && isHere(t) }) {
		return false
	}
	return slices.ContainsFunc(m.listed, func(o Statement) bool {
		return o.Quote != x.Quote && m.mentionsAll(telling, phrase.Tokens(o.allWords()))
	})
}

// addedTo returns the words of a statement that are not among these words, which a quotation and what belongs to it have, and the
// check that a name or number of it fails, or all of it.
func (m matcher) addedTo(s statement, q unit, words []phrase.Token) (novel []phrase.Token, check string) {
	dated, shares := datesOf(s, q), false
	isGerman := phrase.AreGerman(s.tokens) || phrase.AreGerman(q.tokens)
	for i, t := range s.counting {
		switch {
		case m.has(words, t):
			shares = true
		case i == 0 && t.Kind == phrase.Name && isFormOf(t, words):
			shares = true // a sentence begins with a capital letter
		case s.known[t.Term], dated[t.Term]:
		case t.Kind == phrase.Name && (i == 0 && !t.Genitive || isGerman) && !isIn(m.borrowed, t):
			novel = append(novel, t) // a sentence begins with a capital letter, and so does each German noun
		case t.Kind == phrase.Name || t.Kind == phrase.Number:
			return nil, nameOrNumber
		default:
			novel = append(novel, t)
		}
	}
	if !shares {
		return novel, notShared
	}
	return novel, ""
}

// lends returns the check that the added words of a statement fail because others may have lent them.
func (m matcher) lends(s statement, novel []phrase.Token) string {
	telling := slices.DeleteFunc(slices.Clone(novel), func(t phrase.Token) bool { return phrase.IsLight(t.Term) })
	if sharesNamesOnly(s, novel) {
		telling = novel // "Klusek ma rok": all that is said of the name is light
	}
	switch {
	case slices.ContainsFunc(telling, func(t phrase.Token) bool { return isIn(m.borrowed, t) || isRunIn(m.borrowed, t) }):
		return ofOthers
	case m.addressed && len(novel) > 0, m.pictured && 2*len(telling) >= len(s.counting):
		return newWords
	}
	return ""
}

// sharesNamesOnly reports whether a statement has, besides its added words, nothing but names and light words.
func sharesNamesOnly(s statement, novel []phrase.Token) bool {
	return !slices.ContainsFunc(s.counting, func(t phrase.Token) bool {
		return t.Kind != phrase.Name && !phrase.IsLight(t.Term) && !slices.ContainsFunc(novel, func(n phrase.Token) bool { return n.Term == t.Term })
	})
}

// shareOf returns a statement with those of its words that a unit has.
func (m matcher) shareOf(s statement, u unit) statement {
	s.counting = slices.DeleteFunc(slices.Clone(s.counting), func(t phrase.Token) bool { return !m.has(u.tokens, t) })
	return s
}

// isFormOf reports whether a word that is written like a name is a form of one of these that is written like no name.
func isFormOf(t phrase.Token, words []phrase.Token) bool {
	return slices.ContainsFunc(words, func(w phrase.Token) bool { return w.Kind == phrase.Content && phrase.AreInflections(t.Term, w.Term) })
}

// nearestFact returns the index of the shortest of the facts that have most of the statement's words, -1 when none has one.
func nearestFact(s statement, facts []fact) int {
	most, found := 0, -1
	for i, f := range facts {
		n := len((matcher{}).shareOf(s, f.unit).counting)
		if n > most || n > 0 && n == most && len(f.tokens) < len(facts[found].tokens) {
			found, most = i, n
		}
	}
	return found
}
