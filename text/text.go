// Package text knows what strings need to know everywhere: cleaning at the door, showing
// exactly, folding for equality, words for search, tokens for budgets.
//
// It is ground floor: pure functions over strings, no state but compiled tables, no
// rules of the house (those live beside their nouns). Every function accepts any string,
// also invalid UTF-8, and never panics.
//
// Start reading at Clean, Fold and Words; what is shown exactly is in visible.go.
package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mask is what stands in the place of a secret, and of what was forgotten.
const Mask = "•••"

// Clean returns s as the house stores it: valid UTF-8 (bad bytes become U+FFFD), line
// ends as \n, and no control characters but \n and \t. Postgres refuses NUL and bad
// UTF-8, SQLite takes both: what passed Clean is equal on both.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029':
			return '\n'
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, s)
}

// OneLine returns the cleaned s as a single line: runs of white space (line ends, tabs
// and exotic spaces too) become one space, none at the ends.
func OneLine(s string) string { return strings.Join(strings.Fields(Clean(s)), " ") }

// Cut returns s shortened to at most limit runes, the last one "…" when it was cut.
func Cut(s string, limit int) string {
	if limit <= 0 {
		return ""
	}
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	runes := []rune(s)
	return strings.TrimRightFunc(string(runes[:limit-1]), unicode.IsSpace) + "…"
}

// Len returns how many runes s has: the unit of every "characters" limit of the house.
func Len(s string) int { return utf8.RuneCountInString(s) }

// ReadingLen returns how much s gives to read, in Latin letters: a character of a script whose words are short (Chinese,
// Japanese, Korean, Thai, …) counts two, every other rune one. It is the unit of "too short".
func ReadingLen(s string) (n int) {
	for _, r := range s {
		if n++; dense(r) {
			n++
		}
	}
	return n
}

// UTF16Len returns the length of s in UTF-16 units, which is how Telegram counts.
func UTF16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// escaped is the ASCII punctuation that can mean something in CommonMark or its
// extensions (tables, strikethrough, spoilers, bare links), wherever it stands.
const escaped = "\\`*_{}[]()#+-.!<>|~&=:@"

// Escape returns s so that a CommonMark renderer shows it literally: punctuation gets a
// backslash, white space that would begin a code block becomes a character reference.
// Line ends stay.
func Escape(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	start := true
	for _, r := range s {
		switch {
		case start && r == ' ':
			b.WriteString("&#32;")
		case start && r == '\t':
			b.WriteString("&#9;")
		case r < utf8.RuneSelf && strings.IndexByte(escaped, byte(r)) >= 0:
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		start = r == '\n'
	}
	return b.String()
}

// StripInvisible returns s without the characters that Visible would write out, emoji
// joiners included: what is left is what can be read. For comparing, not for storing.
func StripInvisible(s string) string {
	if !strings.ContainsFunc(s, invisible) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if invisible(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// Capitalize returns s with its first letter as a capital.
func Capitalize(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if !unicode.IsLower(first) {
		return s
	}
	return string(unicode.ToUpper(first)) + s[size:]
}

// invisible reports whether r shows as nothing, or as a space that is not U+0020.
func invisible(r rune) bool {
	if r < 0x80 {
		return r < 0x20 && r != '\n' && r != '\t' || r == 0x7F
	}
	switch {
	case unicode.In(r, unicode.Cf, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Co, unicode.Variation_Selector):
		return true
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return true
	case r == 0x2800: // BRAILLE PATTERN BLANK
		return true
	}
	return unicode.Is(unicode.Zs, r)
}
