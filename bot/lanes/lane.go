package lanes

import (
	"context"
	"errors"
	"time"

	"keepsake/agent"
	"keepsake/bot/panics"
	"keepsake/clock"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/lease"
	"keepsake/tx"
)

// workLane works a claimed lane until nothing is due in it, the bot stops (ctx), or the lease
// is lost. The lane was asked for at asked; the work lives on life.
func (l *Lanes) workLane(ctx, life context.Context, claim delivery.Claim, asked time.Time) {
	work, stop := lease.Keep(life, lease.NewHold(asked, l.Lease), func(ctx context.Context) error {
		return l.Delivery.Extend(ctx, claim, l.Now.UTC().Add(l.Lease))
	}, func(err error) {
		l.Log.Warn("lease not prolonged", "lane", claim.Lane, "error", err)
	})
	isReleased := false
	defer func() {
		stop()
		if isReleased {
			return
		}
		release, done := context.WithTimeout(context.WithoutCancel(life), 5*time.Second)
		defer done()
		if err := l.Delivery.Release(release, claim); err != nil {
			l.Log.Warn("lane not released", "lane", claim.Lane, "error", err)
		}
	}()
	for again := true; again && ctx.Err() == nil && work.Err() == nil; {
		if again = l.step(work, claim); again {
			isReleased = l.releaseIdle(work, claim)
			again = !isReleased
		}
	}
}

// releaseIdle gives a lane back in which nothing waits, and reports whether it did.
func (l *Lanes) releaseIdle(ctx context.Context, claim delivery.Claim) bool {
	released, err := l.Delivery.ReleaseIdle(ctx, claim)
	if err != nil && !mustStop(ctx, err) {
		l.Log.Warn("lane not released", "lane", claim.Lane, "error", err)
	}
	return released
}

// step does the next piece of a lane's work and reports whether there may be more.
func (l *Lanes) step(ctx context.Context, claim delivery.Claim) (again bool) {
	defer l.running.begin(claim.Lane)()
	rows, err := l.Delivery.LaneUpdates(ctx, claim.Lane)
	if err == nil && len(rows) == 0 {
		return false
	}
	if err == nil {
		err = panics.Catch(l.Log, func() (err error) {
			if delivery.IsControl(claim.Lane) {
				again, err = l.control(ctx, claim, rows)
			} else {
				again, err = l.talk(ctx, claim, rows)
			}
			return err
		})
	}
	if errors.Is(err, panics.Err) {
		err = l.countPanic(ctx, claim, rows)
	}
	var failed *attemptError
	switch {
	case err == nil:
		return again
	case mustStop(ctx, err):
		return false
	case errors.As(err, &failed):
		return l.recordFailure(ctx, claim, failed)
	}
	// Not about a row: the database. Try again in a moment, without counting.
	l.Log.Error("lane not worked", "lane", claim.Lane, "error", err)
	return clock.Wait(ctx, max(time.Second, fault.RetryAfter(err)))
}

// mustStop reports whether work must stop silently: the lease is another's, or we stop.
func mustStop(ctx context.Context, err error) bool {
	return errors.Is(err, delivery.ErrLeaseLost) || ctx.Err() != nil
}

// attemptError is a failure that counts against rows: poison, not an outage.
type attemptError struct {
	rows   []delivery.Update
	turnID string
	err    error
}

func (e *attemptError) Error() string { return "attempt failed: " + e.err.Error() }
func (e *attemptError) Unwrap() error { return e.err }

// countAgainst makes an error count against rows, unless it is about the lane or the stop.
func countAgainst(rows []delivery.Update, turnID string, err error) error {
	if errors.Is(err, delivery.ErrLeaseLost) || errors.Is(err, context.Canceled) || errors.Is(err, ErrDrained) || errors.Is(err, tx.ErrStorage) {
		return err
	}
	return &attemptError{rows: rows, turnID: turnID, err: err}
}

// countPanic returns the attemptError of a panic. It counts against the first row of a
// control lane, against the turn where there is one, else against what would have become one.
func (l *Lanes) countPanic(ctx context.Context, claim delivery.Claim, rows []delivery.Update) error {
	if delivery.IsControl(claim.Lane) {
		return &attemptError{rows: rows[:1], err: panics.Err}
	}
	turn, open, err := l.Sessions.LaneTurn(ctx, claim.Lane)
	if err != nil {
		return err
	}
	if !open {
		return &attemptError{rows: limitBatch(rows), err: panics.Err}
	}
	var mine []delivery.Update
	for _, r := range rows {
		if r.TurnID == turn.ID {
			mine = append(mine, r)
		}
	}
	return &attemptError{rows: mine, turnID: turn.ID, err: panics.Err}
}

// recordFailure counts an attempt, or after the last one makes the rows dead letters and
// tells the person.
func (l *Lanes) recordFailure(ctx context.Context, claim delivery.Claim, f *attemptError) (again bool) {
	ids, attempt := rowIDs(f.rows), attemptOf(f.rows)
	reason := "failed: " + string(fault.KindOf(f.err))
	l.Log.Error("update failed", "lane", claim.Lane, "attempt", attempt, "error", f.err)
	err := l.inTx(ctx, claim, func(ctx context.Context) error {
		if attempt < l.Attempts {
			return l.Delivery.Retry(ctx, ids, l.Now.UTC().Add(retryPause(attempt)), reason)
		}
		if err := l.Delivery.Bury(ctx, ids, reason); err != nil {
			return err
		}
		if f.turnID != "" {
			return l.Agent.GiveUp(ctx, claim, f.turnID, agent.ReasonFailed)
		}
		return l.apologize(ctx, f.rows)
	})
	if err != nil && !mustStop(ctx, err) {
		l.Log.Error("failure not recorded", "lane", claim.Lane, "error", err)
		return clock.Wait(ctx, time.Second)
	}
	return err == nil
}

// attemptOf returns which attempt at rows the present one is, from 1.
func attemptOf(rows []delivery.Update) int {
	n := 1
	for _, r := range rows {
		n = max(n, r.Attempts+1)
	}
	return n
}

// retryPause is the pause before the next attempt: 1, 4, 9, 16 … seconds.
func retryPause(attempts int) time.Duration {
	return min(time.Duration(attempts*attempts)*time.Second, 2*time.Minute)
}

func rowIDs(rows []delivery.Update) []int64 {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids
}

// inTx runs one transaction that begins with the guard of the claim.
func (l *Lanes) inTx(ctx context.Context, claim delivery.Claim, fn func(ctx context.Context) error) error {
	return l.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := l.Delivery.Guard(ctx, claim); err != nil {
			return err
		}
		return fn(ctx)
	})
}

// delayLane puts the lane aside until a time.
func (l *Lanes) delayLane(ctx context.Context, claim delivery.Claim, until time.Time) (again bool, err error) {
	return false, l.inTx(ctx, claim, func(ctx context.Context) error {
		return l.Delivery.Delay(ctx, claim.Lane, until)
	})
}
