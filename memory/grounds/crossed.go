package grounds

import (
	"slices"

	"keepsake/phrase"
)

// crosses reports whether two parts of the claim each put together words of the same two things that were listed, where each word stands in one
// of these alone: of "I bring the salad and the rice" and "Mazen has the coal", "I bring the salad and the coal, Mazen the rice" is made so. It needs
// no names, which not all scripts show. A word of more than one part is what the claim is about, and says nothing here.
func (m matcher) crosses(c claim, listed []Statement) bool {
	if len(c.parts) < 2 || len(listed) < 2 {
		return false
	}
	quotes := make([][]phrase.Token, len(listed))
	for i, s := range listed {
		quotes[i] = phrase.Tokens(s.Quote)
	}
	said := make([][]phrase.Token, len(c.parts))
	for i, p := range c.parts {
		said[i] = p.counting
	}
	seen := map[[2]int]bool{} // two things of which a part before puts words together
	for i := range said {
		homes := m.homesOf(said, i, quotes)
		for j, x := range homes {
			for _, y := range homes[j+1:] {
				if seen[[2]int{x, y}] {
					return true
				}
				seen[[2]int{x, y}] = true
			}
		}
	}
	return false
}

// homesOf returns which of the quotations have a word that no others have, and that the i-th part of what is said has alone, in order.
func (m matcher) homesOf(said [][]phrase.Token, i int, quotes [][]phrase.Token) []int {
	var homes []int
	for j := range quotes {
		isOwn := func(t phrase.Token) bool {
			return !phrase.IsLight(t.Term) && !isTime(t) && m.isAlone(t, i, said) && m.isAlone(t, j, quotes)
		}
		if slices.ContainsFunc(said[i], isOwn) {
			homes = append(homes, j)
		}
	}
	return homes
}

// isAlone reports whether of all lists of words only the i-th has a word.
func (m matcher) isAlone(t phrase.Token, i int, words [][]phrase.Token) bool {
	for j, w := range words {
		if m.has(w, t) != (i == j) {
			return false
		}
	}
	return true
}
