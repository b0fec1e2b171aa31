package recall

import (
	"cmp"
	"keepsake/memory/reading"
	"math"
	"slices"
	"time"

	"keepsake/memory"
)

// foundMemory is a memory that one of the arms found.
type foundMemory struct {
	memory    memory.Memory
	cosine    *float64 // nil = it has no vector, or the text has none
	word      float64  // the score of the arm by words; 0 = no word is shared
	relevance float64  // of the joined arms, see joinScores
}

// floorOf returns the cosine at which the arm by meaning begins to count, from the cosines of the
// nearest memories, the best first, and the number that was asked for. Models differ in what an
// unrelated text gets, so no number fits all (F20): the last of many nearest memories says it.
// Where there are fewer, all are there, and the floor is one mean step below the last.
func floorOf(near []Near, depth int) float64 {
	if len(near) == 0 {
		return 0
	}
	last := near[len(near)-1].Cosine
	if len(near) >= depth {
		return last
	}
	return last - (near[0].Cosine-last)/float64(len(near))
}

// joinScores sets the relevance of the memories that the arms found, and returns the size most
// relevant, the best first (F19). The relevance is the score by words plus the score by meaning,
// each divided by its best. The score by meaning is the cosine above the floor. A memory that has
// no vector yet counts its score by words twice. Of equally relevant ones the nearer comes first, but before all others the only one with
// the best score by words: it has a name that no other has, and the nearest has a full score by meaning however far it is. With byMeaning
// false there is the arm by words alone.
func joinScores(found []foundMemory, floor float64, byMeaning bool, size int) []foundMemory {
	bestWord, bestMeaning, named := 0.0, 0.0, ""
	for _, f := range found {
		switch {
		case f.word > bestWord:
			bestWord, named = f.word, f.memory.ID
		case f.word == bestWord:
			named = ""
		}
		bestMeaning = max(bestMeaning, f.meaning(floor))
	}
	share := func(score, best float64) float64 {
		if best == 0 {
			return 0
		}
		return score / best
	}
	for i, f := range found {
		r := share(f.word, bestWord)
		switch {
		case byMeaning && f.cosine == nil:
			r *= 2
		case byMeaning:
			r += share(f.meaning(floor), bestMeaning)
		}
		found[i].relevance = math.Round(r*1e6) / 1e6 // the databases' cosines may differ in the last digits
	}
	found = slices.DeleteFunc(found, func(f foundMemory) bool { return f.relevance <= 0 })
	slices.SortFunc(found, func(a, b foundMemory) int {
		switch {
		case a.relevance == b.relevance && a.memory.ID == named:
			return -1
		case a.relevance == b.relevance && b.memory.ID == named:
			return 1
		}
		return cmp.Or(cmp.Compare(b.relevance, a.relevance), cmp.Compare(b.meaning(floor), a.meaning(floor)), cmp.Compare(a.memory.ID, b.memory.ID))
	})
	return found[:min(size, len(found))]
}

// meaning returns the score of the arm by meaning: the cosine above the floor, 0 without one. What
// has nothing in common with the text or points away from it (a cosine of 0 or less) has none.
func (f foundMemory) meaning(floor float64) float64 {
	if f.cosine == nil || *f.cosine <= 0 {
		return 0
	}
	if *f.cosine == floor { // all are equally near
		return math.SmallestNonzeroFloat64
	}
	return max(0, *f.cosine-floor)
}

// leastShare is the part of the best relevance that a memory needs to be shown unasked: what is
// less than half as relevant as the best must not come before it by importance and recency.
// `make quality` finds most with it: of 0 to 0.7, 0.4 to 0.6 differ little, 0 finds a tenth less.
const leastShare = 0.5

// byA35 returns memories, the most relevant first, as hits ordered by A35: by similarity to the
// question, importance (what it is now, P65) and recency (A36). Similarity is the relevance,
// scaled to 0..1 over these memories (F19).
func byA35(found []foundMemory, now time.Time, w reading.Weights) []Hit {
	if len(found) == 0 {
		return nil
	}
	best := found[0].relevance
	for i, f := range found {
		if f.relevance < leastShare*best {
			found = found[:i]
			break
		}
	}
	least := found[len(found)-1].relevance
	hits := make([]Hit, len(found))
	for i, f := range found {
		similarity := 1.0
		if best > least {
			similarity = (f.relevance - least) / (best - least)
		}
		hits[i] = Hit{Memory: f.memory, Cosine: f.cosine, Score: w.Similarity*similarity +
			w.Importance*f.memory.Priority(now) + w.Recency*recency(now.Sub(f.memory.LastSaid()))}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}

// byRelevance returns memories, the most relevant first, as hits in this order. Their scores are
// their relevance, scaled so that the best is 1.
func byRelevance(found []foundMemory) []Hit {
	hits := make([]Hit, len(found))
	for i, f := range found {
		hits[i] = Hit{Memory: f.memory, Cosine: f.cosine, Score: f.relevance / found[0].relevance}
	}
	return hits
}

// recency returns A36: 1 for a new memory, a half after 30 days.
func recency(age time.Duration) float64 { return 1 / (1 + max(0, age.Hours()/24)/30) }
