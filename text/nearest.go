package text

import "strings"

// Nearest returns the name that a misspelt word most likely means: about one letter in three is
// wrong, missing, superfluous or swapped with its neighbour. ok is false when no name is that near.
// Upper and lower case, - and _ are the same.
func Nearest(word string, names []string) (name string, ok bool) {
	best := 0
	for _, n := range names {
		d := Distance(foldName(word), foldName(n))
		if d <= (max(len(word), len(n))+1)/3 && d < len(n) && (!ok || d < best) {
			name, best, ok = n, d, true
		}
	}
	return name, ok
}

func foldName(s string) string { return strings.ReplaceAll(strings.ToLower(s), "-", "_") }

// Distance counts the edits between two words: a letter put in, left out or replaced, or two
// neighbours swapped.
func Distance(word, other string) int {
	a, b := []rune(word), []rune(other)
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
