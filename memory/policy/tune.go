package policy

import "math"

// This file proposes thresholds by replay (A46). It asks nobody, and changes nothing: calibration.Tuner does.

// Bounds of a proposal. It moves thresholds only, in small steps: the mode, the precision that is asked for, what must be
// approved and all limits stay the operator's.
const (
	tuneStep, maxTuneStep    = 0.05, 0.10 // of MinConfidence, in one proposal
	minTuned, maxTuned       = 0.40, 0.95 // of MinConfidence
	maxTunedEvidence         = 3
	MinTuneFinds             = 100 // finds with a known result, in each of the two parts
	minTuneGain, minTuneRate = 5, 0.02
)

// Value is how much a policy is worth to people: the finds that they wanted and got, less those that they did not want and were
// bothered with.
func (t Trial) Value() int { return t.Served - t.Bothered }

// Proposal is a policy that replays better than the present one, on finds by which it was not chosen.
type Proposal struct {
	Policy         Policy
	Present, Tried Trial // on held-out finds
}

// Propose returns the thresholds that would have served people best. They are chosen on the finds of fit, and tried in shadow on
// those of heldOut: ok is false when nothing there is clearly better, when more would have been kept that nobody wanted, or when
// either part knows too few results.
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
	if chosen.Equal(p) {
		return Proposal{}, false
	}
	best = Proposal{Policy: chosen, Present: p.Replay(c, heldOut), Tried: chosen.Replay(c, heldOut)}
	gain := best.Tried.Value() - best.Present.Value()
	enough := max(minTuneGain, int(math.Ceil(minTuneRate*float64(countKnown(heldOut)))))
	return best, gain >= enough && !best.Tried.IsWorse(best.Present)
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
