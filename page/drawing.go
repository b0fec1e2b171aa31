package page

import (
	"fmt"
	"unicode"

	"keepsake/memory/graph"
	"keepsake/page/layout"
	"keepsake/text"
)

// picture is a drawing of statements, in points.
type picture struct {
	Class         string // of the style sheet, which shows the one that fits the screen
	Width, Height int
	Nodes         []node
	Lines         []line
}

// node is an entity as it is drawn.
type node struct {
	*entity
	layout.Box
	Label string // as much of the name as is drawn
	Full  string // the name where not all of it is drawn
	Shape string // points of its outline; "" = a rectangle with round corners
	Round int
}

// line is a statement as it is drawn: a curve between two nodes through its label.
type line struct {
	fact
	layout.Box
	From, To string // the names of its ends
	Label    string // as much of the predicate as is drawn
	Full     string // the predicate where not all of it is drawn
	Path     string
}

// sizes of a picture: for a telephone, and for a wider screen. The texts are as large in both.
type sizes struct {
	class         string
	width         float64
	name, says    int     // runes that are drawn of a name and of a predicate
	letter, small float64 // about how wide a letter of a name and of a predicate is
}

var (
	narrow = sizes{"narrow", 326, 17, 18, 7.6, 6.5}
	wide   = sizes{"wide", 726, 28, 26, 7.6, 6.5}
)

const (
	nodeHeight, sayHeight = 32.0, 24.0
	padding               = 22.0 // of a node, left and right together
	corner                = 9.0  // that a project's outline lacks
	margin                = 4.0  // around the drawing
)

// Left, Top and TextY are where the outline of a box begins and where its text stands, PaperY where what covers the line
// behind a text does.
func (n node) Left() float64   { return n.X - n.W/2 }
func (n node) Top() float64    { return n.Y - n.H/2 }
func (n node) TextY() float64  { return n.Y + 5 }
func (l line) Left() float64   { return l.X - l.W/2 }
func (l line) Top() float64    { return l.Y - l.H/2 }
func (l line) PaperY() float64 { return l.Y - 8 }
func (l line) TextY() float64  { return l.Y + 4 }

// draw returns the picture of statements, the middle first. The order of its parts is that in which a keyboard gets to them.
func draw(middle *entity, facts []fact, s sizes, nameOf func(*entity) string) picture {
	p := picture{Class: s.class}
	places := map[*entity]int{}
	var boxes []layout.Box
	add := func(e *entity) int {
		if i, ok := places[e]; ok {
			return i
		}
		n := node{entity: e}
		n.Label, n.Full = cut(nameOf(e), s.name)
		places[e] = len(p.Nodes)
		p.Nodes = append(p.Nodes, n)
		boxes = append(boxes, layout.Box{W: max(44, widthOf(n.Label, s.letter)+padding), H: nodeHeight})
		return places[e]
	}
	add(middle)
	for _, f := range facts {
		add(f.Subject)
		add(f.Object)
	}
	var links []layout.Link
	for _, f := range facts { // the label of a statement is a box between its ends
		l := line{fact: f, From: nameOf(f.Subject), To: nameOf(f.Object)}
		l.Label, l.Full = cut(f.Says, s.says)
		links = append(links, layout.Link{A: places[f.Subject], B: len(boxes)}, layout.Link{A: len(boxes), B: places[f.Object]})
		boxes = append(boxes, layout.Box{W: max(28, widthOf(l.Label, s.small)+10), H: sayHeight})
		p.Lines = append(p.Lines, l)
	}
	height := layout.Place(boxes, links, s.width-2*margin)
	p.Width, p.Height = int(s.width), int(height+2*margin)+1
	for i := range boxes {
		boxes[i].X, boxes[i].Y = boxes[i].X+margin, boxes[i].Y+margin
	}
	for i := range p.Nodes {
		p.Nodes[i].Box = boxes[i]
		p.Nodes[i].outline()
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		l.Box = boxes[len(p.Nodes)+i]
		l.Path = curve(boxes[places[l.Subject]], boxes[places[l.Object]], l.Box)
	}
	return p
}

// cut returns as much of a text as is drawn, and all of it where that is not all.
func cut(s string, runes int) (label, full string) {
	if label = text.Cut(s, runes); label != s {
		full = s
	}
	return label, full
}

// curve returns a way from the border of one box to that of another, through the middle of a third.
func curve(from, to, over layout.Box) string {
	bend := func(ax, ay, bx, by float64) (x, y float64) { return 2*over.X - (ax+bx)/2, 2*over.Y - (ay+by)/2 }
	cx, cy := bend(from.X, from.Y, to.X, to.Y)
	ax, ay := layout.Border(from, cx, cy)
	bx, by := layout.Border(to, cx, cy)
	cx, cy = bend(ax, ay, bx, by)
	return fmt.Sprintf("M%.1f %.1fQ%.1f %.1f %.1f %.1f", ax, ay, cx, cy, bx, by)
}

// outline gives a node the shape of its kind, so that kinds are told apart without colours.
func (n *node) outline() {
	switch n.Kind {
	case graph.Person:
		n.Round = int(nodeHeight / 2)
	case graph.Place:
		n.Round = 3
	case graph.Project:
		l, r, t, b := n.Left(), n.X+n.W/2, n.Top(), n.Y+n.H/2
		n.Shape = fmt.Sprintf("%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f", l+corner, t, r-corner, t, r, n.Y, r-corner, b, l+corner, b, l, n.Y)
	default:
		n.Round = 9
	}
}

// widthOf returns about how wide a text is drawn: nobody knows which font a reader has.
func widthOf(s string, letter float64) (width float64) {
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) || r >= 0x1f000):
			width += letter * 1.9
		case unicode.IsUpper(r) || r == 'm' || r == 'w' || r == 'ш' || r == 'щ' || r == 'ж' || r == 'ю' || r == 'ы':
			width += letter * 1.25
		default:
			width += letter
		}
	}
	return width
}
