package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/fault"
)

// work claims lanes that have something due and works each in its own goroutine, until
// ctx ends; then it waits for the lanes being worked. The work itself lives on life.
//
// Lanes of talk are bounded (Config.Parallel): what we have no room for is left to other
// processes, and costs no memory. Control lanes are not, so that /stop never waits behind a
// slow model.
func (b *Bot) work(ctx, life context.Context) error {
	var lanes sync.WaitGroup
	defer lanes.Wait()
	for ctx.Err() == nil {
		asked := time.Now()
		claim, room, err := b.claim(ctx)
		if claim.Lane != "" {
			lanes.Go(func() {
				defer func() {
					if room {
						b.leave()
					}
				}()
				b.lane(ctx, life, claim, asked)
			})
			continue
		}
		wait := b.idle(ctx, room)
		if err != nil && ctx.Err() == nil {
			b.log.Error("lane not claimed", "err", err)
			wait = time.Second
		}
		if room {
			<-b.gate
		}
		b.await(ctx, wait)
	}
	return nil
}

// claim takes the next lane, none ("") when nothing is due. room says that there was room
// for talk, and that it is taken; without, only control lanes are looked at.
func (b *Bot) claim(ctx context.Context) (claim delivery.Claim, room bool, err error) {
	take := b.cfg.Delivery.ClaimControl
	select {
	case b.gate <- struct{}{}:
		take, room = b.cfg.Delivery.ClaimLane, true
	default:
	}
	claim, _, err = take(ctx, b.cfg.Name, b.cfg.Owner, b.now(), b.cfg.Lease)
	if room && delivery.IsControl(claim.Lane) {
		<-b.gate
		room = false
	}
	return claim, room, err
}

// leave makes room for another lane of talk.
func (b *Bot) leave() {
	<-b.gate
	select {
	case b.freed <- struct{}{}:
	default:
	}
}

// idle returns how long there is surely nothing to do, unless a signal says otherwise:
// until the next row is due, and not much longer than a lease of somebody who died.
func (b *Bot) idle(ctx context.Context, room bool) time.Duration {
	wait := min(5*time.Second, b.cfg.Lease/2)
	if !room { // what is due is mostly what we have no room for
		return min(wait, 250*time.Millisecond)
	}
	if due, ok, err := b.cfg.Delivery.NextDue(ctx, b.cfg.Name); err == nil && ok {
		wait = min(wait, max(due.Sub(b.now()), 5*time.Millisecond))
	}
	return wait
}

// await returns after a signal, a time, or the end of ctx.
func (b *Bot) await(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-b.cfg.Delivery.InboxSignal(b.cfg.Name):
	case <-b.freed:
	case <-t.C:
	}
}

// lane works a claimed lane until nothing is due in it, the bot stops, or the lease is
// lost.
func (b *Bot) lane(ctx, life context.Context, claim delivery.Claim, asked time.Time) {
	life, cancel := context.WithCancelCause(life)
	defer cancel(nil)
	life, held := holding(life, asked, b.cfg.Lease)
	beat := b.heartbeat(life, cancel, claim, held)
	defer func() {
		cancel(nil)
		<-beat
		release, done := context.WithTimeout(context.WithoutCancel(life), 5*time.Second)
		defer done()
		if err := b.cfg.Delivery.Release(release, claim); err != nil {
			b.log.Warn("lane not released", "lane", claim.Lane, "err", err)
		}
	}()
	for again := true; again && ctx.Err() == nil && life.Err() == nil; {
		again = b.step(life, claim)
	}
}

// step does the next piece of a lane's work and reports whether there may be more.
func (b *Bot) step(ctx context.Context, claim delivery.Claim) (again bool) {
	rows, err := b.cfg.Delivery.LaneUpdates(ctx, claim.Lane)
	if err == nil && len(rows) == 0 {
		return false
	}
	if err == nil {
		again, err = b.guarded(func() (bool, error) {
			if delivery.IsControl(claim.Lane) {
				return b.control(ctx, claim, rows)
			}
			return b.talk(ctx, claim, rows)
		})
	}
	if errors.Is(err, errPanic) {
		err = b.blamePanic(ctx, claim, rows)
	}
	var failed *attemptError
	switch {
	case err == nil:
		return again
	case b.lost(ctx, err):
		return false
	case errors.As(err, &failed):
		return b.failed(ctx, claim, failed)
	}
	// Not about a row: the database. Try again in a moment, without counting.
	b.log.Error("lane not worked", "lane", claim.Lane, "err", err)
	return pause(ctx, time.Second)
}

// lost reports whether work must stop silently: the lease is another's, or we stop.
func (b *Bot) lost(ctx context.Context, err error) bool {
	return errors.Is(err, delivery.ErrLeaseLost) || ctx.Err() != nil
}

// guarded turns a panic into an error that counts as an attempt. The panic's value may
// quote what a person wrote, so only its type and place are kept.
func (b *Bot) guarded(work func() (bool, error)) (again bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			b.log.Error("panic caught", "type", fmt.Sprintf("%T", p), "at", where())
			again, err = false, errPanic
		}
	}()
	return work()
}

var errPanic = fault.New(fault.Internal, "panic")

// blamePanic says whose fault a panic was: the first row's of a control lane, the turn's
// where there is one, else that of what would have become one.
func (b *Bot) blamePanic(ctx context.Context, claim delivery.Claim, rows []delivery.Update) error {
	if delivery.IsControl(claim.Lane) {
		return &attemptError{rows: rows[:1], err: errPanic}
	}
	turn, open, err := b.cfg.Sessions.LaneTurn(ctx, claim.Lane)
	if err != nil {
		return err
	}
	if !open {
		return &attemptError{rows: batchOf(rows), err: errPanic}
	}
	var mine []delivery.Update
	for _, r := range rows {
		if r.TurnID == turn.ID {
			mine = append(mine, r)
		}
	}
	return &attemptError{rows: mine, turnID: turn.ID, err: errPanic}
}

// heartbeat keeps the lease while ctx lives and cancels ctx when it is lost. The channel
// closes when the heart has stopped.
func (b *Bot) heartbeat(ctx context.Context, lost context.CancelCauseFunc, claim delivery.Claim, held *hold) <-chan struct{} {
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for pause(ctx, b.cfg.Lease/3) {
			asked := time.Now()
			err := b.cfg.Delivery.Extend(ctx, claim, b.now().Add(b.cfg.Lease))
			if err == nil {
				held.renew(asked)
			}
			if errors.Is(err, delivery.ErrLeaseLost) {
				lost(delivery.ErrLeaseLost)
				return
			}
			if err != nil && ctx.Err() == nil {
				b.log.Warn("lease not prolonged", "lane", claim.Lane, "err", err)
			}
		}
	}()
	return stopped
}

// attemptError is a failure that counts against rows: poison, not an outage.
type attemptError struct {
	rows   []delivery.Update
	turnID string
	err    error
}

func (e *attemptError) Error() string { return "attempt failed: " + e.err.Error() }
func (e *attemptError) Unwrap() error { return e.err }

// failed counts an attempt, or after the last one buries the rows and tells the person.
func (b *Bot) failed(ctx context.Context, claim delivery.Claim, f *attemptError) bool {
	ids, attempts := rowIDs(f.rows), 1
	for _, r := range f.rows {
		attempts = max(attempts, r.Attempts+1)
	}
	reason := "failed: " + string(fault.KindOf(f.err))
	b.log.Error("update failed", "lane", claim.Lane, "attempt", attempts, "err", f.err)
	err := b.cfg.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := b.cfg.Delivery.Guard(ctx, claim); err != nil {
			return err
		}
		if attempts < b.cfg.Attempts {
			return b.cfg.Delivery.Retry(ctx, ids, b.now().Add(backoff(attempts)), reason)
		}
		if err := b.cfg.Delivery.Bury(ctx, ids, reason); err != nil {
			return err
		}
		if f.turnID != "" {
			return b.cfg.Agent.GiveUp(ctx, claim, f.turnID, agent.ReasonFailed)
		}
		return b.apologize(ctx, f.rows)
	})
	if err != nil && !b.lost(ctx, err) {
		b.log.Error("failure not recorded", "lane", claim.Lane, "err", err)
		return pause(ctx, time.Second)
	}
	return err == nil
}

// backoff is the pause before the next attempt: 1, 4, 9, 16 … seconds.
func backoff(attempts int) time.Duration {
	return min(time.Duration(attempts*attempts)*time.Second, 2*time.Minute)
}

func rowIDs(rows []delivery.Update) []int64 {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids
}
