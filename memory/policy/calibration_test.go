package policy_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"keepsake/memory"
	"keepsake/memory/policy"
)

var profile = policy.Group{Type: memory.Profile, Method: memory.MethodModel}

// taste is a person whose true taste is known: how likely they keep what was found with a score. The score is too sure of
// itself, as models are.
type taste func(score float64) float64

var tastes = map[string]taste{
	"overconfident": func(s float64) float64 { return 0.55 + 0.45*s*s*s },
	"steep":         func(s float64) float64 { return 0.999 / (1 + math.Exp(-16*(s-0.45))) },
	"not rising":    func(s float64) float64 { return 0.99 - 0.75*math.Pow(1-s, 2) - 0.05*math.Abs(math.Sin(9*s))*(1-s) },
}

// taps simulates what people with a taste did with n finds.
func taps(random *rand.Rand, likes taste, n int) []policy.Outcome {
	out := make([]policy.Outcome, n)
	for i := range out {
		s := math.Round(random.Float64()*1000) / 1000
		out[i] = policy.Outcome{Group: profile, Score: s, IsGood: random.Float64() < likes(s)}
	}
	return out
}

// With people whose tastes are known, what is kept unasked is kept by them as often as the operator asks for, within one
// point, with at least 3,000 taps above each level.
func TestPrecisionIsAsAsked(t *testing.T) {
	for name, likes := range tastes {
		for _, asked := range []float64{0.85, 0.90, 0.95} {
			random := rand.New(rand.NewPCG(uint64(len(name)), uint64(asked*100)))
			level := policy.Fit(taps(random, likes, 100_000))[profile].LevelFor(asked)
			if !level.Proven || level.Taps < 3000 {
				t.Errorf("%s at %.2f: %+v", name, asked, level)
				continue
			}
			sum, n := 0.0, 0
			for s := level.Score; s <= 1; s += 0.001 { // of all that would be kept, not only of what was tapped
				sum, n = sum+likes(s), n+1
			}
			if got := sum / float64(n); math.Abs(got-asked) > 0.01 {
				t.Errorf("%s: asked %.2f, kept from %.3f on, true precision %.4f", name, asked, level.Score, got)
			} else {
				t.Logf("%s: asked %.2f, kept from %.3f on (%d taps), measured %.4f, at least %.4f, true %.4f", name, asked, level.Score, level.Taps, level.Share, level.Lower, got)
			}
		}
	}
}

// The default, 98 %, is kept too: by people who keep nearly all of what is sure.
func TestDefaultPrecision(t *testing.T) {
	likes := func(s float64) float64 { return 0.5 + 0.5*math.Sqrt(s) }
	asked := policy.Default().Precision
	level := policy.Fit(taps(rand.New(rand.NewPCG(1, 2)), likes, 100_000))[profile].LevelFor(asked)
	sum, n := 0.0, 0
	for s := level.Score; s <= 1; s += 0.001 {
		sum, n = sum+likes(s), n+1
	}
	if got := sum / float64(n); !level.Proven || level.Taps < 3000 || math.Abs(got-asked) > 0.01 {
		t.Errorf("asked %.2f: %+v, true %.4f", asked, level, got)
	}
}

// Too few taps prove nothing, whatever they say; enough of them do, for their type and method alone.
func TestFewTapsAreAskedAbout(t *testing.T) {
	good := func(n int) (os []policy.Outcome) {
		for range n {
			os = append(os, policy.Outcome{Group: profile, Score: 0.9, IsGood: true})
		}
		return os
	}
	for n, want := range map[int]bool{0: false, 1: false, 50: false, 199: false, 200: true, 1000: true} {
		c := policy.Fit(good(n))
		if got := c.Proves(profile, 0.9, 0.98); got != want {
			t.Errorf("%d taps: %v", n, got)
		}
		if c.Proves(profile, 0.89, 0.98) || c.Proves(policy.Group{Type: memory.Preference, Method: memory.MethodModel}, 0.95, 0.98) {
			t.Errorf("%d taps: a lower score, or another type, is proven", n)
		}
	}
	held := good(1000)
	for i := range held {
		held[i].HeldOut = true
	}
	if policy.Fit(held).Proves(profile, 1, 0.5) {
		t.Error("what is held out was fitted to")
	}
}

// Whatever the taps are, a curve rises in score and share, holds every tap once, keeps the mean, and is nowhere better than
// the best or worse than the worst; the order of the taps does not matter.
func TestCurvesRise(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for round := range 300 {
		os := make([]policy.Outcome, random.IntN(60))
		good := 0
		for i := range os {
			os[i] = policy.Outcome{Group: profile, Score: float64(random.IntN(12)) / 11, IsGood: random.IntN(2) == 0}
			if os[i].IsGood {
				good++
			}
		}
		c := policy.Fit(slices.Clone(os))[profile]
		random.Shuffle(len(os), func(i, k int) { os[i], os[k] = os[k], os[i] })
		if again := policy.Fit(os)[profile]; !slices.EqualFunc(c.Steps, again.Steps, func(a, b policy.Step) bool {
			return a.From == b.From && a.To == b.To && a.Taps == b.Taps && near(a.Share, b.Share)
		}) {
			t.Fatalf("round %d: the order matters", round)
		}
		n, sum := 0, 0.0
		for i, s := range c.Steps {
			n, sum = n+s.Taps, sum+s.Share*float64(s.Taps)
			if s.From > s.To || s.Share < 0 || s.Share > 1 || i > 0 && (c.Steps[i-1].To >= s.From || c.Steps[i-1].Share >= s.Share) {
				t.Fatalf("round %d: %+v", round, c)
			}
		}
		if n != len(os) || math.Abs(sum-float64(good)) > 1e-6 {
			t.Fatalf("round %d: %d taps of %d, %v good of %d", round, n, len(os), sum, good)
		}
		last := 0.0
		for s := -0.1; s < 1.1; s += 0.013 {
			share, ok := c.ShareAt(s)
			if ok != (len(os) > 0) || share < last-1e-9 || share > 1 {
				t.Fatalf("round %d: %v at %v after %v", round, share, s, last)
			}
			last = share
		}
	}
}

// On outcomes that are held out, the calibrated score is better than the score as it is, and its table of reliability is
// true.
func TestReliability(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	os := taps(random, tastes["overconfident"], 40_000)
	for i := range os {
		os[i].HeldOut = i%4 == 0
	}
	rs := policy.Evaluate(append(os, policy.Outcome{Group: policy.Group{Type: memory.Constraint, Method: memory.MethodRule}, Score: math.NaN()}), 0.9)
	if len(rs) != 1 || rs[0].Taps != 30_000 || rs[0].Tested != 10_000 || rs[0].Calibrated >= rs[0].Raw {
		t.Fatalf("%+v", rs)
	}
	for _, b := range rs[0].Bins {
		if math.Abs(b.Expected-b.Observed) > 4*math.Sqrt(0.25/float64(b.Taps)) || b.Expected < b.From-1e-9 || b.Expected > b.To+1e-9 {
			t.Errorf("%+v", b)
		}
	}
	t.Logf("Brier %.4f -> %.4f", rs[0].Raw, rs[0].Calibrated)
}

// Of several ways in which a find was taken, the one of the highest weight counts.
func TestMethodOf(t *testing.T) {
	mixed := append(said(memory.MethodModelOnTool, 1, "a"), said(memory.MethodModel, 1, "b")...)
	if policy.MethodOf(mixed) != memory.MethodModel || policy.MethodOf(nil) != "" {
		t.Error("the method that counts")
	}
}
