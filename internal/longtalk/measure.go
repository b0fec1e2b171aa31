package longtalk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/trust"
)

const (
	// storeName is that of the memories.
	storeName = "longtalk"
	// depth is how many turns a question finds.
	depth = 20
	// shown is how many of them the model answers from.
	shown = 10
)

// Outcome is what became of one question.
type Outcome struct {
	Question
	Found    []string // ids of the turns that were found, the best first
	sessions map[string]string
	turns    []Turn // those of Found

	Answered string
	Met      []bool // the points that the answer says, as the judge sees it; nil = it was not asked
	Failed   string // why there is no answer or no verdict; "" = there is one, or no model was asked
}

// Recall returns which share of the evidence is among the first k turns found. It means nothing without evidence.
func (o Outcome) Recall(k int) float64 {
	first, n := o.Found[:min(k, len(o.Found))], 0
	for _, id := range o.Evidence {
		if slices.Contains(first, id) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(o.Evidence)))
}

// SessionRecall returns which share of the sessions with evidence has a turn among the first k found.
func (o Outcome) SessionRecall(k int) float64 {
	wanted, n := map[string]bool{}, 0
	for _, id := range o.Evidence {
		wanted[o.sessions[id]] = true
	}
	for session := range wanted {
		if slices.ContainsFunc(o.Found[:min(k, len(o.Found))], func(id string) bool { return o.sessions[id] == session }) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(wanted)))
}

// Score returns which share of its points the answer says.
func (o Outcome) Score() float64 {
	n := 0
	for _, met := range o.Met {
		if met {
			n++
		}
	}
	return float64(n) / float64(max(1, len(o.Met)))
}

// Measure puts the talks into a database and asks all their questions. embedder may be nil: then words alone find.
func Measure(ctx context.Context, db *store.DB, embedder llm.Embedder, talks []Talk) ([]Outcome, error) {
	now := time.Now().UTC()
	memories := map[string]Turn{} // by the id of their memory
	for i, t := range talks {
		owner := ownerOf(i)
		err := db.InTx(ctx, func(ctx context.Context) error {
			for _, turn := range t.Turns {
				id := fmt.Sprintf("%08d", len(memories))
				memories[id] = turn
				at := turn.At
				if at.IsZero() {
					at = now
				}
				m := memory.Memory{ID: id, Scope: owner, Kind: memory.Item, Type: memory.Profile, Category: memory.CategoryContext, Status: memory.Active,
					Origin: memory.Explicit, Trust: trust.Person, Confidence: 1, Importance: 0.5, CreatedAt: at, UpdatedAt: at}
				v := memory.Version{ID: uuid.NewString(), MemoryID: id, Number: 1, Content: turn.Speaker + ": " + turn.Text, CreatedAt: at}
				if err := db.Memories().Insert(ctx, m, v); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("store conversation %s: %w", t.Name, err)
		}
	}
	if embedder != nil {
		if err := embed(ctx, db, embedder); err != nil {
			return nil, fmt.Errorf("embed the turns: %w", err)
		}
	}
	finder := &recall.Service{Memories: memory.New(memory.Config{Store: db.Memories()}), Vectors: db.Vectors(), Embedder: embedder, Graph: db.Triples(),
		Now: func() time.Time { return now }, Patience: time.Minute}
	var all []Outcome
	for i, t := range talks {
		sessions := map[string]string{}
		for _, turn := range t.Turns {
			sessions[turn.ID] = turn.Session
		}
		for _, q := range t.Questions {
			hits, err := finder.Find(ctx, recall.Query{Scopes: []scope.Scope{ownerOf(i)}, Text: q.Text, Limit: depth, Asked: true})
			if err != nil {
				return nil, fmt.Errorf("ask question %s: %w", q.ID, err)
			}
			o := Outcome{Question: q, sessions: sessions}
			for _, h := range hits {
				o.Found, o.turns = append(o.Found, memories[h.Memory.ID].ID), append(o.turns, memories[h.Memory.ID])
			}
			all = append(all, o)
		}
	}
	return all, nil
}

func ownerOf(talk int) scope.Scope {
	return scope.Scope{Store: storeName, Kind: scope.User, ID: fmt.Sprintf("talk:%d", talk)}
}

// embed makes the vectors of all turns, as the product does.
func embed(ctx context.Context, db *store.DB, e llm.Embedder) error {
	now := time.Now()
	indexer := &recall.Indexer{Vectors: db.Vectors(), Embedder: e, Store: storeName, Now: func() time.Time { return now }}
	err := db.Vectors().SetModel(ctx, storeName, recall.EmbeddingModel{Identity: e.Identity()})
	if err == nil {
		_, err = db.Vectors().QueueAll(ctx, storeName, now)
	}
	for n := 1; err == nil && n > 0; {
		n, err = indexer.Step(ctx)
	}
	return err
}
