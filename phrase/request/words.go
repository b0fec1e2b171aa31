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
	lines := linesOf(wordsFile)
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

// isStanding reports whether a sentence tells the listener how to do something from now on: it says so ("from now on"), it says always
// or never, or it is about how to speak to the person.
func isStanding(sentence string) bool {
	return phrase.Clauses(sentence)[0].IsLasting || words()["manner"].MatchString(sentence) ||
		words()["always"].MatchString(sentence) && phrase.IsInstruction(phrase.Bare(sentence))
}
