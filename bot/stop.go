package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"keepsake/delivery"
	"keepsake/session"
)

// This file is how /stop reaches what it is about, here or in another process: the turn
// that is being answered, or, while there is none yet, the messages that would become one:
// they wait for the end of a burst, or what is attached to them is being opened. It is a
// mark on their rows; who works on them looks for it.

// errStopped cancels work that the person stopped.
var errStopped = errors.New("bot: stopped by the person")

// stop ends the answer in the making; the lane's own worker writes the last word.
func (r *request) stop(ctx context.Context, _ command) error {
	lane := delivery.Lane(r.place.Bot, r.place.Chat, r.place.Topic)
	asked, err := r.askStop(ctx, lane)
	if err != nil {
		return err
	}
	if !asked {
		return r.reply(ctx, "stop.nothing", nil)
	}
	r.after = append(r.after, func() { r.runs.stop(lane) })
	// A turn that waits for the model is worked on at once, to be stopped.
	return r.cfg.Delivery.Delay(ctx, lane, r.now())
}

// askStop marks a lane's turn, or the messages that would become its next one, and reports
// whether there was something to mark.
func (b *Bot) askStop(ctx context.Context, lane string) (bool, error) {
	if asked, err := b.cfg.Sessions.AskStop(ctx, lane); err != nil || asked {
		return asked, err
	}
	if n, err := b.cfg.Delivery.AskStop(ctx, lane); err != nil || n > 0 {
		return err == nil, err
	}
	return b.cfg.Sessions.AskStop(ctx, lane) // they have just become a turn
}

// carryStop gives a turn the mark that rows had which became its own, in the transaction
// that made them so, and reports whether the turn is to be stopped.
func (b *Bot) carryStop(ctx context.Context, turn session.Turn, rows []int64) (bool, error) {
	asked, err := b.cfg.Delivery.StopAsked(ctx, rows)
	if err != nil {
		return false, err
	}
	if asked {
		return b.cfg.Sessions.AskStop(ctx, turn.Lane)
	}
	now, err := b.cfg.Sessions.Turn(ctx, turn.ID)
	return now.StopAsked, err
}

// stopEvery is how often work looks whether another process was told to stop it.
const stopEvery = 500 * time.Millisecond

// stoppable returns a context for a lane's work that ends with errStopped once asked says
// that a person wants it to stop. done ends the watch.
func (b *Bot) stoppable(ctx context.Context, lane string, asked func(ctx context.Context) bool) (work context.Context, done func()) {
	work, stop := context.WithCancelCause(ctx)
	remove := b.runs.add(lane, stop)
	switch {
	case asked(ctx): // before we were there to be told
		stop(errStopped)
	case b.cfg.Delivery.Shared():
		go func() {
			for pause(work, stopEvery) {
				if asked(work) {
					stop(errStopped)
				}
			}
		}()
	}
	return work, func() {
		remove()
		stop(nil)
	}
}

func (b *Bot) stopAsked(ctx context.Context, turnID string) bool {
	t, err := b.cfg.Sessions.Turn(ctx, turnID)
	return err == nil && t.StopAsked
}

// runs knows what is being worked on here, so that /stop reaches it at once.
type runs struct {
	mu     sync.Mutex
	cancel map[string]context.CancelCauseFunc
}

func (r *runs) add(lane string, cancel context.CancelCauseFunc) (remove func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cancel == nil {
		r.cancel = map[string]context.CancelCauseFunc{}
	}
	r.cancel[lane] = cancel
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.cancel, lane)
	}
}

func (r *runs) stop(lane string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cancel := r.cancel[lane]; cancel != nil {
		cancel(errStopped)
	}
}
