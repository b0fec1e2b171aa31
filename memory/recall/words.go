package recall

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/text"
)

// Bounds of the search by words.
const (
	maxWords   = 24   // words of a text that are looked up
	maxParts   = 24   // parts of its words that are
	maxHolders = 2000 // memories that may have a word for it to count
)

// What a part of a word counts beside a word: others may have it by chance (text.Parts).
const (
	hanWeight  = 0.75 // a Chinese character, often a word of its own
	stemWeight = 0.3
)

// searchTerm is a token of a text that is looked up.
type searchTerm struct {
	token  string
	weight float64
	isPart bool
}

// searchTerms returns the tokens of a text that are looked up: its words of more than two bytes, so
// not "a", "is" or "to", but a single Chinese character; then their parts, which weigh less.
func searchTerms(said string) []searchTerm {
	var out []searchTerm
	for _, w := range text.Words(said) {
		if len(w) > 2 && len(out) < maxWords {
			out = append(out, searchTerm{w, 1, false})
		}
	}
	for i, p := range slices.DeleteFunc(text.Parts(said), isCommonHan) {
		weight := stemWeight
		if utf8.RuneCountInString(p) == 1 {
			weight = hanWeight
		}
		if i < maxParts {
			out = append(out, searchTerm{p, weight, true})
		}
	}
	return out
}

// commonHan are the Chinese characters that mostly carry grammar, or stand for the person or the user: they say
// nothing of what a text is about.
const commonHan = "的了在是有我你您他她它们們这這那哪个個和与與也都就不没沒很会會能要想去来來说說到得着著过過吗嗎呢吧啊把被给給对對从從为為以用户戶什么麼怎样樣多少谁誰几幾一二两三人今天日上下中何私方時年月"

func isCommonHan(part string) bool { return strings.Contains(commonHan, part) }

// wordScore is a memory with the summed rarity of the words that it shares with a text.
type wordScore struct {
	id     string
	weight float64
}

// scoreByWords returns the memories that have words of the text, the best first: a memory counts
// more the more of the words it has and the fewer memories share them, as in BM25. Its length does
// not count, since memories are all short (make quality is a little better without). A word that a
// quarter of all searched memories have ("user") does not count. A part of a word counts less, and
// nothing in a memory that has the word.
func (s *Service) scoreByWords(ctx context.Context, q Query) ([]wordScore, error) {
	known, err := s.Memories.Count(ctx, q.activeQuery())
	if err != nil || known == 0 {
		return nil, err
	}
	at, have := map[string]int{}, map[string][]string{} // the words of each memory
	var all []wordScore
	most := min(maxHolders, max(2, known/4))
	for _, term := range searchTerms(q.Text) {
		ids, err := s.Memories.Having(ctx, q.activeQuery(), term.token, most+1)
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
			if !term.isPart {
				have[id] = append(have[id], term.token)
			} else if slices.ContainsFunc(have[id], func(word string) bool { return strings.Contains(word, term.token) }) {
				continue
			}
			all[i].weight += term.weight * rarity(known, len(ids))
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
