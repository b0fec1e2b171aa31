package text

import (
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
