package policy

import (
	"math"
	"slices"

	"keepsake/memory"
)

// The confidence of a candidate (A24–A26 as corrected by F5–F7):
//
//	confidence = min(1, base × weight × bonus × (1 − penalty))
//	base       = mean of the evidences' own confidences
//	weight     = the highest among the evidences' sources
//	bonus      = min(1.5, 1 + 0.1 × (n − 1)), n = the number of distinct messages
//	penalty    = 0.5 if what it contradicts rests on a stronger source, else 0
//
// It is computed once from all evidences, not from an earlier result. What grounds did not accept as the
// person's own is no evidence and must not be passed (F22).

// Numbers of the score.
const (
	weightExplicit = 1.0
	weightRule     = 0.85
	weightUser     = 0.8
	weightTool     = 0.7

	bonusStep, maxBonus = 0.1, 1.5

	contradictionPenalty = 0.5
)

// weightOf returns the weight of a source (F7). Other methods are no evidence.
func weightOf(method memory.Method) float64 {
	switch method {
	case memory.MethodExplicit:
		return weightExplicit
	case memory.MethodRule:
		return weightRule
	case memory.MethodModel:
		return weightUser
	case memory.MethodModelOnTool:
		return weightTool
	}
	return 0
}

// Score is a confidence and what it was computed from.
type Score struct {
	Confidence float64
	Base       float64
	Weight     float64
	Method     memory.Method // the source that has the weight
	Bonus      float64
	Penalty    float64
	Messages   int // distinct messages, n
}

// ScoreOf returns the score of what several messages say. isWeaker says that it contradicts a memory
// that rests on a stronger source (F6).
func ScoreOf(evidence []memory.Evidence, isWeaker bool) Score {
	var s Score
	var messages []string
	sum, n := 0.0, 0
	for _, e := range evidence {
		w := weightOf(e.Method)
		if w == 0 {
			continue
		}
		if w > s.Weight {
			s.Weight, s.Method = w, e.Method
		}
		sum += clamp(e.Base)
		n++
		if e.MessageID == "" || !slices.Contains(messages, e.MessageID) {
			messages = append(messages, e.MessageID)
		}
	}
	if n == 0 {
		return s
	}
	s.Base, s.Messages = sum/float64(n), len(messages)
	s.Bonus = min(maxBonus, 1+bonusStep*float64(s.Messages-1))
	if isWeaker {
		s.Penalty = contradictionPenalty
	}
	s.Confidence = math.Round(min(1, s.Base*s.Weight*s.Bonus*(1-s.Penalty))*1e6) / 1e6 // 0.6 reaches a threshold of 0.6
	return s
}

// clamp returns a number of a model as a number from 0 to 1.
func clamp(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return min(1, max(0, x))
}
