package grounds

import (
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/opposite"
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
	speaker := slices.IndexFunc(u.tokens, func(t phrase.Token) bool { return t.Kind == phrase.Subject })
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
	speaks, owns, suffers := speaker >= 0, hasKind(u, phrase.Owner), hasKind(u, phrase.Object)
	switch {
	case s.subject && (u.relative || suffers && !speaks && !u.request && namesAnother(u)):
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

// namesAnother reports whether a unit names somebody, as far as a German noun can be told from a name.
func namesAnother(u unit) bool {
	isGerman := phrase.AreGerman(u.tokens)
	return slices.ContainsFunc(u.tokens, func(t phrase.Token) bool {
		return t.Kind == phrase.Other || t.IsEntity() && (t.Owned || !isGerman)
	})
}

// having are the words for what somebody has.
var having = strings.Fields("has have hat haben tiene tem ha a имеет heeft har")

// losesOwned reports whether an owner of whom the clause says something is left of "Leo's dad, not Leo, is …".
func losesOwned(s statement, u unit, at []int) bool {
	for k, i := range at {
		if k < len(s.counting) && u.tokens[i].Genitive && !s.counting[k].Genitive && i+1 < len(u.tokens) && u.tokens[i+1].Kind == phrase.Copula {
			return true
		}
	}
	return false
}
