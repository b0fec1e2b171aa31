package text

import (
	"strings"
	"sync"

	"github.com/tiktoken-go/tokenizer/codec"
)

// o200k is made on first use: its tables take some tens of milliseconds.
var o200k = sync.OnceValue(codec.NewO200kBase)

// Tokens returns how many tokens s is for the o200k models, real text counted, Unicode
// included. For other models it is an estimate, to be calibrated on their usage reports.
func Tokens(s string) int {
	if s == "" {
		return 0
	}
	n, err := o200k().Count(s)
	if err != nil {
		// Only a regular expression giving up gets here: over-count rather than overrun.
		return len(s)
	}
	return n
}

// CutTokens returns the beginning of a text that has at most n tokens, ending at a word
// where there are words.
func CutTokens(s string, n int) string {
	if Tokens(s) <= n {
		return s
	}
	low, high := 0, len(s) // low fits, high does not
	for high-low > 64 {
		mid := RuneStart(s, (low+high)/2)
		if mid <= low {
			break
		}
		if Tokens(s[:mid]) <= n {
			low = mid
		} else {
			high = mid
		}
	}
	cut := s[:low]
	if i := strings.LastIndexAny(cut, " \n\t"); i > len(cut)/2 {
		cut = cut[:i]
	}
	return cut
}

// RuneStart returns the start of the rune that i is in.
func RuneStart(s string, i int) int {
	for i > 0 && i < len(s) && s[i]&0xC0 == 0x80 {
		i--
	}
	return i
}
