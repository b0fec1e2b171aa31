package lanes

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"keepsake/bot/outbox"
	"keepsake/bot/update"
	"keepsake/clock"
	"keepsake/delivery"
	"keepsake/memory/offer"
	"keepsake/session"
)

// This file begins an answer again that nobody has seen yet, with what the person added meanwhile (issue 14). So the
// pause that ends a burst can be short: most messages are alone and wait for nothing, and of those that come in
// pieces the pieces are answered together.

// errFollowed cancels work on an answer that is begun again.
var errFollowed = errors.New("lanes: the person added something before the answer showed")

// NoteArrived tells the work on a lane that something came into it.
func (l *Lanes) NoteArrived(lane string) { l.running.noteArrived(lane) }

// noteArrived signals the work on a lane, if there is any here.
func (w *runningWork) noteArrived(lane string) {
	if arrived := w.arrived(lane); arrived != nil {
		select {
		case arrived <- struct{}{}:
		default:
		}
	}
}

// arrived returns the channel of the work on a lane, nil where there is none here.
func (w *runningWork) arrived(lane string) chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if work := w.lanes[lane]; work != nil {
		return work.arrived
	}
	return nil
}

// watchFollowing returns a context for the work on a turn that ends with errFollowed once the person has added
// something and their answer can be begun again: in a private chat, within Config.Rejoin of the turn's beginning,
// while no word of the answer shows and no tool was called. done ends the watch.
func (l *Lanes) watchFollowing(ctx context.Context, lane string, turn session.Turn, reply delivery.Outgoing, view *outbox.View) (work context.Context, done func()) {
	until := turn.OpenedAt.Add(l.Rejoin)
	if l.Rejoin <= 0 || l.Quiet < 0 || reply.Chat < 0 || !l.Now.UTC().Before(until) {
		return ctx, func() {}
	}
	work, cancel := context.WithCancelCause(ctx)
	var watch sync.WaitGroup
	watch.Go(func() {
		for l.awaitArrival(work, lane, until) {
			if l.canBeginAgain(work, turn, until) && view.Whole() == "" {
				cancel(errFollowed)
				return
			}
		}
	})
	return work, func() {
		cancel(nil)
		watch.Wait()
	}
}

// awaitArrival waits until something may have come into a lane, and reports false at a time and at the end of ctx.
// What another process took in is found by looking.
func (l *Lanes) awaitArrival(ctx context.Context, lane string, until time.Time) bool {
	wait := until.Sub(l.Now.UTC())
	if l.Delivery.IsShared() {
		wait = min(wait, stopEvery)
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-l.running.arrived(lane):
	case <-t.C:
	}
	return ctx.Err() == nil && l.Now.UTC().Before(until)
}

// canBeginAgain reports whether something was added that belongs to what a turn answers, once its pause is over.
func (l *Lanes) canBeginAgain(ctx context.Context, turn session.Turn, until time.Time) bool {
	for {
		due, isAdded := l.added(ctx, turn, until)
		if !isAdded {
			return false
		}
		wait := due.Sub(l.Now.UTC())
		if wait <= 0 {
			break
		}
		if !clock.Wait(ctx, wait) {
			return false
		}
	}
	ms, err := l.Sessions.TurnMessages(ctx, turn.ID)
	return err == nil && !slices.ContainsFunc(ms, func(m session.Message) bool { return m.Role != session.User })
}

// added returns when the pause after what was added to a turn ends. isAdded is false when nothing was, when it came
// too late, and when it is more than messages to be read together with the turn's: the change of an
// earlier one, or a bare yes or no, which answers a question of ours.
func (l *Lanes) added(ctx context.Context, turn session.Turn, until time.Time) (due time.Time, isAdded bool) {
	rows, err := l.Delivery.LaneUpdates(ctx, turn.Lane)
	if err != nil {
		return due, false
	}
	for _, row := range rows {
		if row.TurnID == turn.ID {
			continue
		}
		in, err := l.decode(row)
		if err != nil || in.Kind != update.Written || row.StopAsked || row.Attempts > 0 || row.ReceivedAt.After(until) || offer.IsBareAnswer(in.Message.Plain) {
			return due, false
		}
		isAdded = true
		if row.DueAt.After(due) {
			due = row.DueAt
		}
	}
	return due, isAdded
}
