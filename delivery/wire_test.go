package delivery_test

import (
	"context"
	"testing"
	"time"

	"keepsake/delivery"
	"keepsake/store"
	"keepsake/store/storetest"
)

// TestOtherProcessesHear: a commit in one process wakes who waits in another.
func TestOtherProcessesHear(t *testing.T) {
	url := storetest.PostgresURL(t)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 2)
	var all []*delivery.Service
	for range 2 {
		db, err := store.Open(ctx, store.Options{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		s := delivery.New(delivery.Config{Store: db.Deliveries(), Now: time.Now, Wire: db.Wire()})
		all = append(all, s)
		go func() { done <- s.Listen(ctx) }()
	}
	defer func() {
		stop()
		for range all {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	}()
	await := func(what string, c <-chan struct{}) {
		t.Helper()
		select {
		case <-c:
		case <-time.After(time.Minute):
			t.Fatalf("nobody was told of %s", what)
		}
	}
	for _, s := range all { // who begins to listen looks at everything once
		await("the beginning", s.InboxSignal("b"))
		await("the beginning", s.OutboxSignal("b"))
	}
	if !all[0].IsShared() {
		t.Error("several processes share nothing")
	}
	now := time.Now()
	if _, err := all[0].Put(ctx, delivery.Outgoing{Bot: "b", Chat: 1, Kind: delivery.Send}); err != nil {
		t.Fatal(err)
	}
	await("a message", all[1].OutboxSignal("b"))
	if _, err := all[1].Receive(ctx, []delivery.Update{{Bot: "b", UpdateID: 1, Lane: "b:1:0", Chat: 1, ReceivedAt: now, DueAt: now}}); err != nil {
		t.Fatal(err)
	}
	await("an update", all[0].InboxSignal("b"))
}

// TestAloneNobodyIsHeard: with SQLite there is nobody.
func TestAloneNobodyIsHeard(t *testing.T) {
	s, _ := service(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := s.Listen(ctx); err != nil || s.IsShared() {
		t.Error(err, s.IsShared())
	}
}

func TestPlacesOfAPace(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	sec := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Second) }
	for _, c := range []struct {
		burst     int
		next, now int
		at, after int
		what      string
	}{
		{1, -100, 0, 0, 1, "after a pause"},
		{1, 1, 0, 1, 2, "the next one waits"},
		{3, -100, 0, 0, 1, "the first of a burst"},
		{3, 2, 0, 0, 3, "the third of a burst"},
		{3, 3, 0, 1, 4, "the fourth waits"},
		{0, 5, 0, 5, 6, "no burst is one"},
	} {
		at, after := delivery.Pace{Every: time.Second, Burst: c.burst}.Place(sec(c.next), noon.Add(time.Duration(c.now)))
		if !at.Equal(sec(c.at)) || !after.Equal(sec(c.after)) {
			t.Errorf("%s: at %s, then %s", c.what, at, after)
		}
	}
}
