package request

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"keepsake/phrase"
)

// This file finds requests in scripts with spaces by a grammar of how they are built (grammar.txt), in languages that inflect their verbs much.

// spaced are the languages of it, and western those in which somebody may stand before the same form of a verb and do what it says: "mi marido
// lleva la cuenta".
var (
	spaced  = []string{"ru", "uk", "pl", "tr", "ar"}
	western = []string{"en", "de", "fr", "es", "it", "pt", "nl"}
)

// builder finds the requests of one language.
type builder struct {
	hints     []string              // of which a request has one, in small letters
	ask       func() *regexp.Regexp // it is made when it is needed first
	isWestern bool
}

var builders = sync.OnceValue(func() (out []builder) {
	lines := linesOf(grammarFile)
	expand := expander(lines)
	for i, language := range slices.Concat(spaced, western) {
		written := expand(language + ".ask")
		ask := sync.OnceValue(func() *regexp.Regexp {
			e := regexp.MustCompile(`(?i)(?:^|[^\pL])(` + written + `)(?:$|[^\pL])`)
			e.Longest()
			return e
		})
		var hints []string
		for _, hint := range strings.Fields(expand(language + ".hint")) {
			hints = append(hints, strings.ReplaceAll(hint, "_", " "))
		}
		out = append(out, builder{hints, ask, i >= len(spaced)})
	}
	return out
})

// findSpaced returns where words stand in a sentence that ask to keep something.
func findSpaced(sentence string) (out []Span) {
	small := strings.ToLower(sentence)
	for _, b := range builders() {
		if !slices.ContainsFunc(b.hints, func(hint string) bool { return strings.Contains(small, hint) }) {
			continue
		}
		for _, at := range b.ask().FindAllStringSubmatchIndex(sentence, -1) {
			if !b.isWestern || !namesDoer(sentence[:at[2]]) {
				out = append(out, Span{From: at[2], To: at[3]})
			}
		}
	}
	return out
}

// namesDoer reports whether the last clause of what stands before a verb names somebody, who then does it.
func namesDoer(head string) bool {
	head = head[strings.LastIndexAny(head, ",.;:!?–—\n")+1:]
	return slices.ContainsFunc(phrase.Tokens(head), func(t phrase.Token) bool {
		return t.Counts() && (t.Owned || t.Noun || t.Kind == phrase.Name)
	})
}

// isSpacedRequest reports whether a sentence asks to keep something and says nothing else.
func isSpacedRequest(s string) bool {
	s = withoutTag(s)
	found := findSpaced(s)
	if len(found) == 0 || asksWhatIsKept(s) || howMuch.MatchString(s) {
		return false
	}
	for _, at := range found {
		if isWhole(s, at) && !isTelling(s[:at.From], s[at.From:at.To], s[at.To:]) && !isQuoted(s, at) && isLead(s[:at.From]) && !saysSomething(s[at.To:]) {
			return true
		}
	}
	return false
}
