// Package recall finds the memories that a text is about, and keeps the vectors that this
// takes.
//
// It searches in two ways: by words (in any language that text.Words cuts) and by meaning
// (vectors of a model, compared exactly within the scopes). The two lists are joined by rank
// into a pool; A35 orders the pool; variety and a budget of real tokens choose from it.
// Without an embedder, while it is away, and while the vectors are another model's, it
// searches by words alone.
//
// It changes no memory; it writes vectors, and notes that a memory was brought up (P65). A
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
	"log/slog"
	"slices"
	"time"

	"golang.org/x/sync/singleflight"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/text"
)

// Service recalls. It is safe for concurrent use.
type Service struct {
	Memories Memories
	Vectors  VectorStore  // needed with an Embedder
	Embedder llm.Embedder // nil = by words only
	Now      func() time.Time
	Log      *slog.Logger // nil = silent
	// Patience is how long a question may wait for its vector; 0 = 3 s. After that it is
	// answered by words alone.
	Patience time.Duration

	asking singleflight.Group
}

// Memories is the part of memory.Service that a recall reads.
type Memories interface {
	Find(ctx context.Context, q memory.Query) ([]memory.Memory, error)
	Count(ctx context.Context, q memory.Query) (int, error)
	Having(ctx context.Context, q memory.Query, word string, limit int) ([]string, error)
	// Touch notes that memories were brought up (P65).
	Touch(ctx context.Context, ids []string) error
}

// Query says what to recall. Scopes and Text must be given.
type Query struct {
	Scopes []scope.Scope
	Text   string
	Limit  int                        // most memories; 0 = 8
	Tokens int                        // most tokens, by Cost; 0 = no limit
	Cost   func(m memory.Memory) int  // nil = the content's tokens
	Skip   map[string]bool            // memories that are shown already
	Keep   func(m memory.Memory) bool // nil = all that is known and has not expired
	// Archived also finds what is in the archive, expired or not.
	Archived bool
}

// Hit is a memory that was found, and why.
type Hit struct {
	Memory memory.Memory
	Score  float64  // by A35
	Cosine *float64 // nil = it has no vector, or nobody to ask
}

// Bounds of a recall.
const (
	defaultLimit = 8
	poolFactor   = 3    // how many times the limit the pool holds
	maxQuestion  = 2000 // runes of a text that are looked at
	// minCosine is the least cosine of a memory found by meaning. It is low: it keeps out
	// memories that have nothing in common with the question, the order does the rest.
	minCosine = 0.2
)

// Find returns the memories that a text is about, the best first. It finds nothing for a text
// without words.
func (s *Service) Find(ctx context.Context, q Query) ([]Hit, error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	g, err := s.gather(ctx, q)
	if err != nil {
		return nil, err
	}
	p := joinByRank(g.words, g.near, poolFactor*q.Limit)
	if err := s.addCosines(ctx, q, p, g.model, g.asked); err != nil {
		return nil, fault.Op(err, "recall: the pool")
	}
	return chooseHits(p.scoreHits(s.Now(), A34), q), nil
}

// armResults holds what the two ways of searching found.
type armResults struct {
	words, near []foundMemory
	asked       []float32 // what the text means, by model; nil = unknown
	model       string
}

func (s *Service) gather(ctx context.Context, q Query) (g armResults, err error) {
	q.Text = text.Cut(q.Text, maxQuestion)
	if len(q.Scopes) == 0 || len(text.Words(q.Text)) == 0 {
		return g, nil
	}
	size := poolFactor * q.Limit
	if g.words, err = s.findByWords(ctx, q, size); err != nil {
		return g, fault.Op(err, "recall: by words")
	}
	g.asked, g.model = s.embedText(ctx, q.Scopes[0].Store, q.Text)
	if g.near, err = s.findByMeaning(ctx, q, g.model, g.asked, size); err != nil {
		return g, fault.Op(err, "recall: by meaning")
	}
	return g, nil
}

// Arms holds the ids of the memories that each way of searching found, and those of both joined
// by rank, the best first, before A35 orders them and a budget chooses.
type Arms struct{ Words, Meaning, Joined []string }

// Arms returns what each way of searching finds, for measuring it.
func (s *Service) Arms(ctx context.Context, q Query) (Arms, error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	g, err := s.gather(ctx, q)
	if err != nil {
		return Arms{}, err
	}
	return Arms{idsOf(g.words), idsOf(g.near), idsOf(joinByRank(g.words, g.near, poolFactor*q.Limit).found)}, nil
}

func idsOf(fs []foundMemory) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.memory.ID
	}
	return out
}

// NoteUse notes that memories were brought up (P65).
func (s *Service) NoteUse(ctx context.Context, hits []Hit) error {
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.Memory.ID
	}
	return fault.Op(s.Memories.Touch(ctx, ids), "recall: brought up")
}

// RetrieveRelevant returns those of the memories whose meaning is closest to the query, at most
// topK (0 = 10), by their stored vectors (P64). Memories without a vector follow, ordered by
// the words they share with the query; those that share none are left out.
func (s *Service) RetrieveRelevant(ctx context.Context, query string, memories []memory.Memory, topK int) ([]memory.Memory, error) {
	if topK <= 0 {
		topK = 10
	}
	query = text.Cut(query, maxQuestion)
	if len(memories) == 0 || len(text.Words(query)) == 0 {
		return nil, nil
	}
	byID := map[string]memory.Memory{}
	var scopes []scope.Scope
	var ids []string
	for _, m := range memories {
		if !slices.Contains(scopes, m.Scope) {
			scopes = append(scopes, m.Scope)
		}
		byID[m.ID] = m
		ids = append(ids, m.ID)
	}
	asked, model := s.embedText(ctx, scopes[0].Store, query)
	kept := memory.RetentionQuery(scopes...)
	kept.IDs = ids
	near, err := s.nearest(ctx, kept, model, asked, len(ids))
	if err != nil {
		return nil, fault.Op(err, "recall: retrieve")
	}
	var out []memory.Memory
	for _, n := range near {
		out = append(out, byID[n.ID])
		delete(byID, n.ID)
	}
	out = append(out, sortByShared(text.Words(query), memories, byID)...)
	return out[:min(topK, len(out))], nil
}

// isWanted reports whether the query asks for a memory.
func (q Query) isWanted(m memory.Memory, now time.Time) bool {
	inTime := m.ExpiresAt == nil || m.ExpiresAt.After(now) || q.Archived
	return !q.Skip[m.ID] && inTime && (q.Keep == nil || q.Keep(m))
}

// activeQuery returns the query for the memories that are searched.
func (q Query) activeQuery() memory.Query {
	if q.Archived {
		return memory.RetentionQuery(q.Scopes...)
	}
	return memory.ActiveQuery(q.Scopes...)
}

// findByMeaning returns the memories nearest to a vector, the nearest first; none without one.
func (s *Service) findByMeaning(ctx context.Context, q Query, model string, asked []float32, size int) ([]foundMemory, error) {
	// Memories to be skipped are among the nearest, too.
	near, err := s.nearest(ctx, q.activeQuery(), model, asked, size+len(q.Skip))
	if err != nil {
		return nil, err
	}
	near = slices.DeleteFunc(near, func(n Near) bool { return n.Cosine < minCosine || q.Skip[n.ID] })
	if len(near) == 0 {
		return nil, nil
	}
	known := q.activeQuery()
	for _, n := range near {
		known.IDs = append(known.IDs, n.ID)
	}
	ms, err := s.Memories.Find(ctx, known)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]memory.Memory, len(ms))
	for _, m := range ms {
		byID[m.ID] = m
	}
	var out []foundMemory
	for _, n := range near {
		if m, ok := byID[n.ID]; ok && q.isWanted(m, s.Now()) && len(out) < size {
			out = append(out, foundMemory{memory: m, cosine: &n.Cosine})
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

// addCosines adds the cosines of those members of a pool that were found by words alone.
func (s *Service) addCosines(ctx context.Context, q Query, p *pool, model string, asked []float32) error {
	var missing []string
	for _, f := range p.found {
		if f.cosine == nil {
			missing = append(missing, f.memory.ID)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	known := q.activeQuery()
	known.IDs = missing
	near, err := s.nearest(ctx, known, model, asked, len(missing))
	for _, n := range near {
		p.found[p.at[n.ID]].cosine = &n.Cosine
	}
	return err
}

// embedText returns the vector of a text and the model that made it; nil when there is no
// embedder, it does not answer in time, or the stored vectors are another model's.
func (s *Service) embedText(ctx context.Context, store, said string) (vector []float32, model string) {
	if s.Embedder == nil {
		return nil, ""
	}
	model = s.Embedder.Identity()
	recorded, err := s.Vectors.Model(ctx, store)
	if err != nil || recorded.Identity != model {
		return nil, "" // no vectors yet, or another model's: words do it, the Indexer tells
	}
	patience := s.Patience
	if patience <= 0 {
		patience = 3 * time.Second
	}
	// Equal questions share one call. The first to ask may be cancelled without cancelling it
	// for the others.
	answer := s.asking.DoChan(said, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		vs, err := s.Embedder.Embed(ctx, []string{said})
		if err == nil {
			err = Normalize(vs[0])
		}
		if err != nil {
			return nil, err
		}
		return vs[0], nil
	})
	select {
	case a := <-answer:
		if a.Err != nil {
			s.log().WarnContext(ctx, "recall by words only: the question has no vector", "model", model, "error", a.Err.Error())
			return nil, ""
		}
		vector = a.Val.([]float32)
	case <-ctx.Done():
		return nil, ""
	}
	if recorded.Dimensions != 0 && len(vector) != recorded.Dimensions {
		mismatch := &DimensionMismatchError{Model: model, Recorded: recorded.Dimensions, Got: len(vector)}
		s.log().WarnContext(ctx, "recall by words only", "error", mismatch.Error())
		return nil, ""
	}
	return vector, model
}

func (s *Service) log() *slog.Logger {
	if s.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return s.Log
}
