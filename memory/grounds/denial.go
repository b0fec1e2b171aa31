package grounds

import (
	"slices"

	"keepsake/phrase"
)

// agreesInDenial reports whether a statement and a unit deny the same; at is where the unit has the statement's words, as
// far as that is known.
func (m matcher) agreesInDenial(s statement, u unit, at []int) bool {
	if !u.Mixed && m.sharesNegative(s, u) && s.Left().Denies != u.Left().Denies {
		return false
	}
	if u.Mixed || s.Negative != u.Negative {
		return m.agreesInContrast(s, u)
	}
	for term, isNeeded := range u.Apart {
		stands := slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return m.isSame(t, phrase.Token{Kind: phrase.Content, Term: term}) })
		if _, isApart := s.Apart[term]; isNeeded && !stands || stands && !isApart && !s.Negative && !slices.IsSorted(at) {
			return false // "meat without salt" is no "meat", "trains rather than planes" no "planes to trains"
		}
	}
	return len(s.counting) > 1 || len(u.Apart) == 0 || m.agreesInContrast(s, u)
}

// sharesNegative reports whether a word whose meaning holds a denial stands in both: "is not allergic" is the opposite of "allergic", though
// both are negative.
func (m matcher) sharesNegative(s statement, u unit) bool {
	isNegative := func(t phrase.Token) bool { return phrase.HasNegative(t.Term) }
	return slices.ContainsFunc(s.counting, func(t phrase.Token) bool {
		isDense := phrase.IsDense(phrase.FirstRune(t.Term)) // a run of a script without spaces holds the denial as well
		return isNegative(t) && (m.mentionsAll([]phrase.Token{t}, u.tokens) || isDense && slices.ContainsFunc(u.tokens, isNegative))
	})
}

// agreesInContrast reports whether a statement and a unit set the same words apart and deny the same of the rest. A unit
// may set apart more, where the statement is true without it.
func (m matcher) agreesInContrast(s statement, u unit) bool {
	if s.Remainder == nil && u.Remainder == nil || u.Left().Mixed || s.Left().Negative != u.Left().Negative {
		return false
	}
	for _, t := range s.counting {
		_, isApart := s.Apart[t.Term]
		at := slices.IndexFunc(u.tokens, func(x phrase.Token) bool { return m.isSame(t, x) })
		if at < 0 {
			if isApart {
				return false
			}
			continue
		}
		if _, isToo := u.Apart[u.tokens[at].Term]; isToo != isApart {
			return false
		}
	}
	for term, isNeeded := range u.Apart {
		if isNeeded && !slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return m.isSame(t, phrase.Token{Kind: phrase.Content, Term: term}) }) {
			return false
		}
	}
	return true
}
