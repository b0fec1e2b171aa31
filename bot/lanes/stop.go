package lanes

import (
	"context"
	"errors"
	"sync"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/session"
)

// This file is how /stop reaches what it is about, here or in another process: the turn
// that is being answered or, while there is none yet, the messages that would become one:
// they wait for the end of a burst, or what is attached to them is being read. It is a
// mark on their rows (package command sets it); who works on them looks for it.

// errStopped cancels work that the person stopped.
var errStopped = errors.New("lanes: stopped by the person")

// stopEvery is how often work looks whether another process was told to stop it.
const stopEvery = 500 * time.Millisecond

// carryStop gives a turn the mark of the rows that became its own, in the transaction that
// made them so, and reports whether the turn is to be stopped.
func (l *Lanes) carryStop(ctx context.Context, turn session.Turn, isNew bool, rows []int64) (bool, error) {
	if isNew {
		return turn.StopAsked, nil // Open has seen to it, and nobody else knows it yet
	}
	asked, err := l.Delivery.StopAsked(ctx, rows)
	if err != nil {
		return false, err
	}
	if asked {
		return l.Sessions.AskStop(ctx, actor.OfSystem(), turn.Lane)
	}
	now, err := l.Sessions.Turn(ctx, turn.ID)
	return now.StopAsked, err
}

// watchStop returns a context for a lane's work that ends with errStopped once isAsked says
// that a person wants it to stop. done ends the watch. What was asked before the lane's work
// began (runningWork.begin), the caller knows from its rows.
func (l *Lanes) watchStop(ctx context.Context, lane string, isAsked func(ctx context.Context) bool) (work context.Context, done func()) {
	work, stop := context.WithCancelCause(ctx)
	wasAsked, remove := l.running.attach(lane, stop)
	var watch sync.WaitGroup
	switch {
	case wasAsked && isAsked(ctx): // by who found nothing to cancel, perhaps for the turn before
		stop(errStopped)
	case l.Delivery.IsShared():
		watch.Go(func() {
			for clock.Wait(work, stopEvery) {
				if isAsked(work) {
					stop(errStopped)
				}
			}
		})
	}
	return work, func() {
		remove()
		stop(nil)
		watch.Wait()
	}
}

func (l *Lanes) isStopAsked(ctx context.Context, turnID string) bool {
	t, err := l.Sessions.Turn(ctx, turnID)
	return err == nil && t.StopAsked
}

// runningWork is what is being worked on here, by lane, so that /stop reaches it at once.
type runningWork struct {
	mu    sync.Mutex
	lanes map[string]*laneWork
}

// laneWork is the work on one lane.
type laneWork struct {
	cancel  *context.CancelCauseFunc // nil while there is nothing to cancel
	isAsked bool                     // /stop came while there was not
	arrived chan struct{}            // receives when something came into the lane
}

// begin notes that a lane is being worked on, before it is read what there is to do: a /stop
// that is later than the reading is found by attach.
func (w *runningWork) begin(lane string) (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lanes == nil {
		w.lanes = map[string]*laneWork{}
	}
	work := &laneWork{arrived: make(chan struct{}, 1)}
	w.lanes[lane] = work
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.lanes[lane] == work { // else the lane was lost and claimed here again
			delete(w.lanes, lane)
		}
	}
}

// attach has /stop cancel a lane's work until detach is called, and reports whether one came
// before.
func (w *runningWork) attach(lane string, cancel context.CancelCauseFunc) (wasAsked bool, detach func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	work := w.lanes[lane]
	if work == nil { // the lane was lost, and whoever claimed it here again is done
		return true, func() {}
	}
	work.cancel = &cancel
	return work.isAsked, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if work.cancel == &cancel {
			work.cancel = nil
		}
	}
}

// stop cancels a lane's work, or has attach do so.
func (w *runningWork) stop(lane string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	work := w.lanes[lane]
	switch {
	case work == nil:
	case work.cancel == nil:
		work.isAsked = true
	default:
		(*work.cancel)(errStopped)
	}
}
