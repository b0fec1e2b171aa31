package markdown

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	house "keepsake/text"
)

// number is what a numbered line begins with.
var number = regexp.MustCompile(`^\d+\. `)

// ReplaceLine returns a text in which a line, numbered or not, says something else, a single line; "" takes it out. ok is false where the text has
// no such line, or would be longer than a message.
func ReplaceLine(t Text, line, with Text) (out Text, ok bool) {
	from, rest := 0, t.Text // bytes
	for l := range strings.Lines(t.Text) {
		before := number.FindString(l)
		bare := strings.TrimRight(l, "\n")
		if bare != line.Text && bare != before+line.Text || bare == "" {
			from += len(l)
			continue
		}
		if bare == line.Text {
			before = ""
		}
		cut := len(bare)
		if with.Text == "" {
			before, cut = "", len(l)
		}
		rest = t.Text[from+cut:]
		start := house.UTF16Len(t.Text[:from])
		end := start + house.UTF16Len(t.Text[from:from+cut])
		by := house.UTF16Len(before+with.Text) - (end - start)
		out.Text = t.Text[:from] + before + with.Text + rest
		for _, e := range t.Entities {
			switch {
			case e.Offset >= end:
				e.Offset += by
			case e.Offset >= start:
				continue // of the line
			case e.Offset+e.Length > start:
				e.Length = start - e.Offset
			}
			out.Entities = append(out.Entities, e)
		}
		for _, e := range with.Entities {
			e.Offset += start + house.UTF16Len(before)
			out.Entities = append(out.Entities, e)
		}
		out = tidied(out)
		return out, out.Len() <= MaxText
	}
	return t, false
}

// tidied returns a text without white space at its end, and its entities in order.
func tidied(t Text) Text {
	t.Text = strings.TrimRight(t.Text, "\n ")
	n := t.Len()
	kept := t.Entities[:0]
	for _, e := range t.Entities {
		if e.Length = min(e.Length, n-e.Offset); e.Length > 0 {
			kept = append(kept, e)
		}
	}
	t.Entities = kept
	slices.SortStableFunc(kept, func(a, b Entity) int { return cmp.Or(a.Offset-b.Offset, b.Length-a.Length) })
	return t
}
