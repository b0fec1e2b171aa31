// Package reading is the read policy: what of the memories that formed by themselves a prompt shows unasked (A34).
// memory/recall applies it, memory/policy keeps it beside the write policy. It knows no store.
//
// Start reading at Policy.
package reading

import (
	"math"

	"keepsake/fault"
)

// Policy is the operator's read policy.
type Policy struct {
	Enable        bool    `json:"enable"`       // false = nothing of them is shown
	MaxItems      int     `json:"max_items"`    // most memories of a prompt
	MaxTokens     int     `json:"max_tokens"`   // most tokens of them, with their headings
	MaxPerType    int     `json:"max_per_type"` // most memories of one type (A37)
	MinConfidence float64 `json:"min_confidence"`
	Weights       Weights `json:"weights"`
}

// Weights are the weights of A35.
type Weights struct {
	Similarity float64 `json:"similarity"`
	Importance float64 `json:"importance"`
	Recency    float64 `json:"recency"`
}

// Default returns the documented policy (A34). It is off until memories form (A60).
func Default() Policy {
	return Policy{MaxItems: 15, MaxTokens: 800, MaxPerType: 5, MinConfidence: 0.5, Weights: Weights{Similarity: 0.3, Importance: 0.4, Recency: 0.3}}
}

// mostItems bounds MaxItems: what is chosen among is three times as much.
const mostItems = 100

// Check returns an error of kind fault.Invalid for a policy that cannot be meant.
func (p Policy) Check() error {
	switch w := p.Weights; {
	case p.MaxItems < 1 || p.MaxItems > mostItems:
		return fault.Field("read_policy.max_items", "must be 1 to 100")
	case p.MaxTokens < 1:
		return fault.Field("read_policy.max_tokens", "must be at least 1")
	case p.MaxPerType < 1:
		return fault.Field("read_policy.max_per_type", "must be at least 1")
	case !isShare(p.MinConfidence):
		return fault.Field("read_policy.min_confidence", "must be 0 to 1")
	case !isShare(w.Similarity) || !isShare(w.Importance) || !isShare(w.Recency) || w == Weights{}:
		return fault.Field("read_policy", "needs weights of 0 to 1, one above 0 at least")
	}
	return nil
}

func isShare(x float64) bool { return !math.IsNaN(x) && x >= 0 && x <= 1 }
