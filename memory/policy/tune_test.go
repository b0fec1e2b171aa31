package policy_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"keepsake/memory"
	"keepsake/memory/policy"
)

// people makes finds of people who want a find the surer the higher its score: wanted says how sure.
func people(n int, seed uint64, wanted func(score float64) float64) (ps []policy.Past) {
	random := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		score := 0.3 + 0.6*random.Float64()
		ps = append(ps, policy.Past{
			Group: policy.Group{Type: memory.Preference, Method: memory.MethodModel}, Score: policy.Score{Confidence: score, Messages: 1}, Setting: policy.Free,
			Session: fmt.Sprint(i), Known: true, IsGood: random.Float64() < wanted(score),
		})
	}
	return ps
}

// A46: the threshold that would have served people best is proposed, in small steps, and only where it holds on finds by which it
// was not chosen.
func TestA46ThresholdsAreProposed(t *testing.T) {
	likesAll := func(float64) float64 { return 0.95 }
	likesSure := func(s float64) float64 {
		if s > 0.65 {
			return 0.95
		}
		return 0.1
	}
	p := settings()
	p.Mode = policy.Manual
	for name, c := range map[string]struct {
		present policy.Policy
		fit     []policy.Past
		held    []policy.Past
		want    float64 // 0 = nothing is proposed
	}{
		"people want more":   {p, people(600, 1, likesAll), people(300, 2, likesAll), 0.5},
		"people want less":   {p, people(600, 1, likesSure), people(300, 2, likesSure), 0.65},
		"it did not hold":    {p, people(600, 1, likesAll), people(300, 2, likesSure), 0},
		"too few":            {p, people(99, 1, likesAll), people(300, 2, likesAll), 0},
		"too few held out":   {p, people(600, 1, likesAll), people(99, 2, likesAll), 0},
		"nothing is known":   {p, unknown(people(600, 1, likesAll)), people(300, 2, likesAll), 0},
		"it is right as is":  {at(p, 0.65), people(600, 1, likesSure), people(300, 2, likesSure), 0},
		"more unwanted kept": {unasked(p), people(600, 1, likesAll), people(300, 2, likesAll), 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := c.present.Propose(nil, c.fit, c.held)
			if ok != (c.want > 0) || ok && got.Policy.MinConfidence != c.want {
				t.Errorf("%t: %+v", ok, got)
			}
			if !ok {
				return
			}
			if got.Tried.Value() <= got.Present.Value() || got.Tried.Unwanted > got.Present.Unwanted {
				t.Errorf("in shadow: %+v, now %+v", got.Tried, got.Present)
			}
			changed := policy.Diff(c.present, got.Policy)
			if len(changed) != 1 || changed[0].Name != "min_confidence" {
				t.Errorf("changed: %+v", changed)
			}
		})
	}
}

func at(p policy.Policy, confidence float64) policy.Policy {
	p.MinConfidence = confidence
	return p
}

// unasked keeps what reaches the thresholds without asking.
func unasked(p policy.Policy) policy.Policy {
	p.Mode, p.Precision = policy.Auto, 0
	return p
}

func unknown(ps []policy.Past) []policy.Past {
	for i := range ps {
		ps[i].Known = false
	}
	return ps
}
