package shapes

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"keepsake/secret/plain"
)

//go:embed data/gitleaks.tsv
var gitleaksFile string

// Rule finds one kind of secret by its shape. The expression is compiled when a text first has one
// of the keywords.
type Rule struct {
	Kind     string // a Kind of package secret
	Keywords []string
	Group    int     // of the secret; 0 is the first that matched, or the whole
	Entropy  float64 // at least so many bits a character
	Wide     bool    // looks at the whole text, not only near the keyword
	Accept   func(value string) bool

	pattern string
	once    sync.Once
	re      *regexp.Regexp
}

// Expression returns the compiled pattern.
func (r *Rule) Expression() *regexp.Regexp {
	r.once.Do(func() { r.re = regexp.MustCompile(r.pattern) })
	return r.re
}

// IsCompiled reports whether a text had one of the keywords already.
func (r *Rule) IsCompiled() bool { return r.re != nil }

// Rules returns our shapes, then those of gitleaks.
func Rules(isStop func(low string) bool) []*Rule {
	var out []*Rule
	for _, s := range All(isStop) {
		out = append(out, &Rule{Kind: s.Kind, Keywords: keywordsOf(s.Keywords), pattern: s.Pattern, Accept: s.Accept, Wide: s.Wide})
	}
	for line := range strings.Lines(gitleaksFile) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 5 {
			continue
		}
		r := &Rule{Kind: "key", Keywords: strings.Fields(f[3]), pattern: endOfKey(f[4])}
		r.Entropy, _ = strconv.ParseFloat(f[1], 64)
		r.Group, _ = strconv.Atoi(f[2])
		out = append(out, r)
	}
	return out
}

// keywordsOf splits the keywords of a shape; "␣" is a space within one.
func keywordsOf(list string) []string {
	out := strings.Fields(list)
	for i, k := range out {
		out[i] = plain.Low(strings.ReplaceAll(k, "␣", " "))
	}
	return out
}

// endOfKey widens what gitleaks expects after a key: in a chat, a key can end a sentence.
func endOfKey(pattern string) string {
	return strings.ReplaceAll(pattern, `(?:[\x60'"\s;]|\\[nr]|$)`, `(?:[\x60'"\s;.,!?)\]}<>]|\\[nr]|$)`)
}
