package policy

import (
	"math"
	"slices"

	"keepsake/memory"
)

// This file proposes thresholds, and weights of sources, by replay (A46). It asks nobody, and changes nothing: calibration.Tuner does.

// Bounds of a proposal. It moves thresholds and weights only, in small steps: the mode, the precision that is asked for, what must be
// approved and all limits stay the operator's.
const (
	tuneStep, maxTuneStep    = 0.05, 0.10 // of MinConfidence and of a weight, in one proposal
	minTuned, maxTuned       = 0.40, 0.95 // of MinConfidence
	maxTunedEvidence         = 3
	MinTuneFinds             = 100 // finds with a known result, in each of the two parts
	minTuneGain, minTuneRate = 5, 0.02
	minWeightFinds           = 50 // finds of a source with a known result, in each of the two parts: else its weight stays
	weightRounds             = 2
)

// Value is how much a policy is worth to people: the finds that they wanted and got, less those that they did not want and were
// bothered with.
func (t Trial) Value() int { return t.Served - t.Bothered }

// Proposal is a policy that replays better than the present one, on finds by which it was not chosen.
type Proposal struct {
	Policy         Policy
	Present, Tried Trial // on held-out finds
}

// Propose returns the thresholds and weights that would have served people best. They are chosen on the finds of fit, and tried in
// shadow on those of heldOut: ok is false when nothing there is clearly better, when more would have been kept that nobody wanted, or
// when either part knows too few results. Weights move only where that is clearly better than thresholds alone, and no smaller share
// of what people get is wanted.
func (p Policy) Propose(c Calibration, fit, heldOut []Past) (best Proposal, ok bool) {
	if countKnown(fit) < MinTuneFinds || countKnown(heldOut) < MinTuneFinds {
		return Proposal{}, false
	}
	now := p.Replay(c, fit)
	chosen, value := p, now.Value()
	for _, other := range p.neighbours() {
		t := other.Replay(c, fit)
		if t.Value() > value && t.Unwanted <= now.Unwanted {
			chosen, value = other, t.Value()
		}
	}
	present := p.Replay(c, heldOut)
	enough := max(minTuneGain, int(math.Ceil(minTuneRate*float64(countKnown(heldOut)))))
	isBetter := func(t, than Trial) bool { return t.Value()-than.Value() >= enough && !t.IsWorse(present) }
	tried := chosen.Replay(c, heldOut)
	weights := movable(fit, heldOut)
	weighted, both := p.tuneWeights(c, fit, weights, now.Unwanted), chosen.tuneWeights(c, fit, weights, now.Unwanted)
	if both.Replay(c, fit).Value() > weighted.Replay(c, fit).Value() {
		weighted = both
	}
	if weighted.Weights != p.Weights {
		t := weighted.Replay(c, heldOut)
		if isBetter(t, present) && isBetter(t, tried) && t.Precision() >= present.Precision() {
			return Proposal{Policy: weighted, Present: present, Tried: t}, true
		}
	}
	if chosen.Equal(p) {
		return Proposal{}, false
	}
	return Proposal{Policy: chosen, Present: present, Tried: tried}, isBetter(tried, present)
}

// coordinate is one weight, and which finds it counts for.
type coordinate struct {
	of     func(w *Weights) *float64
	counts func(s Score) bool
}

var coordinates = []coordinate{
	{func(w *Weights) *float64 { return &w.Model }, func(s Score) bool { return s.Method == memory.MethodModel }},
	{func(w *Weights) *float64 { return &w.Rule }, func(s Score) bool { return s.Method == memory.MethodRule }},
	{func(w *Weights) *float64 { return &w.Tool }, func(s Score) bool { return s.Method == memory.MethodModelOnTool }},
	{func(w *Weights) *float64 { return &w.Repeat }, func(s Score) bool { return s.Weight > 0 && s.Messages > 1 }},
}

// movable returns the weights of whose finds enough results are known in all of these parts.
func movable(parts ...[]Past) (all []coordinate) {
	for _, c := range coordinates {
		if !slices.ContainsFunc(parts, func(pasts []Past) bool {
			return countKnown(slices.DeleteFunc(slices.Clone(pasts), func(f Past) bool { return !c.counts(f.Score) })) < minWeightFinds
		}) {
			all = append(all, c)
		}
	}
	return all
}

// tuneWeights returns the policy with the weights, at most maxTuneStep from the present ones, that serve people of these finds best: one
// weight after the other, in small steps. The same finds give the same weights.
func (p Policy) tuneWeights(c Calibration, fit []Past, some []coordinate, maxUnwanted int) Policy {
	best, value := p, p.Replay(c, fit).Value()
	for range weightRounds {
		for _, at := range some {
			from, present := best.Weighs(), p.Weighs()
			for step := -maxTuneStep; step < maxTuneStep+tuneStep/2; step += tuneStep {
				w := from
				*at.of(&w) = math.Round((*at.of(&present)+step)*100) / 100
				other := p.WithWeights(w)
				if w.check() != nil {
					continue
				}
				if t := other.Replay(c, fit); t.Value() > value && t.Unwanted <= maxUnwanted {
					best, value = other, t.Value()
				}
			}
		}
	}
	return best
}

// neighbours returns the policies within the bounds of a proposal.
func (p Policy) neighbours() (all []Policy) {
	steps := int(math.Round(maxTuneStep / tuneStep))
	for i := -steps; i <= steps; i++ {
		confidence := math.Round((p.MinConfidence+float64(i)*tuneStep)*100) / 100
		if i == 0 {
			confidence = p.MinConfidence
		}
		for _, evidence := range []int{p.MinEvidence, p.MinEvidence - 1, p.MinEvidence + 1} {
			isInside := confidence >= minTuned && confidence <= maxTuned && evidence >= 1 && evidence <= maxTunedEvidence
			if other := p; isInside {
				other.MinConfidence, other.MinEvidence = confidence, evidence
				all = append(all, other)
			}
		}
	}
	return all
}

func countKnown(pasts []Past) (n int) {
	for _, f := range pasts {
		if f.Known {
			n++
		}
	}
	return n
}

// ByTuning names the tuning as who made a policy.
const ByTuning = "tuning"
