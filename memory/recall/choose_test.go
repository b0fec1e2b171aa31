package recall_test

import (
	"fmt"
	"keepsake/memory/reading"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/phrase/slot"
	"keepsake/scope"
	"keepsake/store/storetest"
	"keepsake/text"
)

// extracted stores a memory as one that formed by itself, about the harbour.
func (w *world) extracted(content string, change ...func(*memory.Draft)) {
	w.t.Helper()
	w.add(alice, content, "", append(change, func(n *memory.Draft) { n.Origin = memory.Extracted })...)
}

// A32: what a prompt shows says one thing once, in whatever words and language; what says less of it comes after
// what says something else, and a denial is something else. Who asks, or compares, finds all of it.
func TestDiversityA32(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		important := func(x float64) func(*memory.Draft) { return func(n *memory.Draft) { n.Importance = x } }
		for i, said := range []string{
			"User prefers harbour dates on Fridays",
			"User prefers Friday harbour dates", // in another order and form
			"User prefers harbour dates",        // less of it
			"User does not prefer harbour dates on Fridays",
			"Der Nutzer wohnt in Harbour City",
			"Der Nutzer lebt in Harbour City", // in another word
			"The harbour ferry leaves at 7:40",
		} {
			w.extracted(said, important(0.9-float64(i)/20))
		}
		w.fill(60)
		p := reading.Default()
		p.MaxPerType = 15
		got := w.find(recall.Query{Text: "harbour", Limit: 15, Varied: true, Policy: &p})
		want := []string{
			"User prefers harbour dates on Fridays", "User does not prefer harbour dates on Fridays", "Der Nutzer wohnt in Harbour City",
			"The harbour ferry leaves at 7:40", "User prefers harbour dates",
		}
		if !slices.Equal(got, want) {
			t.Errorf("unasked: %q", got)
		}
		if got := w.find(recall.Query{Text: "harbour", Limit: 4, Varied: true, Policy: &p}); !slices.Equal(got, want[:4]) {
			t.Errorf("four places: %q", got)
		}
		if got := w.find(recall.Query{Text: "harbour", Limit: 15, Asked: true}); len(got) != 7 {
			t.Errorf("asked: %q", got)
		}
		if got := w.find(recall.Query{Text: "harbour", Limit: 15}); len(got) != 7 {
			t.Errorf("looked for, to compare: %q", got)
		}
	})
}

// A34, A37, A39, F4: whatever is stored and whatever the policy, what is shown unasked has at most as many real
// tokens, memories and memories of a type as it says, none said twice, and a memory that would still fit is not left
// out.
func TestChosenKeepsTheBudgetsF4(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.recall.Embedder = nil
	subjects := []string{"Anna", "Борис", "小明", "Der Nutzer", "User"}
	verbs := []string{"sails from", "no longer sails from", "paints", "wohnt am", "любит", "喜欢"}
	rest := []string{"in spring", "on Fridays with 3 friends", "👩‍👩‍👧‍👦 🚢🚢", "seit 2019", "по утрам перед работой", "每个星期天早上和朋友一起"}
	types := []string{"person", "preference", "context", "project"}
	i := 0
	for _, s := range subjects {
		for _, v := range verbs {
			for _, r := range rest {
				i++
				w.extracted(fmt.Sprintf("%s %s harbour %s%s", s, v, r, strings.Repeat(" quay", i%7)), func(n *memory.Draft) {
					n.Category, n.Importance, n.Confidence = types[i%4], float64(i%10)/10, 0.5+float64(i%5)/10
				})
				w.pass(time.Duration(i%5) * time.Hour)
			}
		}
	}
	w.fill(200)
	cost := func(m memory.Memory) int { return text.Tokens("- " + m.Content + "\n") }
	rapid.Check(t, func(t *rapid.T) {
		p := reading.Policy{
			MaxItems: rapid.IntRange(1, 30).Draw(t, "items"), MaxPerType: rapid.IntRange(1, 10).Draw(t, "of a type"),
			MinConfidence: rapid.SampledFrom([]float64{0, 0.5, 0.7, 0.9}).Draw(t, "confidence"),
			Weights: reading.Weights{
				Similarity: rapid.SampledFrom([]float64{0.1, 0.5, 1}).Draw(t, "similarity"),
				Importance: rapid.SampledFrom([]float64{0, 0.4, 1}).Draw(t, "importance"), Recency: rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "recency"),
			},
		}
		q := recall.Query{
			Scopes: []scope.Scope{alice}, Text: "harbour " + rapid.SampledFrom(slices.Concat(subjects, rest)).Draw(t, "about"),
			Limit: p.MaxItems, Tokens: rapid.IntRange(1, 400).Draw(t, "tokens"), Cost: cost, Varied: true, Policy: &p,
		}
		hits, err := w.recall.Find(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		shown, tokens, ofType := map[string]bool{}, 0, map[memory.Type]int{}
		for i, h := range hits {
			shown[h.Memory.ID] = true
			tokens += cost(h.Memory)
			ofType[h.Memory.Type]++
			if h.Memory.Confidence < p.MinConfidence || ofType[h.Memory.Type] > p.MaxPerType {
				t.Fatalf("%+v of %+v", h.Memory, p)
			}
			for _, o := range hits[:i] {
				if slot.Compare(o.Memory.Content, h.Memory.Content) == slot.SameFact {
					t.Fatalf("said twice: %q, %q", o.Memory.Content, h.Memory.Content)
				}
			}
		}
		if len(hits) > p.MaxItems || tokens > q.Tokens {
			t.Fatalf("%d of %d memories, %d of %d tokens", len(hits), p.MaxItems, tokens, q.Tokens)
		}
		if len(hits) == p.MaxItems {
			return
		}
		budget := q.Tokens
		q.Tokens = 0 // what the budget left out
		all, err := w.recall.Find(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range all {
			if !shown[h.Memory.ID] && ofType[h.Memory.Type] < p.MaxPerType && tokens+cost(h.Memory) <= budget {
				t.Fatalf("would have fitted: %q", h.Memory.Content)
			}
		}
	})
}
