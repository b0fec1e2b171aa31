package request

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"keepsake/phrase"
)

//go:embed words.txt
var wordsFile string

// words are the expressions of words.txt: keep finds words that ask to keep something besides those of phrase.FindRequests, which are
// looked for in every text; always and manner find an instruction that is to be kept, the second wherever it begins a clause.
var words = sync.OnceValue(func() map[string]*regexp.Regexp {
	lines := map[string][]string{}
	for line := range strings.Lines(wordsFile) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		lines[name] = append(lines[name], list)
	}
	out := map[string]*regexp.Regexp{}
	for name, list := range lines {
		kind, _, isDense := strings.Cut(name, " dense")
		if isDense {
			continue
		}
		spaced, dense := strings.Join(list, "|"), strings.Join(lines[kind+" dense"], "|")
		out[kind] = regexp.MustCompile(`(?i)(?:^|[^\pL])(` + spaced + `)(?:$|[^\pL])|(` + dense + `)`)
	}
	return out
})

// isStanding reports whether a sentence tells the listener how to do something from now on: it says so ("from now on"), it says always
// or never, or it is about how to speak to the person.
func isStanding(sentence string) bool {
	return phrase.Clauses(sentence)[0].IsLasting || words()["manner"].MatchString(sentence) ||
		words()["always"].MatchString(sentence) && phrase.IsInstruction(phrase.Bare(sentence))
}
