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

// scored is a memory and how well its words match.
type scored struct {
	id     string
	size   int
	weight float64 // of the words it has, by BM25
	share  float64 // of the text's words it has, each by how rare it is: 0 to 1
}

// byWords returns up to size memories that have words of the text, the best first, ranked
// by BM25: one counts more the more of the words it has, the fewer memories share them, and
// the less else it says. A word that a quarter of all known memories have ("user") says
// nothing.
func (s *Service) byWords(ctx context.Context, q Query, size int) ([]found, error) {
	known, err := s.Memories.Count(ctx, memory.Known(q.Scopes...))
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
				out = append(out, found{memory: m, sure: c.share})
			}
		}
	}
	return out, nil
}

// match returns what has words of the text, the best first.
func (s *Service) match(ctx context.Context, q Query, known int) ([]scored, error) {
	at := map[string]int{}
	var all []scored
	var whole float64
	holders := map[string][]memory.Holder{}
	words := terms(q.Text)
	most := min(maxHolders, max(2, known/4))
	for _, word := range words {
		hs, err := s.Memories.Having(ctx, memory.Known(q.Scopes...), word, most+1)
		if err != nil {
			return nil, err
		}
		if len(hs) > most {
			continue
		}
		holders[word] = hs
		whole += rarity(known, len(hs))
		for _, h := range hs {
			if _, there := at[h.ID]; !there && !q.Skip[h.ID] {
				at[h.ID] = len(all)
				all = append(all, scored{id: h.ID, size: h.Size})
			}
		}
	}
	mean := 0.0
	for _, c := range all {
		mean += float64(c.size) / float64(len(all))
	}
	for _, word := range words { // in the same order each time: sums of floats depend on it
		rare := rarity(known, len(holders[word]))
		for _, h := range holders[word] {
			if i, ok := at[h.ID]; ok {
				all[i].weight += rare * brevity(h.Size, mean)
				all[i].share += rare / whole
			}
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

// brevity is BM25's part for the length, of a word that is there or not (k1 = 1.2, b = 0.5:
// memories are all short).
func brevity(size int, mean float64) float64 {
	const k, b = 1.2, 0.5
	return (k + 1) / (1 + k*(1-b+b*float64(size)/mean))
}

// load reads some candidates, by id.
func (s *Service) load(ctx context.Context, q Query, cs []scored) (map[string]memory.Memory, error) {
	known := memory.Known(q.Scopes...)
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
