package recall

import (
	"cmp"
	"slices"

	"keepsake/memory"
	"keepsake/memory/repeats"
	"keepsake/phrase"
	"keepsake/phrase/slot"
	"keepsake/text"
)

// maxPerType is how many memories of one type come before those of other types (A34), where no Policy
// bounds them.
const maxPerType = 5

// chooseHits returns the best hits within the query's limits. Equal texts are taken once. A memory
// that does not fit the budget is passed over for the next (F4). Of what is shown unasked, a Policy's
// MaxPerType of one type are taken (A37); without a Policy, beyond maxPerType of one type other types come
// first, and the rest fills the remaining places.
//
// With Query.Varied (A32), a memory that says a taken one in other words is left out, and one of
// which a taken one holds every word comes after all that say something new.
func chooseHits(hits []Hit, q Query) []Hit {
	c := chooser{q: q, left: q.Tokens, types: map[memory.Type]int{}}
	said := map[string]bool{}
	var rest, doubles []Hit
	for _, h := range hits {
		words := text.Fold(h.Memory.Subject + "\n" + h.Memory.Content)
		if said[words] {
			continue
		}
		said[words] = true
		switch c.nearness(h.Memory) {
		case sameFact:
			continue
		case saysLess:
			doubles = append(doubles, h)
			continue
		}
		if q.Policy == nil && !q.Asked && c.types[h.Memory.Type] >= maxPerType {
			rest = append(rest, h)
			continue
		}
		c.take(h)
	}
	for _, h := range slices.Concat(rest, doubles) {
		if c.nearness(h.Memory) != sameFact {
			c.take(h)
		}
	}
	return c.out
}

// chooser is a choice under way.
type chooser struct {
	q     Query
	left  int // tokens
	out   []Hit
	terms [][]string // of each of out, sorted
	types map[memory.Type]int
}

// take adds a hit where there is a place for it.
func (c *chooser) take(h Hit) {
	if len(c.out) == c.q.Limit || c.q.Policy != nil && !c.q.Asked && c.types[h.Memory.Type] >= c.q.Policy.MaxPerType {
		return
	}
	if c.q.Tokens > 0 {
		cost := c.q.cost(h.Memory)
		if cost > c.left {
			return
		}
		c.left -= cost
	}
	c.out = append(c.out, h)
	c.types[h.Memory.Type]++
	if c.q.Varied {
		c.terms = append(c.terms, sortedTerms(h.Memory.Content))
	}
}

// nearness is how much of a memory a taken one says.
type nearness int

const (
	saysMore nearness = iota // it says something that no taken one says
	saysLess                 // a taken one has all of its words
	sameFact                 // it is a taken one in other words
)

// nearest is with how many taken memories one is compared, those that share the most words with it: a comparison
// takes a tenth of a millisecond.
const nearest = 3

// nearness compares a memory with the taken ones of the same subject. It goes by words: what a longer text
// holds it need not state, so saysLess is no reason to leave a memory out.
func (c *chooser) nearness(m memory.Memory) nearness {
	if !c.q.Varied {
		return saysMore
	}
	terms := sortedTerms(m.Content)
	type sharing struct{ at, words int }
	var near []sharing
	for i, o := range c.out {
		if n := countShared(terms, c.terms[i]); 3*n >= min(len(terms), len(c.terms[i])) && text.Fold(m.Subject) == text.Fold(o.Memory.Subject) {
			near = append(near, sharing{i, n})
		}
	}
	slices.SortStableFunc(near, func(a, b sharing) int { return cmp.Compare(b.words, a.words) })
	n := saysMore
	for _, s := range near[:min(nearest, len(near))] {
		taken := c.out[s.at].Memory.Content
		switch {
		case slot.Compare(m.Content, taken) == slot.SameFact:
			return sameFact
		case 2*s.words >= len(terms) && repeats.Keeps(m.Content, taken) && phrase.HasNegative(m.Content) == phrase.HasNegative(taken):
			n = saysLess
		}
	}
	return n
}

func sortedTerms(content string) []string {
	terms := text.Terms(content)
	slices.Sort(terms)
	return slices.Compact(terms)
}

// countShared returns how many terms two sorted lists share.
func countShared(a, b []string) (n int) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			n, i, j = n+1, i+1, j+1
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return n
}

func (q Query) cost(m memory.Memory) int {
	if q.Cost != nil {
		return q.Cost(m)
	}
	return text.Tokens(m.Content)
}
