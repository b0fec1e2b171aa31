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

// claimLane makes sure that the lane is ours, and waits for whoever has it: a terminal that was
// killed has it for the rest of its lease.
func (t *Terminal) claimLane(ctx context.Context, patience time.Duration) error {
	p, told := t.cfg.Place, false
	for until := time.Now().Add(patience); ; {
		claim, ok, err := t.cfg.Delivery.TakeLane(ctx, p.Bot, p.Chat, p.Topic, t.cfg.Owner, t.now(), t.cfg.Lease)
		if err != nil {
			return err
		}
		if ok {
			t.claimed.Lock()
			t.claim = claim
			t.claimed.Unlock()
			return nil
		}
		if time.Now().After(until) {
			return fault.New(fault.Conflict, markdown.Render(t.say("terminal.busy", templates.Data{"Name": t.cfg.Name})).Text)
		}
		if !told {
			told = true
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

// keepLane renews the lease of the lane until stop is called. A lease that is lost is taken
// anew before the next line (take), so its loss ends nothing here.
func (t *Terminal) keepLane(ctx context.Context) (stop func()) {
	_, stop = lease.Keep(ctx, lease.NewHold(time.Now(), t.cfg.Lease), func(ctx context.Context) error {
		// A failure shows where it matters: at the next write.
		_ = t.cfg.Delivery.Extend(ctx, t.currentClaim(), t.now().Add(t.cfg.Lease))
		return nil
	}, nil)
	return stop
}

func (t *Terminal) currentClaim() delivery.Claim {
	t.claimed.Lock()
	defer t.claimed.Unlock()
	return t.claim
}

func (t *Terminal) laneName() string {
	p := t.cfg.Place
	return delivery.Lane(p.Bot, p.Chat, p.Topic)
}
