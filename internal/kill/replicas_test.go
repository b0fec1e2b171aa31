package kill_test

import (
	"context"
	"testing"
	"time"

	"keepsake/store/storetest"
)

// TestKillReplicasPolling: three bots on one PostgreSQL, one of them asks for updates. They
// are killed and paused in turn.
func TestKillReplicasPolling(t *testing.T) {
	newFleet(t, storetest.PostgresURL(t), false, time.Second).run(kills(t))
}

// TestKillReplicasWebhook is the same with deliveries spread over all three.
func TestKillReplicasWebhook(t *testing.T) {
	newFleet(t, storetest.PostgresURL(t), true, time.Second).run(kills(t))
}

// TestKillTakeover measures with the lease that Keepsake has unless told otherwise (a
// tenth of it in a short run): one bot after the other is killed and does not come back
// before everybody has their answer.
func TestKillTakeover(t *testing.T) {
	lease, within := 1500*time.Millisecond, 8*time.Second
	if kills(t) > 50 {
		lease, within = 15*time.Second, 20*time.Second
	}
	f := newFleet(t, storetest.PostgresURL(t), false, lease)
	talking, hush := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); f.talk(talking) }()
	for i := range 2 * replicas {
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
	if f.unpolled == 0 {
		t.Error("no bot that was killed had asked for updates: this proves nothing")
	}
}

// awaitPoller waits until somebody has asked for updates for a moment, and measures how
// long nobody did.
func (f *fleet) awaitPoller(within time.Duration) {
	killed := time.Now()
	for last := killed; time.Since(last) < 300*time.Millisecond; time.Sleep(5 * time.Millisecond) {
		if !f.tg.Polling() {
			if f.unpolled = max(f.unpolled, time.Since(killed)); f.unpolled > within {
				f.t.Fatalf("nobody polls %s after the poller was killed", f.unpolled)
			}
			last = time.Now()
		}
	}
}
