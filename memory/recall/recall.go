// Package recall finds the memories that a text is about, and keeps the vectors that this
// takes.
//
// It searches in two ways: by words (in any language that text.Words cuts) and by meaning
// (vectors of a model, compared exactly within the scopes). The scores of both are joined into
// the relevance of a memory (F19). Who asks gets the most relevant; what is shown unasked is
// ordered by A35 over the relevance; variety and a budget of real tokens choose from it. Without
// an embedder, while it is away, and while the vectors are another model's, it searches by words
// alone. From what both ways found, memory/graph follows triples to what is linked with it; that takes at most half of
// the places and never one of the best half (linked.go).
//
// It changes no memory; it writes vectors, and counts that a memory was asked for (P65). A
// vector is made by the Indexer, in the background, from a queue in the database that is
// filled in the transaction of the write itself.
//
// Invariants:
//   - Nothing outside the scopes of a query is ever loaded.
//   - Vectors of different models are never compared (F11, R8).
//   - An embedder's failure makes recall poorer, never fail.
//   - No network call happens in a transaction.
//
// Start reading at Service.Find; the pool is in rank.go, the Indexer in index.go, vectors and
// what a database must do for them in vector.go.
package recall

import (
	"context"
	"keepsake/logs"
	"keepsake/memory/reading"
	"log/slog"
	"slices"
	"time"

	"golang.org/x/sync/singleflight"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/scope"
	"keepsake/text"
)

// Service recalls. It is safe for concurrent use.
type Service struct {
	Memories Memories
	Vectors  VectorStore  // needed with an Embedder
	Graph    graph.Reader // follows triples from what was found; nil = nothing does
	Embedder llm.Embedder // nil = by words only
	Accounts Accounts     // nil = embeddings are not counted
	Now      func() time.Time
	Log      *slog.Logger // nil = silent
	// Patience is how long a question may wait for its vector; 0 = 3 s. After that it is
	// answered by words alone.
	Patience time.Duration
	// ReembedCommand makes this store's vectors again; errors name it. "" = that of a bot without
	// role files.
	ReembedCommand string

	asking singleflight.Group
}

// Memories is the part of memory.Service that a recall reads.
type Memories interface {
	Find(ctx context.Context, q memory.Query) ([]memory.Memory, error)
	Count(ctx context.Context, q memory.Query) (int, error)
	Having(ctx context.Context, q memory.Query, word string, limit int) ([]string, error)
	// Touch counts that somebody asked for memories (P65).
	Touch(ctx context.Context, ids []string) error
}

// Query says what to recall. Scopes and Text must be given.
type Query struct {
	Scopes []scope.Scope
	Text   string
	Limit  int                        // most memories; 0 = 10 (P64)
	Tokens int                        // most tokens, by Cost; 0 = no limit
	Cost   func(m memory.Memory) int  // nil = the content's tokens
	Skip   map[string]bool            // memories that are shown already
	Keep   func(m memory.Memory) bool // nil = all that is known and has not expired
	// Asked is set when somebody asked for memories: they are ordered by relevance alone (F19).
	// Otherwise they are shown unasked: ordered by A35, without those that are much less relevant
	// than the best or of low confidence (A37).
	Asked bool
	// Varied leaves out what says a better memory in other words, and puts what says less of one last (A32).
	Varied bool
	// Policy bounds and weighs what is shown unasked; nil = A34's weights and confidence. Limit and Tokens
	// are the caller's.
	Policy *reading.Policy
	// Archived also finds what is in the archive, expired or not.
	Archived bool
}

// Hit is a memory that was found, and why.
type Hit struct {
	Memory memory.Memory
	Score  float64  // by A35; with Query.Asked the relevance, 1 for the best
	Cosine *float64 // nil = it has no vector, or nobody to ask
}

// Bounds of a recall.
const (
	defaultLimit = 10   // P64's top_k
	poolFactor   = 3    // how many times the limit the pool holds
	maxQuestion  = 2000 // runes of a text that are looked at
	// nearDepth is how many of the nearest memories are looked at; the last of them says where the
	// arm by meaning begins to count, see floorOf.
	nearDepth = 100
)

// Find returns the memories that a text is about, the best first (P64). It finds nothing for a
// text without words.
func (s *Service) Find(ctx context.Context, q Query) ([]Hit, error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	g, err := s.gather(ctx, q)
	if err != nil {
		return nil, err
	}
	if q.Asked {
		return chooseHits(byRelevance(g.joined), q), nil
	}
	return chooseHits(byA35(g.joined, s.Now(), q.policy().Weights), q), nil
}

// armResults holds what the two ways of searching found, and both joined.
type armResults struct{ words, near, joined []foundMemory }

func (s *Service) gather(ctx context.Context, q Query) (g armResults, err error) {
	q.Text = text.Cut(q.Text, maxQuestion)
	if len(q.Scopes) == 0 || len(text.Words(q.Text)) == 0 {
		return g, nil
	}
	size := poolFactor * q.Limit
	byWords, err := s.scoreByWords(ctx, q)
	if err == nil {
		g.words, err = s.loadWanted(ctx, q, collect(byWords, func(w wordScore) string { return w.id }), size)
	}
	if err != nil {
		return g, fault.Op(err, "recall: by words")
	}
	asked, model := s.embedText(ctx, q.Scopes, q.Text)
	depth := max(size, nearDepth) + len(q.Skip) // memories to be skipped are among the nearest, too
	near, err := s.nearest(ctx, q.activeQuery(), model, asked, depth)
	if err == nil {
		g.near, err = s.loadWanted(ctx, q, collect(near, func(n Near) string { return n.ID }), size)
	}
	if err != nil {
		return g, fault.Op(err, "recall: by meaning")
	}
	found := mergeArms(g, byWords, near)
	if len(near) == depth { // else near holds all that have a vector
		if err := s.addCosines(ctx, q, found, model, asked); err != nil {
			return g, fault.Op(err, "recall: the pool")
		}
	}
	g.joined, err = s.addLinked(ctx, q, byWords, joinScores(found, floorOf(near, depth), asked != nil, size), size)
	return g, fault.Op(err, "recall: over triples")
}

// mergeArms returns the memories of both arms, each once, with the scores of both as far as they
// are known.
func mergeArms(g armResults, byWords []wordScore, near []Near) []foundMemory {
	weights, cosines := make(map[string]float64, len(byWords)), make(map[string]*float64, len(near))
	for _, w := range byWords {
		weights[w.id] = w.weight
	}
	for _, n := range near {
		cosines[n.ID] = &n.Cosine
	}
	var out []foundMemory
	there := map[string]bool{}
	for _, f := range slices.Concat(g.near, g.words) {
		id := f.memory.ID
		if there[id] {
			continue
		}
		there[id] = true
		out = append(out, foundMemory{memory: f.memory, word: weights[id], cosine: cosines[id]})
	}
	return out
}

// Arms holds the ids of the memories that each way of searching found, the best first.
type Arms struct{ Words, Meaning []string }

// Arms returns what each way of searching finds, for measuring it.
func (s *Service) Arms(ctx context.Context, q Query) (Arms, error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	g, err := s.gather(ctx, q)
	if err != nil {
		return Arms{}, err
	}
	id := func(f foundMemory) string { return f.memory.ID }
	return Arms{collect(g.words, id), collect(g.near, id)}, nil
}

// collect returns what id returns of each.
func collect[T any](all []T, id func(T) string) []string {
	out := make([]string, len(all))
	for i, x := range all {
		out[i] = id(x)
	}
	return out
}

// CountAsked counts that somebody asked for memories and got them (P65).
func (s *Service) CountAsked(ctx context.Context, hits []Hit) error {
	return fault.Op(s.Memories.Touch(ctx, collect(hits, func(h Hit) string { return h.Memory.ID })), "recall: count")
}

// isWanted reports whether the query asks for a memory.
func (q Query) isWanted(m memory.Memory, now time.Time) bool {
	inTime := m.ExpiresAt == nil || m.ExpiresAt.After(now) || q.Archived
	isSure := q.Asked || m.Confidence >= q.policy().MinConfidence
	return !q.Skip[m.ID] && inTime && isSure && (q.Keep == nil || q.Keep(m))
}

// policy returns the query's policy, or the documented one.
func (q Query) policy() reading.Policy {
	if q.Policy == nil {
		return reading.Default()
	}
	return *q.Policy
}

// activeQuery returns the query for the memories that are searched.
func (q Query) activeQuery() memory.Query {
	if q.Archived {
		return memory.RetentionQuery(q.Scopes...)
	}
	return memory.ActiveQuery(q.Scopes...)
}

// loadWanted returns those memories of ids, in this order, that the query asks for, at most size.
func (s *Service) loadWanted(ctx context.Context, q Query, ids []string, size int) ([]foundMemory, error) {
	ids = slices.DeleteFunc(ids, func(id string) bool { return q.Skip[id] })
	out := make([]foundMemory, 0, min(size, len(ids)))
	for part := range slices.Chunk(ids, max(1, size)) {
		known := q.activeQuery()
		known.IDs = part
		ms, err := s.Memories.Find(ctx, known)
		if err != nil {
			return nil, err
		}
		byID := make(map[string]memory.Memory, len(ms))
		for _, m := range ms {
			byID[m.ID] = m
		}
		for _, id := range part {
			if m, ok := byID[id]; ok && q.isWanted(m, s.Now()) && len(out) < size {
				out = append(out, foundMemory{memory: m})
			}
		}
		if len(out) == size {
			break
		}
	}
	return out, nil
}

// nearest asks the store for the memories nearest to a vector.
func (s *Service) nearest(ctx context.Context, q memory.Query, model string, asked []float32, limit int) ([]Near, error) {
	if asked == nil {
		return nil, nil
	}
	q.Limit = limit
	return s.Vectors.Nearest(ctx, q, model, asked)
}

// addCosines adds the cosines of those memories that are not among the nearest.
func (s *Service) addCosines(ctx context.Context, q Query, found []foundMemory, model string, asked []float32) error {
	missing := map[string]int{}
	known := q.activeQuery()
	for i, f := range found {
		if f.cosine == nil {
			missing[f.memory.ID] = i
			known.IDs = append(known.IDs, f.memory.ID)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	near, err := s.nearest(ctx, known, model, asked, len(missing))
	for _, n := range near {
		found[missing[n.ID]].cosine = &n.Cosine
	}
	return err
}

// embedText returns the vector of a text and the model that made it; nil when there is no
// embedder, it does not answer in time, or the stored vectors are another model's.
func (s *Service) embedText(ctx context.Context, scopes []scope.Scope, said string) (vector []float32, model string) {
	if s.Embedder == nil {
		return nil, ""
	}
	model = s.Embedder.Identity()
	recorded, err := s.Vectors.Model(ctx, scopes[0].Store)
	if err != nil || recorded.Identity != model {
		return nil, "" // no vectors yet, or another model's: words do it, the Indexer tells
	}
	if s.Accounts != nil && s.Accounts.Check(ctx) != nil {
		return nil, "" // what is left of the money belongs to conversations
	}
	patience := s.Patience
	if patience <= 0 {
		patience = 3 * time.Second
	}
	// Equal questions share one call. The first to ask may be cancelled without cancelling it
	// for the others, and it pays.
	var used llm.Usage
	answer := s.asking.DoChan(said, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		made, err := s.Embedder.Embed(ctx, []string{said})
		used = made.Usage
		if err == nil {
			err = Normalize(made.Vectors[0])
		}
		if err != nil {
			return nil, err
		}
		return made.Vectors[0], nil
	})
	select {
	case a := <-answer:
		s.charge(ctx, scopes, used)
		if a.Err != nil {
			logs.OrNone(s.Log).WarnContext(ctx, "recall by words only: the question has no vector", "model", model, "error", a.Err.Error())
			return nil, ""
		}
		vector = a.Val.([]float32)
	case <-ctx.Done():
		return nil, ""
	}
	if recorded.Dimensions != 0 && len(vector) != recorded.Dimensions {
		mismatch := &DimensionMismatchError{Model: model, Recorded: recorded.Dimensions, Got: len(vector), Command: s.ReembedCommand}
		logs.OrNone(s.Log).WarnContext(ctx, "recall by words only", "error", mismatch.Error())
		return nil, ""
	}
	return vector, model
}
