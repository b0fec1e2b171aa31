package text

import (
	"hash/maphash"
	"math"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tiktoken-go/tokenizer/codec"
)

// o200k is made on first use: its tables take some tens of milliseconds.
var o200k = sync.OnceValue(codec.NewO200kBase)

// counts remembers what Tokens counted: each turn asks again about the messages of its window, and
// counting one takes longer than reading it from the database. It holds no text: an entry is
// the upper 48 bits of the text's hash and, in the lower 16, the count; the lower 16 bits of
// the hash are the entry's index. Texts with the same index replace each other.
var (
	counts [math.MaxUint16 + 1]atomic.Uint64
	seed   = maphash.MakeSeed()
)

// Tokens returns how many tokens s is for the o200k models, real text counted, Unicode
// included. For other models it is an estimate, to be calibrated on their usage reports.
func Tokens(s string) int {
	if s == "" {
		return 0
	}
	hash := maphash.String(seed, s)
	index, rest := hash&math.MaxUint16, hash&^math.MaxUint16
	if entry := counts[index].Load(); entry != 0 && entry&^math.MaxUint16 == rest {
		return int(entry & math.MaxUint16)
	}
	n, err := o200k().Count(s)
	if err != nil {
		// Only a regular expression giving up gets here: over-count rather than overrun.
		return len(s)
	}
	if n <= math.MaxUint16 {
		counts[index].Store(rest | uint64(n))
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
