// Package doubles finds, among the memories of one scope, those that another one says as well: the same, or more.
//
// It is pure and archives nothing: memory/ingest asks a judge about each pair first. What may replace what is package repeats'.
//
// Start reading at Find.
package doubles

import (
	"cmp"
	"slices"

	"keepsake/memory"
	"keepsake/memory/repeats"
	"keepsake/phrase/slot"
	"keepsake/text"
)

// A Pair is a memory that may go because another one says it.
type Pair struct{ Goes, Stays memory.Memory }

// Find returns the pairs of memories of which one text says what the other says, the first found at most so many.
func Find(all []memory.Memory, most int) (pairs []Pair) {
	sharing := make(map[string][]int) // by word, the memories that have it
	for i, m := range all {
		for _, t := range uniqueTerms(m.Content) {
			sharing[t] = append(sharing[t], i)
		}
	}
	for i, m := range all {
		if m.Origin != memory.Extracted || m.Pinned || m.Type == memory.Constraint {
			continue
		}
		shared, terms := make(map[int]int), uniqueTerms(m.Content)
		for _, t := range terms {
			for _, o := range sharing[t] {
				shared[o]++
			}
		}
		best := -1
		for o, n := range shared {
			if o == i || 2*n < len(terms) || !canStandFor(m, all[o]) || best >= 0 && !isBetter(all[o], all[best]) {
				continue
			}
			best = o
		}
		if best >= 0 {
			pairs = append(pairs, Pair{m, all[best]})
		}
		if len(pairs) == most {
			break
		}
	}
	return pairs
}

func uniqueTerms(content string) []string {
	terms := text.Terms(content)
	slices.Sort(terms)
	return slices.Compact(terms)
}

// canStandFor reports whether a memory says what another says, of the same subject, and is trusted and
// kept as much. Of two that say the same, the one that was there first stays.
func canStandFor(goes, stays memory.Memory) bool {
	if text.Fold(goes.Subject) != text.Fold(stays.Subject) || stays.Trust < goes.Trust ||
		stays.ExpiresAt != nil && (goes.ExpiresAt == nil || goes.ExpiresAt.After(*stays.ExpiresAt)) && stays.Origin == memory.Explicit {
		return false
	}
	if !repeats.Keeps(goes.Content, stays.Content) && slot.Compare(goes.Content, stays.Content) != slot.SameFact {
		return false
	}
	back := repeats.Keeps(stays.Content, goes.Content) || slot.Compare(goes.Content, stays.Content) == slot.SameFact
	isFirm := stays.Origin == memory.Explicit || stays.Pinned || stays.Type == memory.Constraint
	return !back || isFirm || stays.CreatedAt.Before(goes.CreatedAt) || stays.CreatedAt.Equal(goes.CreatedAt) && stays.ID < goes.ID
}

// isBetter orders what may stand for a memory: what a person asked for, then what is older.
func isBetter(a, b memory.Memory) bool {
	if (a.Origin == memory.Explicit) != (b.Origin == memory.Explicit) {
		return a.Origin == memory.Explicit
	}
	return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID)) < 0
}
