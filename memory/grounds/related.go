package grounds

import (
	"slices"

	"keepsake/phrase"
	"keepsake/phrase/relation"
)

// This file tells whether a statement puts words of a fact into other relations to each other: who does it to whom, from where to where, in which order.

// relatesOtherwise reports whether a statement has only words of a fact, and neither it nor another one, nor a clause of the quoted message, relates
// them to each other as the statement does: "married a nurse" says of nobody that they are a nurse.
func (m matcher) relatesOtherwise(s statement, f unit, x match) bool {
	if len(s.known) > 0 || len(s.counting) == 0 || !(matcher{}).mentionsAll(s.counting, f.tokens) {
		return false
	}
	isAlike := func(u unit) bool {
		at, ok := m.align(s, u)
		switch {
		case !ok || len(at) == 0:
			return false
		case s.wish && !relation.HasThan(f.tokens): // which is worded in many ways
			return !relation.LosesControlled(u.tokens, s.tokens)
		}
		isSame := func(a, b phrase.Token) bool { return a.Term == b.Term }
		return slices.EqualFunc(s.tokens, u.tokens, isSame) || m.relatesAlike(s, u, at) || isWordedAlike(s, u, at)
	}
	return !slices.ContainsFunc(x.facts, func(f fact) bool { return isAlike(f.unit) }) && !slices.ContainsFunc(m.cut[x.quote.voice], isAlike)
}

// isWordedAlike reports whether a statement and a unit have the same words that count, in one order and behind the same prepositions.
func isWordedAlike(s statement, u unit, at []int) bool {
	if !standsInOrder(s, at) || count(u.tokens, phrase.Token.Counts) != len(at) || s.copular != phrase.HasKind(u.tokens, phrase.Copula) || s.subject && phrase.HasKind(u.tokens, phrase.Other) {
		return false
	}
	for k, t := range s.counting {
		said := u.tokens[at[k]]
		if t.Genitive != said.Genitive || t.Owned != said.Owned || phrase.Role(s.tokens, slices.Index(s.tokens, t)) != phrase.Role(u.tokens, at[k]) {
			return false
		}
	}
	return true
}

// turnsDirection reports whether a name or day goes another way in a statement than in a fact.
func (m matcher) turnsDirection(s statement, f unit, at []int) bool {
	for _, t := range s.counting {
		k := slices.Index(s.tokens, t)
		i := slices.IndexFunc(at, func(i int) bool { return (matcher{}).isSame(t, f.tokens[i]) })
		if i < 0 || k < 0 || t.Kind != phrase.Name && t.Kind != phrase.Number && !phrase.IsCalendar(t.Term) {
			continue
		}
		if i = at[i]; relation.TurnsTime(f.tokens, i, s.tokens, k) || relation.TurnsBound(f.tokens, i, s.tokens, k) || relation.TurnsDirection(f.tokens, i, s.tokens, k) || t.Kind == phrase.Name && relation.ChangesDirection(f.tokens, i, s.tokens, k) {
			return true
		}
	}
	return false
}

// turnsBound reports whether something begins at a day or number in the statement and ends there in a unit, or the reverse.
func (m matcher) turnsBound(s statement, u unit, at []int) bool {
	return slices.ContainsFunc(s.counting, func(t phrase.Token) bool {
		k := slices.Index(s.tokens, t)
		i := slices.IndexFunc(at, func(i int) bool { return m.isSame(t, u.tokens[i]) })
		return i >= 0 && k >= 0 && (t.Kind == phrase.Number || phrase.IsCalendar(t.Term)) && relation.TurnsBound(u.tokens, at[i], s.tokens, k)
	})
}

// turnsNames reports whether the names of a statement stand in other roles than in the quotation and in the fact, as far as these have
// all of them.
func (m matcher) turnsNames(s statement, f, q unit) bool {
	names := slices.DeleteFunc(slices.Clone(s.counting), func(t phrase.Token) bool { return !t.IsEntity() })
	if len(names) <= 1 && count(s.counting, isNumber) <= 1 {
		return false // there is nobody to change places with
	}
	isTurned := false
	for _, u := range []unit{q, f} {
		shared, at := (matcher{}).shareOf(s, u), positions(matcher{}, s, u)
		if !(matcher{}).mentionsAll(names, u.tokens) || len(at) != len(shared.counting) || len(at) == 0 {
			continue
		}
		if !(areNamesTurned(shared, u, at) && !m.isFreeOrder(shared, u, at)) && (matcher{}).keepsRoles(s, shared, u, at) {
			return false
		}
		isTurned = true
	}
	return isTurned
}

// turnsSpeaker reports whether the person does in one of two statements what is done to them in the other. Statements about
// nobody else that are worded in two ways may say the same with the person in another place.
func turnsSpeaker(s, fact statement) bool {
	isName := func(t phrase.Token) bool { return t.Kind == phrase.Name }
	isTold := slices.ContainsFunc(s.counting, isName) && slices.ContainsFunc(fact.counting, isName)
	return (isTold || len(fact.counting) == len(s.counting) && (matcher{}).mentionsAll(fact.counting, s.counting)) &&
		(s.object && !s.subject && fact.subject && !fact.object || s.subject && !s.object && fact.object && !fact.subject)
}
