package markdown

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"golang.org/x/text/width"
)

// table draws a table for a fixed-width font:
//
//	Name │ Age
//	─────┼────
//	Ann  │  41
//
// Formatting within cells is not shown: a code block can't hold any.
func (w *writer) table(t *extast.Table) string {
	var rows [][]string
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		var row []string
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			row = append(row, w.cell(c))
		}
		rows = append(rows, row)
	}
	widths := make([]int, len(t.Alignments))
	for _, row := range rows {
		for i, cell := range row[:min(len(row), len(widths))] {
			widths[i] = max(widths[i], columns(cell))
		}
	}
	var out strings.Builder
	for r, row := range rows {
		var line strings.Builder
		for i, wide := range widths {
			if i > 0 {
				line.WriteString(" │ ")
			}
			cell := ""
			if i < len(row) {
				cell = row[i]
			}
			line.WriteString(pad(cell, wide, t.Alignments[i]))
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		if r == 0 {
			out.WriteString(rule(widths) + "\n")
		}
	}
	return out.String()
}

// cell is the plain text of a cell, on one line.
func (w *writer) cell(c ast.Node) string {
	inner := &writer{source: w.source}
	inner.inlines(c)
	return strings.Join(strings.Fields(inner.out.String()), " ")
}

func rule(widths []int) string {
	parts := make([]string, len(widths))
	for i, wide := range widths {
		parts[i] = strings.Repeat("─", wide)
	}
	return strings.Join(parts, "─┼─")
}

func pad(s string, wide int, align extast.Alignment) string {
	gap := wide - columns(s)
	left := 0
	switch align {
	case extast.AlignRight:
		left = gap
	case extast.AlignCenter:
		left = gap / 2
	}
	return strings.Repeat(" ", left) + s + strings.Repeat(" ", gap-left)
}

// columns is how wide s looks in a fixed-width font: East Asian characters and emoji take
// two columns, combining marks and joiners none.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case r >= 0x1F300 && r <= 0x1FAFF:
			n += 2
		default:
			n++
			if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
				n++
			}
		}
	}
	return n
}
