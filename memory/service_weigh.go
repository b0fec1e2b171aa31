package memory

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// Weight is how much a memory matters, and until when it is kept.
type Weight struct {
	Importance float64    `json:"importance"` // 0–1
	ExpiresAt  *time.Time `json:"expires_at"` // nil = no time to live
}

// String returns the weight as a change stores it.
func (w Weight) String() string {
	b, _ := json.Marshal(w) // plain fields always marshal
	return string(b)
}

// parseWeight is the reverse of Weight.String.
func parseWeight(s string) (w Weight) {
	_ = json.Unmarshal([]byte(s), &w)
	return w
}

// Weigh sets importance and time to live of a memory and returns it (A53). The change can be undone. It returns
// ErrUnchanged when both are the same. The same actors as for Delete may call it.
func (s *Service) Weigh(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string, weight Weight) (Memory, Change, error) {
	w, err := s.applySingle(ctx, a, Write{Op: OpWeigh, Scopes: scopes, MemoryID: id, Weight: weight, Reason: "weighed by the person"})
	return w.after, w.change, fault.Op(err, "memory: weigh %s", id)
}

func (s *Service) applyWeigh(ctx context.Context, a actor.Actor, w Write, m Memory) (written, error) {
	before, old := m, Weight{m.Importance, m.ExpiresAt}
	if i := w.Weight.Importance; math.IsNaN(i) || i < 0 || i > 1 {
		return written{}, fault.Field("importance", "must be 0 to 1")
	}
	if old.String() == w.Weight.String() {
		return written{}, ErrUnchanged
	}
	m.Importance, m.ExpiresAt = w.Weight.Importance, w.Weight.ExpiresAt
	err := s.store.SetImportance(ctx, m.ID, m.Importance)
	if err == nil {
		err = s.store.SetExpires(ctx, m.ID, m.ExpiresAt)
	}
	if err != nil {
		return written{}, err
	}
	c, err := s.record(ctx, a, w, OpWeigh, m, old.String(), w.Weight.String())
	return written{before: before, after: m, change: c}, err
}
