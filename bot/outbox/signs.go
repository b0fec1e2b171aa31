package outbox

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"keepsake/bot/panics"
	"keepsake/bot/telegram"
	"keepsake/clock"
	"keepsake/delivery"
	"keepsake/tracing"
)

// signs are the calls that show nothing that stays: reactions, typing. They have workers of
// their own, so that no answer stands behind them, and are left out when they come late.
type signs struct {
	queue chan func(ctx context.Context)

	mu    sync.Mutex
	rows  map[int64]bool      // reactions in the queue or on their way
	typed map[place]time.Time // when typing was shown
}

// place is a chat or one of its topics.
type place struct {
	chat  int64
	topic int
}

const (
	signWorkers = 4
	maxSigns    = 64               // that wait for a worker
	signTimeout = 5 * time.Second  // of one call
	signLate    = 30 * time.Second // a reaction that is older is left out
)

func newSigns() signs {
	return signs{queue: make(chan func(ctx context.Context), maxSigns), rows: map[int64]bool{}, typed: map[place]time.Time{}}
}

// startSigns starts the workers; stop returns when they have ended. What waits then is
// left: reactions are rows.
func (b *Outbox) startSigns(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	quit := make(chan struct{})
	var workers sync.WaitGroup
	for range signWorkers {
		workers.Go(func() {
			for {
				select {
				case <-quit:
					return
				case show := <-b.signs.queue:
					_ = panics.Catch(b.log, func() error {
						ctx, cancel := context.WithTimeout(ctx, signTimeout)
						defer cancel()
						show(ctx)
						return nil
					})
				}
			}
		})
	}
	return func() {
		close(quit)
		workers.Wait()
		cancel()
	}
}

// try hands a sign to the workers, or leaves it out when too many wait.
func (s *signs) try(show func(ctx context.Context)) bool {
	select {
	case s.queue <- show:
		return true
	default:
		return false
	}
}

// begin notes that a reaction is on its way.
func (s *signs) begin(row int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows[row] = true
}

func (s *signs) end(row int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.rows, row)
}

// addRows adds the rows of the reactions that are on their way.
func (s *signs) addRows(to map[int64]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.Copy(to, s.rows)
}

// maxTyped is of how many places it is known when typing was shown there.
const maxTyped = 1000

// mayType notes that typing is shown in a place, and reports false when that is less than every ago.
func (s *signs) mayType(at place, every time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if now.Sub(s.typed[at]) < every {
		return false
	}
	if len(s.typed) >= maxTyped {
		clear(s.typed)
	}
	s.typed[at] = now
	return true
}

// afterArrival is how long after a sign the next message of a burst is given none.
const afterArrival = 200 * time.Millisecond

// TypingAtOnce is Typing for a message that has just come in: it shows the sign again, since an answer that
// was sent meanwhile has ended it.
func (b *Outbox) TypingAtOnce(chat int64, topic int) { b.typing(chat, topic, afterArrival) }

// Typing shows for about five seconds that an answer is being made. It returns at once;
// where there is no room for the sign, or it was shown a moment ago, it is left out.
func (b *Outbox) Typing(chat int64, topic int) { b.typing(chat, topic, b.cfg.Typing/2) }

func (b *Outbox) typing(chat int64, topic int, every time.Duration) {
	if b.client.Lacks(telegram.TypingMethod) || !b.signs.mayType(place{chat, topic}, every) {
		return
	}
	b.signs.try(func(ctx context.Context) {
		if !b.client.TrySpare(ctx, chat) {
			return
		}
		if err := b.client.Typing(ctx, chat, topic); err != nil {
			b.log.Debug("typing not shown", "error", err)
		}
	})
}

// sign puts an emoji to a person's message, beside what is being sent.
func (b *Outbox) sign(ctx context.Context, o delivery.Outgoing) {
	b.signs.begin(o.ID)
	queued := b.signs.try(func(ctx context.Context) {
		defer b.signs.end(o.ID)
		ctx, span := tracing.Start(tracing.Continue(ctx, o.Trace), "send")
		span.Text("message.kind", string(o.Kind)).Count("message.attempt", o.Attempts+1)
		b.react(ctx, o)
		span.End(nil)
	})
	if !queued {
		b.signs.end(o.ID)
		b.endSign(ctx, o, "too many reactions wait")
	}
}

// react shows a reaction. Where reactions are not wanted (a group may forbid them), or the
// message is gone, there is none.
func (b *Outbox) react(ctx context.Context, o delivery.Outgoing) {
	if b.client.Lacks(telegram.ReactMethod) {
		b.endSign(ctx, o, "")
		return
	}
	if gone, err := b.isUnreachable(ctx, o); gone || err != nil {
		return
	}
	for !b.client.TrySpare(ctx, o.Chat) {
		if !clock.Wait(ctx, 100*time.Millisecond) {
			break
		}
	}
	err := b.client.React(ctx, o.Chat, o.Target, o.Body.Text)
	now := b.cfg.Now.UTC()
	switch v := telegram.VerdictOf(err); {
	case v == telegram.ChatMoved, v == telegram.ChatClosed:
		b.leaveChat(context.WithoutCancel(ctx), o, err)
	case err == nil, v == telegram.Refused, v == telegram.MessageGone, v == telegram.NoMethod:
		b.endSign(ctx, o, "")
	case errors.Is(err, errStopping):
	case now.Sub(o.DueAt) > signLate || o.Attempts >= maxSignTries:
		b.endSign(ctx, o, "it came too late")
	default:
		due := now.Add(max(telegram.RetryAfter(err), backoff(o.Attempts+1)))
		if err := b.cfg.Delivery.RetryOut(context.WithoutCancel(ctx), o.ID, due, "reaction not shown"); err != nil {
			b.log.Error("outbox not written", "id", o.ID, "error", err)
		}
	}
}

// maxSignTries is how often a reaction is tried.
const maxSignTries = 4

// endSign ends the row of a reaction: it is shown (reason ""), or left out.
func (b *Outbox) endSign(ctx context.Context, o delivery.Outgoing, reason string) {
	ctx = context.WithoutCancel(ctx)
	err := error(nil)
	if reason == "" {
		err = b.cfg.Delivery.MarkSent(ctx, o.ID, b.cfg.Now.UTC())
	} else {
		b.log.Warn("message given up", "id", o.ID, "kind", o.Kind, "attempts", o.Attempts+1, "error", reason)
		err = b.cfg.Delivery.MarkFailed(ctx, o.ID, reason)
	}
	if err != nil && !errors.Is(err, delivery.ErrNotFound) {
		b.log.Error("outbox not written", "id", o.ID, "error", err)
	}
}
