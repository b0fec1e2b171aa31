package markdown_test

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"keepsake/markdown"
)

func encode(s string) []uint16 { return utf16.Encode([]rune(s)) }

// seen is what an entity covers.
func seen(t markdown.Text, e markdown.Entity) string {
	return string(utf16.Decode(encode(t.Text)[e.Offset:e.End()]))
}

// valid holds t against everything the package promises; nil when it keeps it all.
func valid(t markdown.Text) error {
	if !utf8.ValidString(t.Text) {
		return fmt.Errorf("text is not UTF-8")
	}
	if i := strings.IndexFunc(t.Text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }); i >= 0 {
		return fmt.Errorf("control character at %d", i)
	}
	if strings.TrimRightFunc(t.Text, unicode.IsSpace) != t.Text {
		return fmt.Errorf("white space at the end of %q", t.Text)
	}
	units := encode(t.Text)
	if t.Len() != len(units) {
		return fmt.Errorf("Len() = %d, want %d", t.Len(), len(units))
	}
	inPre := len(t.Entities) > 0 && t.Entities[0].Offset == 0
	if strings.TrimLeftFunc(t.Text, unicode.IsSpace) != t.Text && !inPre {
		return fmt.Errorf("white space at the beginning of %q", t.Text)
	}
	for i, e := range t.Entities {
		switch {
		case e.Offset < 0 || e.Length <= 0 || e.End() > len(units):
			return fmt.Errorf("%+v lies outside of %d units", e, len(units))
		case pair(units, e.Offset) || pair(units, e.End()):
			return fmt.Errorf("%+v cuts a pair", e)
		case (e.URL != "") != (e.Type == markdown.Link) || e.Language != "" && e.Type != markdown.Pre:
			return fmt.Errorf("%+v", e)
		case strings.TrimSpace(seen(t, e)) == "":
			return fmt.Errorf("%+v covers white space only", e)
		}
		if !verbatim(t, e) && strings.TrimSpace(seen(t, e)) != seen(t, e) {
			return fmt.Errorf("%+v covers white space at an end: %q", e, seen(t, e))
		}
		if i > 0 && (t.Entities[i-1].Offset > e.Offset || t.Entities[i-1].Offset == e.Offset && t.Entities[i-1].Length < e.Length) {
			return fmt.Errorf("%+v after %+v", e, t.Entities[i-1])
		}
		for _, out := range t.Entities[:i] {
			if e.Offset < out.End() && !mayHold(out, e) {
				return fmt.Errorf("%+v within %+v", e, out)
			}
		}
	}
	return nil
}

// verbatim says whether e is code, or a quote with code in it: white space in code stays.
func verbatim(t markdown.Text, e markdown.Entity) bool {
	return slices.ContainsFunc(t.Entities, func(c markdown.Entity) bool {
		return (c.Type == markdown.Pre || c.Type == markdown.Code) && e.Offset <= c.Offset && c.End() <= e.End()
	})
}

func pair(u []uint16, at int) bool {
	return at > 0 && at < len(u) && u[at] >= 0xDC00 && u[at] <= 0xDFFF
}

// mayHold says whether Telegram lets out contain in.
func mayHold(out, in markdown.Entity) bool {
	if in.End() > out.End() || in.Type == out.Type {
		return false
	}
	switch out.Type {
	case markdown.Blockquote:
		return true
	case markdown.Code, markdown.Pre:
		return false
	case markdown.Link:
		return in.Type != markdown.Code && in.Type != markdown.Pre && in.Type != markdown.Blockquote
	}
	return in.Type != markdown.Code && in.Type != markdown.Pre && in.Type != markdown.Blockquote
}

// show writes a Text with its entities as ⟨type:…⟩, to compare in tests.
func show(t markdown.Text) string {
	units := encode(t.Text)
	var out strings.Builder
	for at := 0; at <= len(units); at++ {
		for i := len(t.Entities) - 1; i >= 0; i-- {
			if t.Entities[i].End() == at {
				out.WriteString("⟩")
			}
		}
		for _, e := range t.Entities {
			if e.Offset == at {
				fmt.Fprintf(&out, "⟨%s", e.Type)
				if e.URL+e.Language != "" {
					fmt.Fprintf(&out, "=%s", e.URL+e.Language)
				}
				out.WriteString(":")
			}
		}
		if at < len(units) {
			if r := utf16.DecodeRune(rune(units[at]), rune(units[min(at+1, len(units)-1)])); r != unicode.ReplacementChar {
				out.WriteRune(r)
			} else if !utf16.IsSurrogate(rune(units[at])) {
				out.WriteRune(rune(units[at]))
			}
		}
	}
	return out.String()
}
