package secret

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"keepsake/secret/lexicon"
	"keepsake/secret/shapes"
)

//go:embed data/gitleaks.tsv
var gitleaksFile string

// words are the tables of package lexicon, and the rules for keys, which the same index leads to.
type words struct {
	*lexicon.Words
	rules []*rule
}

// tables returns the tables, which the first call loads.
var tables = sync.OnceValue(func() *words {
	w := &words{Words: lexicon.Load()}
	w.loadRules()
	return w
})

// loadRules enters vendors' shapes: ours, then those of gitleaks.
func (w *words) loadRules() {
	add := func(r *rule) {
		for _, k := range r.keywords {
			w.Index.Add(lexicon.Keyword{Text: k, Rule: len(w.rules)})
		}
		w.rules = append(w.rules, r)
	}
	for _, s := range shapes.All(w.IsStop) {
		add(&rule{kind: Kind(s.Kind), keywords: keywordsOf(s.Keywords), pattern: s.Pattern, accept: s.Accept, wide: s.Wide})
	}
	for line := range strings.Lines(gitleaksFile) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 5 {
			continue
		}
		r := &rule{kind: Key, pattern: endOfKey(f[4])}
		r.entropy, _ = strconv.ParseFloat(f[1], 64)
		r.group, _ = strconv.Atoi(f[2])
		r.keywords = strings.Fields(f[3])
		add(r)
	}
}

// keywordsOf splits the keywords of a shape; "␣" is a space within one.
func keywordsOf(list string) []string {
	out := strings.Fields(list)
	for i, k := range out {
		out[i] = even(strings.ReplaceAll(k, "␣", " "))
	}
	return out
}

// endOfKey widens what gitleaks expects after a key: in a chat, a key can end a sentence.
func endOfKey(pattern string) string {
	return strings.ReplaceAll(pattern, `(?:[\x60'"\s;]|\\[nr]|$)`, `(?:[\x60'"\s;.,!?)\]}<>]|\\[nr]|$)`)
}

// rule finds one kind of secret by its shape. The expression is compiled when a text first has one
// of the keywords.
type rule struct {
	kind     Kind
	keywords []string
	pattern  string
	group    int     // of the secret; 0 is the first that matched, or the whole
	entropy  float64 // at least so many bits a character
	wide     bool    // looks at the whole text, not only near the keyword
	accept   func(value string) bool

	once sync.Once
	re   *regexp.Regexp
}

// expression returns the compiled pattern.
func (r *rule) expression() *regexp.Regexp {
	r.once.Do(func() { r.re = regexp.MustCompile(r.pattern) })
	return r.re
}
