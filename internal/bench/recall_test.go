package bench_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/philippgille/chromem-go"

	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/store"
	"keepsake/store/storetest"
)

// limit is how many memories are asked for: what a recall of eight takes into its pool.
const limit = 24

// recallSizes says what TestBenchRecall measures: memories of the asked scope, dimensions,
// rounds, and how many other scopes there are with how many memories each.
type recallSizes struct {
	memories, dimensions     []int
	rounds, colds            int
	scopes, each, scopesDims int
}

func sizes() recallSizes {
	if os.Getenv("KEEPSAKE_BENCH") != "" {
		return recallSizes{[]int{200, 1000, 10_000}, []int{256, 1536}, 200, 10, 1000, 100, 2}
	}
	return recallSizes{[]int{50}, []int{16}, 5, 2, 4, 5, 1}
}

var databases = []struct {
	name string
	open func(testing.TB) *store.DB
}{{"sqlite", storetest.SQLite}, {"postgres", storetest.Postgres}}

// TestBenchRecall measures the exact search of the nearest memories in one scope. Rounds
// are interleaved: in each, the store, a flat loop over the same vectors (the floor) and
// chromem-go answer the same question one after the other, so a busy machine is as busy for
// all of them. Cold is the first question after a write to the scope.
func TestBenchRecall(t *testing.T) {
	s := sizes()
	for _, d := range databases {
		t.Run(d.name, func(t *testing.T) {
			db := d.open(t)
			for _, dims := range s.dimensions {
				for _, n := range s.memories {
					measureRecall(t, db, s, n, dims)
				}
			}
		})
	}
}

func measureRecall(t *testing.T, db *store.DB, s recallSizes, n, dims int) {
	t.Helper()
	what := fmt.Sprintf("%s, %d × %d", db.Dialect(), n, dims)
	kept := fill(t, db, fmt.Sprintf("asked%d-%d", n, dims), n, dims)
	other := newChromem(t, kept)
	before := heap()
	report(t, what+", first", []time.Duration{kept.ask(t, db, direction(dims))})
	kept.ask(t, db, direction(dims)) // Postgres keeps what is asked for the second time
	ram := max(0, heap()-before)
	var cold, warm, floor, chromem []time.Duration
	for range s.colds {
		kept.touch(t, db)
		cold = append(cold, kept.ask(t, db, direction(dims)))
	}
	for round := range s.rounds {
		v := direction(dims)
		contest(round,
			func() { warm = append(warm, kept.ask(t, db, v)) },
			func() { floor = append(floor, flat(kept.vectors, v)) },
			func() { chromem = append(chromem, other.ask(t, v)) },
		)
	}
	report(t, what+", cold", cold)
	report(t, what+", warm", warm)
	report(t, what+", the floor", floor)
	report(t, what+", chromem-go", chromem)
	compare(t, what+", warm / the floor", warm, floor)
	compare(t, what+", warm / chromem-go", warm, chromem)
	t.Logf("%-55s %.1f MiB", what+", kept in RAM", float64(ram)/(1<<20))
}

// TestBenchScopes measures whether a scope's search costs more when there are 1,000 others:
// rounds alternate between a database with the others and one without. And it asks all of
// them in turn, of which SQLite keeps as many in RAM as fit into 64 MiB.
func TestBenchScopes(t *testing.T) {
	s := sizes()
	for _, d := range databases {
		t.Run(d.name, func(t *testing.T) {
			alone, crowded := d.open(t), d.open(t)
			var crowd []*shelf
			for _, dims := range s.dimensions[:s.scopesDims] {
				what := fmt.Sprintf("%s, %d scopes × %d × %d", d.name, s.scopes, s.each, dims)
				if crowd == nil {
					for i := range s.scopes {
						crowd = append(crowd, fill(t, crowded, fmt.Sprint("crowd", i), s.each, dims))
					}
				} else {
					for _, c := range crowd {
						c.vectors = nil
						c.give(t, crowded, dims)
					}
				}
				one, among := fill(t, alone, fmt.Sprint("asked", dims), s.each, dims), fill(t, crowded, fmt.Sprint("asked", dims), s.each, dims)
				var without, with, turns []time.Duration
				for round := range s.rounds {
					v := direction(dims)
					contest(round,
						func() { without = append(without, one.ask(t, alone, v)) },
						func() { with = append(with, among.ask(t, crowded, v)) },
					)
				}
				report(t, what+", one of them", with)
				report(t, what+", the same alone", without)
				compare(t, what+", among others / alone", with, without)
				before := heap()
				for range s.rounds {
					turns = append(turns, crowd[rand.IntN(len(crowd))].ask(t, crowded, direction(dims)))
				}
				report(t, what+", any of them", turns)
				t.Logf("%-55s %.1f MiB", what+", more in RAM", float64(heap()-before)/(1<<20))
			}
		})
	}
}

// contest lets each have its turn; who begins changes from round to round.
func contest(round int, turns ...func()) {
	for i := range turns {
		turns[(round+i)%len(turns)]()
	}
}

// compare tells the ratio of two, as the median over the rounds, and how far the middle
// half of the rounds is from it: the noise of the machine.
func compare(t *testing.T, what string, ours, theirs []time.Duration) {
	t.Helper()
	ratios := make([]float64, len(ours))
	for i := range ours {
		ratios[i] = float64(ours[i]) / float64(theirs[i])
	}
	slices.Sort(ratios)
	at := func(q float64) float64 { return ratios[int(q*float64(len(ratios)-1))] }
	t.Logf("%-55s %.2f  (half of the rounds: %.2f to %.2f)", what, at(0.5), at(0.25), at(0.75))
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// flat is the least there is to do: multiply with each, and keep the best.
func flat(vectors []recall.Vector, asked []float32) time.Duration {
	began := time.Now()
	scores := make([]float32, len(vectors))
	for i, v := range vectors {
		var sum float32
		for k, x := range v.Embedding {
			sum += x * asked[k]
		}
		scores[i] = sum
	}
	slices.Sort(scores)
	_ = scores[max(0, len(scores)-limit):]
	return time.Since(began)
}

// chromemCollection is the same vectors in chromem-go.
type chromemCollection struct{ *chromem.Collection }

func newChromem(t *testing.T, s *shelf) chromemCollection {
	t.Helper()
	c, err := chromem.NewDB().CreateCollection("asked", nil, func(context.Context, string) ([]float32, error) { panic("texts are not embedded here") })
	if err != nil {
		t.Fatal(err)
	}
	docs := make([]chromem.Document, len(s.vectors))
	for i, v := range s.vectors {
		docs[i] = chromem.Document{ID: strconv.Itoa(i), Content: "A fact of little weight", Embedding: v.Embedding}
	}
	if err := c.AddDocuments(t.Context(), docs, 1); err != nil {
		t.Fatal(err)
	}
	return chromemCollection{c}
}

func (c chromemCollection) ask(t *testing.T, v []float32) time.Duration {
	began := time.Now()
	found, err := c.QueryEmbedding(t.Context(), v, min(limit, c.Count()), nil, nil)
	took := time.Since(began)
	if err != nil || len(found) != min(limit, c.Count()) {
		t.Fatal(len(found), err)
	}
	return took
}

// shelf is a scope with memories and their vectors.
type shelf struct {
	scope   scope.Scope
	ids     []string
	vectors []recall.Vector
}

const benchModel = "bench:model"

// fill stores n memories with vectors in a scope of its own.
func fill(t testing.TB, db *store.DB, id string, n, dims int) *shelf {
	t.Helper()
	s := &shelf{scope: scope.Scope{Store: "bench", Kind: scope.User, ID: id}}
	now := time.Now().UTC()
	for from := 0; from < n; from += 500 {
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			for range min(500, n-from) {
				m := memory.Memory{ID: shortid.New(shortid.Len), Scope: s.scope, Kind: memory.Item, Type: memory.Profile, Category: "context",
					Status: memory.Active, Origin: memory.Explicit, CreatedAt: now, UpdatedAt: now}
				v := memory.Version{ID: uuid.NewString(), Number: 1, Content: "A fact of little weight", CreatedAt: now}
				if err := db.Memories().Insert(ctx, m, v); err != nil {
					return err
				}
				s.ids = append(s.ids, m.ID)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	s.give(t, db, dims)
	return s
}

// give stores vectors at random for all memories of a shelf, in place of others.
func (s *shelf) give(t testing.TB, db *store.DB, dims int) {
	t.Helper()
	for _, id := range s.ids {
		s.vectors = append(s.vectors, recall.Vector{MemoryID: id, Version: 1, Embedding: direction(dims)})
	}
	for part := range slices.Chunk(s.vectors, 500) {
		if _, err := db.Vectors().PutVectors(t.Context(), benchModel, part); err != nil {
			t.Fatal(err)
		}
	}
}

// touch writes to a scope, so that what is kept of it in RAM is old.
func (s *shelf) touch(t *testing.T, db *store.DB) {
	t.Helper()
	if n, err := db.Vectors().PutVectors(t.Context(), benchModel, s.vectors[:1]); err != nil || n != 1 {
		t.Fatal(n, err)
	}
}

func (s *shelf) ask(t *testing.T, db *store.DB, v []float32) time.Duration {
	t.Helper()
	q := memory.ActiveQuery(s.scope)
	q.Limit = limit
	began := time.Now()
	near, err := db.Vectors().Nearest(t.Context(), q, benchModel, v)
	took := time.Since(began)
	if err != nil || len(near) != min(limit, len(s.ids)) {
		t.Fatal(len(near), err)
	}
	return took
}

// direction is a vector of length 1, at random.
func direction(dims int) []float32 {
	v := make([]float32, dims)
	for i := range v {
		v[i] = float32(rand.NormFloat64())
	}
	if err := recall.Normalize(v); err != nil {
		panic(err)
	}
	return v
}
