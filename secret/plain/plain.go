// Package plain makes texts even, so that who looks for something in them needs to know one form of each
// character: marks and invisible characters are gone, all digits are 0 to 9, all spaces " ", all
// dashes "-", and it is known where each byte came from.
//
// It is for finding, never for storing or showing. Start reading at Of.
package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Text is a text made even. Plain and Low have the same length, byte for byte; Low is in lower case.
type Text struct {
	Source     string
	Plain, Low string
	// Starts has for each byte of Plain where its character begins in Source; nil if at the same place.
	Starts []int32
}

// Low returns the even form of s in lower case.
func Low(s string) string { return Of(s).Low }

// Of makes a text even. Source is s, except that Hangul written as single letters is composed.
func Of(s string) Text {
	s = compose(s)
	if IsASCII(s) {
		return Text{Source: s, Plain: s, Low: strings.ToLower(s)}
	}
	plain := make([]byte, 0, len(s)+16)
	low := make([]byte, 0, len(s)+16)
	starts := make([]int32, 0, len(s)+16)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r < utf8.RuneSelf {
			plain, low, starts = append(plain, byte(r)), append(low, lowerByte(byte(r))), append(starts, int32(i))
			i++
			continue
		}
		before := len(plain)
		plain, low = appendEven(plain, low, r, s[i:i+n])
		for range len(plain) - before {
			starts = append(starts, int32(i))
		}
		i += n
	}
	return Text{Source: s, Plain: string(plain), Low: string(low), Starts: append(starts, int32(len(s)))}
}

// IsASCII reports whether s is of ASCII alone.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func lowerByte(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// alike maps characters that mean the same here. 0 removes one.
var alike = map[rune]rune{
	'“': '"', '”': '"', '„': '"', '‟': '"', '«': '"', '»': '"', '「': '"', '」': '"', '『': '"', '』': '"', '〝': '"', '〞': '"', '《': '"', '》': '"', '״': '"',
	'‘': '\'', '’': '\'', '‚': '\'', '‹': '\'', '›': '\'', '′': '\'', '׳': '\'', 'ʼ': '\'', '´': '\'',
	'。': '.', '।': '.', '۔': '.', '、': ',', '،': ',', '؛': ';', '؟': '?', '−': '-', '→': '=', '⇒': '=', '➡': '=', '➜': '=', '⟶': '=', '⇨': '=', '➔': '=', '▶': '=', '▸': '=', '►': '=', '👉': '=', '👇': '=',
	'·': '.', '‧': '.', '∙': '.', '・': ' ', '⁄': '/', '∕': '/', '׃': ':', '：': ':', '꞉': ':', '∶': ':',
	'ß': 's', 'ẞ': 's', 'ł': 'l', 'Ł': 'L', 'ø': 'o', 'Ø': 'O', 'đ': 'd', 'Đ': 'D', 'ı': 'i', 'ς': 'σ', 'æ': 'a', 'Æ': 'A', 'œ': 'o', 'Œ': 'O',
	'ی': 'ي', 'ى': 'ي', 'ک': 'ك', 'ە': 'ه', 'ة': 'ه', 'ـ': 0,
}

// appendEven adds the even form of a character to both forms.
func appendEven(plain, low []byte, r rune, source string) ([]byte, []byte) {
	if to, ok := alike[r]; ok {
		if to == 0 {
			return plain, low
		}
		return appendRune(plain, low, to)
	}
	switch {
	case r >= 0xAC00 && r <= 0xD7A3 || r >= 0x4E00 && r <= 0x9FFF || r >= 0x0430 && r <= 0x044F && r != 0x0439 || r >= 0x0E01 && r <= 0x0E30:
		return appendRune(plain, low, r)
	case unicode.IsSpace(r) || unicode.Is(unicode.Zs, r):
		if r == 0x85 || r == 0x2028 || r == 0x2029 {
			return appendRune(plain, low, '\n')
		}
		return appendRune(plain, low, ' ')
	case unicode.In(r, unicode.Mn, unicode.Cf, unicode.Me, unicode.Variation_Selector) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return plain, low
	case unicode.Is(unicode.Nd, r):
		return appendRune(plain, low, '0'+digitValue(r))
	case unicode.Is(unicode.Pd, r):
		return appendRune(plain, low, '-')
	}
	parts := norm.NFKD.PropertiesString(source).Decomposition()
	if parts == nil {
		return appendRune(plain, low, r)
	}
	for _, p := range string(parts) {
		if to, ok := alike[p]; ok && to != 0 {
			p = to
		}
		if unicode.Is(unicode.Mn, p) {
			continue
		}
		plain, low = appendRune(plain, low, p)
	}
	return plain, low
}

// appendRune adds a character and its lower case. Where these differ in length, both forms get the
// lower case.
func appendRune(plain, low []byte, r rune) ([]byte, []byte) {
	l := unicode.ToLower(r)
	if utf8.RuneLen(l) != utf8.RuneLen(r) {
		r = l
	}
	return utf8.AppendRune(plain, r), utf8.AppendRune(low, l)
}

// digitValue returns what a decimal digit of any script is worth: each script has its ten in a row.
func digitValue(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	return 0
}

// compose returns s with Hangul that was written as single letters, as macOS does in file names,
// put together into syllables.
func compose(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x1100 && r <= 0x11FF }) {
		return s
	}
	return norm.NFC.String(s)
}

// IsDense reports whether r is of a script that writes no spaces between words.
func IsDense(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー'
}

func IsHangul(r rune) bool { return r >= 0xAC00 && r <= 0xD7A3 }

// BeginsWithAnd reports whether a word of Arabic or Hebrew begins with "and", which is written as one with it.
func BeginsWithAnd(word string) bool {
	return (strings.HasPrefix(word, "و") || strings.HasPrefix(word, "ו")) && utf8.RuneCountInString(word) > 3
}
