package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

func (w *writer) inlines(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.inline(c)
	}
}

func (w *writer) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		s := n.Segment.Value(w.source)
		if n.IsRaw() {
			w.text(string(s))
		} else {
			w.text(unescape(s))
		}
		// Models mean the line breaks they write, hard or soft.
		if n.SoftLineBreak() || n.HardLineBreak() {
			w.breaks++
		}
	case *ast.String:
		w.text(string(n.Value))
	case *ast.CodeSpan:
		w.codeSpan(n)
	case *ast.Emphasis:
		e := Entity{Type: Italic}
		if n.Level > 1 {
			e.Type = Bold
		}
		w.span(e, func() { w.inlines(n) })
	case *extast.Strikethrough:
		w.span(Entity{Type: Strike}, func() { w.inlines(n) })
	case *spoiler:
		w.plain++
		w.span(Entity{Type: Spoiler}, func() { w.inlines(n) })
		w.plain--
	case *ast.Link:
		w.link(string(n.Destination), func() { w.inlines(n) })
	case *ast.Image:
		w.image(n)
	case *ast.AutoLink:
		w.text(string(n.Label(w.source))) // Telegram finds bare links itself
	case *extast.TaskCheckBox:
		if n.IsChecked {
			w.text("☑ ")
		} else {
			w.text("☐ ")
		}
	case *ast.RawHTML:
		w.html(n)
	default:
		w.inlines(n)
	}
}

func (w *writer) codeSpan(n *ast.CodeSpan) {
	var s strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			s.WriteString(strings.ReplaceAll(string(t.Segment.Value(w.source)), "\n", " "))
		}
	}
	code := s.String()
	if w.plain > 0 || blank(code) {
		w.text(code)
		return
	}
	w.span(Entity{Type: Code}, func() { w.code(code) })
}

// html writes tags as they are: a model that writes "<name>" means the text. Only <br> is
// common enough, in tables above all, to be obeyed.
func (w *writer) html(n *ast.RawHTML) {
	var s strings.Builder
	for i := range n.Segments.Len() {
		segment := n.Segments.At(i)
		s.Write(segment.Value(w.source))
	}
	switch strings.ToLower(strings.ReplaceAll(s.String(), " ", "")) {
	case "<br>", "<br/>":
		w.breaks++
	default:
		w.text(s.String())
	}
}

// unescape resolves backslash escapes and character references in one pass, so that an
// escaped "&amp;" stays as written.
func unescape(s []byte) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		switch {
		case s[i] == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]):
			out.WriteByte(s[i+1])
			i += 2
		case s[i] == '&':
			r, n := reference(s[i:])
			out.WriteString(r)
			i += n
		default:
			out.WriteByte(s[i])
			i++
		}
	}
	return out.String()
}

// reference resolves the character reference s begins with, to a text and the number of
// bytes it takes; "&" alone when it is none.
func reference(s []byte) (string, int) {
	end := strings.IndexByte(string(s[:min(len(s), 34)]), ';')
	if end < 2 {
		return "&", 1
	}
	name := string(s[1:end])
	if num, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if hex := strings.TrimLeft(num, "xX"); len(hex) == len(num)-1 {
			num, base = hex, 16
		}
		v, err := strconv.ParseUint(num, base, 32)
		if err != nil || len(num) > 7 {
			return "&", 1
		}
		return string(util.ToValidRune(rune(v))), end + 1
	}
	if e, ok := util.LookUpHTML5EntityByName(name); ok {
		return string(e.Characters), end + 1
	}
	return "&", 1
}
