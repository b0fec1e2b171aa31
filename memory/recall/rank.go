package recall

import (
	"cmp"
	"slices"
	"time"

	"keepsake/memory"
	"keepsake/text"
)

// found is a memory that an arm brought.
type found struct {
	memory memory.Memory
	cosine *float64 // nil = unknown
	rank   float64  // the rank score of the pool
}

// pool is what both arms brought, joined.
type pool struct {
	found []found
	at    map[string]int // by memory id
}

// rankOffset is the constant of reciprocal rank fusion: how little the first places differ.
const rankOffset = 60

// join merges lists, each the best first, by reciprocal rank: what several bring, or one
// brings first, comes first. At most size stay.
func join(words, near []found, size int) *pool {
	p := &pool{at: map[string]int{}}
	for _, list := range [][]found{near, words} {
		for i, f := range list {
			at, there := p.at[f.memory.ID]
			if !there {
				at = len(p.found)
				p.at[f.memory.ID] = at
				p.found = append(p.found, f)
			}
			p.found[at].rank += 1 / float64(rankOffset+i+1)
		}
	}
	slices.SortStableFunc(p.found, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.memory.ID, b.memory.ID))
	})
	p.found = p.found[:min(size, len(p.found))]
	clear(p.at)
	for i, f := range p.found {
		p.at[f.memory.ID] = i
	}
	return p
}

// Weights of A35.
type Weights struct{ Similarity, Importance, Recency float64 }

// A34 are the weights that hold.
var A34 = Weights{Similarity: 0.3, Importance: 0.4, Recency: 0.3}

// order scores a pool by A35: what the memory has to do with the question, how important
// it is, how recent (A36). A missing cosine falls back to the pool's rank score, the best
// of which is 1.
func (p *pool) order(now time.Time, w Weights) []Hit {
	best := 0.0
	for _, f := range p.found {
		best = max(best, f.rank)
	}
	hits := make([]Hit, len(p.found))
	for i, f := range p.found {
		similarity := f.rank / best
		if f.cosine != nil {
			similarity = max(0, *f.cosine)
		}
		hits[i] = Hit{Memory: f.memory, Cosine: f.cosine,
			Score: w.Similarity*similarity + w.Importance*f.memory.Importance + w.Recency*decay(now.Sub(f.memory.UpdatedAt))}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}

// decay is A36.
func decay(age time.Duration) float64 { return 1 / (1 + max(0, age.Hours()/24)/30) }

// maxPerType is A34's: how many of one type come before those of others.
const maxPerType = 5

// choose takes the best hits within the query's limits. The same words are taken once;
// beyond maxPerType of one type, others come first, and the rest fills what is left (A37).
// One that does not fit the budget is passed over for the next (F4).
func choose(hits []Hit, q Query) []Hit {
	var out, rest []Hit
	said := map[string]bool{}
	types := map[memory.Type]int{}
	left := q.Tokens
	take := func(h Hit) {
		if len(out) == q.Limit {
			return
		}
		if q.Tokens > 0 {
			cost := q.cost(h.Memory)
			if cost > left {
				return
			}
			left -= cost
		}
		out = append(out, h)
	}
	for _, h := range hits {
		words := text.Fold(h.Memory.Subject + "\n" + h.Memory.Content)
		if said[words] {
			continue
		}
		said[words] = true
		if types[h.Memory.Type]++; types[h.Memory.Type] > maxPerType {
			rest = append(rest, h)
			continue
		}
		take(h)
	}
	for _, h := range rest {
		take(h)
	}
	return out
}

func (q Query) cost(m memory.Memory) int {
	if q.Cost != nil {
		return q.Cost(m)
	}
	return text.Tokens(m.Content)
}
