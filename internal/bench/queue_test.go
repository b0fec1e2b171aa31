package bench_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"keepsake/llm"
	"keepsake/memory/recall"
)

// TestBenchQueue measures how many memories a second come from the queue to their vectors
// when the embedder takes no time: what is told is what the queue itself can do.
func TestBenchQueue(t *testing.T) {
	n, dimensions := 50, []int{16}
	if os.Getenv("KEEPSAKE_BENCH") != "" {
		n, dimensions = 5000, []int{256, 1536}
	}
	for _, d := range databases {
		for _, dims := range dimensions {
			db := d.open(t)
			s := fill(t, db, fmt.Sprint("queued", dims), n, dims)
			if _, err := db.Vectors().QueueAll(t.Context(), s.scope.Store, time.Now()); err != nil {
				t.Fatal(err)
			}
			now := time.Now().Add(time.Second)
			x := &recall.Indexer{Vectors: db.Vectors(), Embedder: instant(direction(dims)), Store: s.scope.Store, Now: func() time.Time { return now }}
			began, done := time.Now(), 0
			for {
				took, err := x.Step(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if took == 0 {
					break
				}
				done += took
			}
			t.Logf("%-55s %.0f memories/s  (n=%d)", fmt.Sprintf("%s: embedding queue, %d dimensions", d.name, dims), float64(done)/time.Since(began).Seconds(), done)
			if done != n {
				t.Errorf("%d of %d were embedded", done, n)
			}
		}
	}
}

// instant is an embedder that gives the same vector for everything.
type instant []float32

func (e instant) Identity() string { return fmt.Sprint("bench:", len(e)) }

func (e instant) Embed(_ context.Context, texts []string) (llm.Embeddings, error) {
	out := make([][]float32, len(texts))
	for i := range texts {
		out[i] = append([]float32(nil), e...)
	}
	return llm.Embeddings{Vectors: out}, nil
}
