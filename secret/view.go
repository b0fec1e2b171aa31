package secret

import (
	"unicode"
	"unicode/utf8"

	"keepsake/secret/plain"
)

// view is a text made even (package plain).
type view struct {
	source     string
	plain, low string
	starts     []int32
}

func newView(s string) *view {
	t := plain.Of(s)
	return &view{t.Source, t.Plain, t.Low, t.Starts}
}

// original returns where bytes from to to of plain stand in the source.
func (v *view) original(from, to int) (int, int) {
	if v.starts == nil {
		return from, to
	}
	start := v.starts[from]
	for to < len(v.plain) && v.starts[to] == v.starts[to-1] {
		to++
	}
	return int(start), int(v.starts[to])
}

// next returns the character that begins at i, and where it ends; at the end of the text 0.
func (v *view) next(i int) (rune, int) {
	if i >= len(v.low) {
		return 0, i
	}
	r, n := utf8.DecodeRuneInString(v.low[i:])
	return r, i + n
}

// before returns the character that ends at i, 0 at the start of the text.
func (v *view) before(i int) rune {
	if i <= 0 {
		return 0
	}
	r, _ := utf8.DecodeLastRuneInString(v.low[:i])
	return r
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.Is(unicode.Mc, r) || r >= '0' && r <= '9'
}
