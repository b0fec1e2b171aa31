package recall_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

var (
	alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:42"}
	bob   = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:43"}
)

// world is recall with everything real around it.
type world struct {
	t       *testing.T
	db      *store.DB
	model   *scripted.Server
	memory  *memory.Service
	recall  *recall.Service
	indexer *recall.Indexer

	mu  sync.Mutex
	now time.Time
}

// each runs a test on both databases.
func each(t *testing.T, test func(t *testing.T, w *world)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newWorld(t, open(t)))
		})
	}
}

func newWorld(t *testing.T, db *store.DB) *world {
	w := &world{t: t, db: db, now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	w.model = scripted.New(scripted.Options{EmbedModels: []string{"one", "other"}})
	t.Cleanup(func() {
		if v := w.model.Violations(); len(v) > 0 {
			t.Errorf("the endpoint was spoken to wrongly: %v", v)
		}
		w.model.Close()
	})
	w.memory = memory.New(memory.Config{Store: db.Memories(), Now: w.clock, Key: []byte("key")})
	w.embedWith("one")
	return w
}

// embedWith sets an embedding model, as a restart with another setting does.
func (w *world) embedWith(model string) {
	e := openai.NewEmbedder(openai.EmbedConfig{Endpoint: openai.Endpoint{BaseURL: w.model.URL(), Model: model, Retries: -1, BreakerAfter: 1000}})
	w.recall = &recall.Service{Memories: w.memory, Vectors: w.db.Vectors(), Embedder: e, Now: w.clock}
	w.indexer = &recall.Indexer{Vectors: w.db.Vectors(), Embedder: e, Store: "keepsake", Now: w.clock}
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(time.Millisecond)
	return w.now
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

func (w *world) add(scope scope.Scope, content, subject string, change ...func(*memory.Draft)) memory.Memory {
	w.t.Helper()
	n := memory.Draft{Scope: scope, Content: content, Category: "person", Subject: subject}
	for _, c := range change {
		c(&n)
	}
	m, _, err := w.memory.Add(w.t.Context(), actor.OfPerson(scope.ID), n)
	w.must(err)
	return m
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// index makes all vectors that are due.
func (w *world) index() {
	w.t.Helper()
	for {
		n, err := w.indexer.Step(w.t.Context())
		w.must(err)
		if n == 0 {
			return
		}
	}
}

// find returns the contents that a text recalls.
func (w *world) find(q recall.Query) []string {
	w.t.Helper()
	if q.Scopes == nil {
		q.Scopes = []scope.Scope{alice}
	}
	hits, err := w.recall.Find(w.t.Context(), q)
	w.must(err)
	var out []string
	for _, h := range hits {
		out = append(out, h.Memory.Content)
	}
	return out
}

// fill adds memories that have nothing to do with the others.
func (w *world) fill(n int) {
	w.t.Helper()
	for i := range n {
		w.add(alice, fmt.Sprintf("Travelled through region%d by caravan%d one summer%d", i, i, i), "")
	}
}

func (w *world) backlog() recall.Backlog {
	w.t.Helper()
	b, err := w.db.Vectors().Backlog(w.t.Context(), "keepsake")
	w.must(err)
	return b
}

// fixed is an embedder that gives the vectors a test says.
type fixed struct {
	id      string
	vectors func(texts []string) ([][]float32, error)
}

func (f fixed) Identity() string { return f.id }
func (f fixed) Embed(_ context.Context, texts []string) (llm.Embeddings, error) {
	vectors, err := f.vectors(texts)
	return llm.Embeddings{Vectors: vectors}, err
}
