package delivery_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"keepsake/delivery"
	"keepsake/store/storetest"
)

func TestLaneNamesAreTakenApart(t *testing.T) {
	for _, c := range []struct {
		bot   string
		chat  int64
		topic int
	}{{"keepsake", 42, 0}, {"a:b:c", -100123, 7}} {
		for _, lane := range []string{delivery.Lane(c.bot, c.chat, c.topic), delivery.ControlLane(c.bot, c.chat, c.topic)} {
			bot, chat, topic, ok := delivery.LanePlace(lane)
			if !ok || bot != c.bot || chat != c.chat || topic != c.topic {
				t.Errorf("LanePlace(%q) = %q %d %d %v", lane, bot, chat, topic, ok)
			}
		}
		if delivery.IsControl(delivery.Lane(c.bot, c.chat, c.topic)) || !delivery.IsControl(delivery.ControlLane(c.bot, c.chat, c.topic)) {
			t.Error("IsControl mixes the lanes up")
		}
	}
	for _, bad := range []string{"", "x", "x:y", "x:y:z", "x:1", ":x:1"} {
		if _, _, _, ok := delivery.LanePlace(bad); ok {
			t.Errorf("LanePlace(%q) is ok", bad)
		}
	}
}

func service(t *testing.T) *delivery.Service {
	db := storetest.SQLite(t)
	return &delivery.Service{Store: db.Deliveries(), Now: time.Now}
}

func signalled(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func TestInboxWritesWakeTheLanes(t *testing.T) {
	s, ctx, now := service(t), context.Background(), time.Now()
	lane := delivery.Lane("b", 1, 0)
	row := delivery.Update{Bot: "b", UpdateID: 1, Lane: lane, Chat: 1, Payload: []byte("{}"), ReceivedAt: now, DueAt: now}
	if n, err := s.Receive(ctx, []delivery.Update{row}); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	claim, ok, err := s.ClaimLane(ctx, "b", "me", now.Add(time.Second), time.Minute)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	rows, err := s.LaneUpdates(ctx, lane)
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	signalled(s.InboxSignal("b"))
	ids := []int64{rows[0].ID}
	for name, write := range map[string]func() error{
		"Retry":   func() error { return s.Retry(ctx, ids, now, "x") },
		"Delay":   func() error { return s.Delay(ctx, lane, now) },
		"Release": func() error { return s.Release(ctx, claim) },
		"Replay": func() error {
			if err := s.Bury(ctx, ids, "x"); err != nil {
				return err
			}
			return s.Replay(ctx, ids[0], now)
		},
	} {
		if err := write(); err != nil || !signalled(s.InboxSignal("b")) {
			t.Errorf("%s woke nobody (%v)", name, err)
		}
	}
}

func TestOutboxWritesWakeTheDispatcherAfterTheCommitOnly(t *testing.T) {
	s, ctx := service(t), context.Background()
	rolledBack := errors.New("no")
	err := s.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Put(ctx, delivery.Outgoing{Bot: "b", Chat: 1, Kind: delivery.Send}); err != nil {
			return err
		}
		return rolledBack
	})
	if !errors.Is(err, rolledBack) || signalled(s.OutboxSignal("b")) {
		t.Errorf("a rolled back Put woke somebody (%v)", err)
	}
	var id int64
	err = s.InTx(ctx, func(ctx context.Context) (err error) {
		id, err = s.Put(ctx, delivery.Outgoing{Bot: "b", Chat: 1, Kind: delivery.Reply, State: delivery.Drafting, TurnID: "t"})
		if signalled(s.OutboxSignal("b")) {
			t.Error("woken before the commit")
		}
		return err
	})
	if err != nil || !signalled(s.OutboxSignal("b")) {
		t.Errorf("a committed Put woke nobody (%v)", err)
	}
	if err := s.Ready(ctx, id, delivery.Body{Text: "x"}, time.Now()); err != nil || !signalled(s.OutboxSignal("b")) {
		t.Errorf("Ready woke nobody (%v)", err)
	}
	if err := s.RetryOut(ctx, id, time.Now(), "x"); err != nil || !signalled(s.OutboxSignal("b")) {
		t.Errorf("RetryOut woke nobody (%v)", err)
	}
	s.Wake()
	if !signalled(s.InboxSignal("b")) || !signalled(s.OutboxSignal("b")) {
		t.Error("Wake woke nobody")
	}
	if err := s.Ready(ctx, 999, delivery.Body{}, time.Now()); !errors.Is(err, delivery.ErrNotFound) {
		t.Errorf("an error lost its kind: %v", err)
	}
}
