package script

import (
	"regexp"
	"slices"
	"strings"
)

var patternMarks = strings.NewReplacer(regexp.QuoteMeta(`\*`), regexp.QuoteMeta(`*`), regexp.QuoteMeta(`*`), `.*`)

// Match reports whether a text is what a pattern describes: "*" stands for any run of
// characters, line ends among them; "\*" for the star itself. White space around the text
// does not count.
func Match(pattern, text string) bool {
	re, err := regexp.Compile(`(?s)\A` + patternMarks.Replace(regexp.QuoteMeta(pattern)) + `\z`)
	return err == nil && re.MatchString(strings.TrimSpace(text))
}

func matchesAny(pattern string, texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return Match(pattern, text) })
}
