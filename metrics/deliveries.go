package metrics

import (
	"context"
	"errors"
	"sync"
	"time"

	"keepsake/delivery"
)

// What became of an attempt to send.
const (
	msgSent    = "sent"
	msgFailed  = "failed"
	msgRetried = "retried"
)

// Deliveries wraps the store of what travels: updates by kind on their way in and out of
// the inbox, messages by outcome, and how long both waited.
func (m *Metrics) Deliveries(s delivery.Store) delivery.Store {
	return &deliveries{Store: s, m: m, lanes: map[string]map[int64]letter{}, out: map[int64]outgoing{}}
}

type deliveries struct {
	delivery.Store
	m *Metrics

	mu sync.Mutex
	// lanes holds what waited in the lanes being worked here when they were last read:
	// what is there no more at the next reading has been handled.
	lanes map[string]map[int64]letter
	out   map[int64]outgoing // messages being sent
}

// letter is a waiting update.
type letter struct {
	kind     string
	received time.Time
}

// outgoing is a message that was ready at a time.
type outgoing struct {
	kind delivery.Kind
	due  time.Time
}

func (d *deliveries) kind(u delivery.Update) string {
	if u.State == delivery.DeadMail {
		return undecodable
	}
	return d.m.opt.Kind(u.Payload)
}

func (d *deliveries) Receive(ctx context.Context, us []delivery.Update) (int, error) {
	fresh, err := d.Store.Receive(ctx, us)
	if err != nil {
		return fresh, err
	}
	d.AfterCommit(ctx, func() {
		for _, u := range us {
			d.m.received.WithLabelValues(d.kind(u)).Inc()
		}
		d.m.repeated.Add(float64(len(us) - fresh))
	})
	return fresh, nil
}

func (d *deliveries) ClaimLane(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (delivery.Claim, bool, error) {
	c, ok, err := d.Store.ClaimLane(ctx, bot, owner, now, lease)
	if ok {
		d.forget(c.Lane) // others may have worked it meanwhile
	}
	return c, ok, err
}

func (d *deliveries) ClaimControl(ctx context.Context, bot, owner string, now time.Time, lease time.Duration) (delivery.Claim, bool, error) {
	c, ok, err := d.Store.ClaimControl(ctx, bot, owner, now, lease)
	if ok {
		d.forget(c.Lane)
	}
	return c, ok, err
}

func (d *deliveries) Release(ctx context.Context, c delivery.Claim) error {
	d.forget(c.Lane)
	return d.Store.Release(ctx, c)
}

func (d *deliveries) forget(lane string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.lanes, lane)
}

func (d *deliveries) LaneUpdates(ctx context.Context, lane string) ([]delivery.Update, error) {
	us, err := d.Store.LaneUpdates(ctx, lane)
	if err != nil {
		return us, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	before, now := d.lanes[lane], make(map[int64]letter, len(us))
	for _, u := range us {
		l, known := before[u.ID]
		if !known {
			l = letter{d.kind(u), u.ReceivedAt}
		}
		now[u.ID] = l
	}
	for id, l := range before {
		if _, waits := now[id]; !waits {
			d.m.handled.WithLabelValues(l.kind).Inc()
		}
	}
	if d.lanes[lane] = now; len(now) == 0 {
		delete(d.lanes, lane)
	}
	return us, nil
}

// each calls fn with those of the ids that wait in a lane being worked here.
func (d *deliveries) each(ids []int64, fn func(lane map[int64]letter, id int64, l letter)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, lane := range d.lanes {
		for _, id := range ids {
			if l, ok := lane[id]; ok {
				fn(lane, id, l)
			}
		}
	}
}

func (d *deliveries) Assign(ctx context.Context, ids []int64, turnID string) error {
	err := d.Store.Assign(ctx, ids, turnID)
	if err == nil {
		d.AfterCommit(ctx, func() {
			d.each(ids, func(_ map[int64]letter, _ int64, l letter) {
				d.m.turnParts.WithLabelValues(partWaiting).Observe(max(d.m.opt.Now().Sub(l.received), 0).Seconds())
			})
		})
	}
	return err
}

func (d *deliveries) Bury(ctx context.Context, ids []int64, reason string) error {
	err := d.Store.Bury(ctx, ids, reason)
	if err == nil {
		d.AfterCommit(ctx, func() {
			d.each(ids, func(lane map[int64]letter, id int64, l letter) {
				delete(lane, id)
				d.m.buried.WithLabelValues(l.kind).Inc()
			})
		})
	}
	return err
}

func (d *deliveries) ClaimOut(ctx context.Context, bot, owner string, now, until time.Time, busy []int64, limit int) ([]delivery.Outgoing, error) {
	os, err := d.Store.ClaimOut(ctx, bot, owner, now, until, busy, limit)
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, o := range os {
		if _, known := d.out[o.ID]; !known { // an attempt that is repeated began waiting long ago
			d.out[o.ID] = outgoing{o.Kind, o.DueAt}
		}
	}
	return os, err
}

func (d *deliveries) MarkSent(ctx context.Context, id int64, at time.Time) error {
	return d.marked(ctx, id, msgSent, d.Store.MarkSent(ctx, id, at))
}

func (d *deliveries) MarkFailed(ctx context.Context, id int64, reason string) error {
	return d.marked(ctx, id, msgFailed, d.Store.MarkFailed(ctx, id, reason))
}

func (d *deliveries) RetryOut(ctx context.Context, id int64, due time.Time, reason string) error {
	return d.marked(ctx, id, msgRetried, d.Store.RetryOut(ctx, id, due, reason))
}

// marked counts what became of an attempt, unless recording it failed.
func (d *deliveries) marked(ctx context.Context, id int64, outcome string, err error) error {
	if err != nil {
		if errors.Is(err, delivery.ErrNotFound) { // erased meanwhile
			d.mu.Lock()
			defer d.mu.Unlock()
			delete(d.out, id)
		}
		return err
	}
	d.AfterCommit(ctx, func() {
		d.mu.Lock()
		o, known := d.out[id]
		if outcome != msgRetried {
			delete(d.out, id)
		}
		d.mu.Unlock()
		if !known {
			return
		}
		d.m.messages.WithLabelValues(string(o.kind), outcome).Inc()
		if o.kind == delivery.Reply && outcome == msgSent {
			d.m.turnParts.WithLabelValues(partDelivery).Observe(max(d.m.opt.Now().Sub(o.due), 0).Seconds())
		}
	})
	return nil
}
