package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/llm"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/usage"
)

// run returns alice's only run.
func (w *world) run() candidate.Run {
	w.t.Helper()
	due, err := w.Candidates.Due(w.t.Context(), alice.Store, 1)
	must(w.t, err)
	if len(due) == 0 {
		due, err = w.Candidates.Parked(w.t.Context(), alice.Store, 1)
		must(w.t, err)
	}
	if len(due) == 0 {
		w.t.Fatal("there is no run")
	}
	return due[0]
}

// A bad answer is asked for once more at once; what is wrong with it is said.
func TestOneRepair(t *testing.T) {
	good := `{"facts":[{"quote":"I like tea","fact":"User likes tea","type":"preference","fact_key":"","subject":"","confidence":0.9,"importance":0.5}],"reasoning":""}`
	for name, bad := range map[string]string{
		"malformed": `{"facts": [}`, "truncated": good[:60], "empty": "", "no object": "I found nothing.", "no list": `{"facts": null}`,
		"another schema": `{"facts": ["User likes tea"]}`, "an unknown type": strings.Replace(good, "preference", "gossip", 1),
		"a number that is none": strings.Replace(good, "0.9", `"high"`, 1), "too sure": strings.Replace(good, "0.9", "9", 1),
		"no quotation": strings.Replace(good, "I like tea", "", 1),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, sqlite(t))
			w.says("I like tea")
			w.model.say(bad, "Sorry!\n```json\n"+good+"\n```")
			equal(t, "runs", w.extracts(), 1)
			list(t, "memories", w.active(), "User likes tea")
			q := w.model.questions()
			if bad == "" { // the client itself asks again for an empty answer, or reports it
				return
			}
			if len(q) != 2 || !strings.Contains(q[1], "cannot be used") {
				t.Errorf("questions: %q", q)
			}
		})
	}
}

// F14: a run whose answers stay bad waits 30 s, then twice as long each time, five times, and is parked
// where the operator sees it; its messages are not lost, and not done twice.
func TestBadAnswersPark(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.model.teach("I like tea", "User likes tea")
		w.says("I like tea")
		for range 12 {
			w.model.say("no")
		}
		equal(t, "runs", w.extracts(), 0)
		for i, wait := range []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute} {
			w.wait(wait - time.Second)
			n, err := w.Work(t.Context())
			must(t, err)
			equal(t, fmt.Sprint("before wait ", i), n+len(w.ends), i+1)
			w.wait(time.Second)
			_, err = w.Work(t.Context())
			must(t, err)
		}
		equal(t, "attempts", len(w.ends), 6)
		equal(t, "result", w.ends[5].Result, ingest.Parked)
		r := w.run()
		equal(t, "state", r.State, candidate.Parked)
		equal(t, "reason", r.Error, "the model's answer could not be used")
		day, _, err := w.Usage.Today(t.Context(), usage.Payer{Bot: "keepsake", Subject: alice.ID})
		must(t, err)
		equal(t, "calls on the account", day.Parts[llm.Extraction].Calls, 12)
		w.wait(24 * time.Hour)
		equal(t, "it is not tried again by itself", w.extracts(), 0)
		must(t, w.Candidates.Retry(t.Context(), actorOf(r), r))
		equal(t, "the operator lets it begin anew", w.extracts(), 1)
		list(t, "memories", w.active(), "User likes tea")
		w.says("And so on")
		equal(t, "what follows", w.extracts(), 1)
		equal(t, "once", len(w.active()), 1)
	})
}

// While the model is down nothing counts as an attempt, and ten minutes later everything is done.
func TestModelDown(t *testing.T) {
	w := newWorld(t, sqlite(t))
	w.model.teach("I like tea", "User likes tea")
	w.says("I like tea")
	w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: 503})
	for range 20 {
		w.wait(30 * time.Second)
		_, err := w.Work(t.Context())
		must(t, err)
	}
	w.model.Up()
	w.wait(30 * time.Minute)
	equal(t, "attempts", w.run().Attempts, 0)
	// The client's breaker goes by the machine's clock: a client of a process that was not there.
	w.Chat = newWorldClient(w)
	equal(t, "done", w.extracts(), 1)
	list(t, "memories", w.active(), "User likes tea")
}

// What is near a limit belongs to conversations: extraction stops first and goes on when it may.
func TestLimitsStopItFirst(t *testing.T) {
	w := newWorld(t, sqlite(t))
	w.model.teach("I like tea", "User likes tea")
	w.Usage = usage.New(usage.Config{Store: w.db.Usage(), Now: w.now, Limits: usage.Limits{Person: usage.Quota{Tokens: 1000}}})
	payer := usage.Payer{Bot: "keepsake", Subject: alice.ID}
	must(t, w.Usage.Spend(t.Context(), payer, usage.Count{Prompt: 950}))
	w.says("I like tea")
	equal(t, "done", w.extracts(), 0)
	equal(t, "questions", len(w.model.questions()), 0)
	must(t, w.Usage.Check(t.Context(), payer))
	w.wait(time.Hour)
	equal(t, "attempts", w.run().Attempts, 0)
	w.wait(24 * time.Hour)
	equal(t, "the next day", w.extracts(), 1)
}

// brokenCommit fails the commit of transactions while it is armed, after all that they did: as a process
// does that is killed at that moment.
type brokenCommit struct {
	*store.DB
	mu    sync.Mutex
	fails int
}

var errKilled = errors.New("killed before the commit")

func (b *brokenCommit) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return b.DB.InTx(ctx, func(ctx context.Context) error {
		if err := fn(ctx); err != nil {
			return err
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.fails > 0 {
			b.fails--
			return errKilled
		}
		return nil
	})
}

// Killed before its commit, or after its claim, a run has no effect; done again, it has its effects once.
func TestKilledInTheMiddle(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.model.teach("I like tea", "User likes tea", "confidence", 0.7) // below the threshold until it is said twice
		w.model.teach("I live in Graz", "User lives in Graz")
		w.says("I live in Graz. I like tea.")
		tx := &brokenCommit{DB: db, fails: 2} // the commit, and the note that it failed
		w.Tx = tx
		w.wait(2 * time.Minute)
		if _, err := w.Work(t.Context()); !errors.Is(err, errKilled) {
			t.Fatalf("killed: %v", err)
		}
		list(t, "memories", w.active())
		list(t, "candidates", w.waits())

		// A claim that nobody ends: the process is gone.
		w.wait(2 * time.Minute)
		r := w.run()
		_, ok, err := w.Candidates.Claim(t.Context(), actorOf(r), r, time.Minute)
		must(t, err)
		equal(t, "claimed", ok, true)
		n, err := w.Work(t.Context())
		must(t, err)
		equal(t, "while it is claimed", n, 0)
		equal(t, "after the claim", w.extracts(), 1)
		list(t, "memories", w.active(), "User lives in Graz")
		list(t, "candidates", w.waits(), "shadowed: User likes tea")
		all, err := db.Candidates().InScope(t.Context(), alice)
		must(t, err)
		equal(t, "candidates of all attempts", len(all), 2)
		for _, v := range w.last() {
			if v.MemoryID == "" {
				continue
			}
			h, err := w.Memory.History(t.Context(), hers, v.MemoryID)
			must(t, err)
			equal(t, "changes", len(h.Changes), 1)
		}
	})
}

// A worker that lost its claim while the model was answering writes nothing: the next one has done it.
func TestFencing(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.model.teach("I live in Graz", "User lives in Graz")
		w.says("I live in Graz")
		first := *w.Service
		slow := &slowChat{Chat: w.Chat, entered: make(chan struct{}), leave: make(chan struct{})}
		first.Chat = slow
		w.wait(2 * time.Minute)
		done := make(chan error, 1)
		go func() {
			n, err := first.Work(t.Context())
			if n > 0 {
				err = errors.New("the run of a lost claim ended")
			}
			done <- err
		}()
		<-slow.entered
		w.wait(2 * time.Minute) // its claim is over by the database's clock
		equal(t, "the next worker", w.extracts(), 1)
		close(slow.leave)
		must(t, <-done)
		list(t, "memories", w.active(), "User lives in Graz")
		all, err := db.Candidates().InScope(t.Context(), alice)
		must(t, err)
		equal(t, "candidates", len(all), 1)
	})
}

// Three replicas share the work of many conversations: each find once.
func TestReplicas(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.model.teach("I live in Graz", "User lives in Graz")
		const people = 12
		for i := range people {
			owner := scope.Scope{Store: alice.Store, Kind: scope.User, ID: fmt.Sprintf("telegram:%d", 100+i)}
			w.person(owner.ID, "")
			talk := w.begin(placeOf(int64(100+i)), owner.ID)
			w.turnOf(talk, owner, typed(owner.ID, "I live in Graz"))
		}
		w.wait(2 * time.Minute)
		var wg sync.WaitGroup
		counts, errs := make([]int, 3), make([]error, 3)
		for i := range 3 {
			replica := *w.Service
			wg.Add(1)
			go func() { defer wg.Done(); counts[i], errs[i] = replica.Work(t.Context()) }()
		}
		wg.Wait()
		must(t, errors.Join(errs...))
		equal(t, "runs", counts[0]+counts[1]+counts[2], people)
		for i := range people {
			owner := scope.Scope{Store: alice.Store, Kind: scope.User, ID: fmt.Sprintf("telegram:%d", 100+i)}
			q := memory.ActiveQuery(owner)
			n, err := w.Memory.Count(t.Context(), q)
			must(t, err)
			equal(t, owner.ID, n, 1)
		}
	})
}

// A run is put off when we are stopping, and is due at once.
func TestStopping(t *testing.T) {
	w := newWorld(t, sqlite(t))
	w.model.teach("I live in Graz", "User lives in Graz")
	w.says("I live in Graz")
	slow := &slowChat{Chat: w.Chat, entered: make(chan struct{}), leave: make(chan struct{})}
	next := w.Chat
	w.Chat = slow
	w.wait(2 * time.Minute)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { _, err := w.Work(ctx); done <- err }()
	<-slow.entered
	stop()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	w.Chat = next
	n, err := w.Work(t.Context())
	must(t, err)
	equal(t, "done at once", n, 1)
	equal(t, "no attempt", len(w.ends), 1)
}
