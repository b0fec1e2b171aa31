package recall

import (
	"cmp"
	"context"
	"slices"

	"keepsake/memory"
	"keepsake/text"
)

// maxWords bounds how many words of a text are looked up.
const maxWords = 24

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

// byWords returns up to size memories that have words of the text, the best first: one
// counts more the more of the words it has and the fewer memories share them. A word that
// a quarter of all known memories have ("user") says nothing.
func (s *Service) byWords(ctx context.Context, q Query, size int) ([]found, error) {
	known, err := s.Memories.Count(ctx, q.known())
	if err != nil || known == 0 {
		return nil, err
	}
	score := map[string]float64{}
	var all []memory.Memory
	for _, word := range terms(q.Text) {
		ms, total, err := s.having(ctx, q, word, size)
		if err != nil {
			return nil, err
		}
		if total > 2 && total*4 > known {
			continue
		}
		for _, m := range ms {
			if !q.wants(m, s.Now()) {
				continue
			}
			if _, twice := score[m.ID]; !twice {
				all = append(all, m)
			}
			score[m.ID] += 1 / float64(total)
		}
	}
	slices.SortFunc(all, func(a, b memory.Memory) int {
		return cmp.Or(cmp.Compare(score[b.ID], score[a.ID]), cmp.Compare(a.ID, b.ID))
	})
	out := make([]found, 0, min(size, len(all)))
	for _, m := range all[:min(size, len(all))] {
		out = append(out, found{memory: m})
	}
	return out, nil
}

// having returns the best memories that have a word, and how many have it in all.
func (s *Service) having(ctx context.Context, q Query, word string, size int) ([]memory.Memory, int, error) {
	known := q.known()
	known.Words, known.Limit = []string{word}, size+len(q.Skip)
	ms, err := s.Memories.Find(ctx, known)
	total := len(ms)
	if err == nil && total == known.Limit {
		total, err = s.Memories.Count(ctx, known)
	}
	return ms, total, err
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
