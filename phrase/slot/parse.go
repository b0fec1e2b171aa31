package slot

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase"
	"keepsake/text"
)

// class is the part that a word plays in a statement.
type class int

const (
	heavy   class = iota // a name, a noun, a verb
	neutral              // an article, "is"
	light                // "has", "with": a difference in these is no other fact, but not the same either
	self                 // the person, as who does it: "I", "the user"
	selfs                // the person, as whose it is: "my", "the user's"
	copula               // "is"; neutral, but it splits a sentence
	denies               // "not"
	value                // a number, a day, a month
	than                 // what makes the order count: "over", "than"
)

// word is one word of a statement.
type word struct {
	term  string // folded, without marks; relation verbs and nouns by the name of their group
	class class
	name  bool // written like a name
	owner bool // "Anna's", "de Anna"
}

// sentence is a parsed statement.
type sentence []word

// parse reads a statement of a spaced script.
func parse(s string) sentence {
	var out sentence
	ofOwner := false
	for i, field := range strings.Fields(s) {
		if strings.Trim(field, "-–—=:") == "" {
			out = append(out, word{class: copula})
			continue
		}
		possessive := hasPossessive(field)
		terms := text.Terms(field)
		for j, t := range terms {
			if possessive && j == len(terms)-1 && t == "s" {
				continue
			}
			w := classify(t, field)
			if letter := strings.Trim(field, ".,;!?()\"'"); i > 0 && len(letter) == 1 && letter != "I" && unicode.IsUpper(phrase.FirstRune(letter)) {
				w = word{term: t} // vitamin A, plan B
			}
			w.name = w.class == heavy && i > 0 && unicode.IsUpper(phrase.FirstRune(strings.TrimLeft(field, "\"'«“„(")))
			if possessive || ofOwner && w.class != neutral {
				w.owner = w.class == heavy
				if w.class == self {
					w.class = selfs
				}
			}
			if w.class != neutral || phrase.IsPossessive(t) {
				ofOwner = phrase.IsPossessive(t)
			}
			if phrase.HasContractedNot(field) {
				if j == 0 {
					out = append(out, word{class: denies})
				}
				if t == "t" {
					continue
				}
				w = classify(strings.TrimSuffix(t, "n"), field)
			}
			out = append(out, w)
		}
		if strings.HasSuffix(field, ":") || strings.HasSuffix(field, "—") {
			out = append(out, word{class: copula})
		}
	}
	return out
}

// hasPossessive reports whether a word ends with an English genitive.
func hasPossessive(field string) bool {
	field = strings.TrimRight(strings.ToLower(field), ".,;!?")
	return strings.HasSuffix(field, "'s") || strings.HasSuffix(field, "’s") || strings.HasSuffix(field, "s'") || strings.HasSuffix(field, "s’")
}

// classify returns a term of a field with its class.
func classify(t, field string) word {
	w := word{term: t}
	folded := text.Fold(strings.Trim(field, ".,;!?"))
	switch {
	case folded == "è" || folded == "é" || copulas[t]:
		w.class = copula
	case nominatives[t]:
		w.class = self
	case genitives[t] || phrase.IsThemselves(t):
		w.class = selfs
	case phrase.IsDenialWord(t):
		w.class = denies
	case comparisons[t]:
		w.class = than
	case unicode.IsDigit(phrase.FirstRune(t)) || phrase.IsCalendar(t): // not "town4"
		w.class = value
	case lights[t]:
		w.class = light
	case neutrals[t]:
		w.class = neutral
	default:
		w.term = groupOf(t)
	}
	return w
}

// groupOf returns the name of the group of words with one meaning that a term belongs to, or the
// term itself.
func groupOf(t string) string {
	if g, ok := groups[t]; ok {
		return g
	}
	for _, s := range stems {
		if strings.HasPrefix(t, s.stem) {
			return s.group
		}
	}
	return t
}

// heavy returns the words that carry the statement.
func (s sentence) heavy() []word { return s.of(heavy, value) }

// of returns the words of these classes.
func (s sentence) of(cs ...class) []word {
	var out []word
	for _, w := range s {
		if slices.Contains(cs, w.class) {
			out = append(out, w)
		}
	}
	return out
}

func (s sentence) has(c class) bool {
	return slices.ContainsFunc(s, func(w word) bool { return w.class == c })
}
