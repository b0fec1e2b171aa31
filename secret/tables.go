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

// Load loads the tables, which takes up to some seconds of a busy processor, so that no text has to wait for them.
func Load() { tables() }

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
