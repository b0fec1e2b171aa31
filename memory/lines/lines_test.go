package lines

import (
	"reflect"
	"testing"
)

// Diff tells what was added, merged and dropped, and undo takes a merge or a drop back with nothing lost.
func TestDiff(t *testing.T) {
	metric, miles := Line{"use metres", []string{"a"}}, Line{"never miles", []string{"b"}}
	german, french := Line{"answer in German", []string{"c"}}, Line{"answer in French", []string{"d"}}
	both := Line{"use metres, never miles", []string{"a", "b"}}
	withNew := Line{"use metres and grams", []string{"a", "e"}}
	said := func(id string) (string, bool) {
		words, ok := map[string]string{"d": "answer in French", "e": "use grams"}[id]
		return words, ok
	}
	for name, c := range map[string]struct {
		before, after []Line
		want          []Change
		undone        []Line // by taking back all that is not added
	}{
		"nothing":          {[]Line{metric}, []Line{metric}, nil, []Line{metric}},
		"the first":        {nil, []Line{metric}, []Change{{Kind: Added, After: metric}}, []Line{metric}},
		"said again":       {[]Line{metric}, []Line{{"use metres", []string{"a", "x"}}}, nil, []Line{{"use metres", []string{"a", "x"}}}},
		"two become one":   {[]Line{metric, miles}, []Line{both}, []Change{{Merged, []Line{metric, miles}, both}}, []Line{metric, miles}},
		"with a new one":   {[]Line{metric}, []Line{withNew}, []Change{{Merged, []Line{metric}, withNew}}, []Line{metric, {"use grams", []string{"e"}}}},
		"a newer one wins": {[]Line{metric, german}, []Line{metric, french}, []Change{{Kind: Added, After: french}, {Kind: Dropped, Before: []Line{german}}}, []Line{metric, french, german}},
	} {
		t.Run(name, func(t *testing.T) {
			got := Diff(c.before, c.after)
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("changed %+v, want %+v", got, c.want)
			}
			lines := c.after
			for _, one := range got {
				if one.Kind != Added {
					lines = Undo(lines, one, said)
				}
			}
			if !reflect.DeepEqual(lines, c.undone) {
				t.Errorf("taken back %+v, want %+v", lines, c.undone)
			}
		})
	}
}
