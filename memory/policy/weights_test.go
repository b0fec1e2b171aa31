package policy_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"keepsake/memory"
	"keepsake/memory/policy"
)

// tasteOf makes finds of two sources, scored with the documented weights, of people who want what reaches 0.6 with weights of their own.
func tasteOf(n int, seed uint64, rule, model float64, noise float64) (ps []policy.Past) {
	random := rand.New(rand.NewPCG(seed, 7))
	for i := range n {
		method, own := memory.MethodModel, model
		if i%2 == 0 {
			method, own = memory.MethodRule, rule
		}
		base := 0.5 + 0.5*random.Float64()
		s := policy.ScoreOf([]memory.Evidence{{MessageID: "m", Meta: memory.Meta{Method: method, Base: base}}}, false)
		isGood := base*own >= 0.6
		if random.Float64() < noise {
			isGood = !isGood
		}
		ps = append(ps, policy.Past{
			Group: policy.Group{Type: memory.Preference, Method: method}, Score: s, Setting: policy.Free, Session: fmt.Sprint(i), Known: true, IsGood: isGood,
		})
	}
	return ps
}

// A46: the weight by which people judge a source is found by replay, within its bounds, and only where it holds on finds by which it was
// not chosen.
func TestA46WeightsAreProposed(t *testing.T) {
	manual, bold := settings(), settings()
	manual.Mode = policy.Manual
	bold.Mode, bold.Precision = policy.Auto, 0
	for name, c := range map[string]struct {
		present     policy.Policy
		fit, held   []policy.Past
		rule, model float64 // 0 = no weight is proposed
	}{
		"rules are trusted less":  {manual, tasteOf(1200, 1, 0.8, 0.8, 0.02), tasteOf(600, 2, 0.8, 0.8, 0.02), 0.8, 0.8},
		"models are trusted less": {manual, tasteOf(1200, 1, 0.85, 0.7, 0.02), tasteOf(600, 2, 0.85, 0.7, 0.02), 0.85, 0.7},
		"and kept unasked":        {bold, tasteOf(1200, 1, 0.85, 0.7, 0.02), tasteOf(600, 2, 0.85, 0.7, 0.02), 0.85, 0.7},
		"a threshold says it":     {manual, tasteOf(1200, 1, 0.85, 0.5, 0.02), tasteOf(600, 2, 0.85, 0.5, 0.02), 0, 0},
		"as documented":           {manual, tasteOf(1200, 1, 0.85, 0.8, 0.02), tasteOf(600, 2, 0.85, 0.8, 0.02), 0, 0},
		"it did not hold":         {manual, tasteOf(1200, 1, 0.85, 0.7, 0.02), tasteOf(600, 2, 0.85, 0.8, 0.02), 0, 0},
		"too few":                 {manual, tasteOf(99, 1, 0.85, 0.7, 0), tasteOf(600, 2, 0.85, 0.7, 0), 0, 0},
		"too few of the source":   {manual, append(tasteOf(1200, 1, 0.85, 0.7, 0), without(tasteOf(2400, 3, 0.85, 0.7, 0))...), without(tasteOf(1200, 2, 0.85, 0.7, 0)), 0, 0},
		"a coin":                  {manual, tasteOf(1200, 1, 0.85, 0.8, 0.5), tasteOf(600, 2, 0.85, 0.8, 0.5), 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := c.present.Propose(nil, c.fit, c.held)
			again, _ := c.present.Propose(nil, c.fit, c.held)
			if again.Policy.Version() != got.Policy.Version() {
				t.Error("the same finds give another proposal")
			}
			isWeighted := ok && got.Policy.Weights != (policy.Weights{})
			if isWeighted != (c.rule > 0) {
				t.Fatalf("proposed %t: %+v", ok, policy.Diff(c.present, got.Policy))
			}
			if !isWeighted {
				return
			}
			w := got.Policy.Weighs()
			if w.Rule != c.rule || w.Model != c.model || w.Tool != 0.7 || w.Repeat != 0.1 || math.Abs(w.Rule-0.85) > 0.101 || math.Abs(w.Model-0.8) > 0.101 {
				t.Errorf("proposed %+v", policy.Diff(c.present, got.Policy))
			}
			if got.Tried.Precision() < got.Present.Precision() || got.Tried.Value() <= got.Present.Value() || got.Tried.Unwanted > got.Present.Unwanted {
				t.Errorf("in shadow %+v, now %+v", got.Tried, got.Present)
			}
			if err := got.Policy.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// without removes what a model found.
func without(ps []policy.Past) (out []policy.Past) {
	for _, p := range ps {
		if p.Score.Method != memory.MethodModel {
			out = append(out, p)
		}
	}
	return out
}

// A46: weights that would serve more people, of whom a smaller share is right, are not proposed.
func TestA46PrecisionDoesNotFall(t *testing.T) {
	p := settings()
	p.Mode = policy.Manual
	mixed := func(n int, seed uint64) (ps []policy.Past) { // below the threshold 7 of 10 are wanted, above it all
		random := rand.New(rand.NewPCG(seed, 9))
		for _, f := range tasteOf(n, seed, 0.85, 0.8, 0) {
			f.IsGood = f.Score.Confidence >= 0.6 || f.Score.Method == memory.MethodModel && random.Float64() < 0.7
			ps = append(ps, f)
		}
		return ps
	}
	got, ok := p.Propose(nil, mixed(1200, 1), mixed(600, 2))
	if ok && got.Policy.Weights != (policy.Weights{}) {
		t.Errorf("%+v", policy.Diff(p, got.Policy))
	}
}

// A25: weights change what reaches the thresholds, by name and within bounds, and nothing of a policy without any; the documented ones
// are none.
func TestWeights(t *testing.T) {
	p := settings()
	p.Mode, p.Precision = policy.Auto, 0
	lower, err := p.With(policy.Field{Name: "weights.model", Value: "0.7"})
	must(t, err)
	score := policy.ScoreOf(said(memory.MethodModel, 0.8, "a"), false) // 0.64 as documented
	twice := policy.ScoreOf(said(memory.MethodModel, 0.8, "a", "b"), false)
	decide := func(p policy.Policy, s policy.Score) policy.Action {
		return p.Decide(policy.Case{Type: memory.Profile, Score: s, Setting: policy.Free}).Action
	}
	if decide(p, score) != policy.Apply || decide(lower, score) != policy.Keep || decide(lower, twice) != policy.Apply || p.Version() == lower.Version() {
		t.Errorf("%s, %s, %s", decide(p, score), decide(lower, score), decide(lower, twice))
	}
	flat, err := lower.With(policy.Field{Name: "weights.repeat", Value: "0"})
	must(t, err)
	if decide(flat, twice) != policy.Keep || flat.IsRipe(twice) || !flat.IsRipe(policy.Score{Confidence: 0.6, Messages: 1}) {
		t.Error("what is repeated counts as much as before, or an unknown source less")
	}
	back, err := lower.With(policy.Field{Name: "weights.model", Value: "0.8"})
	must(t, err)
	if back.Version() != p.Version() || !back.Equal(p) || len(policy.Diff(p, lower)) != 1 || policy.Diff(p, lower)[0].Before != "0.8" {
		t.Errorf("%+v", policy.Diff(p, lower))
	}
	for _, bad := range []string{"weights.model=0.9", "weights.model=0.6", "weights.tool=0.4", "weights.rule=1.1", "weights.repeat=0.3", "weights.repeat=-0.1", "weights.tool=NaN", "weights.tool=x"} {
		name, value, _ := strings.Cut(bad, "=")
		if _, err := p.With(policy.Field{Name: name, Value: value}); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
	for name, want := range map[memory.Method]policy.Action{memory.MethodExplicit: policy.Apply, memory.MethodRule: policy.Apply, memory.MethodModelOnTool: policy.Keep} {
		if got := decide(lower, policy.ScoreOf(said(name, 0.8, "a"), false)); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
