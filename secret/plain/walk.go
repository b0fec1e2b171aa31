package plain

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsWordRune reports whether r is part of a word.
func IsWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.Is(unicode.Mc, r) || r >= '0' && r <= '9'
}

// LastRune returns the last character of s.
func LastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// FirstRune returns the first character of s.
func FirstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// IsUpperAt reports whether a capital stands at i.
func IsUpperAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsUpper(r)
}

// Original returns where bytes from to to of plain stand in the source.
func (t *Text) Original(from, to int) (int, int) {
	if t.Starts == nil {
		return from, to
	}
	start := t.Starts[from]
	for to < len(t.Plain) && t.Starts[to] == t.Starts[to-1] {
		to++
	}
	return int(start), int(t.Starts[to])
}

// Next returns the character that begins at i, and where it ends; at the end of the text 0.
func (t *Text) Next(i int) (rune, int) {
	if i >= len(t.Low) {
		return 0, i
	}
	r, n := utf8.DecodeRuneInString(t.Low[i:])
	return r, i + n
}

// Before returns the character that ends at i, 0 at the start of the text.
func (t *Text) Before(i int) rune {
	if i <= 0 {
		return 0
	}
	r, _ := utf8.DecodeLastRuneInString(t.Low[:i])
	return r
}

// WordStart returns where the word begins that i stands in.
func (t *Text) WordStart(i int) int {
	for i > 0 {
		r, n := utf8.DecodeLastRuneInString(t.Low[:i])
		if !IsWordRune(r) && r != '\'' {
			break
		}
		i -= n
	}
	return i
}

// IsSource reports whether the original text between two places reads like this.
func (t *Text) IsSource(from, to int, like string) bool {
	a, b := t.Original(from, to)
	return strings.EqualFold(t.Source[a:b], like)
}

// WordEnd returns where the word that begins at i ends.
func (t *Text) WordEnd(i int) int {
	for {
		r, j := t.Next(i)
		if !IsWordRune(r) && r != '\'' {
			return i
		}
		i = j
	}
}

// TokenEnd returns where white space follows.
func (t *Text) TokenEnd(i int) int {
	if n := strings.IndexAny(t.Low[i:], " \n\t"); n >= 0 {
		return i + n
	}
	return len(t.Low)
}

// Skip returns the place after all of these characters.
func (t *Text) Skip(i int, cut string) int {
	return i + len(t.Low[i:]) - len(strings.TrimLeft(t.Low[i:], cut))
}

// TokenStart returns where the token ends at i that begins after white space.
func (t *Text) TokenStart(i int) int {
	return strings.LastIndexAny(t.Low[:i], " \n\t") + 1
}

// EndsSentenceAt reports whether the character at i ends a sentence: a stop within a token does not.
func (t Text) EndsSentenceAt(i int) bool {
	switch t.Low[i] {
	case '\n':
		return true
	case '.', '!', '?', ';':
		return i+1 == len(t.Low) || t.Low[i+1] == ' ' || t.Low[i+1] == '\n'
	}
	return strings.HasPrefix(t.Low[i:], "。")
}

// FirstWords returns the first n words of s, with a space between each two.
func FirstWords(s string, n int) string {
	words := strings.Fields(s)
	return strings.Join(words[:min(n, len(words))], " ")
}

// LastWords returns the last n words of s, with a space between each two.
func LastWords(s string, n int) string {
	words := strings.Fields(s)
	return strings.Join(words[max(0, len(words)-n):], " ")
}

// SignedEnd returns where a token ends that begins at i: letters of a script with spaces, digits, and the signs that passwords have in them.
func (t *Text) SignedEnd(i int) int {
	for i < len(t.Low) {
		r, next := t.Next(i)
		if IsDense(r) || IsHangul(r) || !IsWordRune(r) && !strings.ContainsRune("_-.#$!?@&*%+/'", r) {
			return i
		}
		i = next
	}
	return i
}

// SignedTokens yields where each such token begins and ends.
func (t *Text) SignedTokens() iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for from := 0; from < len(t.Low); {
			to := t.SignedEnd(from)
			if to == from {
				_, from = t.Next(from)
				continue
			}
			if !yield(from, to) {
				return
			}
			from = to
		}
	}
}
