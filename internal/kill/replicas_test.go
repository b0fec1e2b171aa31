package kill_test

import (
	"context"
	"testing"
	"time"

	"keepsake/store/storetest"
)

// whole reports whether this is `make kill`.
func whole(t *testing.T) bool { return kills(t) > 50 }

// besides lets short runs go side by side: they mostly wait.
func besides(t *testing.T) {
	if !whole(t) {
		t.Parallel()
	}
}

// TestKillReplicasPolling: three bots on one PostgreSQL, one of them asks for updates. They
// are killed and paused in turn.
func TestKillReplicasPolling(t *testing.T) {
	besides(t)
	newFleet(t, storetest.PostgresURL(t), false, time.Second).run(kills(t))
}

// TestKillReplicasWebhook is the same with deliveries spread over all three.
func TestKillReplicasWebhook(t *testing.T) {
	besides(t)
	newFleet(t, storetest.PostgresURL(t), true, time.Second).run(kills(t))
}

// TestKillTakeover measures with the lease that Keepsake has unless told otherwise (a
// tenth of it in a short run): one bot after the other is killed and does not come back
// before everybody has their answer.
func TestKillTakeover(t *testing.T) {
	lease, within, rounds := 1500*time.Millisecond, 20*time.Second, 1
	if whole(t) {
		lease, rounds = 15*time.Second, 4
	}
	besides(t)
	f := newFleet(t, storetest.PostgresURL(t), false, lease)
	talking, hush := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); f.talk(talking) }()
	// Where the machine is slow, polling may have moved to another process just before a kill:
	// it goes on until the one that polled was hit.
	hasHitPoller := func() bool { return f.unpolled >= lease/4 }
	for i := 0; i < rounds*replicas || !hasHitPoller() && i < 4*rounds*replicas; i++ {
		f.live(time.Second)
		one := i % replicas
		f.harm()
		f.kills++
		f.bots[one].kill()
		f.awaitPoller(within)
		f.begin(one, "")
		f.live(2 * time.Second)
	}
	hush()
	<-done
	f.settle()
	f.judge(f.kills, map[string]int{})
	f.judgeTakeovers()
	t.Logf("nobody asked for updates for %s at most", f.unpolled.Round(time.Millisecond))
	if !hasHitPoller() {
		t.Errorf("somebody polled again after %s: this proves nothing", f.unpolled)
	}
}

// awaitPoller waits until somebody asks for updates, and measures how long nobody did.
func (f *fleet) awaitPoller(within time.Duration) {
	killed := time.Now()
	for !f.tg.LastPoll().After(killed) {
		if time.Since(killed) > within {
			f.t.Fatalf("nobody polls %s after the poller was killed", within)
		}
		time.Sleep(5 * time.Millisecond)
	}
	f.unpolled = max(f.unpolled, f.tg.LastPoll().Sub(killed))
}
