package outbox

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"keepsake/bot/telegram"
	"keepsake/delivery"
)

// How long a message is tried. One row that cannot be sent holds the others of its chat.
const (
	maxRefusals      = 10 // noes in a row, and for so long
	maxRefusedFor    = 4 * time.Minute
	maxTries         = 5000
	maxTriedFor      = 48 * time.Hour   // while Telegram is away
	maxMinorTriedFor = 15 * time.Second // what is not worth waiting for
)

// failure is what befell a message in this process. It is in memory only: a restart
// begins anew, while the row counts all attempts.
type failure struct {
	since    time.Time      // of the first failure
	tries    int            // since the last progress
	refusals int            // noes since the last other answer
	written  map[int64]bool // messages that were sent as they shall be, and cannot be edited
}

// noteProgress notes that something of the message was shown: pauses begin anew.
func (f *failure) noteProgress() {
	if f != nil {
		f.tries = 0
	}
}

// noteWritten notes that a message shows its part for good.
func (f *failure) noteWritten(message int64) {
	if f.written == nil {
		f.written = map[int64]bool{}
	}
	f.written[message] = true
}

func (f *failure) isWritten(message int64) bool { return f != nil && f.written[message] }

// failures are those of the messages that are being sent, by row.
type failures struct {
	mu   sync.Mutex
	rows map[int64]*failure
}

// of returns the failure of a row, which one goroutine at a time works on.
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

// isMinor reports whether a message is not worth waiting for: it only tidies up.
func isMinor(o delivery.Outgoing) bool {
	return o.Kind == delivery.Edit && o.Body.Text == ""
}

// undelivered records a failed attempt: the row is tried again, or given up. While
// Telegram is away it waits; what Telegram goes on refusing ends.
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

// sayRefused tells the person that Telegram accepts a message in no form, in the place of the part that it
// refused. Best effort: where that is refused as well, an empty placeholder is deleted.
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

// retry sets when a row is tried again, with what is known of the calls that were made: a
// placeholder may be in the chat, an edit may still be carried out.
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

// leaveChat sees to a chat that Telegram takes no messages for any more: what waits for it
// goes along to its new number, or is given up with it, once.
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
