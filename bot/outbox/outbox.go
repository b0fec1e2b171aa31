package outbox

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"keepsake/bot/telegram"
	"keepsake/clock"
	"keepsake/delivery"
	"keepsake/lease"
	"keepsake/people"
	"keepsake/templates"
	"keepsake/tx"
)

// Config is what an outbox is made of.
type Config struct {
	Bot      string // the bot's name in the database
	Owner    string // names this process in leases
	Client   *telegram.Client
	Delivery *delivery.Service
	People   *people.Service
	Chats    Chats
	Words    *templates.Words
	Tx       tx.Runner
	Now      clock.Now
	Log      *slog.Logger
	Lease    time.Duration // of a message being sent, where processes share the outbox
	Typing   time.Duration // how often "typing" is shown again
	// Speak returns the text of a message as sound; nil = nothing is spoken. Where it fails, the text is not sent as sound.
	Speak func(ctx context.Context, o delivery.Outgoing) (telegram.Voice, error)
}

// Chats handles chats that can no longer be written to.
type Chats interface {
	// Unreachable reports whether the chat of an outgoing message takes no messages any more; then it has
	// ended the row.
	Unreachable(ctx context.Context, o delivery.Outgoing) (bool, error)
	// Closed is called when nothing can be sent to a chat, Moved when the chat has another number.
	Closed(ctx context.Context, chat int64) error
	Moved(ctx context.Context, from, to int64) error
}

// Outbox sends one bot's messages.
type Outbox struct {
	cfg      Config
	log      *slog.Logger
	client   *telegram.Client
	started  time.Time
	failures failures
	replies  replies
	signs    signs
	voices   voices
	tidying  sync.WaitGroup
	searches sync.Map // the rows whose strays are being looked for
	// formers are the owners that had claimed a message before this process did, by row, for messages that wait for
	// their chat. Only Run's goroutine uses it.
	formers map[int64]string
	views   sync.WaitGroup
}

// New returns an outbox; Run works it.
func New(cfg Config) *Outbox {
	return &Outbox{cfg: cfg, log: cfg.Log, client: cfg.Client, started: cfg.Now.UTC(), signs: newSigns(), formers: map[int64]string{}}
}

// maxSending bounds how many messages are on their way at once.
const maxSending = 256

// maxIdle is how long the outbox sleeps without looking again.
const maxIdle = 5 * time.Second

// errStopping cancels what is still being sent when the outbox has to end.
var errStopping = errors.New("outbox: stopping")

// sending is a message on its way, of one chat.
type sending struct {
	hold       *lease.Hold // nil where no other process sends
	isFollowed bool        // more of the chat is ready, or may have become so
}

// Run sends what is ready, one message of a chat after the other, chats side by side,
// until lanesDone is closed and what was ready then has gone out (at most flush).
func (b *Outbox) Run(ctx context.Context, lanesDone <-chan struct{}, flush time.Duration) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer b.release(ctx)
	stopSigns := b.startSigns(ctx)
	defer func() {
		stopSigns()
		cancel(nil)
		b.tidying.Wait()
		b.voices.running.Wait()
		b.replies.stop()
		b.views.Wait()
	}()
	busy, done := map[int64]*sending{}, make(chan int64)
	beat := time.NewTicker(b.cfg.Lease / 3)
	defer beat.Stop()
	mustLook, isLast := true, false // last: the lanes are done, what is ready now is all there will be
	var next time.Time              // when something else gets due
	latest := time.Now()            // when to look again in any case: a beat does not put it off
	for {
		if mustLook && ctx.Err() == nil && len(busy) < maxSending {
			due, err := b.take(ctx, busy, done)
			if mustLook = err != nil; err == nil {
				next = due.Next
			} else {
				next = b.cfg.Now.UTC().Add(time.Second)
			}
			latest = time.Now().Add(maxIdle)
		}
		if isLast && len(busy) == 0 && (!mustLook || ctx.Err() != nil) {
			return nil
		}
		wait := min(b.idle(next), max(0, time.Until(latest)))
		if len(busy) == maxSending || ctx.Err() != nil { // it cannot look
			wait = maxIdle
		}
		timer := time.NewTimer(wait)
		select {
		case chat := <-done:
			mustLook = mustLook || busy[chat].isFollowed || len(busy) == maxSending
			delete(busy, chat)
		case <-b.cfg.Delivery.OutboxSignal(b.cfg.Bot):
			mustLook = true
		case <-timer.C:
			mustLook = true
		case <-beat.C:
			b.extend(ctx, b.voices.join(busy))
		case <-lanesDone:
			isLast, lanesDone, mustLook = true, nil, true
			stop := time.AfterFunc(flush, func() { cancel(errStopping) })
			defer stop.Stop()
		}
		timer.Stop()
	}
}

// idle returns how long there is nothing to do, unless a signal says otherwise.
func (b *Outbox) idle(next time.Time) time.Duration {
	if next.IsZero() {
		return maxIdle
	}
	return min(maxIdle, max(0, next.Sub(b.cfg.Now.UTC())))
}

// take claims what is due and begins to send it; done receives the chat of each message
// that has been sent.
func (b *Outbox) take(ctx context.Context, busy map[int64]*sending, done chan<- int64) (delivery.Due, error) {
	asked, now := time.Now(), b.cfg.Now.UTC()
	underway := b.underway()
	due, err := b.cfg.Delivery.ClaimOut(ctx, b.cfg.Bot, b.cfg.Owner, now, now.Add(b.cfg.Lease),
		slices.Collect(maps.Keys(busy)), maxSending-len(busy))
	if err != nil {
		if ctx.Err() == nil {
			b.log.Error("outbox not read", "error", err)
		}
		return due, err
	}
	for _, s := range busy {
		s.isFollowed = true // their chats were left out
	}
	for _, o := range due.Messages {
		switch {
		case underway[o.ID]: // a later claim finds it if it is not ended
			continue
		case o.Kind == delivery.React:
			b.sign(ctx, o)
			continue
		case o.Kind == delivery.Voice:
			b.speak(ctx, asked, o)
			continue
		}
		if s := busy[o.Chat]; s != nil {
			s.isFollowed = true
			if o.Former != "" { // the next claim finds it ours
				b.formers[o.ID] = o.Former
			}
			continue
		}
		if former := b.formers[o.ID]; former != "" {
			o.Former = former
			delete(b.formers, o.ID)
		}
		ctx, hold := b.hold(ctx, asked)
		busy[o.Chat] = &sending{hold: hold, isFollowed: o.IsFollowed || len(due.Messages) == maxSending}
		go func() {
			defer func() { done <- o.Chat }()
			b.deliver(ctx, o)
		}()
	}
	return due, nil
}

// underway returns the rows that are sent beside the chats. One that ends while a claim is being read may still be in that claim, so
// this is asked before it.
func (b *Outbox) underway() map[int64]bool {
	rows := map[int64]bool{}
	b.signs.addRows(rows)
	b.voices.addRows(rows)
	return rows
}

// say returns a sentence as Markdown, in the person's language.
func (b *Outbox) say(p people.Person, id string, data templates.Data) string {
	return b.cfg.Words.Say(b.cfg.Words.Match(p.Languages()...), id, data)
}

// person returns whom a message is for, as far as we know them.
func (b *Outbox) person(ctx context.Context, id string) people.Person {
	p, err := b.cfg.People.Get(ctx, id)
	if err != nil {
		return people.Person{ID: id}
	}
	return p
}
