package bot

import (
	"context"
	"sync"
	"time"
)

// hurries are the taps that came lately. A person who sees the little clock on a button for
// more than a second presses again: so a tap whose work takes longer (the database is
// slow, another command of the chat comes first) is answered without a word, and what it
// did shows in the chat when it is done.
//
// They are in memory only, and answering twice does no harm: of two processes one may work
// the tap that the other took in.
type hurries struct {
	mu sync.Mutex
	by map[string]*time.Timer // nil = answered already
}

// answerWithin is how long a tap may wait for what there is to say about it, answerKept how
// long it is known that it did not.
const (
	answerWithin = 600 * time.Millisecond
	answerKept   = time.Minute
)

// hurry makes sure that a tap that has just arrived is answered soon.
func (b *Bot) hurry(ctx context.Context, tap string) {
	h := &b.hurries
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.by == nil {
		h.by = map[string]*time.Timer{}
	}
	if _, again := h.by[tap]; again {
		return
	}
	ctx = context.WithoutCancel(ctx)
	h.by[tap] = time.AfterFunc(answerWithin, func() {
		if h.late(tap) {
			b.answerTap(ctx, tap, "")
		}
	})
}

// late notes that a tap is answered without waiting any longer, unless its work is done.
func (h *hurries) late(tap string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.by[tap] == nil {
		return false
	}
	h.by[tap] = nil
	time.AfterFunc(answerKept, func() { h.done(tap) })
	return true
}

// done ends the hurry about a tap and reports whether it is still to be answered.
func (h *hurries) done(tap string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	t, known := h.by[tap]
	delete(h.by, tap)
	if t != nil {
		t.Stop()
	}
	return t != nil || !known
}
