package terminal

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/term"
)

// NewPipe returns Lines that reads from a pipe or a file and prints no prompt.
func NewPipe(r io.Reader, interrupts <-chan struct{}) Lines {
	return &pipe{in: bufio.NewReader(r), interrupts: interrupts}
}

type pipe struct {
	in         *bufio.Reader
	interrupts <-chan struct{}
}

func (p *pipe) Read(ctx context.Context, _ string) (string, error) {
	type read struct {
		line string
		err  error
	}
	got := make(chan read, 1)
	go func() {
		line, err := p.in.ReadString('\n')
		if err == io.EOF && line != "" {
			err = nil // the last line has no newline
		}
		got <- read{strings.TrimRight(line, "\r\n"), err}
	}()
	select {
	case r := <-got:
		return r.line, r.err
	case <-p.interrupts:
		return "", io.EOF
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// Editor reads lines from a keyboard, with cursor keys, a history and pasting of several lines.
// It is also the writer for output: text that is written during Read appears above the line
// being typed. The terminal is in raw mode only during Read.
type Editor struct {
	in, out *os.File
	term    *term.Terminal
	ctrlC   atomic.Bool

	mu  sync.Mutex
	raw bool
}

// NewEditor returns an Editor. Both files must be terminals; see IsTerminal.
func NewEditor(in, out *os.File) *Editor {
	e := &Editor{in: in, out: out}
	e.term = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{&interruptReader{e: e}, out}, "")
	e.term.SetBracketedPasteMode(true)
	return e
}

// IsTerminal reports whether the file is a terminal.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// interruptReader records Ctrl-C and replaces it by keys that clear and end the line. The
// editor itself would treat Ctrl-C as the end of the input, for all later reads.
type interruptReader struct {
	e    *Editor
	left []byte
}

const (
	ctrlC     = "\x03"
	clearLine = "\x05\x15\r" // go to the end of the line, delete to its start, Enter
)

func (k *interruptReader) Read(p []byte) (int, error) {
	if len(k.left) == 0 {
		buffer := make([]byte, 256)
		n, err := k.e.in.Read(buffer)
		if n == 0 {
			return 0, err
		}
		if k.left = buffer[:n]; bytes.Contains(k.left, []byte(ctrlC)) {
			k.e.ctrlC.Store(true)
			k.left = bytes.ReplaceAll(k.left, []byte(ctrlC), []byte(clearLine))
		}
	}
	n := copy(p, k.left)
	k.left = k.left[n:]
	return n, nil
}

// Read implements Lines.
func (e *Editor) Read(ctx context.Context, prompt string) (string, error) {
	before, err := term.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return "", err
	}
	defer e.restore(before)
	e.mu.Lock()
	e.raw = true
	e.mu.Unlock()
	if w, h, err := term.GetSize(int(e.out.Fd())); err == nil && w > 0 {
		_ = e.term.SetSize(w, h) // fails only for a width of 0
	}
	e.term.SetPrompt(prompt)
	e.ctrlC.Store(false)
	type read struct {
		line string
		err  error
	}
	got := make(chan read, 1)
	go func() {
		line, err := e.readPasted()
		got <- read{line, err}
	}()
	select {
	case r := <-got:
		if errors.Is(r.err, io.EOF) {
			_, _ = io.WriteString(e.out, "\r\n") // end the line of the prompt
		}
		if r.err == nil && e.ctrlC.Load() {
			return "", ErrInterrupted
		}
		return r.line, r.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// readPasted reads a line. Lines that are pasted together are returned as one.
func (e *Editor) readPasted() (string, error) {
	var lines []string
	for {
		line, err := e.term.ReadLine()
		pasted := errors.Is(err, term.ErrPasteIndicator)
		if err != nil && !pasted {
			return "", err
		}
		if lines = append(lines, line); !pasted {
			return strings.Join(lines, "\n"), nil
		}
	}
}

// restore ends raw mode.
func (e *Editor) restore(before *term.State) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.raw = false
	_ = term.Restore(int(e.in.Fd()), before)
}

// Close disables the bracketed paste mode of the terminal.
func (e *Editor) Close() { e.term.SetBracketedPasteMode(false) }

// Write prints p, above the line being typed if there is one.
func (e *Editor) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.raw {
		return e.term.Write(p)
	}
	return e.out.Write(p)
}
