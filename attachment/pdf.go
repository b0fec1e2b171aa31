package attachment

import (
	"bytes"
	"errors"
	"strings"
	"time"

	"github.com/ledongthuc/pdf"

	"keepsake/text"
)

// enoughTime is when a PDF has been read for long enough: what is read by then is shown,
// and that there is more is said.
const enoughTime = 10 * time.Second

// readPDF returns the text of a PDF, a page end between two pages. A PDF of scanned pages
// has none (ErrEmpty, by Reader.Document).
func readPDF(data []byte) (result, error) {
	until := time.Now().Add(enoughTime)
	r, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	switch {
	case errors.Is(err, pdf.ErrInvalidPassword):
		return result{}, ErrLocked
	case err != nil && strings.Contains(err.Error(), "encrypt"): // in a way the library cannot undo
		return result{}, ErrLocked
	case err != nil:
		return result{}, ErrBroken
	}
	out := result{Pages: r.NumPage()}
	var all strings.Builder
	for n := 1; n <= out.Pages; n++ {
		if n > maxPages || all.Len() > maxText || time.Now().After(until) {
			out.Cut = true
			break
		}
		if n > 1 {
			all.WriteString(pageEnd)
		}
		all.WriteString(pageText(r.Page(n)))
		out.Shown = n
	}
	out.Text = all.String()
	if len(out.Text) > maxText {
		out.Text, out.Cut = out.Text[:text.RuneStart(out.Text, maxText)], true
	}
	return out, nil
}

// pageText returns the text of a page; of one that is damaged, what comes before that.
func pageText(p pdf.Page) string {
	w := &walker{at: identity, fonts: map[string]*font{}}
	func() {
		defer func() { _ = recover() }() // the other pages may be whole
		if p.V.IsNull() {
			return
		}
		contents := p.V.Key("Contents")
		if contents.Kind() == pdf.Array { // one content in several streams
			for i := range contents.Len() {
				w.walk(contents.Index(i), p.Resources(), 0)
			}
			return
		}
		w.walk(contents, p.Resources(), 0)
	}()
	return strings.ReplaceAll(w.out.String(), pageEnd, " ")
}

// walker follows the operators that show text (PDF 32000-1, 9.4) and writes down what they
// show: a space or a line end where they go on elsewhere, since many PDFs hold neither.
type walker struct {
	out   strings.Builder
	at    matrix // from text to page: the current transformation
	saved []matrix

	line, now matrix // text line matrix, text matrix
	leading   float64
	size      float64
	font      *font
	fonts     map[string]*font

	begun      bool
	endX, endY float64 // where the last glyph ended
}

// font is what a walk needs to know of one.
type font struct {
	pdf.Font
	first  int
	widths []float64 // of simple fonts, in thousandths; nil = not known
}

// advance returns the width of a text in thousandths of its size, and whether that is more
// than a guess.
func (f *font) advance(raw, said string) (width float64, sure bool) {
	if f != nil && len(f.widths) > 0 {
		for i := range len(raw) {
			if c := int(raw[i]) - f.first; c >= 0 && c < len(f.widths) {
				width += f.widths[c]
			}
		}
		return width, true
	}
	for _, r := range said {
		if r >= 0x2E80 {
			width += 500
		}
		width += 500
	}
	return width, false
}

const maxForms = 8 // how deep forms stand in forms

// walk follows one stream of operators.
func (w *walker) walk(stream, resources pdf.Value, depth int) {
	if stream.Kind() != pdf.Stream {
		return
	}
	pdf.Interpret(stream, func(stk *pdf.Stack, op string) {
		args := make([]pdf.Value, stk.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stk.Pop()
		}
		number := func(i int) float64 {
			if i < 0 || i >= len(args) {
				return 0
			}
			return args[i].Float64()
		}
		switch op {
		case "q":
			if len(w.saved) < 1000 {
				w.saved = append(w.saved, w.at)
			}
		case "Q":
			if n := len(w.saved); n > 0 {
				w.at, w.saved = w.saved[n-1], w.saved[:n-1]
			}
		case "cm":
			w.at = matrixOf(number).times(w.at)
		case "BT":
			w.line, w.now = identity, identity
		case "Tm":
			w.line = matrixOf(number)
			w.now = w.line
		case "Td":
			w.moveTo(number(0), number(1))
		case "TD":
			w.leading = -number(1)
			w.moveTo(number(0), number(1))
		case "TL":
			w.leading = number(0)
		case "T*":
			w.moveTo(0, -w.leading)
		case "Tf":
			if len(args) == 2 {
				w.font, w.size = w.fontOf(resources, args[0].Name()), number(1)
			}
		case "'", `"`:
			w.moveTo(0, -w.leading)
			fallthrough
		case "Tj":
			if n := len(args); n > 0 {
				w.show(args[n-1].RawString())
			}
		case "TJ":
			if len(args) > 0 {
				w.showAll(args[0])
			}
		case "Do":
			if len(args) > 0 && depth < maxForms {
				w.walkForm(resources.Key("XObject").Key(args[0].Name()), resources, depth)
			}
		}
	})
}

// walkForm follows a form that a page shows: a stream of its own.
func (w *walker) walkForm(x, resources pdf.Value, depth int) {
	if x.Key("Subtype").Name() != "Form" {
		return
	}
	if own := x.Key("Resources"); !own.IsNull() {
		resources = own
	}
	at, fonts := w.at, w.fonts
	w.fonts = map[string]*font{} // names mean other fonts there
	if m := x.Key("Matrix"); m.Len() == 6 {
		w.at = matrixOf(func(i int) float64 { return m.Index(i).Float64() }).times(w.at)
	}
	w.walk(x, resources, depth+1)
	w.at, w.fonts = at, fonts
}

func (w *walker) fontOf(resources pdf.Value, name string) *font {
	if f := w.fonts[name]; f != nil {
		return f
	}
	f := &font{Font: pdf.Font{V: resources.Key("Font").Key(name)}}
	f.first, f.widths = f.FirstChar(), f.Widths()
	w.fonts[name] = f
	return f
}

func (w *walker) moveTo(x, y float64) {
	w.line = matrix{1, 0, 0, 1, x, y}.times(w.line)
	w.now = w.line
}

// showAll shows the strings of a TJ; the numbers between them move, in thousandths.
func (w *walker) showAll(list pdf.Value) {
	for i := range list.Len() {
		if v := list.Index(i); v.Kind() == pdf.String {
			w.show(v.RawString())
		} else {
			w.now = matrix{1, 0, 0, 1, -v.Float64() / 1000 * w.size, 0}.times(w.now)
		}
	}
}

func (w *walker) show(raw string) {
	said := raw
	if w.font != nil {
		said = w.font.Encoder().Decode(raw)
	}
	place := w.now.times(w.at)
	width, sure := w.font.advance(raw, said)
	width = width / 1000 * w.size
	size := max(abs(w.size)*place.height(), 0.1)
	gap, far := place[4]-w.endX, size/6
	if !sure {
		far = size * 2 / 3
	}
	switch {
	case !w.begun:
	case abs(place[5]-w.endY) > size/2:
		w.out.WriteByte('\n')
	case (gap > far || gap < -2*size) && !strings.HasPrefix(said, " "):
		w.out.WriteByte(' ')
	}
	if w.out.Len() > maxText {
		panic(errEnough)
	}
	w.out.WriteString(said)
	w.now = matrix{1, 0, 0, 1, width, 0}.times(w.now)
	end := w.now.times(w.at)
	w.endX, w.endY, w.begun = end[4], end[5], true
}

// matrix is an affine one: a b c d e f (PDF 32000-1, 8.3.3).
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

func matrixOf(number func(int) float64) (m matrix) {
	for i := range m {
		m[i] = number(i)
	}
	return m
}

// times is m, then n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// height is how much m stretches what stands upright.
func (m matrix) height() float64 { return max(abs(m[2]), abs(m[3])) }

func abs(x float64) float64 { return max(x, -x) }
