package recall

import (
	"cmp"
	"context"
	"math"
	"slices"

	"keepsake/memory"
	"keepsake/text"
)

// Bounds of the search by words.
const (
	maxWords   = 24   // words of a text that are looked up
	maxHolders = 2000 // memories that may have a word for it to count
)

// searchTerms returns the words of a text that are looked up: those of more than two bytes, so
// not "a", "is" or "to", but a single Chinese character.
func searchTerms(said string) []string {
	var out []string
	for _, w := range text.Words(said) {
		if len(w) > 2 && len(out) < maxWords {
			out = append(out, w)
		}
	}
	return out
}

// wordScore is a memory with the summed rarity of the words that it shares with a text.
type wordScore struct {
	id     string
	weight float64
}

// findByWords returns up to size memories that have words of the text, the best first: a memory
// counts more the more of the words it has and the fewer memories share them. Its length does
// not count, since memories are all short (make quality is a little better without). A word
// that a quarter of all searched memories have ("user") does not count.
func (s *Service) findByWords(ctx context.Context, q Query, size int) ([]foundMemory, error) {
	known, err := s.Memories.Count(ctx, q.activeQuery())
	if err != nil || known == 0 {
		return nil, err
	}
	all, err := s.scoreByWords(ctx, q, known)
	if err != nil {
		return nil, err
	}
	out := make([]foundMemory, 0, min(size, len(all)))
	for from := 0; from < len(all) && len(out) < size; from += size {
		part := all[from:min(len(all), from+size)]
		ms, err := s.loadMemories(ctx, q, part)
		if err != nil {
			return nil, err
		}
		for _, c := range part {
			if m, ok := ms[c.id]; ok && q.isWanted(m, s.Now()) && len(out) < size {
				out = append(out, foundMemory{memory: m})
			}
		}
	}
	return out, nil
}

// scoreByWords returns the memories that have words of the text and are not to be skipped, the
// best first.
func (s *Service) scoreByWords(ctx context.Context, q Query, known int) ([]wordScore, error) {
	at := map[string]int{}
	var all []wordScore
	most := min(maxHolders, max(2, known/4))
	for _, word := range searchTerms(q.Text) {
		ids, err := s.Memories.Having(ctx, q.activeQuery(), word, most+1)
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
				all = append(all, wordScore{id: id})
			}
			all[i].weight += rarity(known, len(ids))
		}
	}
	slices.SortFunc(all, func(a, b wordScore) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.id, b.id))
	})
	return all, nil
}

// rarity returns BM25's inverse document frequency of a word that n of all known memories have.
func rarity(known, n int) float64 {
	return math.Log1p((float64(known-n) + 0.5) / (float64(n) + 0.5))
}

// loadMemories returns the memories of some scores, by id.
func (s *Service) loadMemories(ctx context.Context, q Query, cs []wordScore) (map[string]memory.Memory, error) {
	known := q.activeQuery()
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

// sortByShared returns those of the memories in want that share words with a text, the ones
// that share most first.
func sortByShared(words []string, ms []memory.Memory, want map[string]memory.Memory) []memory.Memory {
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
