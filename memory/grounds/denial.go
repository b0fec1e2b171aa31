package grounds

import (
	"slices"

	"keepsake/phrase"
	"keepsake/phrase/governor"
	"keepsake/phrase/slot"
	"keepsake/phrase/subject"
)

// agreesInDenial reports whether a statement and a unit deny the same; at is where the unit has the statement's words, as
// far as that is known.
func (m matcher) agreesInDenial(s statement, u unit, at []int) bool {
	if (!u.Mixed && m.sharesNegative(s, u) || s.Remainder != nil && u.Remainder != nil) && s.Left().Denies != u.Left().Denies {
		return false
	}
	if u.Mixed || s.Negative != u.Negative {
		return m.agreesInContrast(s, u)
	}
	for term, isNeeded := range u.Apart {
		stands := slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return m.isSame(t, phrase.Token{Kind: phrase.Content, Term: term}) })
		if _, isApart := s.Apart[term]; isNeeded && !stands || stands && !isApart && (s.Apart != nil || !s.Negative && !slices.IsSorted(at)) {
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
		return isNegative(t) && (m.has(u.tokens, t) || isDense && slices.ContainsFunc(u.tokens, isNegative))
	})
}

// agreesInContrast reports whether a statement and a unit set the same words apart and deny the same of the rest. A unit
// may set apart more, where the statement is true without it.
func (m matcher) agreesInContrast(s statement, u unit) bool {
	if u.Left().Mixed || s.Left().Negative != u.Left().Negative {
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

// excuses reports whether a fact that stands beside the nearest one says the statement without the reservation that the nearest one makes.
func (m matcher) excuses(o, nearest fact, class string, s, whole statement) bool {
	if leftOut(s, whole, o.unit, o.text) != "" || o.markers[phrase.Intent] && !s.markers[phrase.Intent] && !whole.wish {
		return false
	}
	if class == denied {
		return !o.Mixed && (m.saysAsMuch(s, o.unit, nearest.unit) || m.saysAllButVerb(s, o, nearest))
	}
	return m.mentionsAny(s.counting, o.unit.tokens)
}

// deniesTime reports whether a denial stands right behind one of the times of a statement: "mornings with tuna, evenings nothing".
func (m matcher) deniesTime(s statement, f unit) bool {
	for i, t := range f.tokens[:max(0, len(f.tokens)-1)] {
		isClaimed := isTime(t) && t.Kind != phrase.Number && m.has(s.counting, t)
		if isClaimed && f.tokens[i+1].Kind == phrase.Deny {
			return true
		}
	}
	return false
}

// takesNegative reports whether a word that denies by its meaning, "allergic", is new to a statement, and the person says it of something
// else: "I'm allergic to birch, grass does nothing to me".
func (m matcher) takesNegative(novel []phrase.Token, x match) bool {
	return slices.ContainsFunc(novel, func(t phrase.Token) bool {
		return phrase.HasNegative(t.Term) && slices.ContainsFunc(m.listed, func(o Statement) bool {
			return o.Quote != x.Quote && m.has(phrase.Tokens(o.allWords()), t)
		})
	})
}

// saysAllButVerb reports whether a part of a sentence has all words of a statement but verbs that only carry a place, and what its sentence
// denies has no other of them: "no longer lives in Rome; since May they have been in Turin".
func (m matcher) saysAllButVerb(s statement, o, nearest fact) bool {
	isPart := o.text == nearest.text && nearest.from <= o.from && o.to <= nearest.to && o.to-o.from < nearest.to-nearest.from
	carries := func(t phrase.Token) bool { return slot.IsResidence(t.Term) || phrase.IsLight(t.Term) }
	if !isPart || o.Denies {
		return false
	}
	rest := nearest.text[:o.from] + " " + nearest.text[o.to:]
	denied := phrase.Tokens(rest)
	return len(s.counting) > 0 && !slices.ContainsFunc(s.counting, func(t phrase.Token) bool {
		one := []phrase.Token{t}
		return !carries(t) && (m.mentionsAll(one, denied) || !m.mentionsAll(one, o.tokens) && m.mentionsAll(one, nearest.tokens))
	})
}

// isEnded reports whether a fact says by the meaning of a word that something is no more or is not, and a statement says all of it but that
// word: "her aspirin was cancelled".
func (m matcher) isEnded(s statement, f unit) bool {
	isNegative := func(t phrase.Token) bool { return phrase.HasNegative(t.Term) }
	if f.Denies || !slices.ContainsFunc(f.tokens, isNegative) {
		return false
	}
	n := 0
	for _, t := range f.tokens {
		if !t.Counts() || isNegative(t) || phrase.IsLight(t.Term) || subject.IsKin(t.Term) {
			continue
		}
		if n++; !m.has(s.counting, t) {
			return false
		}
	}
	return n > 0
}

// saysAsMuch reports whether a unit has as many of a statement's words as another: a part of a sentence that denies nothing says
// nothing of what the rest of it denies.
func (m matcher) saysAsMuch(s statement, u, other unit) bool {
	n := len(m.shareOf(s, u).counting)
	return n > 0 && n >= len(m.shareOf(s, other).counting)
}

// leavesOutGovernor reports whether a statement takes a verb of a unit without what governs it: "quit eating meat".
func (m matcher) leavesOutGovernor(s statement, u unit) bool {
	said := governor.Text{Tokens: u.tokens, Words: u.text, Denies: u.Denies}
	claim := governor.Text{Tokens: s.tokens, Words: s.text, Denies: s.Denies, Negative: s.Negative}
	return governor.IsLeftOut(said, claim, m.isSame)
}
