package grounds

import (
	"slices"
	"sort"
	"strings"

	"keepsake/phrase"
	"keepsake/text"
)

// claim holds the words of a write that the person must have said, and whether it is a denial.
type claim struct {
	terms  []string // of spaced scripts: whole words, folded, frame words left out
	runs   []string // of dense scripts: stretches between frame words
	denies bool

	update       bool
	before       []string // terms the memory holds already
	beforeDenies bool
}

func newClaim(w Write) claim {
	c := claim{denies: phrase.HasDenial(w.Content)}
	c.terms, c.runs = phrase.Parts(w.Content)
	st, sr := phrase.SubjectParts(w.Subject)
	c.terms = union(c.terms, st)
	c.runs = union(c.runs, sr)
	if w.Before != "" {
		c.update = true
		c.beforeDenies = phrase.HasDenial(w.Before)
		t, r := phrase.Parts(w.Before)
		c.before = append(t, r...)
	}
	return c
}

// newParts returns the parts of the claim that an update adds, all of them for an addition. An
// update that adds nothing removes or reorders: then every part it still has must have been
// said.
func (c claim) newParts() (terms, runs []string) {
	if !c.update {
		return c.terms, c.runs
	}
	old := func(t string) bool { return slices.Contains(c.before, t) }
	terms = slices.DeleteFunc(slices.Clone(c.terms), old)
	runs = slices.DeleteFunc(slices.Clone(c.runs), old)
	if len(terms)+len(runs) == 0 {
		return c.terms, c.runs
	}
	return terms, runs
}

// isMentionedIn reports whether a text shares a significant part with the claim.
func (c claim) isMentionedIn(said string) bool {
	b := newWordBag(said)
	for _, t := range c.terms {
		if b.hasTerm(t) {
			return true
		}
	}
	for _, r := range c.runs {
		if b.hasRun(r) {
			return true
		}
	}
	return false
}

func isMentionedByAny(c claim, vs []voice) bool {
	return slices.ContainsFunc(vs, func(v voice) bool { return c.isMentionedIn(v.said) })
}

// clause is one statement of the person, cut small so that a denial or a question next to
// it does not colour it.
type clause struct {
	voice  int // index in own
	words  wordBag
	denies bool
}

// findSupport returns the person's messages that say every new part of the claim, at most
// spread of them, the latest first. borrowed are the words that foreign texts use.
func findSupport(c claim, own []voice, borrowed map[string]bool) ([]voice, bool) {
	terms, runs := c.newParts()
	if len(terms)+len(runs) == 0 || len(own) == 0 {
		return nil, false
	}
	var clauses []clause
	for i, v := range own {
		for _, s := range phrase.Statements(v.said) {
			clauses = append(clauses, clause{voice: i, words: newWordBag(s), denies: phrase.HasDenial(s)})
		}
	}
	missing := make(map[string]bool)
	for _, t := range terms {
		missing["t"+t] = true
	}
	for _, r := range runs {
		missing["r"+r] = true
	}
	used := make(map[int]bool)
	denied := false
	for len(missing) > 0 {
		at, covers := bestClause(clauses, missing, borrowed)
		if at < 0 {
			return nil, false
		}
		for _, k := range covers {
			delete(missing, k)
		}
		used[clauses[at].voice] = true
		denied = denied || clauses[at].denies
	}
	if len(used) > spread {
		return nil, false
	}
	if denied != c.denies && !(c.denies && c.update && c.beforeDenies) {
		return nil, false
	}
	var out []voice
	for i := range own {
		if used[i] {
			out = append(out, own[i])
		}
	}
	return out, true
}

// bestClause returns the index of the clause that says most of the missing parts, the latest
// among equals, and the parts it says; -1 when no clause says any.
func bestClause(clauses []clause, missing, borrowed map[string]bool) (at int, covers []string) {
	at = -1
	for i := len(clauses) - 1; i >= 0; i-- {
		var got []string
		for k := range missing {
			if clauses[i].words.hasPart(k[:1], k[1:], borrowed) {
				got = append(got, k)
			}
		}
		if len(got) > len(covers) {
			at, covers = i, got
		}
	}
	return at, covers
}

// wordBag holds the words of a text for looking them up.
type wordBag struct {
	terms []string
	solid string // folded, without spaces: where dense scripts are looked up
}

func newWordBag(s string) wordBag {
	return wordBag{terms: text.Terms(s), solid: withoutSpaces(s)}
}

func withoutSpaces(s string) string { return strings.Join(strings.Fields(text.Fold(s)), "") }

// hasPart reports whether the text has one part: kind "t" is a term, "r" a run of a dense
// script.
func (b wordBag) hasPart(kind, part string, borrowed map[string]bool) bool {
	if kind == "r" {
		return b.hasRun(part)
	}
	if slices.Contains(b.terms, part) {
		return true
	}
	return !borrowed[part] && b.hasTerm(part)
}

// hasTerm reports whether the text has the term, or an inflection of it.
func (b wordBag) hasTerm(term string) bool {
	return slices.ContainsFunc(b.terms, func(t string) bool { return phrase.AreInflections(t, term) })
}

// hasRun reports whether the text has the run. Nothing is inflected: particles were cut
// off as frame words.
func (b wordBag) hasRun(run string) bool { return strings.Contains(b.solid, run) }

// chooseEvidence returns the evidence of a write that is allowed anyway: this turn's messages,
// and those recent ones that say parts of the claim which no later one says, at most spread.
func chooseEvidence(c claim, own []voice, turn string) []voice {
	var out []voice
	missing := make(map[string]bool)
	for _, t := range append(slices.Clone(c.terms), c.runs...) {
		missing[t] = true
	}
	for i := len(own) - 1; i >= 0 && len(out) < spread; i-- {
		b, found := newWordBag(own[i].said), false
		for k := range missing {
			if b.hasTerm(k) || b.hasRun(k) && !isSpaced(k) {
				delete(missing, k)
				found = true
			}
		}
		if found {
			out = append(out, own[i])
		}
	}
	out = addTurn(out, own, turn)
	// A bare yes in a language pair no word of which matches ("да" to a fact kept in
	// English): what it answered is the message before.
	if len(out) > 0 && len(missing) == len(c.terms)+len(c.runs) {
		first := sortByPlace(out)[0]
		for i, v := range own {
			if v.place == first.place && i > 0 && len(text.Terms(first.said)) <= 3 {
				out = append(out, own[i-1])
			}
		}
	}
	return out
}

// addTurn adds the person's messages of this turn: the "yes" belongs to the evidence.
func addTurn(chosen, own []voice, turn string) []voice {
	out := slices.Clone(chosen)
	for _, v := range own {
		if turn == "" || v.message.TurnID != turn {
			continue
		}
		if !slices.ContainsFunc(out, func(o voice) bool { return o.place == v.place }) {
			out = append(out, v)
		}
	}
	return out
}

func sortByPlace(vs []voice) []voice {
	vs = slices.Clone(vs)
	sort.SliceStable(vs, func(i, j int) bool { return vs[i].place < vs[j].place })
	return vs
}

func isSpaced(part string) bool {
	for _, r := range part {
		return !phrase.IsDense(r)
	}
	return true
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}
