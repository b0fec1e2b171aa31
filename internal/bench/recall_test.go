package bench_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"keepsake/memory"
	"keepsake/store"
	"keepsake/store/storetest"
)

// recallSizes are the memories of the asked scope and the dimensions to measure.
func recallSizes() (memories, dimensions []int, asks, others int) {
	if os.Getenv("KEEPSAKE_BENCH") != "" {
		return []int{200, 1000, 10_000}, []int{256, 1536}, 200, 1000
	}
	return []int{50}, []int{16}, 5, 3
}

// TestBenchRecall measures the exact search of the nearest memories in a scope, cold (just
// opened; SQLite only) and warm, on both databases, beside a flat loop over the same
// vectors in RAM, which is the floor; and whether the number of other scopes matters.
func TestBenchRecall(t *testing.T) {
	memories, dimensions, asks, others := recallSizes()
	for name, open := range map[string]func(testing.TB) *store.DB{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			for _, d := range dimensions {
				db := open(t)
				for _, n := range memories {
					measureRecall(t, db, n, d, asks)
				}
				if d != dimensions[0] {
					continue
				}
				for i := range others {
					keep(t, db, fmt.Sprintf("crowd%d", i), min(100, memories[0]), d)
				}
				t.Logf("… and with %d other scopes:", others)
				measureRecall(t, db, memories[0], d, asks)
			}
		})
	}
}

func measureRecall(t *testing.T, db *store.DB, n, d, asks int) {
	t.Helper()
	scope, vectors := keep(t, db, fmt.Sprintf("asked%d-%d-%d", n, d, rand.Int()), n, d)
	q := memory.Known(scope)
	q.Limit = 24
	ask := func() time.Duration {
		v := direction(d)
		began := time.Now()
		near, err := db.Vectors().Nearest(t.Context(), q, "bench:model", v)
		took := time.Since(began)
		if err != nil || len(near) != min(24, n) {
			t.Fatal(len(near), err)
		}
		return took
	}
	what := fmt.Sprintf("%d memories × %d dimensions", n, d)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	report(t, what+", the first time", []time.Duration{ask()})
	runtime.GC()
	runtime.ReadMemStats(&after)
	var warm, floor []time.Duration
	for range asks {
		warm = append(warm, ask())
		floor = append(floor, flat(vectors, direction(d), 24))
	}
	report(t, what+", warm", warm)
	report(t, what+", the floor", floor)
	t.Logf("%-55s %.1f MiB", what+", kept in RAM", float64(max(0, int64(after.HeapAlloc)-int64(before.HeapAlloc)))/(1<<20))
}

// flat is the least there is to do: multiply, and keep the best.
func flat(vectors [][]float32, asked []float32, limit int) time.Duration {
	began := time.Now()
	scores := make([]float32, len(vectors))
	for i, v := range vectors {
		var sum float32
		for k, x := range v {
			sum += x * asked[k]
		}
		scores[i] = sum
	}
	slices.Sort(scores)
	_ = scores[max(0, len(scores)-limit):]
	return time.Since(began)
}

// keep stores n memories with vectors in a scope of its own.
func keep(t *testing.T, db *store.DB, id string, n, d int) (memory.Scope, [][]float32) {
	t.Helper()
	scope := memory.Scope{Store: "bench", Kind: memory.User, ID: id}
	now := time.Now().UTC()
	var vectors [][]float32
	for from := 0; from < n; from += 500 {
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			var batch []memory.Vector
			for range min(500, n-from) {
				m := memory.Memory{ID: memory.NewID(memory.IDLen), Scope: scope, Kind: memory.Item, Type: memory.Profile, Category: "context",
					Status: memory.Active, Origin: memory.Explicit, CreatedAt: now, UpdatedAt: now}
				v := memory.Version{ID: uuid.NewString(), Number: 1, Content: "A fact of little weight", CreatedAt: now}
				if err := db.Memories().Insert(ctx, m, v); err != nil {
					return err
				}
				batch = append(batch, memory.Vector{MemoryID: m.ID, Version: 1, Embedding: direction(d)})
				vectors = append(vectors, batch[len(batch)-1].Embedding)
			}
			_, err := db.Vectors().PutVectors(ctx, "bench:model", batch)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return scope, vectors
}

// direction is a vector of length 1, at random.
func direction(d int) []float32 {
	v := make([]float32, d)
	for i := range v {
		v[i] = float32(rand.NormFloat64())
	}
	if err := memory.Normalize(v); err != nil {
		panic(err)
	}
	return v
}
