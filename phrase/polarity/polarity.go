// Package polarity tells what a text denies, so that a claim can be compared with what was said: all of it, a part of it, or only what it
// sets apart ("eight, not nine").
//
// It is pure. Start reading at Parse.
package polarity

import (
	"keepsake/phrase"
	"keepsake/phrase/contrast"
)

// Polarity says what a text denies: all of what it says, or only what it sets apart.
type Polarity struct {
	Denies   bool
	Negative bool // it denies, or a word of it does by its meaning
	// Mixed says that a part of it denies and another does not: then only the parts count.
	Mixed bool
	// Apart holds the words that it denies beside what it says ("eight, not nine"), and of each whether the text says
	// something else without it; Remainder is the polarity of what is left then.
	Apart     map[string]bool
	Remainder *Polarity
}

// Parse returns the polarity of a text.
func Parse(s string) Polarity {
	p := Polarity{Denies: phrase.HasDenial(s)}
	p.Negative = p.Denies || phrase.HasNegative(s)
	rest, cut := contrast.Cut(s)
	for _, c := range cut {
		for i, t := range phrase.Tokens(c.Text) {
			if i == 0 && (t.Kind == phrase.Subject || t.Kind == phrase.Object) { // "Tom, not me"
				p.Mixed, p.Apart, p.Remainder = true, nil, nil
				return p
			}
			if t.Counts() {
				if p.Apart == nil {
					p.Apart = make(map[string]bool)
				}
				p.Apart[t.Term] = c.Needed
			}
		}
	}
	if p.Apart != nil {
		for _, t := range phrase.Tokens(rest) {
			delete(p.Apart, t.Term) // "half five, not half four"
		}
		left := Polarity{Denies: phrase.HasDenial(rest)}
		left.Negative = left.Denies || phrase.HasNegative(rest)
		p.Remainder = &left
	}
	return p
}

// NoteClause notes that a clause of the text has another polarity.
func (p *Polarity) NoteClause(clause string) {
	denies := phrase.HasDenial(clause)
	p.Mixed = p.Mixed || denies != p.Denies
	if p.Remainder == nil || contrast.IsAlone(clause) {
		return
	}
	if c := Parse(clause); c.Remainder != nil {
		denies = c.Remainder.Denies
	}
	p.Remainder.Mixed = p.Remainder.Mixed || denies != p.Remainder.Denies
}

// Left returns the polarity of what a text says beside what it sets apart.
func (p Polarity) Left() Polarity {
	if p.Remainder != nil {
		return *p.Remainder
	}
	return p
}
