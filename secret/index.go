package secret

import (
	"strings"
)

// index finds keywords in a text at one look per byte: the three bytes that a keyword begins with
// lead to a bucket, and nearly every bucket is empty.
type index struct {
	buckets [1 << 13][]keyword
}

// keyword is a text in lower case that leads to a rule or to a noun.
type keyword struct {
	text string
	rule int // index of the rule, -1 if it is a noun
	noun *noun
}

// hit is a keyword found in a text.
type hit struct {
	keyword
	at int
}

func bucketOf(a, b, c byte) int { return (int(a)*961 + int(b)*31 + int(c)) & (1<<13 - 1) }

// add enters a keyword. One of two bytes is entered once for each character that may follow it.
func (x *index) add(k keyword) {
	if len(k.text) == 2 {
		for _, c := range " :=.'\"`\n-_" {
			x.put(bucketOf(k.text[0], k.text[1], byte(c)), k)
		}
		return
	}
	x.put(bucketOf(k.text[0], k.text[1], k.text[2]), k)
}

func (x *index) put(b int, k keyword) { x.buckets[b] = append(x.buckets[b], k) }

// find returns the keywords of a text in the order of their places, longer ones first.
func (x *index) find(low string) []hit {
	var out []hit
	for i := 0; i+2 < len(low); i++ {
		for _, k := range x.buckets[bucketOf(low[i], low[i+1], low[i+2])] {
			if strings.HasPrefix(low[i:], k.text) {
				out = append(out, hit{k, i})
			}
		}
	}
	return out
}
