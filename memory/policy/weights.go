package policy

import (
	"math"

	"keepsake/fault"
	"keepsake/memory"
)

// Weights say how much finds of each source count against the thresholds of a policy; the zero value is the documented weights
// (A25, F5, F7). They change neither the score that is stored and shown nor what calibration proves by it: what they decide is
// whether a find reaches MinConfidence. What the person asked for in so many words weighs 1: the others are measured by it.
type Weights struct {
	Rule   float64 `json:"rule"`   // a rule found it
	Model  float64 `json:"model"`  // a model listed it
	Tool   float64 `json:"tool"`   // a model listed it of a tool's result
	Repeat float64 `json:"repeat"` // added for each further message that says it
}

var documented = Weights{Rule: weightRule, Model: weightUser, Tool: weightTool, Repeat: bonusStep}

// Bounds of weights.
const minWeight, maxRepeat = 0.5, 0.2

// Weighs returns the weights that count in a policy.
func (p Policy) Weighs() Weights {
	if p.Weights == (Weights{}) {
		return documented
	}
	return p.Weights
}

// WithWeights returns the policy with other weights. The documented ones are stored as none, so that the policy is the same as before.
func (p Policy) WithWeights(w Weights) Policy {
	if p.Weights = w; w == documented {
		p.Weights = Weights{}
	}
	return p
}

// check returns an error of kind fault.Invalid for weights that cannot be meant: a weaker source never outweighs a stronger one.
func (w Weights) check() error {
	for _, x := range []float64{w.Rule, w.Model, w.Tool, w.Repeat} {
		if math.IsNaN(x) {
			return fault.Field("write_policy.weights", "has no number")
		}
	}
	switch {
	case w.Tool < minWeight || w.Model < w.Tool || w.Rule < w.Model || w.Rule > weightExplicit:
		return fault.Field("write_policy.weights", "must be 0.5 to 1, tool at most as much as model, and model as rule")
	case w.Repeat < 0 || w.Repeat > maxRepeat:
		return fault.Field("write_policy.weights.repeat", "must be 0 to 0.2")
	}
	return nil
}

// of returns the weight of a source.
func (w Weights) of(m memory.Method) float64 {
	switch m {
	case memory.MethodRule:
		return w.Rule
	case memory.MethodModel:
		return w.Model
	case memory.MethodModelOnTool:
		return w.Tool
	}
	return weightOf(m)
}

// weigh returns the confidence of a score as it counts against the thresholds. A score whose source is not known counts as it is.
func (p Policy) weigh(s Score) float64 {
	if p.Weights == (Weights{}) || s.Weight == 0 || s.Bonus == 0 {
		return s.Confidence
	}
	bonus := min(maxBonus, 1+p.Weights.Repeat*float64(s.Messages-1))
	return math.Round(min(1, s.Confidence*p.Weights.of(s.Method)/s.Weight*bonus/s.Bonus)*1e6) / 1e6
}
