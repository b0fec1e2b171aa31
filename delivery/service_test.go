package delivery_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"keepsake/delivery"
	"keepsake/store"
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

func service(t *testing.T) (*delivery.Service, *store.DB) {
	db := storetest.SQLite(t)
	return delivery.New(delivery.Config{Store: db.Deliveries(), Now: time.Now}), db
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
	s, _ := service(t)
	ctx, now := context.Background(), time.Now()
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

// TestReleaseIdleLosesNoUpdate: an update comes while its lane is being given back. The release
// sees it and keeps the lane, or whoever heard of the update last found the lane free.
func TestReleaseIdleLosesNoUpdate(t *testing.T) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			s := delivery.New(delivery.Config{Store: open(t).Deliveries(), Now: time.Now})
			ctx, lane, news := t.Context(), delivery.Lane("b", 1, 0), s.InboxSignal("b")
			for i := range 60 {
				now := time.Now()
				claim, ok, err := s.TakeLane(ctx, "b", 1, 0, "me", now, time.Minute)
				if !ok || err != nil {
					t.Fatal(ok, err)
				}
				signalled(news)
				isFree, over := false, make(chan struct{})
				look := func() {
					due, ok, err := s.NextDue(ctx, "b")
					if err != nil {
						t.Error(err)
					}
					isFree = ok && due.Before(now.Add(time.Second))
				}
				var arrival, watch sync.WaitGroup
				watch.Go(func() {
					for {
						select {
						case <-news:
							look()
						case <-over:
							if signalled(news) {
								look()
							}
							return
						}
					}
				})
				arrival.Go(func() {
					if _, err := s.Receive(ctx, []delivery.Update{{Bot: "b", UpdateID: int64(i + 1), Lane: lane, Chat: 1, Payload: []byte("{}"), ReceivedAt: now, DueAt: now}}); err != nil {
						t.Error(err)
					}
				})
				released, err := s.ReleaseIdle(ctx, claim)
				if err != nil {
					t.Fatal(err)
				}
				arrival.Wait()
				close(over)
				watch.Wait()
				if released && !isFree {
					t.Error("the lane is free, and who heard of the update last found it taken")
				}
				rows, err := s.LaneUpdates(ctx, lane)
				if err != nil || len(rows) != 1 {
					t.Fatal(len(rows), err)
				}
				if err := s.Finish(ctx, []int64{rows[0].ID}); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestOutboxWritesWakeTheDispatcherAfterTheCommitOnly(t *testing.T) {
	s, db := service(t)
	ctx := context.Background()
	rolledBack := errors.New("no")
	err := db.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Put(ctx, delivery.Outgoing{Bot: "b", Chat: 1, Kind: delivery.Send}); err != nil {
			return err
		}
		return rolledBack
	})
	if !errors.Is(err, rolledBack) || signalled(s.OutboxSignal("b")) {
		t.Errorf("a rolled back Put woke somebody (%v)", err)
	}
	var id int64
	err = db.InTx(ctx, func(ctx context.Context) (err error) {
		_, err = s.Put(ctx, delivery.Outgoing{Bot: "b", Chat: 1, Kind: delivery.Send})
		if signalled(s.OutboxSignal("b")) {
			t.Error("woken before the commit")
		}
		return err
	})
	if err != nil || !signalled(s.OutboxSignal("b")) {
		t.Errorf("a committed Put woke nobody (%v)", err)
	}
	id, err = s.Put(ctx, delivery.Outgoing{Bot: "b", Chat: 1, Kind: delivery.Reply, State: delivery.Drafting, TurnID: "t"})
	if err != nil || signalled(s.OutboxSignal("b")) {
		t.Errorf("a draft, which is nothing to send yet, woke somebody (%v)", err)
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
