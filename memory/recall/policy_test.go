package recall_test

import (
	"fmt"
	"keepsake/memory/reading"
	"testing"
	"time"

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
		p := reading.Default()
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
		p = reading.Default()
		p.Weights = reading.Weights{Recency: 1}
		if got := w.find(recall.Query{Text: "harbour", Limit: 15, Policy: &p}); len(got) != 6 || got[0] != "Prefers the harbour cafe" {
			t.Errorf("the newest: %q", got)
		}
	})
}
