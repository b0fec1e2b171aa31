package markdown

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	house "keepsake/text"
)

// writer walks a parsed document and writes lines of text, remembering spans of formatting
// as it goes. Spans nest as the document does; finish makes them what Telegram allows.
type writer struct {
	source []byte
	out    strings.Builder
	at     int // UTF-16 units written
	spans  []Entity

	breaks int      // newlines owed before the next text
	prefix []string // what a line begins with, inside of lists and nested quotes
	item   string   // marker of a list item, owed before the next text
	depth  int      // of lists
	quotes int      // of blockquotes; only the outermost is an entity
	plain  int      // inside of a link or spoiler, where code can't be an entity
}

// maxIndent stops indenting deeply nested (hostile) documents: their indentation would be
// most of the text.
const maxIndent = 8

// newline owes at least n newlines before the next text.
func (w *writer) newline(n int) {
	if w.at > 0 && n > w.breaks {
		w.breaks = n
	}
}

// settle writes the newlines, the indentation and the list marker that are owed.
func (w *writer) settle() {
	if w.breaks > 0 {
		w.raw(strings.Repeat("\n", w.breaks))
		w.raw(strings.Join(w.prefix, ""))
		w.breaks = 0
	}
	if w.item != "" {
		w.raw(w.item)
		w.item = ""
	}
}

func (w *writer) raw(s string) {
	w.out.WriteString(s)
	w.at += house.UTF16Len(s)
}

// text writes s, which may hold newlines.
func (w *writer) text(s string) {
	s = strings.ReplaceAll(clean(s), "\t", " ")
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			w.breaks++
		}
		if line != "" {
			w.settle()
			w.raw(line)
		}
	}
}

// code writes s as it is, without the indentation of the lines around it.
func (w *writer) code(s string) {
	w.settle()
	w.raw(strings.ReplaceAll(clean(s), "\t", "    "))
}

// span remembers e for what fn writes.
func (w *writer) span(e Entity, fn func()) {
	w.settle()
	e.Offset = w.at
	i := len(w.spans)
	w.spans = append(w.spans, e)
	fn()
	w.spans[i].Length = w.at - e.Offset
}

func (w *writer) indent(s string, fn func()) {
	if len(w.prefix) >= maxIndent {
		s = ""
	}
	w.prefix = append(w.prefix, s)
	fn()
	w.prefix = w.prefix[:len(w.prefix)-1]
}

// blocks writes the blocks in n with the author's own spacing: a blank line where there
// was one.
func (w *writer) blocks(n ast.Node) {
	for b := n.FirstChild(); b != nil; b = b.NextSibling() {
		if prev := b.PreviousSibling(); prev != nil {
			w.newline(1)
			_, table := prev.(*extast.Table)
			if w.spaced(b) || table {
				w.newline(2)
			}
		}
		w.block(b)
	}
}

// spaced says whether a blank line stands before b. After a fence the parser always says
// yes; the source knows.
func (w *writer) spaced(b ast.Node) bool {
	switch b.(type) {
	case *ast.Heading, *extast.Table:
		return true
	}
	if _, fence := b.PreviousSibling().(*ast.FencedCodeBlock); fence && b.Type() == ast.TypeBlock && b.Lines().Len() > 0 {
		before := string(w.source[:b.Lines().At(0).Start])
		before = before[:strings.LastIndexByte(before, '\n')+1]
		above := before[strings.LastIndexByte(strings.TrimSuffix(before, "\n"), '\n')+1:]
		return strings.Trim(above, " \t\n>") == ""
	}
	return b.HasBlankPreviousLines()
}

func (w *writer) block(b ast.Node) {
	switch b := b.(type) {
	case *ast.Heading:
		w.span(Entity{Type: Bold}, func() { w.inlines(b) })
	case *ast.Blockquote:
		w.quote(b)
	case *ast.List:
		w.list(b)
	case *ast.FencedCodeBlock:
		w.pre(lines(b, w.source), language(string(b.Language(w.source))))
	case *ast.CodeBlock:
		w.pre(lines(b, w.source), "")
	case *ast.ThematicBreak:
		w.text("———")
	case *extast.Table:
		w.pre(w.table(b), "")
	default:
		if b.Type() == ast.TypeBlock && b.FirstChild() != nil && b.FirstChild().Type() == ast.TypeBlock {
			w.blocks(b)
		} else {
			w.inlines(b)
		}
	}
}

// quote is an entity once; Telegram has no quotes within quotes, so an inner one is marked
// the way it was written.
func (w *writer) quote(b ast.Node) {
	w.quotes++
	defer func() { w.quotes-- }()
	if w.quotes > 1 {
		w.settle()
		if w.quotes <= maxIndent {
			w.raw("> ")
		}
		w.indent("> ", func() { w.blocks(b) })
		return
	}
	w.span(Entity{Type: Blockquote}, func() { w.blocks(b) })
}

var bullets = [...]string{"• ", "◦ ", "▪ "}

func (w *writer) list(l *ast.List) {
	w.depth++
	defer func() { w.depth-- }()
	n := l.Start
	for item := l.FirstChild(); item != nil; item = item.NextSibling() {
		if item.PreviousSibling() != nil {
			w.newline(1)
			if item.HasBlankPreviousLines() {
				w.newline(2)
			}
		}
		w.settle() // an item that is all of an outer item: both markers show
		mark := bullets[min(w.depth, len(bullets))-1]
		if l.IsOrdered() {
			mark = strconv.Itoa(n) + string(l.Marker) + " "
			n++
		}
		w.item = mark
		if checkbox(item) != nil {
			w.item = ""
		}
		w.indent(strings.Repeat(" ", len([]rune(mark))), func() { w.blocks(item) })
		w.settle()
	}
}

// checkbox is the box of a task list's item, nil when it has none.
func checkbox(item ast.Node) *extast.TaskCheckBox {
	if t := item.FirstChild(); t != nil {
		box, _ := t.FirstChild().(*extast.TaskCheckBox)
		return box
	}
	return nil
}

// pre writes a code block; an empty one shows nothing.
func (w *writer) pre(code, lang string) {
	code = strings.TrimRight(code, "\n\t ")
	for { // leading blank lines would be an empty first line of the block
		first, rest, ok := strings.Cut(code, "\n")
		if !ok || strings.TrimSpace(first) != "" {
			break
		}
		code = rest
	}
	if blank(code) {
		return
	}
	w.span(Entity{Type: Pre, Language: lang}, func() { w.code(code) })
}

func lines(b ast.Node, source []byte) string {
	var s strings.Builder
	for i := range b.Lines().Len() {
		line := b.Lines().At(i)
		s.Write(line.Value(source))
	}
	return s.String()
}

// language keeps what is a name of a language: it travels to Telegram as it is.
func language(s string) string {
	for _, r := range s {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+#-._", r) {
			return ""
		}
	}
	if len(s) > 32 {
		return ""
	}
	return s
}
