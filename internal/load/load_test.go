package load_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"keepsake/bot/simulator"
)

// maxMemory is what the program may have resident, in MiB.
const maxMemory = 512

// TestLoad measures turns per second with all chats speaking at once, and what a turn costs
// when the machine is not full.
func TestLoad(t *testing.T) {
	chats, rounds, calm := 40, 1, 20
	if full() {
		chats, rounds, calm = 1000, 5, 2000
	}
	each(t, func(t *testing.T, w *world) {
		people := w.persons(chats)
		w.start()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		w.speak(ctx, people, 1) // who they are, and their first snapshot

		began := time.Now()
		crowd := w.speak(ctx, people, rounds)
		took := time.Since(began)
		alone := w.speak(ctx, people[:2], calm/2)
		t.Logf("%d chats: %.0f turns per second (an answer takes p50 %s, p99 %s then); own cost of a turn p50 %s, p99 %s; at most %d MiB resident",
			chats, float64(len(crowd))/took.Seconds(), quantile(crowd, 0.5).Round(time.Millisecond), quantile(crowd, 0.99).Round(time.Millisecond),
			quantile(alone, 0.5).Round(10*time.Microsecond), quantile(alone, 0.99).Round(10*time.Microsecond), w.peak())
		if n := len(crowd) + len(alone); n != chats*rounds+calm/2*2 || w.unanswered() > 0 {
			t.Errorf("%d turns were answered, %d messages are not", n, w.unanswered())
		}
		if w.peak() > maxMemory {
			t.Errorf("%d MiB resident, want at most %d", w.peak(), maxMemory)
		}
	})
}

// speak lets each person ask a number of times, one question after the other's answer.
func (w *world) speak(ctx context.Context, people []*simulator.Person, times int) (took []time.Duration) {
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, p := range people {
		all.Go(func() {
			for range times {
				d, ok := w.ask(ctx, p)
				if !ok {
					return
				}
				mu.Lock()
				took = append(took, d)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return took
}

// TestFlood: one chat that floods raises the others' p95 at most twofold.
func TestFlood(t *testing.T) {
	others, windows, window, slack := 10, 2, time.Second, 2*time.Second // a busy machine
	if full() {
		others, windows, window, slack = 20, 8, 5*time.Second, 0
	}
	each(t, func(t *testing.T, w *world) {
		people := w.persons(others + 1)
		flooder, people := people[others], people[:others]
		w.env = append(w.env, "KEEPSAKE_QUIET=100ms")
		w.start()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		w.speak(ctx, append(people, flooder), 1)
		var calm, flooded []time.Duration
		floods := 0
		for range windows {
			calm = append(calm, w.leisurely(ctx, people, window)...)
			stop := make(chan struct{})
			var last <-chan struct{}
			var flood sync.WaitGroup
			flood.Go(func() { last = w.flood(flooder, stop, &floods) })
			flooded = append(flooded, w.leisurely(ctx, people, window)...)
			close(stop)
			flood.Wait()
			select {
			case <-last: // the next calm window is calm
			case <-ctx.Done():
				t.Fatal("the flood is not answered")
			}
		}
		before, during := quantile(calm, 0.95), quantile(flooded, 0.95)
		t.Logf("others' p50 %s, p95 %s in calm (%d turns); p50 %s, p95 %s while one chat sends %d messages (%d turns)",
			quantile(calm, 0.5).Round(10*time.Microsecond), before.Round(10*time.Microsecond), len(calm),
			quantile(flooded, 0.5).Round(10*time.Microsecond), during.Round(10*time.Microsecond), floods, len(flooded))
		if during > 2*before+slack {
			t.Errorf("a flooding chat raises the others' p95 from %s to %s", before, during)
		}
		if floods < 10*windows {
			t.Errorf("%d messages are no flood", floods)
		}
	})
}

// leisurely lets people ask, with a pause after each answer, for a while.
func (w *world) leisurely(ctx context.Context, people []*simulator.Person, d time.Duration) (took []time.Duration) {
	var mu sync.Mutex
	var all sync.WaitGroup
	over := time.Now().Add(d)
	for i, p := range people {
		all.Go(func() {
			time.Sleep(time.Duration(i) * pauseOf / time.Duration(len(people)))
			for time.Now().Before(over) {
				d, ok := w.ask(ctx, p)
				if !ok {
					return
				}
				mu.Lock()
				took = append(took, d)
				mu.Unlock()
				time.Sleep(pauseOf)
			}
		})
	}
	all.Wait()
	return took
}

// pauseOf is between an answer and the next question of a leisurely person.
const pauseOf = time.Second

// flood speaks without waiting for answers, a hundred times a second, until stop; it returns
// what is closed when the last message is answered.
func (w *world) flood(p *simulator.Person, stop <-chan struct{}, n *int) (last <-chan struct{}) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return last
		case <-tick.C:
		}
		last = w.say(p)
		*n++
		if *n%10 == 0 {
			p.Say("/tasks")
		}
	}
}

// TestBurst: what piled up while the bot was away is taken in bounded memory, and answered.
func TestBurst(t *testing.T) {
	chats, updates := 50, 400
	if full() {
		chats, updates = 1000, 10_000
	}
	each(t, func(t *testing.T, w *world) {
		people := w.persons(chats)
		for i := range updates {
			w.say(people[i%chats])
		}
		began := time.Now()
		w.start()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		if err := w.tg.WaitFor(ctx, func() bool { return w.tg.PendingUpdates() == 0 }); err != nil {
			t.Fatalf("%d updates are not taken", w.tg.PendingUpdates())
		}
		taken := time.Since(began)
		for w.unanswered() > 0 && ctx.Err() == nil {
			time.Sleep(20 * time.Millisecond)
		}
		t.Logf("%d updates of %d chats: taken in after %s, answered after %s, at most %d MiB resident", updates, chats,
			taken.Round(time.Millisecond), time.Since(began).Round(time.Millisecond), w.peak())
		if n := w.unanswered(); n > 0 {
			t.Errorf("%d of %d messages are not answered", n, updates)
		}
		if w.peak() > maxMemory {
			t.Errorf("%d MiB resident, want at most %d", w.peak(), maxMemory)
		}
	})
}
