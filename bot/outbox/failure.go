package outbox

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"keepsake/bot/telegram"
	"keepsake/delivery"
)

// Limits after which a message is given up. While a row is tried again, later rows of its chat wait.
const (
	maxRefusals      = 10               // refusals in a row; given up when maxRefusedFor is over as well
	maxRefusedFor    = 4 * time.Minute  // since the first failure
	maxTries         = 5000             // attempts in all
	maxTriedFor      = 48 * time.Hour   // since the first failure, while Telegram cannot be reached
	maxMinorTriedFor = 15 * time.Second // the same, of a message that isMinor
)

// failure counts the failed attempts of one message in this process. It is kept in memory only and is
// empty after a restart; the row counts all attempts.
type failure struct {
	since    time.Time      // of the first failure
	tries    int            // failed attempts since something of the message was last shown
	refusals int            // refusals since the last failure of another kind
	written  map[int64]bool // messages of Telegram that show their final text and cannot be edited
}

// noteProgress resets the tries, because something of the message was shown. The next pause is the shortest one.
func (f *failure) noteProgress() {
	if f != nil {
		f.tries = 0
	}
}

// noteWritten notes that a message of Telegram shows its final text.
func (f *failure) noteWritten(message int64) {
	if f.written == nil {
		f.written = map[int64]bool{}
	}
	f.written[message] = true
}

func (f *failure) isWritten(message int64) bool { return f != nil && f.written[message] }

// failures holds the failures of the messages that are being sent, by the id of their row.
type failures struct {
	mu   sync.Mutex
	rows map[int64]*failure
}

// of returns the failure of a row, and makes it where there is none. One goroutine at a time may use it.
func (fs *failures) of(row int64) *failure {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if fs.rows == nil {
		fs.rows = map[int64]*failure{}
	}
	if fs.rows[row] == nil {
		fs.rows[row] = &failure{}
	}
	return fs.rows[row]
}

func (fs *failures) forget(row int64) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	delete(fs.rows, row)
}

// isMinor reports whether a message only tidies up: it removes the buttons of another one and changes no text.
func isMinor(o delivery.Outgoing) bool {
	return o.Kind == delivery.Edit && o.Body.Text == ""
}

// undelivered records a failed attempt. The row is tried again later, or given up by the limits above. A message that
// Telegram accepts in no form is given up at once.
func (b *Outbox) undelivered(ctx context.Context, p *painter, err error) {
	o, f, now := p.out, p.failure, b.cfg.Now.UTC()
	if f.since.IsZero() {
		f.since = now
	}
	f.tries++
	v, due := telegram.VerdictOf(err), now.Add(backoff(f.tries))
	reason := string(v)
	if v == "" {
		reason = "failed"
	}
	isHopeless := false
	switch v {
	case telegram.ChatMoved, telegram.ChatClosed:
		b.forget(o.ID)
		b.leaveChat(ctx, o, err)
		return
	case telegram.Refused, telegram.MessageGone:
		isHopeless = true
	case telegram.Flooded:
		due, f.refusals = now.Add(telegram.RetryAfter(err)), 0 // exactly
	case telegram.Unsent, telegram.Unknown:
		f.refusals = 0
	default:
		f.refusals++
	}
	attempts, age := o.Attempts+1, now.Sub(f.since)
	if isHopeless || f.refusals >= maxRefusals && age >= maxRefusedFor || attempts >= maxTries || age >= maxTriedFor || isMinor(o) && age >= maxMinorTriedFor {
		b.log.Warn("message given up", "id", o.ID, "kind", o.Kind, "attempts", attempts, "error", err)
		b.forget(o.ID)
		if isHopeless && o.Kind != delivery.Edit {
			p.sayRefused(ctx)
		}
		if err := b.cfg.Delivery.MarkFailed(ctx, o.ID, reason); err != nil {
			b.log.Error("outbox not written", "id", o.ID, "error", err)
		}
		return
	}
	b.log.Warn("message not sent yet", "id", o.ID, "attempt", attempts, "error", err)
	if err := b.retry(ctx, p, err, due, reason); err != nil {
		b.log.Error("outbox not written", "id", o.ID, "error", err)
	}
}

// sayRefused shows the person, in the place of the part that Telegram refused, that the message cannot be
// shown. Where Telegram refuses the notice as well, the placeholder is deleted.
func (p *painter) sayRefused(ctx context.Context) {
	i, notice := len(p.shown), render(p.box.say(p.box.person(ctx, p.out.Person), "reply.refused", nil))[0]
	if i < len(p.out.Messages) && p.out.Messages[i] != 0 {
		if p.edit(ctx, i, notice, nil, false) == nil {
			return
		}
		p.takeBack(ctx, p.out.Messages[i])
	}
	if _, err := p.send(ctx, i, notice, nil); err != nil {
		p.box.log.Warn("refusal not told", "id", p.out.ID, "error", err)
	}
}

// retry stores when a row is tried again. With it go placeholders that may be in the chat although their ids are not
// stored, and the time until which an edit with an unknown outcome may still be carried out.
func (b *Outbox) retry(ctx context.Context, p *painter, cause error, due time.Time, reason string) error {
	note := delivery.AttemptNote{Strays: p.unsaved}
	if telegram.IsEdit(cause) && telegram.VerdictOf(cause) == telegram.Unknown {
		note.SettleUntil = b.cfg.Now.UTC().Add(settleFor)
	}
	if note == (delivery.AttemptNote{}) {
		return b.cfg.Delivery.RetryOut(ctx, p.out.ID, due, reason)
	}
	return b.cfg.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := b.cfg.Delivery.RetryOut(ctx, p.out.ID, due, reason); err != nil {
			return err
		}
		return b.cfg.Delivery.NoteAttempt(ctx, p.out.ID, note)
	})
}

// leaveChat handles a chat for which Telegram accepts no messages any more. Its waiting messages move to its new
// number, or are given up where it has none.
func (b *Outbox) leaveChat(ctx context.Context, o delivery.Outgoing, cause error) {
	var err error
	if to := telegram.MovedTo(cause); to != 0 {
		err = b.cfg.Chats.Moved(ctx, o.Chat, to)
	} else {
		err = b.cfg.Chats.Closed(ctx, o.Chat)
	}
	if err != nil {
		b.log.Error("chat not left", "id", o.ID, "error", err)
	}
}

// retryFirst is the shortest pause before a message is tried again.
const retryFirst = 200 * time.Millisecond

// backoff returns the pause before the next attempt: 0.2 to 0.5 seconds after the first
// three, then doubled each time, at most two minutes.
func backoff(tries int) time.Duration {
	first := retryFirst + rand.N(300*time.Millisecond)
	return min(first<<min(max(tries-3, 0), 10), 2*time.Minute)
}
