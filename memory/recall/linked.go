package recall

import (
	"context"
	"slices"

	"keepsake/memory/graph"
)

// linkedPart is the part of the limit that memories found over triples may take: as many of the best by words and
// meaning always stay.
const linkedPart = 2

// addLinked puts the memories to which triples lead from what words and meaning found into the joined list, behind
// its best half.
func (s *Service) addLinked(ctx context.Context, q Query, byWords []wordScore, joined []foundMemory, size int) ([]foundMemory, error) {
	if s.Graph == nil || len(joined) == 0 {
		return joined, nil
	}
	seeds := collect(joined, func(f foundMemory) string { return f.memory.ID })
	for _, w := range byWords[:min(len(byWords), 2*size)] {
		if !slices.Contains(seeds, w.id) {
			seeds = append(seeds, w.id)
		}
	}
	led, err := graph.Find(ctx, s.Graph, q.Scopes, q.Text, seeds)
	if err != nil || len(led) == 0 {
		return joined, err
	}
	most := max(1, q.Limit/linkedPart)
	head := joined[:min(len(joined), most)]
	led = chooseLinked(led, head, joined, most)
	if len(led) == 0 {
		return joined, nil
	}
	there := make(map[string]foundMemory, len(joined))
	for _, f := range joined {
		there[f.memory.ID] = f
	}
	var missing []string
	for _, l := range led {
		if _, ok := there[l.MemoryID]; !ok {
			missing = append(missing, l.MemoryID)
		}
	}
	loaded, err := s.loadWanted(ctx, q, missing, len(missing))
	if err != nil {
		return nil, err
	}
	for _, f := range loaded {
		there[f.memory.ID] = f
	}
	// Who asked gets what the triples lead to behind the best half. What is shown unasked is ordered by importance and
	// recency as well, so there it is as relevant as the best.
	relevance := head[len(head)-1].relevance
	if !q.Asked {
		relevance = joined[0].relevance
	}
	at := slices.IndexFunc(joined, func(f foundMemory) bool { return f.relevance < relevance })
	if at < 0 {
		at = len(joined)
	}
	out := slices.Clone(joined[:at])
	moved := map[string]bool{}
	for _, l := range led {
		if f, ok := there[l.MemoryID]; ok && !slices.ContainsFunc(out, func(o foundMemory) bool { return o.memory.ID == l.MemoryID }) {
			f.relevance = relevance
			out = append(out, f)
			moved[l.MemoryID] = true
		}
	}
	for _, f := range joined[at:] {
		if !moved[f.memory.ID] {
			out = append(out, f)
		}
	}
	return out, nil
}

// chooseLinked returns at most most of the memories that triples lead to and that are not among the head: first those whose
// own triple answers, then the others in the order of the joined list.
func chooseLinked(led []graph.Found, head, joined []foundMemory, most int) []graph.Found {
	place := map[string]int{}
	for i, f := range joined {
		place[f.memory.ID] = len(joined) - i
	}
	led = slices.DeleteFunc(led, func(l graph.Found) bool {
		return slices.ContainsFunc(head, func(f foundMemory) bool { return f.memory.ID == l.MemoryID })
	})
	slices.SortStableFunc(led, func(a, b graph.Found) int {
		if a.IsStep || b.IsStep {
			return 0
		}
		return place[b.MemoryID] - place[a.MemoryID]
	})
	return led[:min(len(led), most)]
}
