package main

import (
	"fmt"
	"io"
	"os"

	"keepsake/terminal/edit"
)

// output is where a command prints what it was asked for. It keeps its first error: a command whose
// output was lost has failed.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// failure returns what a person reads about the first error of Write.
func (o *output) failure() error {
	if o.err == nil {
		return nil
	}
	return fmt.Errorf("the output cannot be written: %w", o.err)
}

// terminal returns the output as a file when it is a terminal.
func (s *shell) terminal() (*os.File, bool) {
	f, ok := s.out.to.(*os.File)
	return f, ok && edit.IsTerminal(f)
}
