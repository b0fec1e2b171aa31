package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"keepsake/delivery"
)

// How long a message is tried. One row that cannot be sent holds the others of its chat.
const (
	maxRefusals   = 10 // noes in a row: about five minutes
	maxTries      = 5000
	maxTriedFor   = 48 * time.Hour // while Telegram is away
	maxMinorTries = 4              // of what is not worth waiting for
)

// trouble is what befell a message here. It is in memory only: a restart begins anew,
// while the row counts all attempts.
type trouble struct {
	since    time.Time      // of the first failure
	refusals int            // noes since the last other answer
	written  map[int64]bool // messages that were sent as they shall be, and cannot be edited
}

func (t *trouble) write(message int64) {
	if t.written == nil {
		t.written = map[int64]bool{}
	}
	t.written[message] = true
}

func (t *trouble) wrote(message int64) bool { return t != nil && t.written[message] }

// troubles are those of the messages that are being sent, by row.
type troubles struct {
	mu sync.Mutex
	by map[int64]*trouble
}

// of returns the trouble of a row, which one goroutine at a time works on.
func (ts *troubles) of(row int64) *trouble {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.by == nil {
		ts.by = map[int64]*trouble{}
	}
	if ts.by[row] == nil {
		ts.by[row] = &trouble{}
	}
	return ts.by[row]
}

func (ts *troubles) forget(row int64) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	delete(ts.by, row)
}

// minor reports whether a message is not worth waiting for: it only tidies up.
func minor(o delivery.Outgoing) bool {
	return o.Kind == delivery.React || o.Kind == delivery.Edit && o.Body.Text == ""
}

// undelivered records a failed attempt: the row is tried again, or given up. While
// Telegram is away it waits; what Telegram goes on refusing ends.
func (b *Bot) undelivered(ctx context.Context, o delivery.Outgoing, t *trouble, err error) {
	now, tries := b.now(), o.Attempts+1
	if t.since.IsZero() {
		t.since = now
	}
	var e *apiError
	v, due := verdict("failed"), now.Add(backoff(tries))
	if errors.As(err, &e) {
		v = e.verdict
	}
	switch v {
	case chatMoved:
		b.troubles.forget(o.ID)
		if err := b.moveChat(ctx, o.Chat, e.movedTo); err != nil {
			b.log.Error("group not moved", "err", err)
		}
		return
	case chatClosed:
		// All that waits for the chat is given up with it, once.
		b.troubles.forget(o.ID)
		if err := b.closeTo(ctx, o.Chat); err != nil {
			b.log.Error("outbox not written", "id", o.ID, "err", err)
		}
		return
	}
	hopeless := false
	switch v {
	case refused, messageGone:
		hopeless = true
	case flooded:
		due, t.refusals = now.Add(e.retryAfter), 0 // exactly
	case away:
		t.refusals = 0
	default:
		t.refusals++
	}
	if hopeless || t.refusals >= maxRefusals || tries >= maxTries || now.Sub(t.since) >= maxTriedFor ||
		minor(o) && tries >= maxMinorTries {
		b.log.Warn("message given up", "id", o.ID, "kind", o.Kind, "attempts", tries, "err", err)
		b.troubles.forget(o.ID)
		if err := b.cfg.Delivery.MarkFailed(ctx, o.ID, string(v)); err != nil {
			b.log.Error("outbox not written", "id", o.ID, "err", err)
		}
		return
	}
	b.log.Warn("message not sent yet", "id", o.ID, "attempt", tries, "err", err)
	if err := b.cfg.Delivery.RetryOut(ctx, o.ID, due, string(v)); err != nil {
		b.log.Error("outbox not written", "id", o.ID, "err", err)
	}
}

// attemptOf returns which attempt at rows the present one is.
func attemptOf(rows []delivery.Update) int {
	n := 1
	for _, r := range rows {
		n = max(n, r.Attempts+1)
	}
	return n
}
