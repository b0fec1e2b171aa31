package recall_test

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/recall"
)

// A34, A37: a read policy bounds what is shown unasked: so many of one type and no more, from its confidence on,
// weighed as it says.
func TestReadPolicyA34(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for i := range 7 {
			w.add(alice, fmt.Sprintf("Harbour fact number%d of many", i), fmt.Sprint("s", i), func(n *memory.Draft) { n.Importance, n.Confidence = 0.9-float64(i)/10, 0.6 })
		}
		w.pass(10 * 24 * time.Hour)
		w.add(alice, "Prefers the harbour cafe", "", func(n *memory.Draft) { n.Category, n.Importance = "preference", 0.1 })
		w.fill(60)
		p := recall.DefaultPolicy()
		if got := w.find(recall.Query{Text: "harbour", Limit: 15, Policy: &p}); len(got) != 6 || got[0] != "Harbour fact number0 of many" {
			t.Errorf("five of a type, and one of another: %q", got)
		}
		p.MaxPerType = 1
		if got := w.find(recall.Query{Text: "harbour", Limit: 15, Policy: &p}); len(got) != 2 {
			t.Errorf("one of a type: %q", got)
		}
		p.MinConfidence = 0.7
		if got := w.find(recall.Query{Text: "harbour", Limit: 15, Policy: &p}); len(got) != 1 || got[0] != "Prefers the harbour cafe" {
			t.Errorf("only what is sure: %q", got)
		}
		p = recall.DefaultPolicy()
		p.Weights = recall.Weights{Recency: 1}
		if got := w.find(recall.Query{Text: "harbour", Limit: 15, Policy: &p}); len(got) != 6 || got[0] != "Prefers the harbour cafe" {
			t.Errorf("the newest: %q", got)
		}
	})
}

// A policy that cannot be meant is refused by the name of its field.
func TestReadPolicyIsChecked(t *testing.T) {
	for field, change := range map[string]func(*recall.Policy){
		"read_policy.max_items": func(p *recall.Policy) { p.MaxItems = 0 }, "read_policy.max_tokens": func(p *recall.Policy) { p.MaxTokens = 0 },
		"read_policy.max_per_type": func(p *recall.Policy) { p.MaxPerType = 0 }, "read_policy.min_confidence": func(p *recall.Policy) { p.MinConfidence = math.NaN() },
		"read_policy": func(p *recall.Policy) { p.Weights = recall.Weights{} },
	} {
		p := recall.DefaultPolicy()
		if err := p.Check(); err != nil {
			t.Error(err)
		}
		change(&p)
		var wrong *fault.Error
		if !errors.As(p.Check(), &wrong) || wrong.Field != field {
			t.Errorf("%s: %v", field, p.Check())
		}
	}
}
