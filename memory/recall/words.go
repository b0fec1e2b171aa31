package recall

import (
	"cmp"
	"context"
	"math"
	"slices"

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

// scoreByWords returns the memories that have words of the text, the best first: a memory counts
// more the more of the words it has and the fewer memories share them, as in BM25. Its length does
// not count, since memories are all short (make quality is a little better without). A word that a
// quarter of all searched memories have ("user") does not count.
func (s *Service) scoreByWords(ctx context.Context, q Query) ([]wordScore, error) {
	known, err := s.Memories.Count(ctx, q.activeQuery())
	if err != nil || known == 0 {
		return nil, err
	}
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
