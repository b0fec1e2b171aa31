package policy

import (
	"context"
	"encoding/json"
	"math"

	"keepsake/fault"
)

// Centroid is the mean of the vectors of a store's live memories. It is nobody's: fewer than MinCentroid vectors have none.
type Centroid struct {
	Model   string    `json:"model"` // that made the vectors; means of different models are not compared
	Vectors int       `json:"vectors"`
	Mean    []float32 `json:"mean"`
}

// MinCentroid is how few vectors have no centroid.
const MinCentroid = 20

// Centroids returns the centroid of what a store keeps now, the zero Centroid when nothing was embedded.
type Centroids interface {
	Centroid(ctx context.Context, store string) (Centroid, error)
}

// Cosine returns the cosine of two centroids. ok is false when they cannot be compared: one is missing, or another model
// made it.
func (c Centroid) Cosine(o Centroid) (cosine float64, ok bool) {
	if c.Vectors < MinCentroid || o.Vectors < MinCentroid || c.Model != o.Model || len(c.Mean) != len(o.Mean) {
		return 1, false
	}
	var dot, a, b float64
	for i, x := range c.Mean {
		y := float64(o.Mean[i])
		dot, a, b = dot+float64(x)*y, a+float64(x)*float64(x), b+y*y
	}
	if a == 0 || b == 0 {
		return 1, false
	}
	return dot / math.Sqrt(a*b), true
}

// centroid returns the centroid of a store as JSON; "" = it has none.
func (s *Service) centroid(ctx context.Context, store string) (Centroid, string, error) {
	if s.Centroids == nil {
		return Centroid{}, "", nil
	}
	c, err := s.Centroids.Centroid(ctx, store)
	if err != nil || c.Vectors < MinCentroid {
		return Centroid{}, "", fault.Op(err, "policy: centroid")
	}
	b, err := json.Marshal(c)
	return c, string(b), err
}

// measureCentroid compares the present centroid of a store with a stored one; ok is false when they cannot be compared.
func (s *Service) measureCentroid(ctx context.Context, store, stored string) (cosine float64, ok bool, err error) {
	if stored == "" {
		return 1, false, nil
	}
	var before Centroid
	if err := json.Unmarshal([]byte(stored), &before); err != nil {
		return 1, false, fault.Wrap(fault.Internal, "the stored centroid cannot be read", err)
	}
	now, _, err := s.centroid(ctx, store)
	if err != nil {
		return 1, false, err
	}
	cosine, ok = before.Cosine(now)
	return cosine, ok, nil
}
