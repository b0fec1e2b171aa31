package grounds

import (
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/opposite"
	"keepsake/phrase/relation"
	"keepsake/phrase/subject"
	"keepsake/text"
)

// This file compares who does what to whom in a statement and in a quotation, and whether others speak of the matter.

// isSpokenOf reports whether a text of others has a word that the statement counts on.
func (m matcher) isSpokenOf(s statement) bool {
	return slices.ContainsFunc(s.counting, func(t phrase.Token) bool {
		return !phrase.IsLight(t.Term) && !phrase.IsCalendar(t.Term) && isIn(m.borrowed, t)
	})
}

// isIn reports whether some terms have a word, in any of its forms.
func isIn(terms map[string]bool, t phrase.Token) bool {
	if terms[t.Term] {
		return true
	}
	for b := range terms {
		if phrase.AreInflections(b, t.Term) || phrase.AreSynonyms(b, t.Term) || phrase.IsRearranged(t.Term, b) {
			return true
		}
	}
	return false
}

// isRunIn reports whether half of the pairs of signs of a word of a script without spaces, or more, stand in these terms.
func isRunIn(terms map[string]bool, t phrase.Token) bool {
	if !phrase.IsDense(phrase.FirstRune(t.Term)) {
		return false
	}
	pairs := text.Terms(t.Term)
	borrowed := slices.DeleteFunc(slices.Clone(pairs), func(p string) bool { return !terms[p] })
	return len(borrowed) > 0 && 2*len(borrowed) >= len(pairs)
}

// isOpposed reports whether a new word is the opposite of a word that was said.
func (m matcher) isOpposed(novel []phrase.Token, u unit) bool {
	return slices.ContainsFunc(novel, func(t phrase.Token) bool {
		return slices.ContainsFunc(u.tokens, func(said phrase.Token) bool { return opposite.Are(t.Term, said.Term) })
	})
}

// swapsWord reports whether a statement has the opposite of a word of a unit where at least one of them is no word that is counted: "or" and "and",
// "under" and "on".
func swapsWord(s statement, u unit) bool {
	isIn := func(ts []phrase.Token, t phrase.Token) bool {
		return slices.ContainsFunc(ts, func(x phrase.Token) bool { return x.Term == t.Term })
	}
	return slices.ContainsFunc(s.tokens, func(t phrase.Token) bool {
		return !isIn(u.tokens, t) && slices.ContainsFunc(u.tokens, func(x phrase.Token) bool {
			return !(t.Counts() && x.Counts()) && !isIn(s.tokens, x) && opposite.Are(t.Term, x.Term)
		})
	})
}

// keepsRoles reports whether those whom the statement relates stand in it as they were said: behind the same
// preposition, or in the same order.
func (m matcher) keepsRoles(whole, s statement, u unit, at []int) bool {
	var kept []int
	isGerman := phrase.AreGerman(u.tokens) || phrase.AreGerman(whole.tokens)
	for k, t := range s.counting {
		if k >= len(at) {
			break
		}
		if !t.IsEntity() && !u.tokens[at[k]].IsEntity() && t.Kind != phrase.Number || isGermanNoun(t, u.tokens[at[k]], isGerman) {
			continue
		}
		if r := phrase.Role(u.tokens, at[k]); r != "" {
			if i := slices.Index(whole.tokens, t); i >= 0 && phrase.Role(whole.tokens, i) == r {
				continue
			}
		}
		if t.Genitive != u.tokens[at[k]].Genitive {
			return false
		}
		first := at[k] // "my coffee black" is one thing
		for first > 0 && u.tokens[first].Owned && u.tokens[first-1].Owned {
			first--
		}
		kept = append(kept, first)
	}
	return slices.IsSorted(kept) || m.isFreeOrder(s, u, at)
}

// isGermanNoun reports whether a word of a German text is written like a name, and is none: somebody wrote it small, an
// article stands before it, or it is a day.
func isGermanNoun(claimed, said phrase.Token, isGerman bool) bool {
	return isGerman && !claimed.Owned && !said.Owned &&
		(claimed.Kind != phrase.Name || said.Kind != phrase.Name || claimed.Noun || said.Noun || phrase.IsCalendar(said.Term))
}

// keepsSpeaker reports whether the unit is about whom the statement is about.
func (m matcher) keepsSpeaker(s statement, u unit, at []int) bool {
	lowest := slices.Min(at)
	speaker := phrase.IndexKind(u.tokens, phrase.Subject)
	// "My physio is on Thursdays" says that the user has physio on Thursdays.
	isHad := s.subject && (s.wish || slices.ContainsFunc(s.tokens, func(t phrase.Token) bool { return slices.Contains(having, t.Term) })) &&
		slices.ContainsFunc(at, func(i int) bool { return i > 0 && u.tokens[i].Owned && u.tokens[i-1].Kind == phrase.Owner }) &&
		!slices.ContainsFunc(u.tokens, func(t phrase.Token) bool { return t.Kind == phrase.Other || t.Genitive })
	if isHad {
		return !slices.ContainsFunc(u.tokens[:lowest], func(t phrase.Token) bool { return t.IsEntity() && !t.Owned })
	}
	for i, t := range u.tokens[:lowest] {
		switch {
		case s.known[t.Term]:
		case i < speaker && i == 0 && !t.Owned: // whatever begins a sentence is written like a name
		case t.Kind == phrase.Other && !s.known[pronoun]:
			return false
		case t.IsEntity() && (t.Owned || !phrase.AreGerman(u.tokens)) && !(t.Owned && i+1 == lowest && u.tokens[lowest].Kind == phrase.Name):
			return false
		}
	}
	speaks, owns, suffers := speaker >= 0, phrase.HasKind(u.tokens, phrase.Owner), phrase.HasKind(u.tokens, phrase.Object)
	switch {
	case s.subject && (u.relative || suffers && !speaks && (!u.request || !u.instructs && subject.NamesDoer(u.tokens)) && namesAnother(u.tokens, phrase.AreGerman(u.tokens))):
		return false
	case s.subject && !speaks && owns && s.copular && !u.request:
		return false
	case s.subject && !speaks && u.tokens[lowest].IsEntity() && u.tokens[lowest].Owned:
		return false
	case s.object && !s.subject && speaks && !suffers && speaker < lowest:
		return false
	}
	return true
}

// namesAnother reports whether tokens name somebody, as far as a German noun can be told from a name.
func namesAnother(ts []phrase.Token, isGerman bool) bool {
	return slices.ContainsFunc(ts, func(t phrase.Token) bool {
		return t.Kind == phrase.Other || t.IsEntity() && (t.Owned || !isGerman)
	})
}

// having are the words for what somebody has.
var having = strings.Fields("has have hat haben tiene tem ha a имеет heeft har")

// losesOwned reports whether an owner of whom the clause says something is left of "Leo's dad, not Leo, is …", or of "my sister's
// boyfriend is a chef".
func losesOwned(s statement, u unit, at []int) bool {
	for k, i := range at {
		if k >= len(s.counting) || s.counting[k].Genitive || i+1 >= len(u.tokens) {
			continue
		}
		said, owned := u.tokens[i], u.tokens[i+1]
		if owned.Kind == phrase.Owner && s.counting[k].Kind == phrase.Name && s.counting[k].Term == said.Term+"s" { // "I sold Tim my bike", "Tims Rad"
			return true
		}
		isLeft := owned.Counts() && !slices.Contains(at, i+1)
		if isLeft && said.Term == s.counting[k].Term && s.counting[k].Owned && phrase.IsArabic(owned.Term) && !isTime(owned) { // "the operation of my mother" is two words
			return true
		}
		if said.Genitive && (isLeft || owned.Kind == phrase.Copula) || said.Owned && owned.Owned && isLeft && subject.IsKin(owned.Term) {
			return true
		}
	}
	return false
}

// turnsRole reports whether somebody whom a request names without a preposition stands behind one in a statement about the person: "Begoña has
// the keys" is not "the user has Begoña's keys".
func (m matcher) turnsRole(s statement, u unit, at []int) bool {
	if !u.request || phrase.HasKind(u.tokens, phrase.Subject) || phrase.HasKind(u.tokens, phrase.Owner) || phrase.HasKind(u.tokens, phrase.Object) || u.instructs || len(at) != len(s.counting) {
		return false
	}
	for k, t := range s.counting {
		said := u.tokens[at[k]]
		i := slices.Index(s.tokens, t)
		if t.Kind == phrase.Name && said.Kind == phrase.Name && !said.Genitive && !t.Genitive && at[k] > slices.Min(at) && phrase.Role(u.tokens, at[k]) == "" && i >= 0 && phrase.Role(s.tokens, i) != "" {
			return true
		}
	}
	return false
}

// replacesOther reports whether a statement has the person where a unit that does not mention them has somebody else: "belongs to Wojtek".
func replacesOther(s statement, u unit, at []int) bool {
	if !s.object || s.subject || phrase.HasKind(u.tokens, phrase.Subject) || phrase.HasKind(u.tokens, phrase.Owner) || phrase.HasKind(u.tokens, phrase.Object) {
		return false
	}
	for i, t := range u.tokens {
		if t.IsEntity() && !slices.Contains(at, i) && phrase.Role(u.tokens, i) != "" && !(t.Noun && u.german) {
			return true
		}
	}
	return false
}

// isRelatedOtherwise reports whether what is matched stands in other parts or relations of the unit than in the statement.
func (m matcher) isRelatedOtherwise(s statement, u unit, at []int) bool {
	if relation.Differs(u.tokens, s.tokens, at) || subject.Differs(u.tokens, s.tokens, at) || s.Denies && relation.DeniesAcross(u.tokens, at) && !relation.DeniesAcross(s.tokens, []int{len(s.tokens)}) ||
		s.subject && len(at) == 1 && relation.IsOfAnother(u.tokens, at[0]) {
		return true
	}
	names := count(s.counting, func(t phrase.Token) bool { return t.Kind == phrase.Name })
	k := 0
	for _, t := range s.counting {
		if k == len(at) || !m.isSame(t, u.tokens[at[k]]) {
			continue // a number of a date
		}
		claimed := slices.Index(s.tokens, t)
		switch {
		case relation.IsSetApart(u.tokens[at[k]].Term, t.Term), subject.LeavesOutRelation(u.tokens, at[k], at), phrase.OnlyBeginsLike(t, u.tokens[at[k]]):
			return true
		case t.Owned && !u.tokens[at[k]].Owned && relation.IsOfAnother(u.tokens, at[k]), // "my nephew's girlfriend" is not mine
			relation.DiffersAt(u.tokens, at[k], s.tokens, claimed, at), (t.Kind == phrase.Name || subject.IsKin(t.Term)) && m.belongsToAnother(u.tokens, at[k], s.tokens, claimed):
			return true
		case phrase.IsCalendar(t.Term) && (relation.TurnsDirection(u.tokens, at[k], s.tokens, claimed) || relation.TurnsBound(u.tokens, at[k], s.tokens, claimed)):
			return true
		case t.Kind == phrase.Name && (relation.TurnsDirection(u.tokens, at[k], s.tokens, claimed) || names > 1 && !slices.IsSorted(at) && relation.TurnsOwner(u.tokens, at[k], s.tokens, claimed)):
			return true
		case (t.IsEntity() || t.Kind == phrase.Name || subject.IsKin(t.Term)) && relation.BeginsWithTarget(u.tokens, at[k], s.tokens, claimed, at):
			return true
		}
		k++
	}
	return false
}

// belongsToAnother reports whether somebody owns one thing in what was said ("at my mother-in-law's home") and another in the claim.
func (m matcher) belongsToAnother(said []phrase.Token, i int, claim []phrase.Token, k int) bool {
	if !phrase.IsPossessive(phrase.Role(said, i)) || !phrase.IsPossessive(phrase.Role(claim, k)) {
		return false
	}
	a, b := relation.CountingBefore(said, i), relation.CountingBefore(claim, k)
	return a >= 0 && b >= 0 && !m.isSame(claim[b], said[a])
}

// skipsBesideNumber reports whether what stands beside a word that is matched was left out: a number ("every third weekend", "Tuesdays 14:30"), or a
// word before one ("level minus two").
func skipsBesideNumber(s statement, u unit, at []int) bool {
	for i := slices.Min(at) + 1; i <= slices.Max(at)+1 && i < len(u.tokens); i++ {
		before := u.tokens[i-1]
		switch {
		case !isNumber(u.tokens[i]):
		case !slices.Contains(at, i):
			if len(datesOf(s, u)) == 0 {
				return true
			}
		case before.Kind == phrase.Content && !slices.Contains(at, i-1):
			return !before.Owned
		}
	}
	return false
}
