package terminal

import (
	"io"
	"sync"

	"keepsake/fault"
)

// output is a writer that keeps its first error: what was not printed must not count as sent.
type output struct {
	to io.Writer

	mu  sync.Mutex
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if err != nil {
		o.mu.Lock()
		if o.err == nil {
			o.err = fault.Wrap(fault.Unavailable, "the output cannot be written", err)
		}
		o.mu.Unlock()
	}
	return n, err
}

// failure returns the first error of Write.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
