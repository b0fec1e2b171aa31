package grounds

import (
	"slices"

	"keepsake/phrase"
	"keepsake/phrase/contrast"
)

// polarity says what a text denies: all of what it says, or only what it sets apart.
type polarity struct {
	denies   bool
	negative bool // it denies, or a word of it does by its meaning
	// mixed says that a part of it denies and another does not: then only the parts count.
	mixed bool
	// apart holds the words that it denies beside what it says ("eight, not nine"), and of each whether the text says
	// something else without it; remainder is the polarity of what is left then.
	apart     map[string]bool
	remainder *polarity
}

func polarityOf(s string) polarity {
	p := polarity{denies: phrase.HasDenial(s)}
	p.negative = p.denies || phrase.HasNegative(s)
	rest, cut := contrast.Cut(s)
	for _, c := range cut {
		for i, t := range phrase.Tokens(c.Text) {
			if i == 0 && (t.Kind == phrase.Subject || t.Kind == phrase.Object) { // "Tom, not me"
				p.mixed, p.apart, p.remainder = true, nil, nil
				return p
			}
			if t.Counts() {
				if p.apart == nil {
					p.apart = make(map[string]bool)
				}
				p.apart[t.Term] = c.Needed
			}
		}
	}
	if p.apart != nil {
		left := polarity{denies: phrase.HasDenial(rest)}
		left.negative = left.denies || phrase.HasNegative(rest)
		p.remainder = &left
	}
	return p
}

// noteClause notes that a clause of the text has another polarity.
func (p *polarity) noteClause(clause string) {
	denies := phrase.HasDenial(clause)
	p.mixed = p.mixed || denies != p.denies
	if p.remainder == nil || contrast.IsAlone(clause) {
		return
	}
	if c := polarityOf(clause); c.remainder != nil {
		denies = c.remainder.denies
	}
	p.remainder.mixed = p.remainder.mixed || denies != p.remainder.denies
}

// left returns the polarity of what a text says beside what it sets apart.
func (p polarity) left() polarity {
	if p.remainder != nil {
		return *p.remainder
	}
	return p
}

// agreesInDenial reports whether a statement and a unit deny the same; at is where the unit has the statement's words, as
// far as that is known.
func (m matcher) agreesInDenial(s statement, u unit, at []int) bool {
	if u.mixed || s.negative != u.negative {
		return m.agreesInContrast(s, u)
	}
	for term, isNeeded := range u.apart {
		stands := slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return m.isSame(t, phrase.Token{Kind: phrase.Content, Term: term}) })
		if _, isApart := s.apart[term]; isNeeded && !stands || stands && !isApart && !s.negative && !slices.IsSorted(at) {
			return false // "meat without salt" is no "meat", "trains rather than planes" no "planes to trains"
		}
	}
	return len(s.counting) > 1 || len(u.apart) == 0 || m.agreesInContrast(s, u)
}

// agreesInContrast reports whether a statement and a unit set the same words apart and deny the same of the rest. A unit
// may set apart more, where the statement is true without it.
func (m matcher) agreesInContrast(s statement, u unit) bool {
	if s.remainder == nil && u.remainder == nil || u.left().mixed || s.left().negative != u.left().negative {
		return false
	}
	for _, t := range s.counting {
		_, isApart := s.apart[t.Term]
		at := slices.IndexFunc(u.tokens, func(x phrase.Token) bool { return m.isSame(t, x) })
		if at < 0 {
			if isApart {
				return false
			}
			continue
		}
		if _, isToo := u.apart[u.tokens[at].Term]; isToo != isApart {
			return false
		}
	}
	for term, isNeeded := range u.apart {
		if isNeeded && !slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return m.isSame(t, phrase.Token{Kind: phrase.Content, Term: term}) }) {
			return false
		}
	}
	return true
}
