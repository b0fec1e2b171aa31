package markdown

import (
	"slices"
	"unicode"
	"unicode/utf16"
)

// Split cuts t into messages of at most limit UTF-16 units and MaxEntities entities each.
//
// It cuts at a paragraph where that leaves a message at least half full, else at a line,
// else at a word. It never cuts inside an entity that fits into one message; one that does
// not is closed and opened again in the next part. White space at a cut is dropped, but for
// the indentation of code. A Text with nothing to show
// gives no parts. A limit below 2 is taken as 2.
func Split(t Text, limit int) []Text {
	s := splitter{text: utf16.Encode([]rune(t.Text)), spans: t.Entities, limit: max(limit, 2)}
	var parts []Text
	for start := 0; start < len(s.text); {
		end, next := s.cut(start)
		if part := s.part(start, end); part.Text != "" {
			parts = append(parts, part)
		}
		start = next
	}
	return parts
}

type splitter struct {
	text  []uint16
	spans []Entity
	limit int
}

// part is the text from start to end with the entities that lie in it.
func (s *splitter) part(start, end int) Text {
	var spans []Entity
	for _, e := range s.spans {
		from, to := max(e.Offset, start), min(e.End(), end)
		if from < to {
			e.Offset, e.Length = from-start, to-from
			spans = append(spans, e)
		}
	}
	return tidy(s.text[start:end], spans)
}

// cut says where the part that begins at start ends, and where the next one begins.
func (s *splitter) cut(start int) (end, next int) {
	last := min(start+s.limit, s.room(start))
	if last >= len(s.text) {
		return len(s.text), len(s.text)
	}
	half := start + (last-start)/2
	words := half
	if s.inPre(last) {
		words = last // in code a line is worth more than a full message
	}
	for _, try := range []struct {
		is    func(int) bool
		least int
	}{
		{s.paragraph, half}, {s.line, half}, {s.word, words},
		{s.paragraph, start}, {s.line, start}, {s.word, start}, {s.cluster, start}, {s.rune, start},
	} {
		for at := last; at > try.least; at-- {
			if try.is(at) && s.free(at) {
				return at, s.resume(at)
			}
		}
	}
	for at := last; at > start; at-- { // more entities than fit, all around one another
		if s.rune(at) {
			return at, at
		}
	}
	return start + 2, start + 2
}

// room is where a part that begins at start must end so as not to hold more than
// MaxEntities entities.
func (s *splitter) room(start int) int {
	n := 0
	for _, e := range s.spans {
		if e.End() > start {
			if n++; n > MaxEntities {
				return max(e.Offset, start+1)
			}
		}
	}
	return len(s.text)
}

// resume skips the white space at a cut: all of it, but in code not the indentation of the
// next line.
func (s *splitter) resume(at int) int {
	skip := space
	if s.inPre(at) {
		skip = func(u uint16) bool { return u == '\n' }
	}
	for at < len(s.text) && skip(s.text[at]) && !s.opensPre(at) {
		at++
	}
	return at
}

func (s *splitter) inPre(at int) bool {
	return slices.ContainsFunc(s.spans, func(e Entity) bool { return e.Type == Pre && e.Offset < at && at < e.End() })
}

func (s *splitter) opensPre(at int) bool {
	return slices.ContainsFunc(s.spans, func(e Entity) bool { return e.Type == Pre && e.Offset == at })
}

// free says that a cut at at does not cut an entity that could have stayed whole, nor a link
// from the host that is shown behind it.
func (s *splitter) free(at int) bool {
	for _, e := range s.spans {
		if e.Offset >= at {
			return true
		}
		end := s.shownEnd(e)
		if end-e.Offset > s.limit {
			end = e.End()
		}
		if at < end && end-e.Offset <= s.limit {
			return false
		}
	}
	return true
}

// shownEnd returns where an entity ends, of a link where the host in brackets behind it does.
func (s *splitter) shownEnd(e Entity) int {
	end := e.End()
	if e.Type != Link || end+1 >= len(s.text) || s.text[end] != ' ' || s.text[end+1] != '(' {
		return end
	}
	for i := end + 2; i < min(len(s.text), end+4*maxHost); i++ { // a host that is written out is longer
		if s.text[i] == ')' {
			return i + 1
		}
	}
	return end
}

func (s *splitter) paragraph(at int) bool {
	return s.line(at) && at+1 < len(s.text) && s.text[at+1] == '\n'
}

func (s *splitter) line(at int) bool { return s.text[at] == '\n' && s.text[at-1] != '\n' }

// word is a gap between words: white space, or the end of a sentence in a script without
// spaces.
func (s *splitter) word(at int) bool {
	if space(s.text[at]) {
		return !space(s.text[at-1])
	}
	switch s.text[at-1] {
	case '。', '！', '？', '、', '，', '；':
		return true
	}
	return false
}

// cluster is a gap between what a reader sees as characters, as far as that can be told
// from the two sides of the gap.
func (s *splitter) cluster(at int) bool {
	if !s.rune(at) {
		return false
	}
	before, after := s.before(at), s.after(at)
	switch {
	case unicode.In(after, unicode.Mn, unicode.Me, unicode.Mc), after >= 0x1F3FB && after <= 0x1F3FF: // marks, skin tones
		return false
	case before == '\u200D' || after == '\u200D': // joined emoji
		return false
	case flag(before) && flag(after):
		return s.flags(at)%2 == 0
	}
	return true
}

// flags counts the flag letters before at: two make a flag.
func (s *splitter) flags(at int) int {
	n := 0
	for at >= 2 && flag(s.before(at)) {
		n, at = n+1, at-2
	}
	return n
}

func flag(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// rune says that no surrogate pair is cut.
func (s *splitter) rune(at int) bool {
	return !(utf16.IsSurrogate(rune(s.text[at])) && s.text[at] >= 0xDC00)
}

func (s *splitter) before(at int) rune {
	if at > 1 && utf16.IsSurrogate(rune(s.text[at-1])) {
		return utf16.DecodeRune(rune(s.text[at-2]), rune(s.text[at-1]))
	}
	return rune(s.text[at-1])
}

func (s *splitter) after(at int) rune {
	if at+1 < len(s.text) && utf16.IsSurrogate(rune(s.text[at])) {
		return utf16.DecodeRune(rune(s.text[at]), rune(s.text[at+1]))
	}
	return rune(s.text[at])
}
