// Package opposite knows words that turn a statement round when one stands in the place of another: opposites,
// and things of one sort that exclude each other, such as months and years.
//
// It is pure and knows words only. Start reading at Are.
package opposite

import (
	_ "embed"
	"strings"
	"sync"

	"keepsake/phrase"
)

//go:embed opposites.txt
var file string

// sides are the two sides of each line, and byWord the lines that a word stands in.
var load = sync.OnceValue(func() (lines [][2][]string) {
	for l := range strings.Lines(file) {
		if l = strings.TrimSpace(l); l == "" || l[0] == '#' {
			continue
		}
		one, other, _ := strings.Cut(l, "|")
		lines = append(lines, [2][]string{strings.Fields(one), strings.Fields(other)})
	}
	return lines
})

// Are reports whether two terms, in any of their forms, stand on two sides.
func Are(a, b string) bool {
	for _, l := range load() {
		if has(l[0], a) && has(l[1], b) || has(l[1], a) && has(l[0], b) {
			return true
		}
	}
	return false
}

func has(words []string, term string) bool {
	for _, w := range words {
		if w == term || phrase.AreInflections(w, term) {
			return true
		}
	}
	return false
}
