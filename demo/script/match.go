package script

import (
	"regexp"
	"strings"
)

// Match reports whether a text is what a pattern describes: "*" stands for any run of
// characters, line ends among them; "\*" for the star itself. White space around the text
// does not count.
func Match(pattern, text string) bool {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for i := 0; i < len(pattern); i++ {
		switch {
		case strings.HasPrefix(pattern[i:], `\*`):
			b.WriteString(`\*`)
			i++
		case pattern[i] == '*':
			b.WriteString(`.*`)
		default:
			j := i
			for j < len(pattern) && pattern[j] != '*' && !strings.HasPrefix(pattern[j:], `\*`) {
				j++
			}
			b.WriteString(regexp.QuoteMeta(pattern[i:j]))
			i = j - 1
		}
	}
	b.WriteString(`\z`)
	re, err := regexp.Compile(b.String())
	return err == nil && re.MatchString(strings.TrimSpace(text))
}
