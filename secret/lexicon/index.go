package lexicon

import "strings"

// Index finds keywords in a text at one look per byte: the three bytes that a keyword begins with
// lead to a bucket, and nearly every bucket is empty.
type Index struct {
	buckets [1 << 13][]Keyword
}

// Keyword is a text in lower case that leads to a rule or to a noun.
type Keyword struct {
	Text string
	Rule int // index of the rule, -1 if it is a noun
	Noun *Noun
}

// Hit is a keyword found in a text.
type Hit struct {
	Keyword
	At int
}

func bucketOf(a, b, c byte) int { return (int(a)*961 + int(b)*31 + int(c)) & (1<<13 - 1) }

// Add enters a keyword. One of two bytes is entered once for each character that may follow it.
func (x *Index) Add(k Keyword) {
	if len(k.Text) == 2 {
		for _, c := range " :=.'\"`\n-_" {
			x.put(bucketOf(k.Text[0], k.Text[1], byte(c)), k)
		}
		for c := byte(0xE3); c <= 0xED; c++ { // what letters of Chinese, Japanese and Korean begin with: "pw设成"
			x.put(bucketOf(k.Text[0], k.Text[1], c), k)
		}
		return
	}
	x.put(bucketOf(k.Text[0], k.Text[1], k.Text[2]), k)
}

func (x *Index) put(b int, k Keyword) { x.buckets[b] = append(x.buckets[b], k) }

// Find returns the keywords of a text in the order of their places, longer ones first.
func (x *Index) Find(low string) []Hit {
	var out []Hit
	for i := 0; i+2 < len(low); i++ {
		for _, k := range x.buckets[bucketOf(low[i], low[i+1], low[i+2])] {
			if strings.HasPrefix(low[i:], k.Text) {
				out = append(out, Hit{k, i})
			}
		}
	}
	return out
}
