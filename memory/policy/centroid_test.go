package policy_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/policy"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store"
)

// A43: what is written under a new policy is of the same types and about the same subjects, but means something else. Only the
// centroid notices, and only where memories are embedded.
func TestA43MeaningDrifts(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		ctx, base, now := t.Context(), settings(), time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		clock := func() time.Time { return now }
		memories := memory.New(memory.Config{Store: db.Memories(), Now: clock, Key: []byte("key")})
		alice := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
		var all []string
		keep := func(kind string, n int, embedding ...float32) {
			t.Helper()
			for i := range n {
				m, _, err := memories.Add(ctx, actor.OfPerson(alice.ID), memory.Draft{Scope: alice, Content: fmt.Sprintf("%s %d", kind, i), Subject: "Anna", Type: memory.Preference, DistinctFrom: all})
				must(t, err)
				all = append(all, m.ID)
				if len(embedding) > 0 {
					_, err = db.Vectors().PutVectors(ctx, "openai:test", []recall.Vector{{MemoryID: m.ID, Version: m.Version, Embedding: embedding}})
					must(t, err)
				}
			}
		}
		must(t, db.Vectors().SetModel(ctx, "keepsake", recall.EmbeddingModel{Identity: "openai:test", Dimensions: 2}))
		s := &policy.Service{Store: db.Policies(), Centroids: db.Centroids(), Now: clock}
		measure := func(r policy.Revision, writes int) policy.Drift {
			t.Helper()
			d, ok, err := s.Measure(ctx, "keepsake", r, writes)
			if must(t, err); !ok {
				t.Fatal("a policy on trial is not measured")
			}
			return d
		}
		change := func(value string) policy.Revision {
			t.Helper()
			p, err := base.With(policy.Field{Name: "min_confidence", Value: value})
			must(t, err)
			r, err := s.Set(ctx, owner, "keepsake", base, policy.Change{Policy: p})
			must(t, err)
			return r
		}
		keep("tea", policy.MinCentroid-1, 1, 0)
		few := change("0.5")
		keep("coffee", 30, 1, 0)
		if d := measure(few, 30); d.HasCentroid {
			t.Errorf("%d vectors have a centroid: %+v", policy.MinCentroid-1, d)
		}
		r := change("0.4")
		if d := measure(r, policy.MinWrites); !d.HasCentroid || d.Centroid != 1 || d.Reason() != "" {
			t.Errorf("nothing changed: %+v", d)
		}
		keep("train", 20) // not embedded yet
		if d := measure(r, policy.MinWrites); d.Centroid != 1 || d.Reason() != "" {
			t.Errorf("what is not embedded yet: %+v", d)
		}
		keep("ship", 49, 0, 1)
		d := measure(r, policy.MinWrites)
		if d.Cosine != 1 || d.Centroid < 0.70 || d.Centroid > 0.71 || !strings.Contains(d.Reason(), "mean vectors") {
			t.Errorf("as many memories at a right angle: %+v %s", d, d.Reason())
		}
		if d := measure(r, policy.MinWrites-1); d.HasCentroid || d.Reason() != "" {
			t.Errorf("too few writes: %+v", d)
		}
		must(t, db.Vectors().SetModel(ctx, "keepsake", recall.EmbeddingModel{Identity: "openai:other", Dimensions: 2}))
		if d := measure(r, policy.MinWrites); d.HasCentroid || d.Reason() != "" {
			t.Errorf("vectors of another model: %+v", d)
		}
		if _, err := memories.Erase(ctx, actor.OfPerson(alice.ID), alice); err != nil {
			t.Fatal(err)
		}
		if _, centroid, ok, err := db.Policies().Snapshot(ctx, "keepsake", r.Number); err != nil || !ok || centroid != "" {
			t.Errorf("the centroid after an erasure: %q %t %v", centroid, ok, err)
		}
	})
}
