// Package recall finds, among all that is remembered, what a text is about; and keeps the
// vectors that this takes.
//
// Two arms reach for memories: one by words (any of the languages text.Words cuts), one by
// meaning (vectors of a model, compared exactly within the scopes). Their lists are joined
// by rank into a pool; A35 orders the pool; variety and a budget of real tokens choose
// from it. Without an embedder, while one is away, and while vectors are another model's,
// the words do it alone.
//
// It writes no memory: what it notes is that one was brought up (P65), and vectors. A
// vector is made by the Indexer, in the background, from a queue in the database that is
// filled in the transaction of the write itself.
//
// Invariants:
//   - Nothing outside the scopes of a query is ever loaded.
//   - Vectors of different models are never compared (F11, R8).
//   - An embedder's failure makes recall poorer, never fail.
//   - No network call happens in a transaction.
//
// Start reading at Service.Find; the pool is in rank.go, the Indexer in index.go.
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
	"keepsake/text"
)

// Service recalls. It is safe for concurrent use.
type Service struct {
	Memories memory.Store
	Vectors  memory.VectorStore // needed with an Embedder
	Embedder llm.Embedder       // nil = by words only
	Now      func() time.Time
	Log      *slog.Logger // nil = silent
	// Patience is how long a question may wait for its vector; 0 = 3 s. After it, the words
	// do it alone.
	Patience time.Duration

	asking singleflight.Group
}

// Query is what to recall. Scopes and Text must be given.
type Query struct {
	Scopes []memory.Scope
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
	// minCosine is how near a meaning must be at least. It is low: it keeps out what has
	// nothing in common, the order does the rest.
	minCosine = 0.2
)

// Find returns what of the memories a text is about, the best first. It finds nothing for
// a text without words.
func (s *Service) Find(ctx context.Context, q Query) ([]Hit, error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	g, err := s.gather(ctx, q)
	if err != nil {
		return nil, err
	}
	p := join(g.words, g.near, poolFactor*q.Limit)
	if err := s.complete(ctx, q, p, g.model, g.asked); err != nil {
		return nil, fault.Op(err, "recall: the pool")
	}
	return choose(p.order(s.Now(), A34), q), nil
}

// gathered is what both arms bring.
type gathered struct {
	words, near []found
	asked       []float32 // what the text means, by model; nil = unknown
	model       string
}

func (s *Service) gather(ctx context.Context, q Query) (g gathered, err error) {
	q.Text = text.Cut(q.Text, maxQuestion)
	if len(q.Scopes) == 0 || len(text.Words(q.Text)) == 0 {
		return g, nil
	}
	size := poolFactor * q.Limit
	if g.words, err = s.byWords(ctx, q, size); err != nil {
		return g, fault.Op(err, "recall: by words")
	}
	g.asked, g.model = s.vector(ctx, q.Scopes[0].Store, q.Text)
	if g.near, err = s.byMeaning(ctx, q, g.model, g.asked, size); err != nil {
		return g, fault.Op(err, "recall: by meaning")
	}
	return g, nil
}

// Arms is what each arm of a recall finds, and both joined by rank: ids of memories, the
// best first, as they are before A35 orders them and a budget chooses.
type Arms struct{ Words, Meaning, Joined []string }

// Arms returns what the arms of a recall find, for measuring them.
func (s *Service) Arms(ctx context.Context, q Query) (Arms, error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	g, err := s.gather(ctx, q)
	if err != nil {
		return Arms{}, err
	}
	return Arms{ids(g.words), ids(g.near), ids(join(g.words, g.near, poolFactor*q.Limit).found)}, nil
}

func ids(fs []found) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.memory.ID
	}
	return out
}

// Brought notes that memories were brought up (P65).
func (s *Service) Brought(ctx context.Context, hits []Hit) error {
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.Memory.ID
	}
	return fault.Op(s.Memories.Touch(ctx, ids, s.Now().UTC().Truncate(time.Microsecond)), "recall: brought up")
}

// RetrieveRelevant is P64: of these memories, those whose meaning is closest to the query,
// at most topK (0 = 10), by their stored vectors. Memories without one follow, by the words
// they share with the query; those that share none are left out.
func (s *Service) RetrieveRelevant(ctx context.Context, query string, memories []memory.Memory, topK int) ([]memory.Memory, error) {
	if topK <= 0 {
		topK = 10
	}
	query = text.Cut(query, maxQuestion)
	if len(memories) == 0 || len(text.Words(query)) == 0 {
		return nil, nil
	}
	byID := map[string]memory.Memory{}
	var scopes []memory.Scope
	var ids []string
	for _, m := range memories {
		if !slices.Contains(scopes, m.Scope) {
			scopes = append(scopes, m.Scope)
		}
		byID[m.ID] = m
		ids = append(ids, m.ID)
	}
	asked, model := s.vector(ctx, scopes[0].Store, query)
	kept := memory.Kept(scopes...)
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
	out = append(out, sharing(text.Words(query), memories, byID)...)
	return out[:min(topK, len(out))], nil
}

// wants reports whether a query asks for a memory.
func (q Query) wants(m memory.Memory, now time.Time) bool {
	inTime := m.ExpiresAt == nil || m.ExpiresAt.After(now) || q.Archived
	return !q.Skip[m.ID] && inTime && (q.Keep == nil || q.Keep(m))
}

// known is what it looks among.
func (q Query) known() memory.Query {
	if q.Archived {
		return memory.Kept(q.Scopes...)
	}
	return memory.Known(q.Scopes...)
}

// byMeaning returns the memories nearest to a vector, the nearest first; none without one.
func (s *Service) byMeaning(ctx context.Context, q Query, model string, asked []float32, size int) ([]found, error) {
	// What is to be skipped is close as well, often the closest.
	near, err := s.nearest(ctx, q.known(), model, asked, size+len(q.Skip))
	if err != nil {
		return nil, err
	}
	near = slices.DeleteFunc(near, func(n memory.Near) bool { return n.Cosine < minCosine || q.Skip[n.ID] })
	if len(near) == 0 {
		return nil, nil
	}
	known := q.known()
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
	var out []found
	for _, n := range near {
		if m, ok := byID[n.ID]; ok && q.wants(m, s.Now()) && len(out) < size {
			out = append(out, found{memory: m, cosine: &n.Cosine})
		}
	}
	return out, nil
}

// nearest asks the store.
func (s *Service) nearest(ctx context.Context, q memory.Query, model string, asked []float32, limit int) ([]memory.Near, error) {
	if asked == nil {
		return nil, nil
	}
	q.Limit = limit
	return s.Vectors.Nearest(ctx, q, model, asked)
}

// complete gives the members of a pool that words alone found their cosines.
func (s *Service) complete(ctx context.Context, q Query, p *pool, model string, asked []float32) error {
	var missing []string
	for _, f := range p.found {
		if f.cosine == nil {
			missing = append(missing, f.memory.ID)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	known := q.known()
	known.IDs = missing
	near, err := s.nearest(ctx, known, model, asked, len(missing))
	for _, n := range near {
		p.found[p.at[n.ID]].cosine = &n.Cosine
	}
	return err
}

// vector returns what a text means and by which model; nil when that cannot be said now.
func (s *Service) vector(ctx context.Context, store, said string) (vector []float32, model string) {
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
	// Who asks first asks for all: its going away must not take the answer from the others.
	answer := s.asking.DoChan(said, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		vs, err := s.Embedder.Embed(ctx, []string{said})
		if err == nil {
			err = memory.Normalize(vs[0])
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
		mismatch := &memory.DimensionMismatchError{Model: model, Recorded: recorded.Dimensions, Got: len(vector)}
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
