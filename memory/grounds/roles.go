package grounds

import (
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/opposite"
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
	for k, t := range s.counting {
		if k >= len(at) {
			break
		}
		if !t.IsEntity() && !u.tokens[at[k]].IsEntity() && t.Kind != phrase.Number {
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

// keepsSpeaker reports whether the unit is about whom the statement is about.
func (m matcher) keepsSpeaker(s statement, u unit, at []int, replaced int) bool {
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
		case t.Kind == phrase.Content && speaker < 0 && !u.instructs:
			if replaced--; replaced < 0 {
				return false
			}
		}
	}
	speaks, owns, suffers := speaker >= 0, hasKind(u, phrase.Owner), hasKind(u, phrase.Object)
	switch {
	case s.subject && suffers && !speaks && !u.request:
		return false
	case s.subject && !speaks && owns && s.copular && !u.request:
		return false
	case s.subject && !speaks && !owns && !u.request && !m.impliesSpeaker(u):
		return false
	case s.subject && !speaks && !owns && !suffers && !u.instructs && isGeneral(u, at):
		return false
	case s.subject && !speaks && u.tokens[lowest].IsEntity() && u.tokens[lowest].Owned:
		return false
	case s.object && !s.subject && speaks && !suffers:
		return false
	}
	return true
}

// having are the words for what somebody has.
var having = strings.Fields("has have hat haben tiene tem ha a имеет heeft har")
