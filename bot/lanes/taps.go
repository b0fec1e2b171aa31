package lanes

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"keepsake/bot/panics"
	"keepsake/bot/telegram"
	"keepsake/bot/update"
)

const (
	// AnswerWithin is how long a tap waits by default for what there is to say about it.
	AnswerWithin = 600 * time.Millisecond
	// refuseWithin is how long it may then take to find out whether it is refused.
	refuseWithin = 10 * time.Second
	// noteKept is how long it is known of a tap that it was answered without waiting.
	noteKept = time.Minute
)

// TapDeadlines answers taps in time. A person who sees the little clock on a button for
// more than a second presses again: so a tap whose work takes longer (the database is
// slow, another command of the chat comes first) is answered without a word, and what it
// did shows in the chat when it is done. A tap on somebody else's button shows nothing there,
// so the answer says at once that it is refused.
//
// The deadlines are in memory only, and answering twice does no harm: of two processes one
// may work the tap that the other took in.
type TapDeadlines struct {
	client  *telegram.Client
	within  time.Duration
	refusal TapRefusal
	log     *slog.Logger
	mu      sync.Mutex
	timers  map[string]*time.Timer // by tap; nil = answered already
	closed  bool
	calls   sync.WaitGroup
}

// TapRefusal returns the note for a tap that will be refused, "" = it will not, as far as that
// is known before its work.
type TapRefusal func(ctx context.Context, in *update.Incoming) (note string, err error)

// NewTapDeadlines returns deadlines after within, whose taps are answered through client.
func NewTapDeadlines(client *telegram.Client, within time.Duration, refusal TapRefusal, log *slog.Logger) *TapDeadlines {
	return &TapDeadlines{client: client, within: within, refusal: refusal, log: log, timers: map[string]*time.Timer{}}
}

// Start begins the deadline of a tap that has just arrived.
func (d *TapDeadlines) Start(ctx context.Context, in *update.Incoming) {
	d.mu.Lock()
	defer d.mu.Unlock()
	tap := in.Tap.ID
	if _, started := d.timers[tap]; started || d.closed {
		return
	}
	ctx = context.WithoutCancel(ctx)
	wait := d.within
	if !in.HasPlace() { // no lane will work it
		wait = 0
	}
	d.timers[tap] = time.AfterFunc(wait, func() {
		if d.isWaiting(tap) {
			defer d.calls.Done()
			_ = panics.Catch(d.log, func() error { d.answerInTime(ctx, in); return nil })
		}
	})
}

// answerInTime answers a tap whose work is not done, unless it gets done first.
func (d *TapDeadlines) answerInTime(ctx context.Context, in *update.Incoming) {
	look, cancel := context.WithTimeout(ctx, refuseWithin)
	defer cancel()
	note, err := d.refusal(look, in)
	if err != nil {
		d.log.Debug("tap not judged in time", "error", err)
	}
	if d.expire(in.Tap.ID) {
		d.answer(ctx, in.Tap.ID, note)
	}
}

// Close ends all deadlines and waits for the answers under way.
func (d *TapDeadlines) Close() {
	d.mu.Lock()
	d.closed = true
	for tap, t := range d.timers {
		if t != nil {
			t.Stop()
		}
		delete(d.timers, tap)
	}
	d.mu.Unlock()
	d.calls.Wait()
}

// isWaiting reports whether a tap still waits for its answer. After true, calls.Done must
// follow.
func (d *TapDeadlines) isWaiting(tap string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timers[tap] == nil {
		return false
	}
	d.calls.Add(1)
	return true
}

// expire notes that a tap is answered without waiting any longer, and reports false when its
// work is done.
func (d *TapDeadlines) expire(tap string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timers[tap] == nil {
		return false
	}
	d.timers[tap] = nil
	time.AfterFunc(noteKept, func() { d.finish(tap) })
	return true
}

// finish ends the deadline of a tap and reports whether it is still to be answered.
func (d *TapDeadlines) finish(tap string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	t, started := d.timers[tap]
	delete(d.timers, tap)
	if t != nil {
		t.Stop()
	}
	return t != nil || !started
}

// answer ends the spinner of a tapped button, with a short note or none. Best effort:
// Telegram forgets a tap after some seconds anyway.
func (d *TapDeadlines) answer(ctx context.Context, tap, note string) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := d.client.AnswerTap(ctx, tap, note); err != nil {
		d.log.Debug("tap not answered", "error", err)
	}
}
