package recall

import (
	"cmp"
	"slices"
	"time"

	"keepsake/memory"
	"keepsake/text"
)

// foundMemory is a memory that one of the arms found.
type foundMemory struct {
	memory memory.Memory
	cosine *float64 // nil = unknown
	rank   float64  // the rank score of the pool
}

// pool holds the memories of both arms, joined.
type pool struct {
	found []foundMemory
	at    map[string]int // by memory id
}

// rankOffset is the constant of reciprocal rank fusion: how little the first places differ.
const rankOffset = 60

// joinByRank merges two lists, each the best first, by reciprocal rank: a memory in both lists,
// or at the top of one, comes first. At most size stay.
func joinByRank(words, near []foundMemory, size int) *pool {
	p := &pool{at: map[string]int{}}
	for _, list := range [][]foundMemory{near, words} {
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
	slices.SortStableFunc(p.found, func(a, b foundMemory) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.memory.ID, b.memory.ID))
	})
	p.found = p.found[:min(size, len(p.found))]
	clear(p.at)
	for i, f := range p.found {
		p.at[f.memory.ID] = i
	}
	return p
}

// Weights are the weights of A35.
type Weights struct{ Similarity, Importance, Recency float64 }

// A34 holds the weights that are used.
var A34 = Weights{Similarity: 0.3, Importance: 0.4, Recency: 0.3}

// scoreHits returns the pool's memories ordered by A35: by similarity to the question,
// importance and recency (A36). A memory without a cosine counts its rank score instead, scaled
// so that the best of the pool is 1.
func (p *pool) scoreHits(now time.Time, w Weights) []Hit {
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
			Score: w.Similarity*similarity + w.Importance*f.memory.Importance + w.Recency*recency(now.Sub(f.memory.UpdatedAt))}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}

// recency returns A36: 1 for a new memory, a half after 30 days.
func recency(age time.Duration) float64 { return 1 / (1 + max(0, age.Hours()/24)/30) }

// maxPerType is how many memories of one type come before those of other types (A34).
const maxPerType = 5

// chooseHits returns the best hits within the query's limits. Equal texts are taken once;
// beyond maxPerType of one type, other types come first, and the rest fills the remaining
// places (A37). A memory that does not fit the budget is passed over for the next (F4).
func chooseHits(hits []Hit, q Query) []Hit {
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
