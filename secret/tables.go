package secret

import (
	"sync"

	"keepsake/secret/lexicon"
	"keepsake/secret/shapes"
)

// words are the tables of package lexicon, and the rules for keys, which the same index leads to.
type words struct {
	*lexicon.Words
	rules []*shapes.Rule
}

// tables returns the tables, which the first call loads.
var tables = sync.OnceValue(func() *words {
	w := &words{Words: lexicon.Load()}
	w.rules = shapes.Rules(w.IsStop)
	for i, r := range w.rules {
		for _, k := range r.Keywords {
			w.Index.Add(lexicon.Keyword{Text: k, Rule: i})
		}
	}
	return w
})
