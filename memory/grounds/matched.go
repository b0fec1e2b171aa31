package grounds

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase"
	"keepsake/phrase/abroad"
	"keepsake/phrase/contrast"
	"keepsake/phrase/moment"
	"keepsake/phrase/relation"
	"keepsake/phrase/segment"
	"keepsake/phrase/subject"
	"keepsake/session"
	"keepsake/text"
)

// This file is about the claims that a judge matched with what the person states (Statement.Claims). It is believed where the
// facts that it listed say the claim (fact.go), or, where there is none to compare with, the person's own words do not contradict it (contrary.go). Where somebody
// else speaks of the matter, the claim may serve them: then the facts have to say it, without a word more. What the judge matched and
// is not believed is kept in the person's own words (package own), so that little is lost by doubting.

// ClaimOf returns a write's claim as a judge is shown it and names it.
func ClaimOf(content string) string { return text.OneLine(content) }

// findMatched looks for the claim among the statements that the judge matched with it, and returns the quotations, and the check that
// holds the claim up, "" when none does. No quotation is believed that is not there: without one that is, there is none to return.
// isSaid says that words alone have found it, if not as it stands.
func (m matcher) findMatched(c claim, content string, isSaid bool, v View, heard []voice) (quotes []unit, check string) {
	if len(c.whole.counting) == 0 || c.update && len(c.added) == 0 && !isSaid {
		return nil, "nothing added"
	}
	quotes, matched, check := m.findMatches(c, content, v, heard)
	if check != "" {
		return nil, check
	}
	if slices.ContainsFunc(quotes, func(q unit) bool { return m.takesCorrected(c.whole, heard[q.voice].said) }) {
		return quotes, "corrected"
	}
	if m.turnsOrWishes(c.whole, quotes) {
		return quotes, "role"
	}
	if isSaid {
		return quotes, ""
	}
	if m.isOfAnUnsaid(c.whole, joinUnits(quotes), heard) {
		return quotes, "another subject"
	}
	if m.mixesPeople(c, v.Stated, quotes) || m.crosses(c, v.Stated) {
		return quotes, "two people"
	}
	if m.mixesEntries(c.whole, v.Stated) || relation.ReordersDays(joinUnits(quotes).tokens, c.whole.counting) {
		return quotes, "two entries"
	}
	if slices.ContainsFunc(quotes, func(q unit) bool { return m.isDeniedReason(c.whole, q) }) {
		return quotes, "denied reason"
	}
	if slices.ContainsFunc(quotes, func(q unit) bool { return relation.TurnsStandard(c.whole.text, q.text) }) {
		return quotes, "standard"
	}
	if slices.ContainsFunc(quotes, func(q unit) bool { return relation.MovesPlace(c.whole.text, q.text) }) {
		return quotes, "place"
	}
	if v.Unasked {
		return quotes, m.differenceUnasked(c, content, quotes, matched, heard)
	}
	return quotes, m.differenceListed(c, content, quotes, matched, heard)
}

// differenceListed returns what keeps a claim from being one of the statements that a judge listed before it saw any claim, and matched
// with it; "" when nothing does.
func (m matcher) differenceListed(c claim, content string, quotes []unit, matched []match, heard []voice) string {
	q := joinUnits(quotes)
	if m.hasUnlistedNumber(c.whole, q, matched, heard) {
		return nameOrNumber
	}
	if m.isListedSo(c, matched) {
		return ""
	}
	isOthers, isOtherDay := m.isSpokenByOthers(c.whole), hasOtherWeekday(c, content, heard) && !namesWeekdays(content, matched)
	switch check, added := m.differenceFromFacts(c, matched); {
	case check == "" && !isOtherDay && (!isOthers || added == 0 && !m.isSpread(c, matched)):
		return ""
	case isOthers:
		return "beside others: " + cmp.Or(check, newWords)
	case check != "" && check != noFact && check != notShared:
		return "fact: " + check
	case check == notShared && !abroad.IsInAnotherLanguage(c.whole.tokens, q.tokens) && !phrase.IsDense(phrase.FirstRune(c.whole.counting[0].Term)):
		return notShared
	case m.isReplaced(c.whole, q, matched, heard), m.hasNewNumber(c.whole, q, heard):
		return nameOrNumber
	case isOtherDay:
		return "date"
	}
	return m.contradictionOf(c, matched, quotes, heard)
}

// differenceUnasked returns what keeps the person's words from saying the claim of a reader whom nobody asked, "" when nothing does: each word
// has to agree, and no other text may be where it is from.
func (m matcher) differenceUnasked(c claim, content string, quotes []unit, matched []match, heard []voice) string {
	q := joinUnits(quotes)
	switch {
	case m.isReplaced(c.whole, q, matched, heard), m.hasNewNumber(c.whole, q, heard):
		return nameOrNumber
	case hasOtherWeekday(c, content, heard):
		return "date"
	case !m.sharesEachPart(c, q):
		return notShared
	case m.isOnlyOthers(c.whole, heard):
		return "only of others"
	}
	return cmp.Or(m.differenceFromQuotes(c.whole, q, matched), m.contradictionOf(c, matched, quotes, heard))
}

// findMatches returns the statements that the judge matched with the claim, and their quotations; or else the check that they fail.
func (m matcher) findMatches(c claim, content string, v View, heard []voice) (quotes []unit, matched []match, check string) {
	isMissed := false
	for _, s := range v.Stated {
		if !slices.Contains(s.Claims, ClaimOf(content)) {
			continue
		}
		if phrase.IsYes(s.Quote) || phrase.IsNo(s.Quote) {
			continue // an answer states nothing by itself
		}
		q, ok := findQuote(s.Quote, heard)
		if !ok {
			isMissed = true // it states nothing; others may
			continue
		}
		if len(c.whole.dates) > 0 {
			q.dates = moment.Implied(contrast.BlankCorrected(heard[q.voice].said), v.InZone(heard[q.voice].message.At))
			q.dates = withoutOthersDates(q.dates, s, v.Stated, ClaimOf(content), v.InZone(heard[q.voice].message.At))
		}
		quotes = append(quotes, q)
		x := match{Statement: s, quote: q}
		if m.isListedBlind {
			x = m.newMatch(s, q)
		}
		matched = append(matched, x)
	}
	switch {
	case len(quotes) > 0:
		return quotes, matched, ""
	case isMissed:
		return nil, nil, "quotation"
	}
	return nil, nil, "not matched"
}

// turnsOrWishes reports whether a statement says of the speaker what somebody else does to them, or is said to be, or takes for so what the clause of
// the quoted messages that is nearest to it only wishes.
func (m matcher) turnsOrWishes(s statement, quotes []unit) bool {
	var clauses [][]phrase.Token
	for _, q := range quotes {
		for _, u := range m.cut[q.voice] {
			if len(u.clauses) < 2 {
				clauses = append(clauses, u.tokens)
			}
		}
		if subject.IsOfRelativeOnly(q.text, s.text) {
			return true
		}
	}
	u, ok := m.nearestClause(s, quotes)
	return ok && !s.wish && !s.markers[phrase.Intent] && m.leavesOutGovernor(s, u) || subject.TurnsRoles(s.tokens, clauses, m.isSame)
}

// takesCorrected reports whether a statement has a value that the speaker corrects in what they say: "two sons" of "I have two sons. No, three".
func (m matcher) takesCorrected(s statement, said string) bool {
	taken, left := phrase.Tokens(contrast.Corrected(said)), phrase.Tokens(contrast.BlankCorrected(said))
	return slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return !s.known[t.Term] && m.has(taken, t) && !m.has(left, t) })
}

// sharesEachPart reports whether the claim, and every part of it, shares a word with a quotation: a reader that nobody
// asked may use other words, but not join a fact of its own ("likes tea and works at a bank" of "I like tea").
func (m matcher) sharesEachPart(c claim, q unit) bool {
	return m.mentionsAny(c.whole.counting, q.tokens) && !slices.ContainsFunc(c.parts, func(s statement) bool { return !m.mentionsAny(s.counting, q.tokens) })
}

// isOfAnUnsaid reports whether a statement says of somebody whom the person never mentioned what a quotation says of a name: "Tom has
// the key" does not say that the neighbour has it.
func (m matcher) isOfAnUnsaid(s statement, q unit, heard []voice) bool {
	about := subject.Find(s.tokens)
	if s.subject || s.wish || len(about) == 0 || len(m.shareOf(s, q).counting) < 2 {
		return false
	}
	isTheirs := func(t phrase.Token) bool {
		return t.Kind == phrase.Owner || t.Kind == phrase.Object || t.Kind == phrase.Subject || t.Owned
	}
	if slices.ContainsFunc(s.tokens[:min(len(s.tokens), len(about)+2)], isTheirs) { // "the user's mother", whom they called Mum
		return false
	}
	about = slices.DeleteFunc(slices.Clone(about), func(t phrase.Token) bool { return !t.Counts() })
	isSaid := func(t phrase.Token) bool {
		return slices.ContainsFunc(heard, func(h voice) bool { return m.has(phrase.Tokens(h.said), t) })
	}
	isGerman := phrase.AreGerman(q.tokens) // where every noun is written like a name
	return len(about) > 0 && !slices.ContainsFunc(about, isSaid) && slices.ContainsFunc(q.tokens, func(t phrase.Token) bool {
		return t.Kind == phrase.Name && !(t.Noun && isGerman) && !m.has(s.tokens, t)
	})
}

// mixesPeople reports whether the claim, or a part of it, says of somebody what the person says of somebody else alone: in the
// quoted messages, or as a judge listed them.
func (m matcher) mixesPeople(c claim, stated []Statement, quotes []unit) bool {
	var clauses [][]phrase.Token
	add := func(units []unit) {
		for _, u := range units {
			isPart := func(o unit) bool { return u.from <= o.from && o.to <= u.to && o.to-o.from < u.to-u.from }
			if !slices.ContainsFunc(units, isPart) { // what is cut further mixes by itself
				clauses = append(clauses, u.tokens)
			}
		}
	}
	for _, s := range stated {
		for _, f := range s.Facts {
			add(cutUnits(0, m.asTheUser(f)))
		}
	}
	for _, q := range quotes {
		add(m.cut[q.voice])
	}
	says := c.parts // each may be about somebody else
	if len(says) == 0 {
		says = []statement{c.whole}
	}
	return slices.ContainsFunc(says, func(s statement) bool {
		return subject.Mixes(s.tokens, clauses, m.isSame)
	})
}

// isSensible reports whether a judge that listed something quotes the person at all; one that does not has not answered.
func isSensible(listed []Statement, heard []voice) bool {
	return len(listed) == 0 || slices.ContainsFunc(listed, func(s Statement) bool {
		return strings.TrimSpace(s.Quote) != "" && slices.ContainsFunc(heard, func(h voice) bool { return strings.Contains(h.said, strings.TrimSpace(s.Quote)) })
	})
}

// isVerbatim reports whether units say a claim and nothing else, in its order: then there is nothing to ask a judge.
func (m matcher) isVerbatim(c claim, found []unit) bool {
	if len(found) != 1 {
		return len(c.whole.counting) == 0
	}
	at := positions(m, c.whole, found[0])
	return slices.IsSorted(at) && count(found[0].tokens, phrase.Token.Counts) <= len(at)
}

// isSpokenByOthers reports whether others may speak of the matter: in words that can be compared, to the bot, or in
// a picture, which only a model reads.
func (m matcher) isSpokenByOthers(s statement) bool {
	pairs := func(t phrase.Token) bool { // of a script without spaces
		return phrase.IsDense(phrase.FirstRune(t.Term)) && slices.ContainsFunc(text.Terms(t.Term), func(p string) bool { return m.borrowed[p] })
	}
	return m.addressed || m.pictured || m.isSpokenOf(s) || slices.ContainsFunc(s.counting, pairs)
}

// isPictured reports whether a picture stands in the window.
func isPictured(v View) bool {
	return slices.ContainsFunc(v.Window, func(msg session.Message) bool { return len(msg.Images) > 0 && msg.Masked == nil })
}

// joinUnits returns what several quotations say together.
func joinUnits(units []unit) unit {
	all := units[0]
	all.tokens, all.markers, all.dates, all.weekdays = slices.Clone(all.tokens), map[phrase.Marker]bool{}, map[string]bool{}, map[int]bool{}
	for i, u := range units {
		maps.Copy(all.markers, u.markers)
		maps.Copy(all.dates, u.dates)
		maps.Copy(all.weekdays, u.weekdays)
		if i == 0 {
			continue
		}
		all.tokens = append(all.tokens, u.tokens...)
		all.Mixed = all.Mixed || u.Mixed || u.Denies != all.Denies
		all.Denies, all.Negative = all.Denies || u.Denies, all.Negative || u.Negative
		all.request = all.request || u.request
	}
	return all
}

// isReplaced reports whether a name or number that the person did not use stands in the claim, and one of
// what they said is left out. Dates and numbers in words are a judge's to tell.
func (m matcher) isReplaced(s statement, q unit, matched []match, heard []voice) bool {
	said, dated := phrase.Tokens(heard[q.voice].said), datesOf(s, q)
	for _, x := range matched { // "Тула" is Tula
		said = append(said, x.words...)
	}
	for _, kind := range []phrase.Kind{phrase.Name, phrase.Number} {
		if kind == phrase.Name && (phrase.AreGerman(s.tokens) || phrase.AreGerman(q.tokens)) { // each noun is written like a name
			continue
		}
		isNew := func(t phrase.Token) bool {
			return t.Kind == kind && !s.known[t.Term] && !m.has(said, t) && !dated[t.Term]
		}
		isLeft := func(t phrase.Token) bool {
			return t.Kind == kind && !m.has(s.counting, t) && (kind == phrase.Name || strings.ContainsFunc(heard[q.voice].said, unicode.IsDigit))
		}
		claimed := s.counting
		if kind == phrase.Name && len(claimed) > 0 && !beginsWith(isLeft, q, matched) { // each sentence begins with a capital letter
			claimed = claimed[1:]
		}
		if slices.ContainsFunc(claimed, isNew) && slices.ContainsFunc(q.tokens, isLeft) {
			return true
		}
	}
	return false
}

// beginsWith reports whether the first thing that a quotation, or a fact that a judge listed, names is of a kind.
func beginsWith(is func(t phrase.Token) bool, q unit, matched []match) bool {
	begins := func(ts []phrase.Token) bool {
		i := slices.IndexFunc(ts, phrase.Token.Counts)
		return i >= 0 && is(ts[i])
	}
	return begins(q.tokens) || slices.ContainsFunc(matched, func(x match) bool {
		return slices.ContainsFunc(x.facts, func(f fact) bool { return begins(f.tokens) })
	})
}

// wordsOf returns the words of texts.
func wordsOf(heard []voice) (out []phrase.Token) {
	for _, h := range heard {
		out = append(out, phrase.Tokens(contrast.BlankCorrected(h.said))...)
	}
	return out
}

// differenceFromQuotes returns what keeps quotations from saying the claim of a reader whom nobody asked; "" when nothing does.
func (m matcher) differenceFromQuotes(s statement, q unit, matched []match) string {
	words := slices.Clone(q.tokens)
	for _, x := range matched { // a judge that has heard nobody else spells a name as it should be
		words = append(words, slices.DeleteFunc(slices.Clone(x.words), func(t phrase.Token) bool { return !t.IsEntity() && t.Kind != phrase.Number })...)
	}
	for _, u := range m.cut[q.voice] { // of the message, its questions left out
		words = append(words, u.tokens...)
	}
	novel, check := m.addedTo(s, q, words)
	if check != "" && (check != notShared || !abroad.IsInAnotherLanguage(s.tokens, q.tokens)) {
		return check
	}
	loose, other := m.shareOf(s, q), m.others(s, q)
	at, _ := m.align(loose, q)
	switch {
	case !m.keepsNumbers(s, q):
		return "numbers"
	case m.isOpposed(other, q):
		return "opposite"
	case len(other) == 0 && phrase.IsDense(phrase.FirstRune(s.counting[0].Term)) && !standsInOrder(loose, at), len(at) > 0 && !m.keepsRoles(s, loose, q, at):
		return "order"
	case m.isAboutAnother(s, q), len(at) > 0 && !m.keepsSpeaker(s, q, at):
		return "another subject"
	}
	return m.lends(s, novel)
}

// isOnlyOthers reports whether one text of others has all words of the claim, and no part of a clause of the person's.
func (m matcher) isOnlyOthers(s statement, heard []voice) bool {
	hasAll := func(text string) bool { return (matcher{}).mentionsAll(s.counting, phrase.Tokens(text)) }
	if !slices.ContainsFunc(m.foreign, func(f voice) bool { return hasAll(f.said) }) {
		return false
	}
	return !slices.ContainsFunc(heard, func(h voice) bool {
		return slices.ContainsFunc(phrase.Clauses(h.said), func(c phrase.Clause) bool {
			return slices.ContainsFunc(segment.Cut(c.Text), func(p [2]int) bool { return hasAll(c.Text[p[0]:p[1]]) })
		})
	})
}

// standsInOrder reports whether all words of a statement come as they were said.
func standsInOrder(s statement, at []int) bool {
	return len(at) == len(s.counting) && len(at) > 0 && slices.IsSorted(at)
}
