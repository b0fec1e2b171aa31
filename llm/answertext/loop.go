package answertext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/text"
)

// Small models can fall into repeating themselves until their tokens are used up. A text ends in a loop when it ends in at least
// loopCopies copies of one unit, of at least loopBytes together. No table, verse or list of people comes near that.
const (
	loopCopies = 8
	loopBytes  = 800
	maxUnit    = 1024 // bytes
)

// closing ends sentences.
const closing = ".!?…。！？)\"»”’"

// FindLoop reports whether a text ends in a loop, and how many bytes of it come before the second copy of what is repeated. What the
// person wrote themselves may be repeated: somebody may want a line a hundred times.
func FindLoop(s, person string) (end int, ok bool) {
	for unit := 1; unit <= maxUnit && unit*loopCopies <= len(s); unit++ {
		start := len(s) - unit
		for start > 0 && s[start-1] == s[start-1+unit] {
			start--
		}
		if n := len(s) - start; n < loopBytes || n < unit*loopCopies {
			continue
		}
		for !utf8.RuneStart(s[start]) {
			start++
		}
		one := strings.TrimFunc(s[start:start+unit], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
		if one != "" && strings.Contains(text.Fold(person), text.Fold(one)) {
			return 0, false
		}
		next := s[start+unit : start+2*unit] // the copies share what ends the text before the first
		return start + 2*unit - len(strings.TrimLeft(next, closing)), true
	}
	return 0, false
}
