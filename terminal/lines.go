package terminal

import (
	"bufio"
	"context"
	"io"
	"strings"
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
