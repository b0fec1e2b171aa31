// Package slot compares two statements: whether they are the same fact, or two values for one slot, a place that takes
// one value at a time ("lives in", "the user's boss"). It also tells how much of a description or a claim a text has (about.go).
//
// It is pure and compares words, in the languages of package phrase. It knows no memory and decides nothing: memory and its
// verbs say what becomes of the two. Whether a person said something is told by memory/grounds, what repeats a forgotten
// memory by memory/repeats.
//
// Start reading at Compare, then at parse (how a statement is read) and slots (what it fills). Scripts without spaces are
// compared in dense.go; when two words are forms of one is in form.go, the word lists are in words.go.
package slot

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/phrase/verbatim"
	"keepsake/text"
)

// Relation is how two statements stand to each other.
type Relation int

const (
	Different Relation = iota
	// SameSlot means that both fill the same place: they name another value for it, deny or
	// complete each other. "User lives in Berlin", "User lives in Rome".
	SameSlot
	// SameFact means that both say the same, in other words, order or inflection.
	SameFact
)

// Compare returns how two statements of one sentence stand to each other, in any of the languages
// of package phrase. It is careful in one direction: SameFact is returned only where no role, number,
// denial or comparison differs; where one might, it is SameSlot.
//
// Of a memory in the person's own words (package verbatim) the words are compared. A sentence is read as who it is about, a relation and a value. The relation is a verb that takes
// one value at a time ("lives in", "is called"), the noun of a definite description ("the user's
// boss is", "favourite colour"), or whatever is left when the only difference are numbers, days,
// or words that exclude each other (married, single).
func Compare(a, b string) Relation {
	a, _ = verbatim.Read(a)
	b, _ = verbatim.Read(b)
	if text.Fold(a) == text.Fold(b) {
		return SameFact
	}
	if isDenseText(a) || isDenseText(b) {
		return compareDense(a, b)
	}
	x, y := parse(a), parse(b)
	if len(x.heavy()) == 0 || len(y.heavy()) == 0 {
		return Different
	}
	if haveSameWords(x, y) || x.isAboutSameSlot(y) && haveSameValues(x, y) {
		return SameFact
	}
	if x.isAboutSameSlot(y) || x.differsInValue(y) || x.completes(y) || y.completes(x) {
		return SameSlot
	}
	return Different
}

// haveSameWords reports whether two statements say the same: the same words, the same roles.
func haveSameWords(x, y sentence) bool {
	if !haveSameBag(x, y) || !haveSameRoles(x, y) {
		return false
	}
	if x.has(than) || y.has(than) {
		return isSameOrder(x.heavy(), y.heavy())
	}
	// Names, and what is written without capitals, may have changed places.
	return isSameOrder(x.entities(), y.entities())
}

// haveSameValues reports whether two statements of one slot give it the same value: "the user's name
// is Ken", "the user is called Ken".
func haveSameValues(x, y sentence) bool {
	return haveSameBag(x, y) && isSameOrder(x.names(), y.names())
}

// haveSameBag reports whether two statements have the same words, tense and denial, in any order.
func haveSameBag(x, y sentence) bool {
	a, b := diffBy(x.heavy(), y.heavy(), isSameWord)
	c, d := diff(x.of(light), y.of(light))
	return len(a)+len(b)+len(c)+len(d) == 0 && x.has(denies) == y.has(denies) && x.isPast() == y.isPast()
}

// isPast reports whether a statement says what was.
func (s sentence) isPast() bool {
	return slices.ContainsFunc(s, func(w word) bool { return pasts[w.term] })
}

// Repeats reports whether one statement says what the other says, in whatever order, form and tense:
// a wider comparison than SameFact, for what is not to be said again.
func Repeats(a, b string) bool {
	if Compare(a, b) == SameFact {
		return true
	}
	if isDenseText(a) || isDenseText(b) {
		return false
	}
	x, y := parse(a), parse(b)
	c, d := diff(x.heavy(), y.heavy())
	return len(x.heavy()) > 0 && len(c)+len(d) == 0 && x.has(denies) == y.has(denies)
}

// names returns the words that are written like names.
func (s sentence) names() []word {
	return slices.DeleteFunc(s.of(heavy), func(w word) bool { return !w.name })
}

// haveSameRoles reports whether the person and the owners are the same in both. A statement that
// leaves the person out ("Prefers tea") is about them.
func haveSameRoles(x, y sentence) bool {
	for _, c := range []class{self, selfs} {
		if x.has(c) != y.has(c) && (x.has(self) || x.has(selfs)) && (y.has(self) || y.has(selfs)) {
			return false
		}
	}
	owned := func(s sentence) []word {
		return slices.DeleteFunc(s.heavy(), func(w word) bool { return !w.owner })
	}
	a, b := diff(owned(x), owned(y))
	return len(a) == 0 && len(b) == 0
}

// entities returns the words whose places matter: names, and of a script without capitals all.
func (s sentence) entities() []word {
	return slices.DeleteFunc(s.of(self, selfs, heavy), func(w word) bool {
		return w.class == heavy && !w.name && hasCase(w.term) || w.class != heavy && s.isCopular()
	})
}

func (s sentence) isCopular() bool { return s.has(copula) }

func hasCase(t string) bool {
	return strings.ContainsFunc(t, func(r rune) bool { return unicode.IsLower(r) && unicode.ToUpper(r) != r })
}

// isSameOrder reports whether the words that stand in both stand there in the same order.
func isSameOrder(a, b []word) bool {
	at := -1
	for _, x := range a {
		i := slices.IndexFunc(b, func(y word) bool { return isForm(x, y) })
		if i < 0 {
			continue
		}
		if i < at {
			return false
		}
		at = i
	}
	return true
}

// slot is a place that takes one value at a time.
type slot struct {
	about    []word // whose; empty = the person's
	person   bool   // it is the person's, or of somebody or something of theirs
	relation []string
}

// isAboutSameSlot reports whether both fill the same slot.
func (s sentence) isAboutSameSlot(o sentence) bool {
	for _, x := range s.slots() {
		for _, y := range o.slots() {
			if x.person != y.person || !slices.Equal(x.relation, y.relation) {
				continue
			}
			a, b := diff(x.about, y.about)
			if len(a) == 0 && len(b) == 0 || len(x.about) > 0 && len(y.about) > 0 && (len(a) == 0 || len(b) == 0) {
				return true
			}
		}
	}
	return false
}

// slots returns the slots that a statement fills.
func (s sentence) slots() []slot {
	var out []slot
	for i, w := range s {
		if w.class == copula {
			out = append(out, described(s[:i])...)
			out = append(out, described(s[i+1:])...)
			continue
		}
		if !singles[w.term] {
			continue
		}
		next, _ := s.next(i)
		kind := w.term
		switch {
		case w.term == "#work" && asWords[next]:
			kind = "#job"
		case (w.term == "#work" || w.term == "#live") && manners[next]:
			continue
		case w.term == "#born" && s.has(value):
			kind = "#birthday"
		}
		out = append(out, newSlot(s[:i], kind))
	}
	return out
}

// next returns the term after a word, and whether there is one.
func (s sentence) next(i int) (string, bool) {
	if i+1 >= len(s) {
		return "", false
	}
	return s[i+1].term, true
}

// newSlot returns the slot of a verb for what stands before it.
func newSlot(before sentence, relation string) slot {
	x := slot{relation: []string{relation}, person: before.has(self) || before.has(selfs) || len(before.heavy()) == 0}
	if !before.has(self) {
		x.about = before.of(heavy)
	}
	return x
}

// described returns the slot that a definite description names: "the user's boss", "Anna's
// birthday", "das Lieblingsessen des Benutzers".
func described(side sentence) []slot {
	nouns := side.of(heavy)
	owner := slices.DeleteFunc(slices.Clone(nouns), func(w word) bool { return !w.owner })
	nouns = slices.DeleteFunc(nouns, func(w word) bool { return w.owner })
	if len(nouns) == 0 || len(nouns) > 3 || !side.has(selfs) && len(owner) == 0 || side.has(denies) {
		return nil
	}
	x := slot{about: owner, person: side.has(selfs)}
	for _, w := range nouns {
		if w.name && !isCapitalized(side) || manies[w.term] {
			return nil
		}
		x.relation = append(x.relation, stemOf(w.term))
	}
	slices.Sort(x.relation)
	return []slot{x}
}

// isCapitalized reports whether a side is written as German is, nouns with capitals.
func isCapitalized(side sentence) bool {
	return slices.ContainsFunc(side, func(w word) bool { return germanArticles[w.term] })
}

// stemOf returns a noun without an ending that only counts or cases, for comparing.
func stemOf(t string) string {
	if strings.HasPrefix(t, "#") || text.Len(t) < 6 {
		return t
	}
	return string([]rune(t)[:text.Len(t)-2])
}

// differsInValue reports whether two statements are the same but for a number, a day, a denial,
// words that exclude each other, an opposite, or what weighs little.
func (s sentence) differsInValue(o sentence) bool {
	a, b := diff(s.heavy(), o.heavy())
	shared := len(s.heavy()) - len(a)
	if shared == 0 || len(a) > 3 || len(b) > 3 {
		return shared == 0 && len(a) > 0 && len(b) > 0 && s.isSameSelf(o) && areExclusive(a, b)
	}
	if len(a) == 0 && len(b) == 0 {
		return s.isSameSelf(o) || s.has(denies) != o.has(denies) || shared >= 2
	}
	if !s.isSameSelf(o) || shared == 1 && len(s.of(value))+len(o.of(value)) > 0 && len(s.of(heavy)) == 0 {
		return false
	}
	if areValues(a) && areValues(b) {
		return !s.isNumbered(a) || !o.isNumbered(b)
	}
	return areExclusive(a, b) || s.prefersBoth(o, len(a), len(b), shared)
}

// isSameSelf reports whether both are about the person in the same way, or neither is.
func (s sentence) isSameSelf(o sentence) bool {
	return s.has(self) == o.has(self) && s.has(selfs) == o.has(selfs)
}

// areValues reports whether all words are numbers and days.
func areValues(ws []word) bool {
	return !slices.ContainsFunc(ws, func(w word) bool { return w.class != value })
}

// areExclusive reports whether each word of a excludes one of b.
func areExclusive(a, b []word) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	for _, x := range a {
		if !slices.ContainsFunc(b, func(y word) bool { return isExclusive(x, y) }) {
			return false
		}
	}
	return true
}

// prefersBoth reports whether both say what is preferred, of the same thing.
func (s sentence) prefersBoth(o sentence, onlyS, onlyO, shared int) bool {
	prefers := func(w word) bool { return w.term == "#prefer" }
	return slices.ContainsFunc(s, prefers) && slices.ContainsFunc(o, prefers) && shared >= 2 && onlyS <= 2 && onlyO <= 2
}

// completes reports whether s says all that o says, and more.
func (s sentence) completes(o sentence) bool {
	more, less := diff(s.heavy(), o.heavy())
	return len(less) == 0 && len(more) > 0 && len(o.heavy()) >= 2 && s.isSameSelf(o) && len(more) <= 5
}

// SearchTerms returns the words by which statements of the same slot are found: the words that
// carry a statement, those of the same meaning, and those that exclude them.
func SearchTerms(s string) []string {
	var out []string
	if isDenseText(s) {
		return text.Words(denseSelf.ReplaceAllString(text.Fold(s), " "))
	}
	add := func(terms ...string) {
		for _, t := range terms {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	for _, w := range parse(s).heavy() {
		if !strings.HasPrefix(w.term, "#") {
			add(w.term)
		}
		add(akin[w.term]...)
	}
	return out
}
