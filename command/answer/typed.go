package answer

import (
	"strings"
	"unicode"
)

// CutWord cuts the first word off what was typed.
func CutWord(s string) (first, rest string) {
	s = strings.TrimSpace(s)
	i := strings.IndexFunc(s, unicode.IsSpace)
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimSpace(s[i:])
}

// TrimID returns an id without what may stand around it: copied from the list, or from the
// help.
func TrimID(s string) string { return strings.Trim(s, "[]<>") }
