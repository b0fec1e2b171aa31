package attachment

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"keepsake/text"
)

// sample is how much of a text its charset is told by.
const sample = 64 << 10

// readPlain returns a text of any charset.
func readPlain(data []byte) (result, error) {
	var out result
	if len(data) > 4*maxText { // the rest is not shown anyway
		data, out.Cut = data[:4*maxText], true
	}
	said, ok := decode(data)
	if !ok {
		return out, ErrKind
	}
	if len(said) > maxText {
		said, out.Cut = said[:text.RuneStart(said, maxText)], true
	}
	out.Text = strings.ReplaceAll(said, pageEnd, "\n")
	return out, nil
}

// decode returns a text as UTF-8; ok is false when no charset makes a text of it.
func decode(data []byte) (said string, ok bool) {
	if wide := utf16Encoding(data); wide != nil {
		b, err := wide.NewDecoder().Bytes(data)
		return string(b), err == nil
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if utf8.Valid(data) || utf8.Valid(data[:text.RuneStart(string(data), max(0, len(data)-1))]) {
		return strings.ToValidUTF8(string(data), ""), true
	}
	found := chardet.Detect(data[:min(len(data), sample)])
	charset, err := htmlindex.Get(found.Encoding)
	if err != nil {
		if charset, err = htmlindex.Get("windows-1252"); err != nil {
			return "", false
		}
	}
	b, err := charset.NewDecoder().Bytes(data)
	return string(b), err == nil
}

// utf16Encoding returns the encoding of a text whose characters have two bytes each: it says so at
// its beginning, or every other byte is zero. nil for any other.
func utf16Encoding(data []byte) encoding.Encoding {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	}
	zeros := [2]int{}
	head := data[:min(len(data), 512)&^1]
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch most := len(head) * 2 / 5; { // of the half that may be zero, four fifths
	case len(head) < 8:
	case zeros[1] > most && zeros[0] == 0:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case zeros[0] > most && zeros[1] == 0:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return nil
}

// isBinary reports whether data is no text in any charset: control characters that no text
// has.
func isBinary(data []byte) bool {
	if utf16Encoding(data) != nil {
		return false
	}
	odd := 0
	head := data[:min(len(data), sample)]
	for _, b := range head {
		switch {
		case b == 0:
			return true
		case b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' && b != 0x1b:
			odd++
		}
	}
	return odd*100 > len(head)
}
