package policy

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/text"
)

// This file notices that the memories of a store change suddenly after its policy did (A43).

// Portion is how many live memories of a store have a type and a subject.
type Portion struct {
	Type    memory.Type
	Subject string
	Count   int
}

// buckets is how many numbers a hash of a subject can be: enough to see a shift, too few to name a subject.
const buckets = 64

// Snapshot is how the memories of a store are distributed. It holds no text.
type Snapshot struct {
	Memories int                 `json:"memories"`
	Types    map[memory.Type]int `json:"types"`
	Subjects [buckets]int        `json:"subjects"`
}

// NewSnapshot returns the snapshot that portions make.
func NewSnapshot(ps []Portion) Snapshot {
	s := Snapshot{Types: map[memory.Type]int{}}
	for _, p := range ps {
		s.Memories += p.Count
		s.Types[p.Type] += p.Count
		sum := sha256.Sum256([]byte(text.Fold(p.Subject)))
		s.Subjects[sum[0]%buckets] += p.Count
	}
	return s
}

// Cosine returns how alike two distributions are, 0 to 1: the mean of the cosines of their types and of their subjects. An
// empty store is like any other.
func Cosine(a, b Snapshot) float64 {
	if a.Memories == 0 || b.Memories == 0 {
		return 1
	}
	var types, subjects [3]float64 // dot product, and the squares of both
	add := func(sums *[3]float64, x, y int) {
		sums[0] += float64(x * y)
		sums[1] += float64(x * x)
		sums[2] += float64(y * y)
	}
	all := map[memory.Type]bool{}
	for _, s := range []Snapshot{a, b} {
		for t := range s.Types {
			all[t] = true
		}
	}
	for t := range all {
		add(&types, a.Types[t], b.Types[t])
	}
	for i := range a.Subjects {
		add(&subjects, a.Subjects[i], b.Subjects[i])
	}
	return (types[0]/math.Sqrt(types[1]*types[2]) + subjects[0]/math.Sqrt(subjects[1]*subjects[2])) / 2
}

// Drift is what changed in a store since its policy did.
type Drift struct {
	Cosine float64 // see Cosine
	// Centroid is the cosine of the means of the memories' vectors, 1 when HasCentroid is false: nothing was embedded then or now.
	Centroid    float64
	HasCentroid bool
	Writes      int     // that extraction has applied since, by this policy
	Share       float64 // of the memories that there were before, in writes
}

// Limits of a drift.
const (
	MinCosine = 0.9
	MaxShare  = 0.5
	// MinWrites is how few writes are never a drift.
	MinWrites = 20
	// TrialTime is how long a policy is watched; then it is stable.
	TrialTime = 7 * 24 * time.Hour
)

// Reason says why a drift is too much, in constant English with figures; "" = it is not.
func (d Drift) Reason() string {
	switch {
	case d.Writes < MinWrites:
		return ""
	case d.Cosine < MinCosine:
		return fmt.Sprintf("the memories are distributed otherwise: cosine %.2f, limit %.2f, after %d writes", d.Cosine, MinCosine, d.Writes)
	case d.HasCentroid && d.Centroid < MinCosine:
		return fmt.Sprintf("the memories mean something else: cosine %.2f of their mean vectors, limit %.2f, after %d writes", d.Centroid, MinCosine, d.Writes)
	case d.Share > MaxShare:
		return fmt.Sprintf("%d writes are %.0f %% of the memories there were, limit %.0f %%", d.Writes, d.Share*100, MaxShare*100)
	}
	return ""
}

// Measure returns the drift since the newest revision began to count, which applied so many writes. ok is false when that
// is not watched: it is stable, or nothing is stored yet.
func (s *Service) Measure(ctx context.Context, store string, r Revision, writes int) (d Drift, ok bool, err error) {
	if s == nil || r.Stable || r.At.IsZero() {
		return Drift{}, false, nil
	}
	content, centroid, ok, err := s.Store.Snapshot(ctx, store, r.Number)
	if err != nil || !ok {
		return Drift{}, false, fault.Op(err, "policy: measure drift")
	}
	var before Snapshot
	if err := json.Unmarshal([]byte(content), &before); err != nil {
		return Drift{}, false, fault.Wrap(fault.Internal, "the stored snapshot cannot be read", err)
	}
	ps, err := s.Store.Distribution(ctx, store)
	if err != nil {
		return Drift{}, false, fault.Op(err, "policy: measure drift")
	}
	d = Drift{Cosine: Cosine(before, NewSnapshot(ps)), Centroid: 1, Writes: writes, Share: float64(writes) / float64(max(before.Memories, MinWrites))}
	if writes >= MinWrites { // below it nothing is a drift, and vectors are many numbers to read
		d.Centroid, d.HasCentroid, err = s.measureCentroid(ctx, store, centroid)
	}
	return d, err == nil, err
}

// keepSnapshot stores how the memories are distributed when a revision begins to count.
func (s *Service) keepSnapshot(ctx context.Context, r Revision) error {
	ps, err := s.Store.Distribution(ctx, r.Store)
	if err != nil {
		return err
	}
	_, centroid, err := s.centroid(ctx, r.Store)
	if err != nil {
		return err
	}
	b, _ := json.Marshal(NewSnapshot(ps)) // plain fields always marshal
	return s.Store.PutSnapshot(ctx, r.Store, r.Number, string(b), centroid, r.At)
}

// ByWatch is the actor of a rollback that nobody asked for.
func ByWatch() actor.Actor { return actor.Actor{Kind: actor.System, ID: ByDrift} }
