package quality_test

import (
	"slices"
	"testing"

	"keepsake/text"
)

// TestLabels: the set is as large as it says, and the questions are of the kinds they are
// labelled with.
func TestLabels(t *testing.T) {
	s := readSet(t)
	if len(s.facts) < 1000 || len(s.questions) < 200 {
		t.Errorf("%d facts and %d questions", len(s.facts), len(s.questions))
	}
	having := map[string]int{} // facts that have a word
	texts := map[string]bool{}
	for _, f := range s.facts {
		if texts[f.content] {
			t.Errorf("twice: %q", f.content)
		}
		texts[f.content] = true
		for _, w := range text.Words(f.embedded()) {
			having[w]++
		}
	}
	kinds := map[string]map[string]int{}
	asked := map[string]bool{}
	for _, q := range s.questions {
		if asked[q.text] {
			t.Errorf("asked twice: %q", q.text)
		}
		asked[q.text] = true
		if kinds[q.language] == nil {
			kinds[q.language] = map[string]int{}
		}
		kinds[q.language][q.kind]++
		fact := text.Words(s.facts[q.answer].embedded())
		var telling []string
		for _, w := range text.Words(q.text) {
			if slices.Contains(fact, w) && having[w] <= 8 {
				telling = append(telling, w)
			}
		}
		if q.kind == "p" && len(telling) > 0 {
			t.Errorf("%s paraphrase %q shares %q with %q", q.language, q.text, telling, s.facts[q.answer].content)
		}
		if (q.kind == "w" || q.kind == "i") && !shares(text.Words(q.text), fact) {
			t.Errorf("%s %q shares nothing with %q", q.language, q.text, s.facts[q.answer].content)
		}
	}
	for _, l := range languages {
		if k := kinds[l]; k["w"] < 8 || k["p"] < 20 || k["x"] < 1 || l != "zh" && k["i"] < 8 {
			t.Errorf("%s: too few of a kind: %v", l, k)
		}
	}
	t.Logf("%d facts, %d questions: %v", len(s.facts), len(s.questions), kinds)
}

func shares(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool { return slices.Contains(b, w) })
}
