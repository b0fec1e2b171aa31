package request

import (
	_ "embed"
	"strings"
	"sync"

	"keepsake/text/sieve"
)

//go:embed words.txt
var wordsFile string

// words are the expressions of words.txt: keep finds words that ask to keep something besides those of phrase.FindRequests, which are
// looked for in every text; manner finds an instruction that is to be kept, wherever it begins a clause.
var words = sync.OnceValue(func() map[string]*sieve.Regexp {
	lines := linesOf(wordsFile)
	out := map[string]*sieve.Regexp{}
	for name, list := range lines {
		kind, _, isDense := strings.Cut(name, " dense")
		if isDense {
			continue
		}
		spaced, dense := strings.Join(list, "|"), strings.Join(lines[kind+" dense"], "|")
		out[kind] = sieve.MustCompile(`(?i)(?:^|[^\pL])(` + spaced + `)(?:$|[^\pL])|(` + dense + `)`)
	}
	return out
})

// linesOf returns the lines of a file by their names, which end with a colon; what begins with "#" is a comment.
func linesOf(file string) map[string][]string {
	lines := map[string][]string{}
	for line := range strings.Lines(file) {
		if name, list, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(name, "#") {
			lines[name] = append(lines[name], list)
		}
	}
	return lines
}

// manner returns the expression of what surely is about how to speak to the person.
func manner() *sieve.Regexp { return words()["manner"] }
