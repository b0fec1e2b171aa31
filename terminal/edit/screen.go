package edit

import (
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// screen is what is drawn: output, of which the last line may be unfinished, and below it the
// region of the edit line, which is drawn anew whenever something changes.
//
// The unfinished line (tail) is broken into rows here and not by the terminal, so that it is known
// where it ends. Once it is finished it is printed again as one line.
type screen struct {
	out           io.Writer
	width, height int

	tail     string // the unfinished line of the output, with its escape sequences
	tailRows int    // rows it takes; 0 = there is none
	tailCol  int    // column behind its end

	rows      int // of the region that is drawn; 0 = none
	cursorRow int // of these, the one with the cursor
}

// region is the edit line and what is shown above it.
type region struct {
	waiting []string
	prompt  string
	text    string
	at      int // byte offset of the cursor in text
}

// update prints output and draws the region anew, in one write.
func (s *screen) update(output string, r *region) error {
	var b strings.Builder
	s.erase(&b)
	below := 1
	if r != nil {
		below += len(r.waiting) + 1
	}
	for output != "" {
		output = s.printNext(&b, output, max(2, s.height-below))
	}
	if r != nil {
		s.draw(&b, *r)
	}
	_, err := io.WriteString(s.out, b.String())
	return err
}

// erase removes the region and puts the cursor behind the output.
func (s *screen) erase(b *strings.Builder) {
	if s.rows == 0 {
		return
	}
	moveUp(b, s.cursorRow)
	b.WriteString("\r\x1b[J")
	if s.rows = 0; s.tailRows > 0 {
		moveUp(b, 1)
		if s.tailCol > 0 {
			fmt.Fprintf(b, "\x1b[%dC", s.tailCol)
		}
	}
}

func moveUp(b *strings.Builder, rows int) {
	if rows > 0 {
		fmt.Fprintf(b, "\x1b[%dA", rows)
	}
}

// printNext prints the next character or escape sequence of the output and returns the rest. most
// is how many rows of an unfinished line there may be.
func (s *screen) printNext(b *strings.Builder, output string, most int) (rest string) {
	if n := sequenceLength(output); n > 0 {
		b.WriteString(output[:n])
		if s.tailRows > 0 {
			s.tail += output[:n]
		}
		return output[n:]
	}
	cluster, rest, _, _ := uniseg.FirstGraphemeClusterInString(output, -1)
	switch cluster {
	case "\n", "\r\n":
		if s.tailRows > 1 { // again as one line, for the terminal to wrap
			s.rewindTail(b)
			b.WriteString(s.tail)
		}
		b.WriteString("\r\n")
		s.tail, s.tailRows, s.tailCol = "", 0, 0
		return rest
	case "\r": // the line begins anew
		s.rewindTail(b)
		s.tail, s.tailRows, s.tailCol = "", 0, 0
		return rest
	}
	shown, width := present(cluster)
	switch {
	case s.tailRows == 0:
		s.tailRows = 1
	case s.tailCol+width > s.width:
		b.WriteString("\r\n")
		s.tailCol = 0
		if s.tailRows++; s.tailRows > most { // what is above leaves the screen: it stays as it is
			s.tail, s.tailRows = "", 1
		}
	}
	b.WriteString(shown)
	s.tail += shown
	s.tailCol += width
	return rest
}

// rewindTail erases the unfinished line and puts the cursor where it began.
func (s *screen) rewindTail(b *strings.Builder) {
	moveUp(b, s.tailRows-1)
	b.WriteString("\r\x1b[J")
}

// draw draws the region below the output. Of a long text only the rows around the cursor are drawn.
func (s *screen) draw(b *strings.Builder, r region) {
	rows, cursorRow, cursorCol := layOut(r.prompt, r.text, r.at, s.width)
	most := max(1, s.height-2-len(r.waiting))
	if len(rows) > most {
		from := min(max(0, cursorRow-most/2), len(rows)-most)
		rows, cursorRow = rows[from:from+most], cursorRow-from
	}
	for i, w := range r.waiting {
		r.waiting[i] = truncate(w, s.width-1)
	}
	rows = append(r.waiting[:len(r.waiting):len(r.waiting)], rows...)
	if s.tailRows > 0 {
		b.WriteString("\r\n")
	}
	b.WriteString(strings.Join(rows, "\r\n"))
	s.rows, s.cursorRow = len(rows), len(r.waiting)+cursorRow
	moveUp(b, s.rows-1-s.cursorRow)
	b.WriteString("\r")
	if cursorCol > 0 {
		fmt.Fprintf(b, "\x1b[%dC", cursorCol)
	}
}

// layOut breaks a prompt and a text into rows of at most width columns, and returns where the cursor
// at a byte offset of the text is.
func layOut(prompt, text string, at, width int) (rows []string, cursorRow, cursorCol int) {
	var row strings.Builder
	col := 0
	end := func() {
		rows = append(rows, row.String())
		row.Reset()
		col = 0
	}
	put := func(s string, offset int) {
		for s != "" {
			cluster, rest, _, _ := uniseg.FirstGraphemeClusterInString(s, -1)
			shown, w := present(cluster)
			if col+w > width {
				end()
			}
			if offset == at {
				cursorRow, cursorCol = len(rows), col
			}
			if offset += len(cluster); cluster == "\n" {
				end()
			} else {
				row.WriteString(shown)
				col += w
			}
			s = rest
		}
	}
	put(prompt, -len(prompt)-1)
	put(text, 0)
	if at >= len(text) {
		if col >= width {
			end()
		}
		cursorRow, cursorCol = len(rows), col
	}
	end()
	return rows, cursorRow, cursorCol
}

// present returns a cluster as it is drawn, and its columns.
func present(cluster string) (shown string, columns int) {
	switch {
	case cluster == "\t":
		return "    ", 4
	case cluster < " ":
		return "", 0
	}
	return cluster, uniseg.StringWidth(cluster)
}

// truncate cuts a text to so many columns, with an ellipsis where something is cut off.
func truncate(s string, columns int) string {
	s = strings.ReplaceAll(s, "\n", " ")
	if uniseg.StringWidth(s) <= columns {
		return s
	}
	var b strings.Builder
	for col := 0; s != ""; {
		cluster, rest, w, _ := uniseg.FirstGraphemeClusterInString(s, -1)
		if col += w; col > columns-1 {
			break
		}
		b.WriteString(cluster)
		s = rest
	}
	return b.String() + "…"
}

// sequenceLength returns the length of the escape sequence that a text begins with, 0 without one.
func sequenceLength(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}
	for i := 2; i < len(s); i++ {
		if s[i] >= 0x40 && s[i] <= 0x7e {
			return i + 1
		}
	}
	return len(s)
}
