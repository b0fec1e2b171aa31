package terminal

import (
	"context"
	"time"

	"keepsake/bot/markdown"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/templates"
)

// take makes sure that the lane is ours, and waits for whoever has it: a terminal that was
// killed has it for the rest of its lease.
func (t *Terminal) take(ctx context.Context, patience time.Duration) error {
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
			t.hint("terminal.wait", nil)
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

// heartbeat keeps the lane ours.
func (t *Terminal) heartbeat(ctx context.Context) {
	for pause(ctx, t.cfg.Lease/3) {
		// A failure shows where it matters: at the next write.
		_ = t.cfg.Delivery.Extend(ctx, t.right(), t.now().Add(t.cfg.Lease))
	}
}

func (t *Terminal) right() delivery.Claim {
	t.claimed.Lock()
	defer t.claimed.Unlock()
	return t.claim
}

func (t *Terminal) lane() string {
	p := t.cfg.Place
	return delivery.Lane(p.Bot, p.Chat, p.Topic)
}
