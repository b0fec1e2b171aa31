package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// A sample has its size, is the same each time, is another one with another seed, and its run's name tells it.
func TestSample(t *testing.T) {
	ds, items := loadDialogues(t), loadItems(t)
	idsOf := func(s Sample) (ids []string) {
		some, inputs := s.Of(ds, items)
		for _, d := range some {
			ids = append(ids, d.ID)
		}
		for _, x := range inputs {
			ids = append(ids, x.ID)
		}
		return ids
	}
	one := idsOf(Sample{40, 1})
	if len(one) != 40 || !slices.Equal(one, idsOf(Sample{40, 1})) || slices.Equal(one, idsOf(Sample{40, 2})) {
		t.Errorf("%d: %q", len(one), one)
	}
	langs := map[string]int{}
	for _, id := range one {
		langs[id[:2]]++
	}
	if len(langs) != 4 {
		t.Errorf("languages: %v", langs)
	}
	if all := len(ds) + len(items); len(idsOf(Sample{})) != all || len(idsOf(Sample{all + 1, 1})) != all {
		t.Error("all are not all")
	}
	for _, s := range []Sample{{}, {40, 1}, {7, 12}} {
		if got := SampleOf(s.Name("qwen2.5:7b")); got != s {
			t.Errorf("%+v has the name %s, which says %+v", s, s.Name("qwen2.5:7b"), got)
		}
	}
	if got := SampleOf("odd~name~here"); got != (Sample{}) {
		t.Errorf("a name that only looks so: %+v", got)
	}
}

// The interval of a table holds what it says: messages of one dialogue mostly go right or wrong together, and still about 95 of 100
// intervals contain the true share. Counting messages as independent would not.
func TestIntervalHoldsForDialogues(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const truth, tries = 0.7, 2000
	held, naive := 0, 0
	for range tries {
		c := count{}
		for d := range 40 {
			right := random.Float64() < truth
			for range 3 { // of three messages each, all right or all wrong
				c.add(Result{ID: fmt.Sprint(d), Acted: right, Facts: true, Quoted: true, Language: true})
			}
		}
		low, high := c.interval()
		if low <= 100*truth && 100*truth <= high {
			held++
		}
		if low, high = Wilson(c.passed, c.all); low <= 100*truth && 100*truth <= high {
			naive++
		}
	}
	if share := float64(held) / tries; share < 0.93 || share > 0.98 {
		t.Errorf("%.3f of the intervals hold the true share", share)
	}
	if share := float64(naive) / tries; share > 0.85 {
		t.Errorf("the dialogues of this test are independent: %.3f", share)
	}
}
