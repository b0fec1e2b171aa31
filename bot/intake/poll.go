package intake

import (
	"context"
	"errors"
	"fmt"
	"time"

	"keepsake/bot/telegram"
	"keepsake/bot/update"
	"keepsake/clock"
	"keepsake/lease"
)

// maxBatch is how many updates one question may bring.
const maxBatch = 100

var (
	// errNotPoller says that another process polls for this bot. It wraps lease.ErrLost.
	errNotPoller = fmt.Errorf("another process polls for this bot: %w", lease.ErrLost)
	// errNoIDs says that a batch could not be confirmed: asking again at full speed helps
	// nobody.
	errNoIDs = errors.New("updates without a readable id")
)

// poll takes updates into the inbox until ctx ends. The offset lives in memory only: it
// moves once the batch is committed, and asking for the next batch is what confirms it.
// A batch that was committed but not confirmed comes again and is known by its ids.
func (i *Intake) poll(ctx context.Context) error {
	defer i.releaseLease(ctx)
	var offset int64
	hold := lease.NewHold(time.Time{}, i.Lease)
	quick := 0         // empty answers in a row that came much sooner than asked
	isWaiting := false // another process polls, and the log says so
	for wait := time.Duration(0); ; {
		if !clock.Wait(ctx, wait) {
			i.confirm(ctx, offset)
			return nil
		}
		asked := time.Now()
		next, err := i.pollOnce(ctx, offset, hold)
		if err == nil || errors.Is(err, errNotPoller) {
			i.noteHeard()
		}
		i.refused.Store(telegram.VerdictOf(err) == telegram.TokenRefused)
		if err == nil {
			if next != offset || time.Since(asked) >= i.PollTimeout/4 {
				quick = 0
			} else {
				quick++
			}
			offset, wait, isWaiting = next, idlePause(quick), false
			continue
		}
		if ctx.Err() == nil && !(isWaiting && errors.Is(err, errNotPoller)) { // of replicas all but one wait, once a Lease/6
			i.Log.Warn("updates not taken", "error", err)
		}
		isWaiting = errors.Is(err, errNotPoller)
		wait = max(min(max(2*wait, 200*time.Millisecond), 5*time.Second), telegram.RetryAfter(err))
		if telegram.VerdictOf(err) == telegram.Rival { // if it is a webhook, nobody but us takes it away
			i.dropWebhook(ctx)
		}
		if errors.Is(err, errNotPoller) {
			wait = i.Lease / 6 // so that a dead poller is replaced within 7/6 of its lease
		}
	}
}

// idlePause returns how long to wait after empty answers of a server that does not hold them
// back until there is something to tell: after a few, it is asked less and less often.
func idlePause(quick int) time.Duration {
	return min(max(0, time.Duration(quick-3))*200*time.Millisecond, time.Second)
}

// pollOnce asks for one batch, commits it and returns the next offset. It holds the poller's
// lease while it does: from the batch before, when less than a third of it has passed.
func (i *Intake) pollOnce(ctx context.Context, offset int64, hold *lease.Hold) (int64, error) {
	if asked := time.Now(); hold.Age(asked) >= i.Lease/3 {
		if err := i.takeLease(ctx); err != nil {
			return offset, err
		}
		hold.Renew(asked)
	}
	ctx, stop := lease.Keep(ctx, hold, i.takeLease, nil)
	defer stop()
	raws, err := i.Client.Updates(ctx, offset, i.PollTimeout, maxBatch, update.Wanted)
	if err != nil {
		if errors.Is(context.Cause(ctx), lease.ErrLost) {
			return offset, errNotPoller
		}
		return offset, err
	}
	next := offset
	var arrivals []arrival
	for _, raw := range raws {
		a, ok, err := i.read(ctx, raw)
		if err != nil {
			return offset, err
		}
		if a.id == 0 {
			i.Log.Error("update without a readable id")
			continue
		}
		next = max(next, a.id+1)
		if ok {
			arrivals = append(arrivals, a)
		}
	}
	// What Telegram has handed over is stored even if we are asked to stop at this moment.
	if err := i.receive(context.WithoutCancel(ctx), arrivals); err != nil {
		return offset, err
	}
	if len(raws) > 0 && next == offset {
		return offset, errNoIDs
	}
	return next, nil
}

// confirm tells Telegram about the last batch when the intake stops. Failing costs nothing.
func (i *Intake) confirm(ctx context.Context, offset int64) {
	if offset == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	if _, err := i.Client.Updates(ctx, offset, 0, 1, update.Wanted); err != nil {
		i.Log.Debug("last updates not confirmed", "error", err)
	}
}

func (i *Intake) leaseName() string { return "poll:" + i.Bot }

// takeLease takes or renews the poller's lease; errNotPoller when another process has it.
func (i *Intake) takeLease(ctx context.Context) error {
	now := i.Now.UTC()
	ok, err := i.Delivery.TakeLease(ctx, i.leaseName(), i.Owner, now, now.Add(i.Lease))
	if err == nil && !ok {
		return errNotPoller
	}
	return err
}

func (i *Intake) releaseLease(ctx context.Context) {
	now := i.Now.UTC()
	_, _ = i.Delivery.TakeLease(context.WithoutCancel(ctx), i.leaseName(), i.Owner, now, now)
}
