package markdown

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf16"
)

// finish makes a Text of what was written.
func (w *writer) finish() Text {
	text := utf16.Encode([]rune(w.out.String()))
	return tidy(text, freezeAppLinks(text, w.spans))
}

// tidy trims the text and makes spans (properly nested, in any order) into entities that
// Telegram takes as they are.
func tidy(text []uint16, spans []Entity) Text {
	from, to := trim(text, 0, len(text))
	for _, e := range spans {
		if e.Type == Pre && e.Offset < from && from < e.End() {
			from = e.Offset // the code block's own indentation stays
		}
	}
	shown := decode(text[from:to])
	if blank(shown) {
		return Text{}
	}
	var out []Entity
	for _, e := range cutCode(spans) {
		start, end := max(e.Offset, from), min(e.End(), to)
		if e.Type != Pre && e.Type != Code {
			start, end = trim(text, start, end)
		}
		if e.Type == Blockquote { // not smaller than the code in it, which isn't trimmed
			for _, c := range spans {
				if (c.Type == Code || c.Type == Pre) && e.Offset <= c.Offset && c.End() <= e.End() {
					start, end = min(start, max(c.Offset, from)), max(end, min(c.End(), to))
				}
			}
		}
		if end <= start || blank(decode(text[start:end])) {
			continue
		}
		e.Offset, e.Length = start-from, end-start
		out = append(out, e)
	}
	return Text{Text: shown, Entities: nest(out)}
}

// trim moves start and end inwards over white space.
func trim(text []uint16, start, end int) (int, int) {
	for start < end && space(text[start]) {
		start++
	}
	for start < end && space(text[end-1]) {
		end--
	}
	return start, end
}

func space(u uint16) bool { return unicode.IsSpace(rune(u)) }

func decode(u []uint16) string { return string(utf16.Decode(u)) }

// cutCode cuts code and pre out of the formatting around them: nothing but a blockquote may
// hold them, so **use `x` now** is bold, code, bold.
func cutCode(spans []Entity) []Entity {
	var codes, out []Entity
	for _, e := range spans {
		if e.Type == Code || e.Type == Pre {
			codes = append(codes, e)
		}
	}
	slices.SortFunc(codes, func(a, b Entity) int { return a.Offset - b.Offset })
	for _, e := range spans {
		if e.Type != Code && e.Type != Pre && e.Type != Blockquote {
			// The first that ends behind e's beginning: the code of an app's link may begin before it.
			first, _ := slices.BinarySearchFunc(codes, e.Offset, func(c Entity, at int) int { return cmp.Compare(c.End(), at+1) })
			end := e.End()
			for _, c := range codes[first:] {
				if c.Offset >= end {
					break
				}
				piece := e
				piece.Length = c.Offset - e.Offset
				out = append(out, piece)
				e.Offset = c.End()
			}
			e.Length = end - e.Offset
		}
		if e.Length > 0 {
			out = append(out, e)
		}
	}
	return slices.DeleteFunc(out, func(e Entity) bool { return e.Length <= 0 })
}

// rank orders entities of the same range from the outside in.
var rank = map[Type]int{Blockquote: 0, Link: 1, Spoiler: 2, Bold: 3, Italic: 4, Strike: 5, Code: 6, Pre: 6}

// nest sorts and drops an entity inside another of its own type.
func nest(es []Entity) []Entity {
	slices.SortStableFunc(es, func(a, b Entity) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(b.Length, a.Length), cmp.Compare(rank[a.Type], rank[b.Type]))
	})
	reach := map[Type]int{} // how far an entity of this type covers already
	return slices.DeleteFunc(es, func(e Entity) bool {
		if e.Offset < reach[e.Type] {
			return true
		}
		reach[e.Type] = e.End()
		return false
	})
}
