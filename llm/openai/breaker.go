package openai

import (
	"errors"
	"log/slog"
	"sync"
	"time"

	"keepsake/fault"
	"keepsake/llm"
)

// breaker stops the attempts with one model while its endpoint is down. It opens after a number
// of failures (fault.Unavailable) without a success between them; after a pause it lets one
// attempt through, which closes it or opens it again.
//
// A failure may be caused by the prompt: an endpoint can crash on one chat's text and serve all
// others. So failures of one conversation count once, except where no connection could be
// made. A request without a conversation counts each time.
type breaker struct {
	model string
	after int           // failures that open it
	pause time.Duration // until an open one lets an attempt through
	log   *slog.Logger

	mu     sync.Mutex
	count  int             // failures since the last success
	failed map[string]bool // the conversations among them
	isOpen bool
	until  time.Time // of an open one; while an attempt is tried, of that
}

func newBreaker(e Endpoint, model string) *breaker {
	return &breaker{model: model, after: e.BreakerAfter, pause: e.BreakerFor, log: e.Log, failed: map[string]bool{}}
}

// errOpen is the cause of the errors that allow returns.
var errOpen = errors.New("breaker open")

// allow returns nil when an attempt may be made, and must then be followed by record;
// otherwise an error with a message and the remaining time as RetryAfter.
func (b *breaker) allow(message string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if !b.isOpen {
		return nil
	}
	if left := b.until.Sub(now); left > 0 {
		return &fault.Error{Kind: fault.Unavailable, Message: message, RetryAfter: left, Err: errOpen}
	}
	b.until = now.Add(b.pause) // one attempt; others wait for its outcome
	return nil
}

// record takes the outcome of an attempt.
func (b *breaker) record(conversation string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil || fault.KindOf(err) != fault.Unavailable || llm.TroubleOf(err) != "" {
		if b.isOpen {
			b.log.Warn("model breaker changed", "model", b.model, "state", "closed")
		}
		b.isOpen, b.count = false, 0
		clear(b.failed)
		return
	}
	if conversation == "" || isUnreachable(err) || !b.failed[conversation] {
		b.count++
	}
	if conversation != "" && len(b.failed) < b.after {
		b.failed[conversation] = true
	}
	if b.isOpen || b.count >= b.after {
		if !b.isOpen {
			b.log.Warn("model breaker changed", "model", b.model, "state", "open")
		}
		b.isOpen, b.until = true, time.Now().Add(b.pause)
	}
}

// release ends an attempt that says nothing about the endpoint, because its caller stopped it.
func (b *breaker) release() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isOpen {
		b.until = time.Now()
	}
}
