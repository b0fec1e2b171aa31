package recall

import (
	"cmp"
	"context"
	"math"
	"slices"

	"keepsake/memory"
	"keepsake/text"
)

// Bounds of the arm by words.
const (
	maxWords   = 24   // of a text that are looked up
	maxHolders = 2000 // a word that more memories have is not looked at
)

// terms returns the words that are worth looking up: not those of one or two letters
// ("a", "is", "to"; a pair of Chinese characters is longer).
func terms(said string) []string {
	var out []string
	for _, w := range text.Words(said) {
		if len(w) > 2 && len(out) < maxWords {
			out = append(out, w)
		}
	}
	return out
}

// scored is a memory and how rare the words are that it shares with a text.
type scored struct {
	id     string
	weight float64
}

// byWords returns up to size memories that have words of the text, the best first: one
// counts more the more of the words it has and the fewer memories share them. How long it is
// does not count: memories are all short (make quality is a little better without). A word
// that a quarter of all known memories have ("user") says nothing.
func (s *Service) byWords(ctx context.Context, q Query, size int) ([]found, error) {
	known, err := s.Memories.Count(ctx, q.known())
	if err != nil || known == 0 {
		return nil, err
	}
	all, err := s.match(ctx, q, known)
	if err != nil {
		return nil, err
	}
	out := make([]found, 0, min(size, len(all)))
	for from := 0; from < len(all) && len(out) < size; from += size {
		part := all[from:min(len(all), from+size)]
		ms, err := s.load(ctx, q, part)
		if err != nil {
			return nil, err
		}
		for _, c := range part {
			if m, ok := ms[c.id]; ok && q.wants(m, s.Now()) && len(out) < size {
				out = append(out, found{memory: m})
			}
		}
	}
	return out, nil
}

// match returns what has words of the text and is not to be skipped, the best first.
func (s *Service) match(ctx context.Context, q Query, known int) ([]scored, error) {
	at := map[string]int{}
	var all []scored
	most := min(maxHolders, max(2, known/4))
	for _, word := range terms(q.Text) {
		ids, err := s.Memories.Having(ctx, q.known(), word, most+1)
		if err != nil {
			return nil, err
		}
		if len(ids) > most {
			continue
		}
		for _, id := range ids {
			if q.Skip[id] {
				continue
			}
			i, there := at[id]
			if !there {
				i = len(all)
				at[id] = i
				all = append(all, scored{id: id})
			}
			all[i].weight += rarity(known, len(ids))
		}
	}
	slices.SortFunc(all, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.id, b.id))
	})
	return all, nil
}

// rarity is BM25's inverse document frequency: how much it says that a memory has a word
// which n of all known have.
func rarity(known, n int) float64 {
	return math.Log1p((float64(known-n) + 0.5) / (float64(n) + 0.5))
}

// load reads some candidates, by id.
func (s *Service) load(ctx context.Context, q Query, cs []scored) (map[string]memory.Memory, error) {
	known := q.known()
	for _, c := range cs {
		known.IDs = append(known.IDs, c.id)
	}
	ms, err := s.Memories.Find(ctx, known)
	byID := make(map[string]memory.Memory, len(ms))
	for _, m := range ms {
		byID[m.ID] = m
	}
	return byID, err
}

// sharing returns those of the memories in want that share words, most first.
func sharing(words []string, ms []memory.Memory, want map[string]memory.Memory) []memory.Memory {
	shared := map[string]int{}
	var out []memory.Memory
	for _, m := range ms {
		if _, ok := want[m.ID]; !ok || shared[m.ID] > 0 {
			continue
		}
		for _, w := range text.Words(m.Content + "\n" + m.Subject) {
			if slices.Contains(words, w) {
				shared[m.ID]++
			}
		}
		if shared[m.ID] > 0 {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b memory.Memory) int { return cmp.Compare(shared[b.ID], shared[a.ID]) })
	return out
}
