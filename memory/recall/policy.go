package recall

import (
	"math"

	"keepsake/fault"
)

// Policy is the operator's read policy: what of the memories that formed by themselves a prompt shows
// unasked (A34).
type Policy struct {
	MaxItems      int // most memories of a prompt
	MaxTokens     int // most tokens of them, with their headings
	MaxPerType    int // most memories of one type (A37)
	MinConfidence float64
	Weights       Weights
}

// DefaultPolicy returns the documented policy (A34).
func DefaultPolicy() Policy {
	return Policy{MaxItems: 15, MaxTokens: 800, MaxPerType: 5, MinConfidence: minConfidence, Weights: A34}
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
