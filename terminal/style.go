package terminal

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"keepsake/markdown"
	"keepsake/text"
)

// cell is one character with its style.
type cell struct {
	r            rune
	bold, italic bool
}

// layOut converts a text to cells. It adds the URL after a link and a bar before each line of a
// quotation, and drops control characters.
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
	skip := 0 // UTF-16 units that the address of a link has said already
	for _, r := range t.Text {
		if skip > 0 {
			skip -= utf16.RuneLen(r)
			at += utf16.RuneLen(r)
			continue
		}
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
				skip = hostLength(t, e)
			}
		}
	}
	return out
}

// hostLength returns how many UTF-16 units behind a link say its host: " (example.org)". Beside the whole
// address they say nothing.
func hostLength(t markdown.Text, e markdown.Entity) int {
	rest := string(utf16.Decode(utf16.Encode([]rune(t.Text))[e.End():]))
	host, _, ok := strings.Cut(strings.TrimPrefix(rest, " ("), ")")
	if !ok || !strings.HasPrefix(rest, " (") || !strings.Contains(e.URL, "://"+host) {
		return 0
	}
	return len(utf16.Encode([]rune(" (" + host + ")")))
}

func linkLabel(t markdown.Text, e markdown.Entity) string {
	u := utf16.Encode([]rune(t.Text))
	return string(utf16.Decode(u[e.Offset:e.End()]))
}

// renderCells converts cells to text, with escape sequences for styles if color is set.
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
		if c.r == '\n' { // a style ends with its line
			set(cell{})
		} else {
			set(c)
		}
		b.WriteRune(c.r)
	}
	set(cell{})
	return b.String()
}

// cutLastWord returns the cells without the last word, which may be incomplete.
func cutLastWord(cs []cell) []cell {
	for i := len(cs) - 1; i >= 0; i-- {
		if unicode.IsSpace(cs[i].r) {
			return cs[:i]
		}
	}
	return nil
}

// cutOpenTable returns Markdown without a table that it may end in: its columns are as wide as the
// rows that are still to come, so it is shown once it is whole. Lines with a bar are taken for rows
// from the last empty line on, unless a block of code is open.
func cutOpenTable(md string) string {
	if strings.Count(md, "```")%2 == 1 {
		return md
	}
	from := strings.LastIndex(md, "\n\n") + 1
	bar := strings.IndexByte(md[from:], '|')
	if bar < 0 {
		return md
	}
	return md[:strings.LastIndexByte(md[:from+bar], '\n')+1]
}

// commonLength returns the length of the common prefix.
func commonLength(a, b []cell) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// bareLetters reduces a label to its letters and digits, case-folded.
func bareLetters(s string) string {
	return text.Fold(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return ' '
	}, s))
}
