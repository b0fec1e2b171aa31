package grounds

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"keepsake/phrase"
	"keepsake/phrase/moment"
	"keepsake/session"
	"keepsake/text"
)

// This file is about what a judge says that was shown the claim, too (Statement.Claims). It is believed where the
// person's own words do not contradict it (contrary.go). Where somebody else speaks of the matter, claim and judge may
// serve them: then every name, the order, and each word that others use must agree as well.

// ClaimOf returns a write's claim as a judge is shown it and names it.
func ClaimOf(content string) string { return text.OneLine(content) }

// findMatched looks for the claim among the statements that the judge matched with it. No quotation is believed that
// is not there. isSaid says that words alone have found it, if not as it stands.
func (m matcher) findMatched(c claim, content string, isSaid bool, v View, heard []voice) ([]unit, bool) {
	if len(c.whole.counting) == 0 || c.update && len(c.added) == 0 && !isSaid {
		return nil, false
	}
	isOthers := v.Unasked || m.isSpokenByOthers(c.whole, v)
	var quotes []unit
	for _, s := range v.Stated {
		if !slices.Contains(s.Claims, ClaimOf(content)) {
			continue
		}
		q, ok := findQuote(s.Quote, heard, !isOthers)
		if !ok || phrase.IsYes(s.Quote) || phrase.IsNo(s.Quote) {
			return nil, false // an answer states nothing by itself
		}
		if len(c.whole.dates) > 0 {
			q.dates = moment.Implied(heard[q.voice].said, v.inZone(heard[q.voice].message.At))
			for _, d := range moment.Find(heard[q.voice].said) {
				q.dates[d] = true
			}
		}
		quotes = append(quotes, q)
	}
	if len(quotes) == 0 {
		return nil, false
	}
	if isSaid {
		return quotes, true
	}
	q := joinUnits(quotes)
	switch {
	case m.isReplaced(c.whole, q, heard):
	case isOthers && m.differenceFromQuotes(c, q, heard) != "", v.Unasked && !m.sharesWord(c.whole, q):
	case m.contradictionOf(c, quotes, heard) != "":
	default:
		return quotes, true
	}
	return nil, false
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
	return slices.IsSorted(at) && countCounting(found[0]) <= len(at)
}

// isSpokenByOthers reports whether others may speak of the matter: in words that can be compared, to the bot, or in
// a picture, which only a model reads.
func (m matcher) isSpokenByOthers(s statement, v View) bool {
	pairs := func(t phrase.Token) bool { // of a script without spaces
		return phrase.IsDense(phrase.FirstRune(t.Term)) && slices.ContainsFunc(text.Terms(t.Term), func(p string) bool { return m.borrowed[p] })
	}
	return m.addressed || m.isSpokenOf(s) || slices.ContainsFunc(s.counting, pairs) || slices.ContainsFunc(v.Window, func(msg session.Message) bool {
		return len(msg.Images) > 0 && msg.Masked == nil
	})
}

// joinUnits returns what several quotations say together.
func joinUnits(units []unit) unit {
	all := units[0]
	all.tokens, all.markers, all.dates = slices.Clone(all.tokens), map[phrase.Marker]bool{}, map[string]bool{}
	for i, u := range units {
		maps.Copy(all.markers, u.markers)
		maps.Copy(all.dates, u.dates)
		if i == 0 {
			continue
		}
		all.tokens = append(all.tokens, u.tokens...)
		all.mixed = all.mixed || u.mixed || u.denies != all.denies
		all.denies, all.negative = all.denies || u.denies, all.negative || u.negative
		all.request = all.request || u.request
	}
	return all
}

// isReplaced reports whether a name or number that the person did not use stands in the claim, and one of
// what they said is left out. Dates and numbers in words are a judge's to tell.
func (m matcher) isReplaced(s statement, q unit, heard []voice) bool {
	said := phrase.Tokens(heard[q.voice].said)
	for _, kind := range []phrase.Kind{phrase.Name, phrase.Number} {
		if kind == phrase.Name && (phrase.AreGerman(s.tokens) || phrase.AreGerman(q.tokens)) { // each noun is written like a name
			continue
		}
		isNew := func(t phrase.Token) bool {
			return t.Kind == kind && !s.known[t.Term] && !m.mentionsAll([]phrase.Token{t}, said) && !isOfDate(s, t) && !isSum(t, said)
		}
		isLeft := func(t phrase.Token) bool {
			return t.Kind == kind && !m.mentionsAll([]phrase.Token{t}, s.counting) && (kind == phrase.Name || hasDigit(heard[q.voice].said))
		}
		if slices.ContainsFunc(s.counting, isNew) && slices.ContainsFunc(q.tokens, isLeft) {
			return true
		}
	}
	return false
}

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

// isOfDate reports whether a number is a part of a date of the statement.
func isOfDate(s statement, t phrase.Token) bool {
	return t.Kind == phrase.Number && slices.ContainsFunc(s.dates, func(d string) bool { return strings.Contains(d, t.Term) })
}

// isSum reports whether a number is the sum of two that stand side by side, "thirty nine", or ends with it.
func isSum(t phrase.Token, said []phrase.Token) bool {
	n, err := strconv.Atoi(t.Term)
	if err != nil {
		return false
	}
	for i := 1; i < len(said); i++ {
		a, errA := strconv.Atoi(said[i-1].Term)
		b, errB := strconv.Atoi(said[i].Term)
		if errA == nil && errB == nil && (a+b == n || a+b == n%100) {
			return true
		}
	}
	return false
}

// differenceFromQuotes returns what keeps quotations from saying the claim, whatever the judge says; "" when nothing does.
func (m matcher) differenceFromQuotes(c claim, q unit, heard []voice) string {
	s := c.whole
	dated, shares := datesOf(s, q), false
	said := phrase.Tokens(heard[q.voice].said)
	for _, t := range s.counting {
		switch one := []phrase.Token{t}; {
		case m.mentionsAll(one, q.tokens), m.mentionsAll(one, said):
			shares = true
		case s.known[t.Term], dated[t.Term]:
		case t.Kind == phrase.Name || t.Kind == phrase.Number:
			return "name " + t.Term
		}
	}
	loose := s
	loose.counting = slices.DeleteFunc(slices.Clone(s.counting), func(t phrase.Token) bool { return !m.mentionsAll([]phrase.Token{t}, q.tokens) })
	other := m.others(s, q)
	at, _ := m.align(loose, q)
	switch {
	case !shares && !isInAnotherLanguage(s, q):
		return "nothing shared"
	case !m.keepsNumbers(s, q):
		return "numbers"
	case m.isOpposed(other, q):
		return "opposite"
	case len(other) == 0 && mayBeTurned(s, q) && !standsInOrder(loose, q, at), len(at) > 0 && !m.keepsRoles(s, loose, q, at):
		return "order"
	case m.isAboutAnother(s, q), len(at) > 0 && !m.keepsSpeaker(s, q, at, len(other)):
		return "another subject"
	case slices.ContainsFunc(other, func(t phrase.Token) bool { return !phrase.IsLight(t.Term) && isIn(m.borrowed, t) }):
		return "of others"
	case m.addressed && len(other) > 0:
		return "new words"
	}
	return ""
}

// standsInOrder reports whether people, numbers, and all words of a script without spaces, come as they were said.
func standsInOrder(s statement, q unit, at []int) bool {
	if len(at) != len(s.counting) || len(at) == 0 {
		return false
	}
	return slices.IsSorted(at) || !phrase.IsDense(phrase.FirstRune(s.counting[0].Term)) && !areTurned(s, q, at)
}
