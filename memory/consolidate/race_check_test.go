package consolidate_test

import (
	"fmt"
	"strings"

	"keepsake/actor"
)

// check looks at all that is kept; at the end everything that was found and is not gone is there.
func (w *race) check(end bool) {
	ctx := w.t.Context()
	var texts []string
	places := map[string]int{}
	m, err := w.Shards.ToMerge(ctx, actor.Actor{Kind: actor.Consolidation}, "keepsake", w.held.ID)
	w.must(err)
	for _, i := range m.Waiting {
		places[thingOf(i.Content)]++
	}
	for _, l := range m.Current.Lines {
		places[thingOf(l.Text)]++
	}
	for v := range m.Current.Version + 1 {
		old, err := w.db.Shards().Version(ctx, w.held, v)
		w.must(err)
		for _, l := range old.Lines {
			texts = append(texts, l.Text)
		}
	}
	items, err := w.db.Shards().SaidBy(ctx, w.group)
	w.must(err)
	for _, i := range items {
		texts = append(texts, i.Content)
	}
	waiting, err := w.Digests.Waiting(ctx, w.owner())
	w.must(err)
	for _, d := range waiting {
		places[thingOf(d.Content)]++
	}
	versions, err := w.Digests.List(ctx, w.owner())
	w.must(err)
	for n, v := range versions {
		for _, l := range v.Lines {
			texts = append(texts, l.Text)
			if n == 0 {
				places[thingOf(l.Text)]++
			}
		}
	}
	directives, episodes, err := w.db.Digests().All(ctx, w.owner())
	w.must(err)
	for _, d := range directives {
		texts = append(texts, d.Content)
	}
	var talks []string // what a conversation was about stays when a wish is taken back that came of it
	for _, e := range episodes {
		talks = append(talks, e.Content)
	}
	for thing, s := range w.said {
		texts := texts
		if s.gone != "" && s.gone != "taken back" {
			texts = append(texts, talks...)
		}
		if s.gone != "" && strings.Contains(strings.Join(texts, "\n"), thing) {
			w.r.Fatalf("the %s is %s and stands in %q", thing, s.gone, texts)
		}
		if n := places[thing]; n > 1 || n == 0 && end && s.gone == "" && s.listed {
			w.r.Fatalf("the %s waits or is absorbed %d times (%s)", thing, n, fmt.Sprintf("%+v", s))
		}
		if end && places[thing] == 1 {
			w.gone["rests"]++
		}
	}
}
