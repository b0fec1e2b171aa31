package grounds

import (
	"slices"

	"keepsake/phrase"
	"keepsake/phrase/subject"
)

// lacksWords reports whether a statement fails a check of differenceFromFact because a claim has words that it has not, which another
// statement may have.
func lacksWords(check string) bool {
	return slices.Contains([]string{noFact, notShared, nameOrNumber, ofOthers, newWords}, check)
}

// joinMatches returns the statements that a judge matched with a claim as one: "The user joined the gym on Weir Street" and "The user goes
// there on Mondays". They are of one message and about the same, and the claim says all of one and nearly all of the others: else it may put together
// what nobody said, "likes tea with sugar" of "likes tea" and "hates coffee with sugar".
func (m matcher) joinMatches(claim statement, matched []match) (match, bool) {
	if len(matched) < 2 {
		return match{}, false
	}
	all, quotes, isWhole := Statement{Facts: slices.Clone(matched[0].Facts)}, []unit{}, false
	for i, x := range matched {
		left, of := m.leftOf(claim, x)
		if x.quote.voice != matched[0].quote.voice || 3*left > of || of == 0 || i > 0 && !m.isAboutSame(matched[0], x) {
			return match{}, false
		}
		isWhole = isWhole || left == 0
		quotes = append(quotes, x.quote)
		all.Quote += x.Quote + "\n"
		for k := range all.Facts[:min(len(all.Facts), len(x.Facts))] {
			if i > 0 {
				all.Facts[k] += ", " + x.Facts[k]
			}
		}
	}
	if !isWhole { // "she's here until Sunday, she sleeps in the study": "sleeps until Sunday"
		return match{}, false
	}
	q := joinUnits(quotes)
	out := m.newMatch(all, q)
	for _, f := range out.Facts { // as one thing said
		u := newUnit(0, 0, len(f), f, false)
		u.dates = q.dates
		out.facts = append(out.facts, fact{u, f})
	}
	return out, true
}

// leftOf returns how many words of a statement a claim leaves out, and how many it has; all of them where one is a name, a number or a day.
func (m matcher) leftOf(claim statement, x match) (left, of int) {
	k := nearestFact(claim, x.facts)
	if k < 0 {
		return 0, 0
	}
	isThing := false
	for _, t := range phrase.Tokens(x.facts[k].text) {
		if !t.Counts() || phrase.IsLight(t.Term) {
			continue
		}
		if of++; !m.has(claim.counting, t) {
			left, isThing = left+1, isThing || t.Kind != phrase.Content || isTime(t)
		}
	}
	if isThing {
		return of, of
	}
	return left, of
}

// isAboutSame reports whether two statements are about the same: a fact of both begins with it, or the second begins with a thing that the
// first has.
func (m matcher) isAboutSame(a, b match) bool {
	for k := range min(len(a.Facts), len(b.Facts)) {
		one, other := phrase.Tokens(m.asTheUser(a.Facts[k])), phrase.Tokens(m.asTheUser(b.Facts[k]))
		of := subject.Find(other)
		isNew := func(t phrase.Token) bool {
			return !slices.ContainsFunc(one, func(o phrase.Token) bool { return o.Term == t.Term })
		}
		if len(of) > 0 && !slices.ContainsFunc(of, isNew) {
			return true
		}
	}
	return false
}
