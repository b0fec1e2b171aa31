package files

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// Progress draws a bar on a terminal. Elsewhere (a log, a pipe) it draws nothing.
type Progress struct {
	w     io.Writer
	shown int // percent; -1 = nothing yet
}

// NewProgress returns a bar that nothing is shown of yet.
func NewProgress(w io.Writer) *Progress {
	p := &Progress{w: io.Discard, shown: -1}
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			p.w = w
		}
	}
	return p
}

const barWidth = 30

// Update redraws the bar, once per percent.
func (p *Progress) Update(done, total int) {
	percent := 100
	if total > 0 {
		percent = 100 * done / total
	}
	if percent == p.shown {
		return
	}
	p.shown = percent
	full := barWidth * percent / 100
	fmt.Fprintf(p.w, "\r[%s%s] %3d %%  %d of %d", strings.Repeat("=", full), strings.Repeat(" ", barWidth-full), percent, done, total)
}

// Finish ends the line of the bar.
func (p *Progress) Finish() {
	if p.shown >= 0 {
		fmt.Fprintln(p.w)
	}
}
