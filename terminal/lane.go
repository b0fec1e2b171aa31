package terminal

import (
	"context"
	"time"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/lease"
	"keepsake/markdown"
	"keepsake/templates"
)

// claimLane claims the lane. It waits for another owner up to patience, because a killed
// terminal holds the lane until its lease ends. It returns fault.Conflict after that.
func (t *Terminal) claimLane(ctx context.Context, patience time.Duration) error {
	p, announced := t.cfg.Place, false
	for until := time.Now().Add(patience); ; {
		claim, ok, err := t.cfg.Delivery.TakeLane(ctx, p.Bot, p.Chat, p.Topic, t.cfg.Owner, t.now(), t.cfg.Lease)
		if err != nil {
			return err
		}
		if ok {
			t.claimMu.Lock()
			t.claim = claim
			t.claimMu.Unlock()
			return nil
		}
		if time.Now().After(until) {
			return fault.New(fault.Conflict, markdown.Render(t.say("terminal.busy", templates.Data{"Name": t.cfg.Name})).Text)
		}
		if !announced {
			announced = true
			t.printHint("terminal.wait", nil)
		}
		select {
		case <-time.After(min(time.Second, patience/4)):
		case <-t.cfg.Interrupts:
			return ErrInterrupted
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// keepLane renews the lease of the lane until stop is called. The loss of the lease has no
// effect here, because handle claims the lane again before each line.
func (t *Terminal) keepLane(ctx context.Context) (stop func()) {
	_, stop = lease.Keep(ctx, lease.NewHold(time.Now(), t.cfg.Lease), func(ctx context.Context) error {
		// An error can be ignored: the next write fails if the lease is lost.
		_ = t.cfg.Delivery.Extend(ctx, t.currentClaim(), t.now().Add(t.cfg.Lease))
		return nil
	}, nil)
	return stop
}

func (t *Terminal) currentClaim() delivery.Claim {
	t.claimMu.Lock()
	defer t.claimMu.Unlock()
	return t.claim
}

func (t *Terminal) laneName() string {
	p := t.cfg.Place
	return delivery.Lane(p.Bot, p.Chat, p.Topic)
}
