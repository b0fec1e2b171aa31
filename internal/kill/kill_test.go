package kill_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"testing"
	"time"

	"keepsake/internal/failpoint"
	"keepsake/store"
	"keepsake/store/storetest"
)

const chats = 50

// kills is how often each database's bot is killed.
func kills(t *testing.T) int {
	s := os.Getenv("KEEPSAKE_KILLS")
	if s == "" {
		return 5
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		t.Fatal("KEEPSAKE_KILLS is no number of kills")
	}
	return n
}

func TestKillSQLite(t *testing.T) {
	besides(t)
	run(t, "sqlite:"+t.TempDir()+"/keepsake.db", kills(t))
}

func TestKillPostgres(t *testing.T) {
	besides(t)
	run(t, storetest.PostgresURL(t), kills(t))
}

// TestKillWebhook is the same with Telegram delivering: what a dead bot did not answer
// with 200 comes again.
func TestKillWebhook(t *testing.T) {
	besides(t)
	w := newWorld(t, "sqlite:"+t.TempDir()+"/keepsake.db")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.hook = l.Addr().String()
	l.Close()
	w.run(kills(t))
	if len(w.tg.Calls("setWebhook")) == 0 {
		t.Error("nothing was delivered by webhook")
	}
}

// TestKillEncrypted is the same over encrypted files: a write that is cut off in the middle
// of a block loses nothing either (P66).
func TestKillEncrypted(t *testing.T) {
	besides(t)
	w := newWorld(t, "sqlite:"+t.TempDir()+"/keepsake.db")
	w.key = store.NewKey()
	w.run(kills(t))
}

func run(t *testing.T, url string, n int) { newWorld(t, url).run(n) }

// run lets the people talk through n kills, and through more of them if these came so quickly
// that too little was said, and judges what became of it.
func (w *world) run(n int) {
	t := w.t
	talking, hush := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); w.talk(talking) }()

	hits, first := map[string]int{}, rand.IntN(len(failpoint.Names))
	i := 0
	for ; i < n || w.hasSaidTooLittle() && i < 4*n; i++ {
		if i%2 == 0 {
			w.killAtRandom()
			continue
		}
		name := failpoint.Names[(first+i/2)%len(failpoint.Names)]
		if w.killAt(name, 1+rand.IntN(6)) {
			hits[name]++
		}
	}
	hush()
	<-done

	w.finish()
	w.judge(i, hits)
}

// killAtRandom lets a bot live for a moment.
func (w *world) killAtRandom() {
	c := w.start("")
	life := 200*time.Millisecond + rand.N(1300*time.Millisecond)
	if err := c.endWithin(life); err != nil {
		w.t.Fatalf("a bot ended by itself: %v", err)
	}
	c.kill()
}

// killAt lets a bot live until it reaches a failpoint for the nth time, and reports
// whether it did so in time.
func (w *world) killAt(name string, nth int) bool { return w.killAtWithin(6*time.Second, name, nth) }

func (w *world) killAtWithin(life time.Duration, name string, nth int) bool {
	c := w.start(fmt.Sprintf("%s:%d", name, nth))
	select {
	case <-c.ended:
		if c.killed() {
			return true
		}
		w.t.Fatalf("a bot ended by itself: %v", c.err)
	case <-time.After(life):
	}
	c.kill()
	return false
}

// finish lets a last bot answer everything, then stops it as an operator would.
func (w *world) finish() {
	c := w.start("")
	ctx, cancel := context.WithTimeout(w.t.Context(), 3*time.Minute)
	defer cancel()
	if err := w.waitFor(ctx, c, func() bool { return w.open() == 0 }); err != nil {
		w.t.Errorf("%d messages are not answered: %v", w.open(), err)
	}
	w.awaitTidy()
	w.awaitReading()
	began := time.Now()
	c.interrupt()
	select {
	case <-c.ended:
		if c.err != nil {
			w.t.Errorf("the last bot did not stop in order: %v", c.err)
		}
	case <-time.After(31 * time.Second):
		w.t.Error("the last bot took longer than 30 seconds to stop")
		c.kill()
	}
	w.t.Logf("stopped in %s", time.Since(began).Round(time.Millisecond))
}
