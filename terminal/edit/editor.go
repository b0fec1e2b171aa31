package edit

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"sync"

	"golang.org/x/term"
)

// ErrInterrupted is the error of Read after Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// Editor reads lines from a keyboard and is the writer of the output. All methods may be called at
// the same time.
type Editor struct {
	in, out *os.File

	mu      sync.Mutex
	before  *term.State // of the terminal; nil = it is not in raw mode
	screen  screen
	line    line
	prompt  string
	visible bool     // the edit line is drawn
	waiting []string // drawn above the edit line
	entered []entry  // not returned by Read yet
	news    chan struct{}
	reading bool
	closed  bool
}

// entry is what Read returns.
type entry struct {
	text string
	err  error
}

// New returns an Editor. Both files must be terminals; see IsTerminal.
func New(in, out *os.File) *Editor {
	return &Editor{in: in, out: out, screen: screen{out: out}, news: make(chan struct{}, 1)}
}

// IsTerminal reports whether the file is a terminal.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// Read returns the next line, and prints it behind its prompt. It returns io.EOF after Ctrl-D in
// an empty line, and ErrInterrupted after Ctrl-C, which leaves the line as it is.
func (e *Editor) Read(ctx context.Context, prompt string) (string, error) {
	text, err := e.ReadAhead(ctx, prompt)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.visible = false
	shown := ""
	if err == nil {
		shown = prompt + text + "\n"
	}
	drawn := e.draw(shown)
	e.leaveRaw()
	if err != nil {
		return "", err
	}
	return text, drawn
}

// enterRaw and leaveRaw switch the terminal to raw mode and back.
func (e *Editor) enterRaw() error {
	before, err := term.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return err
	}
	e.before = before
	_, _ = io.WriteString(e.out, "\x1b[?2004h") // pasted text is marked as such
	return nil
}

func (e *Editor) leaveRaw() {
	if e.before == nil {
		return
	}
	_, _ = io.WriteString(e.out, "\x1b[?2004l")
	_ = term.Restore(int(e.in.Fd()), e.before)
	e.before = nil
}

// ReadAhead is Read for a line whose turn to be printed comes later. The edit line stays.
func (e *Editor) ReadAhead(ctx context.Context, prompt string) (string, error) {
	if err := e.begin(prompt); err != nil {
		return "", err
	}
	for {
		e.mu.Lock()
		if len(e.entered) > 0 {
			next := e.entered[0]
			if !errors.Is(next.err, io.EOF) { // the end stays
				e.entered = e.entered[1:]
			}
			e.mu.Unlock()
			return next.text, next.err
		}
		e.mu.Unlock()
		select {
		case <-e.news:
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// begin shows the edit line, and at the first time begins to read keys.
func (e *Editor) begin(prompt string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return io.EOF
	}
	if e.before == nil {
		if err := e.enterRaw(); err != nil {
			return err
		}
	}
	if !e.reading {
		e.reading = true
		go e.readKeys()
	}
	if e.visible && e.prompt == prompt {
		return nil
	}
	e.visible, e.prompt = true, prompt
	return e.draw("")
}

// readKeys edits the line until the keyboard is gone.
func (e *Editor) readKeys() {
	var d decoder
	p := make([]byte, 4096)
	for {
		n, err := e.in.Read(p)
		e.mu.Lock()
		if e.closed {
			e.mu.Unlock()
			return
		}
		for _, k := range d.decode(p[:n]) {
			e.press(k)
		}
		if err != nil || n == 0 {
			e.enter(entry{err: io.EOF})
			e.mu.Unlock()
			return
		}
		_ = e.draw("") // a screen that is gone is told by the next Write
		e.mu.Unlock()
	}
}

func (e *Editor) press(k key) {
	switch {
	case k.name == keyEnter:
		e.enter(entry{text: e.line.take()})
	case k.name == keyInterrupt:
		e.enter(entry{err: ErrInterrupted})
	case k.name == keyEOF && e.line.text == "":
		e.enter(entry{err: io.EOF})
	case k.name == keyEOF:
		e.line.press(key{name: keyDelete})
	case k.name == keyClearScreen:
		_, _ = io.WriteString(e.out, "\x1b[2J\x1b[H")
		e.screen.rows, e.screen.cursorRow, e.screen.tail, e.screen.tailRows, e.screen.tailCol = 0, 0, "", 0, 0
	case k.name == keySuspend:
		e.suspend()
	default:
		e.line.press(k)
	}
}

func (e *Editor) enter(x entry) {
	e.entered = append(e.entered, x)
	select {
	case e.news <- struct{}{}:
	default:
	}
}

// ClearLine empties the edit line and reports whether there was something in it. The Up key brings
// it back.
func (e *Editor) ClearLine() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	had := e.line.take() != ""
	_ = e.draw("")
	return had
}

// ShowWaiting draws these lines above the edit line, until it is called again.
func (e *Editor) ShowWaiting(lines []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.waiting = slices.Clone(lines)
	_ = e.draw("")
}

// Write prints p above the edit line.
func (e *Editor) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.before == nil || e.closed {
		return e.out.Write(p)
	}
	if err := e.draw(string(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// draw prints output and draws the edit line anew.
func (e *Editor) draw(output string) error {
	if e.before == nil || e.closed {
		return nil
	}
	e.screen.width, e.screen.height = 80, 24
	if w, h, err := term.GetSize(int(e.out.Fd())); err == nil && w > 0 && h > 0 {
		e.screen.width, e.screen.height = w, h
	}
	if !e.visible {
		return e.screen.update(output, nil)
	}
	return e.screen.update(output, &region{slices.Clone(e.waiting), e.prompt, e.line.text, e.line.at})
}

// Close takes the edit line away and gives the terminal back as it was.
func (e *Editor) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.visible = false
	_ = e.draw("")
	e.leaveRaw()
	e.closed = true
}
