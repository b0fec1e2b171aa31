package page

import (
	"strings"
	"unicode"
)

// chunk is a part of a text beside the version before: kept, new, or gone.
type chunk struct {
	Op   string // "", "new" or "gone"
	Text string
}

// maxCompared bounds how many words of each text are compared: a longer text is shown whole.
const maxCompared = 400

// compare returns what became of a text, word by word: the longest words in common stay.
func compare(before, after string) []chunk {
	a, b := wordsOf(before), wordsOf(after)
	if len(a) > maxCompared || len(b) > maxCompared {
		return []chunk{{"gone", before}, {"new", after}}
	}
	common := make([][]int, len(a)+1) // of a[i:] and b[j:]
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var out []chunk
	add := func(op, word string) {
		if n := len(out); n > 0 && out[n-1].Op == op {
			out[n-1].Text += word
			return
		}
		out = append(out, chunk{op, word})
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			add("", a[i])
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || common[i+1][j] >= common[i][j+1]):
			add("gone", a[i])
			i++
		default:
			add("new", b[j])
			j++
		}
	}
	return out
}

// wordsOf cuts a text into words, blanks and signs; together they are the text. A letter of a script without
// blanks is a word.
func wordsOf(s string) []string {
	var out []string
	kind := func(r rune) int {
		switch {
		case unicode.IsSpace(r):
			return 1
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			return 0
		case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
			return 2
		}
		return 0
	}
	last, from := 0, 0
	for i, r := range s {
		if k := kind(r); i > 0 && (k != last || k == 0) {
			out, from = append(out, s[from:i]), i
		}
		last = kind(r)
	}
	if from < len(s) {
		out = append(out, strings.Clone(s[from:]))
	}
	return out
}
