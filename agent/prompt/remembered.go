package prompt

import (
	"fmt"
	"strings"

	"keepsake/memory"
	"keepsake/text"
)

// This file is the part of the late block that was looked up for the message: confirmed memories that a full
// snapshot left out, with their ids, and those that formed by themselves, in the form of A38.

const (
	recalledHeading = "\nMore of Your Memory that may matter here:\n"
	formedHeading   = "\n[Long-term Memory]\n"
	formedEnd       = "[End Memory]\n"
)

// RememberedHeadings returns the tokens of the lines that stand around what was looked up, which count like the
// memories themselves (F4).
func RememberedHeadings() int {
	return text.Tokens(recalledHeading) + text.Tokens(formedHeading) + text.Tokens(formedEnd)
}

// RememberedLine returns a memory that was looked up as the model reads it: with its id when a person confirmed it,
// else with its type and how sure it is (A38). What it says cannot make a line or a mark of the block.
func RememberedLine(m memory.Memory) string {
	if m.Origin != memory.Extracted {
		return Line(m)
	}
	return fmt.Sprintf("- [%s] %s (confidence: %.2f)", text.BlockLabel(string(m.Type)), text.BlockLine(m.Content), m.Confidence)
}

// Remember sets what was looked up for the message, given the best first. Both lists together have at most
// this number of tokens, headings included, as counted over the text that the model reads; what is over it loses
// the last (A39).
func (l *Late) Remember(found []memory.Memory, tokens int) {
	for ; ; found = found[:len(found)-1] {
		l.Recalled, l.Formed = nil, nil
		for _, m := range found {
			if m.Origin == memory.Extracted {
				l.Formed = append(l.Formed, m)
			} else {
				l.Recalled = append(l.Recalled, m)
			}
		}
		if len(found) == 0 || text.Tokens(l.remembered()) <= tokens {
			return
		}
	}
}

// remembered returns the text of what was looked up, "" for nothing.
func (l Late) remembered() string {
	var b strings.Builder
	list := func(heading string, ms []memory.Memory, end string) {
		if len(ms) == 0 {
			return
		}
		b.WriteString(heading)
		for _, m := range ms {
			b.WriteString(RememberedLine(m) + "\n")
		}
		b.WriteString(end)
	}
	list(recalledHeading, l.Recalled, "")
	list(formedHeading, l.Formed, formedEnd)
	return b.String()
}
