package terminal

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"keepsake/markdown"
	"keepsake/text"
)

// cell is one character as it is to stand there.
type cell struct {
	r            rune
	bold, italic bool
}

// layOut returns the characters of a text with their styles: bold and italics as they are, a link with its address behind it,
// a quotation behind a bar. Control characters are left out.
func layOut(t markdown.Text) []cell {
	var out []cell
	at, lineStart := 0, true
	put := func(s string, like cell) {
		for _, r := range s {
			if r == '\n' || r == '\t' || !unicode.IsControl(r) {
				out = append(out, cell{r, like.bold, like.italic})
			}
		}
	}
	for _, r := range t.Text {
		c, quoted := cell{}, false
		for _, e := range t.Entities {
			if at < e.Offset || at >= e.End() {
				continue
			}
			switch e.Type {
			case markdown.Bold:
				c.bold = true
			case markdown.Italic:
				c.italic = true
			case markdown.Blockquote:
				quoted = true
			}
		}
		if quoted && lineStart {
			put("│ ", cell{})
		}
		put(string(r), c)
		lineStart = r == '\n'
		at += utf16.RuneLen(r)
		for _, e := range t.Entities {
			if e.Type == markdown.Link && e.End() == at && linkLabel(t, e) != e.URL {
				put(" ("+e.URL+")", cell{})
			}
		}
	}
	return out
}

func linkLabel(t markdown.Text, e markdown.Entity) string {
	u := utf16.Encode([]rune(t.Text))
	return string(utf16.Decode(u[e.Offset:e.End()]))
}

// renderCells returns a layout with the escape sequences of a terminal.
func renderCells(cs []cell, color bool) string {
	var b strings.Builder
	var now cell
	set := func(c cell) {
		if !color || c.bold == now.bold && c.italic == now.italic {
			return
		}
		if now.bold || now.italic {
			b.WriteString("\x1b[0m")
		}
		if c.bold {
			b.WriteString("\x1b[1m")
		}
		if c.italic {
			b.WriteString("\x1b[3m")
		}
		now = c
	}
	for _, c := range cs {
		if c.r == '\n' { // a style never runs over the end of a line
			set(cell{})
		} else {
			set(c)
		}
		b.WriteRune(c.r)
	}
	set(cell{})
	return b.String()
}

// wholeWords returns a layout cut after its last whole word.
func wholeWords(cs []cell) []cell {
	for i := len(cs) - 1; i >= 0; i-- {
		if unicode.IsSpace(cs[i].r) {
			return cs[:i]
		}
	}
	return nil
}

// commonLength returns the length of the common beginning of two layouts.
func commonLength(a, b []cell) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// bareLetters returns the letters and digits of a label.
func bareLetters(s string) string {
	return text.Fold(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return ' '
	}, s))
}
