package markdown

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// parserOf is CommonMark without what harms a chat: setext headings (a list that has just
// begun would flash as a heading: "text\n-"), HTML blocks (their text would lose its
// Markdown), and link reference definitions ("[Alec]: hello" would vanish). Nothing a model
// writes may disappear.
var parserOf = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
			util.Prioritized(&marks{chars: "*_", node: func(n int) ast.Node { return ast.NewEmphasis(n) }}, 500),
			util.Prioritized(&marks{chars: "~", max: 2, node: func(int) ast.Node { return extast.NewStrikethrough() }}, 500),
			util.Prioritized(&marks{chars: "|", min: 2, max: 2, node: func(int) ast.Node { return &spoiler{} }}, 500),
			util.Prioritized(extension.NewLinkifyParser(), 999),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(extension.NewTableParagraphTransformer(), 200),
		),
		parser.WithASTTransformers(
			util.Prioritized(extension.NewTableASTTransformer(), 0),
		),
	)
})

// spoiler is ||hidden text||.
type spoiler struct{ ast.BaseInline }

var kindSpoiler = ast.NewNodeKind("Spoiler")

func (*spoiler) Kind() ast.NodeKind { return kindSpoiler }

func (s *spoiler) Dump(source []byte, level int) { ast.DumpHelper(s, source, level, nil, nil) }

// marks parses paired markers. It differs from CommonMark's own rules in two ways: a
// marker beside Chinese, Japanese or Korean text counts although no space stands there
// ("**重要。**これ"), because those languages have none; and || never opens or closes
// against a letter on its outer side, so that "a||b" in prose stays what it is.
type marks struct {
	chars    string
	min, max int // length of a run; 0: any
	node     func(consumed int) ast.Node
}

func (m *marks) Trigger() []byte { return []byte(m.chars) }

func (m *marks) IsDelimiter(b byte) bool {
	for i := range len(m.chars) {
		if m.chars[i] == b {
			return true
		}
	}
	return false
}

func (m *marks) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char && (m.max == 0 || opener.OriginalLength == closer.OriginalLength)
}

func (m *marks) OnMatch(consumed int) ast.Node { return m.node(consumed) }

func (m *marks) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	d := parser.ScanDelimiter(line, before, 1, m)
	if d == nil {
		return nil
	}
	if m.max > 0 && (d.OriginalLength < m.min || d.OriginalLength > m.max || before == rune(d.Char)) {
		return nil
	}
	after := ' '
	if d.OriginalLength < len(line) {
		after, _ = utf8.DecodeRune(line[d.OriginalLength:])
	}
	switch d.Char {
	case '*', '~':
		d.CanOpen = d.CanOpen || cjk(before) && !unicode.IsSpace(after)
		d.CanClose = d.CanClose || cjk(after) && !unicode.IsSpace(before)
	case '|':
		d.CanOpen = d.CanOpen && !letter(before)
		d.CanClose = d.CanClose && !letter(after)
	}
	d.Segment = segment.WithStop(segment.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	pc.PushDelimiter(d)
	return d
}

func cjk(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}

func letter(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !cjk(r)
}
