package memories_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"keepsake/command/answer"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/recall"
)

// topics is an embedder that knows two topics, and counts what it is asked.
type topics struct{ asked int }

func (*topics) Identity() string { return "test:topics" }

func (e *topics) Embed(_ context.Context, texts []string) (llm.Embeddings, error) {
	out := make([][]float32, len(texts))
	for i, s := range texts {
		e.asked++
		out[i] = []float32{0.2, 1}
		if strings.Contains(s, "boat") || strings.Contains(s, "sail") || strings.Contains(s, "yacht") {
			out[i] = []float32{1, 0.1}
		}
	}
	return llm.Embeddings{Vectors: out}, nil
}

// F19: /memory search shows what has the words and what is near in meaning, by relevance alone; the
// words of a query stay complete, and its pages carry it.
func TestSearchByRelevanceF19(t *testing.T) {
	d := newDesk(t, memory.Caps{})
	boat := d.keep(11, 11, "context", "Anna owns a boat")
	d.keep(11, 11, "context", "Anna likes to knit")
	sail := d.keep(11, 11, "context", "Learns to sail in June")
	d.keep(11, 11, "context", "Drinks green tea")
	d.keep(11, 11, "context", "Plays chess on Mondays")
	rows := func(a *answer.Answer) (ids []string) {
		for _, row := range a.Out[0].Body.Buttons {
			for _, b := range row {
				if id, _, _ := strings.Cut(b.Ref, "."); b.Action == "open" {
					ids = append(ids, id)
				}
			}
		}
		return ids
	}
	d.finds(d.typed(), "search yacht", "I found nothing")

	db, model := d.db, &topics{}
	d.Recall = &recall.Service{Memories: d.Memory, Vectors: db.Vectors(), Embedder: model, Now: d.now}
	d.finds(d.typed(), "search yacht", "I found nothing") // no vectors yet
	d.keep(11, 11, "person", "Дочь пользователя зовут Катя")
	d.finds(d.typed(), "search Катей", "Катя") // no memory has the word, one has its stem
	indexer := &recall.Indexer{Vectors: db.Vectors(), Embedder: model, Store: "keepsake", Now: d.now}
	if n, err := indexer.Step(t.Context()); n != 6 || err != nil {
		t.Fatal(n, err)
	}
	if got := rows(d.finds(d.typed(), "search yacht", "I found 2 memories")); !slices.Contains(got, boat.ID) || !slices.Contains(got, sail.ID) {
		t.Errorf("by meaning: %q", got)
	}
	if got := rows(d.finds(d.typed(), "search Anna boat", "Anna owns a boat")); len(got) < 2 || got[0] != boat.ID || got[1] != sail.ID {
		t.Errorf("the words first, then what is near: %q", got)
	}
	if got := rows(d.finds(d.typed(), "search Anna", "I found")); len(got) < 2 {
		t.Errorf("all that have the word: %q", got)
	}
	if _, _, err := d.Memory.Delete(t.Context(), d.person(), d.mine(), sail.ID, "test"); err != nil {
		t.Fatal(err)
	}
	hits := []recall.Hit{{Memory: sail, Score: 1, Cosine: new(1.0)}} // found before it was deleted
	a := d.typed()
	if err := d.ShowFound(t.Context(), a, "nothing like it", 1, hits); err != nil || len(rows(a)) != 0 {
		t.Errorf("what was deleted is shown: %v %v", rows(a), err)
	}
}
