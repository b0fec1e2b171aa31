package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
)

// While the model is away nothing counts as an attempt at either; then all is read, once.
func TestBothWhileTheModelIsAway(t *testing.T) {
	w := newBoth(t, sqlite(t))
	w.tells("I live in Graz", "Please always answer in metres.")
	w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: 503})
	for range 20 {
		w.wait(time.Minute)
		w.reads()
	}
	equal(t, "attempts at facts", w.runOf(w.talk).Attempts, 0)
	equal(t, "attempts at wishes", w.job().Attempts, 0)
	w.model.Up()
	w.Chat = newWorldClient(w)
	w.Forming.Fast = w.Chat
	w.wait(time.Hour)
	w.reads()
	w.called(0, 0, 1)
	list(t, "memories", w.active(), "User lives in Graz")
	list(t, "wishes", w.wishes(alice), "always answer in metres")
}

// Killed before its commit nothing of either is there; after the claims, which end by themselves, both are read again and each
// effect is there once. On both databases.
func TestBothKilledInTheMiddle(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newBoth(t, db)
		w.tells("I live in Graz", "Please always answer in metres.")
		broken := &brokenCommit{DB: db, fails: 4} // the commit, that of the wishes alone, and the notes that they failed
		w.Tx, w.Forming.Tx = broken, broken
		w.wait(11 * time.Minute)
		if _, err := w.Work(t.Context()); !errors.Is(err, errKilled) {
			t.Fatalf("killed: %v", err)
		}
		list(t, "memories", w.active())
		list(t, "wishes", w.wishes(alice))
		equal(t, "position", w.job().Position, 0)
		broken.mu.Lock()
		broken.fails = 0
		broken.mu.Unlock()
		w.wait(2 * time.Minute)
		w.reads()
		w.called(0, 0, 2)
		list(t, "memories", w.active(), "User lives in Graz")
		list(t, "wishes", w.wishes(alice), "always answer in metres")
		equal(t, "episodes", len(w.episodes(w.talk)), 1)
	})
}

// A worker that lost both claims while the model was answering writes nothing of either; one that lost the claim of the wishes
// alone, because its person forgot something meanwhile, keeps the facts. On both databases.
func TestBothFenced(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newBoth(t, db)
		w.tells("I live in Graz", "Please always answer in metres.")
		first := *w.Service
		w.both(&first)
		slow := &slowChat{Chat: w.Chat, entered: make(chan struct{}), leave: make(chan struct{})}
		first.Chat = slow
		w.wait(11 * time.Minute)
		done := make(chan error, 1)
		go func() { _, err := first.Work(t.Context()); done <- err }()
		<-slow.entered
		w.wait(2 * time.Minute) // the claims are over by the database's clock
		w.reads()
		close(slow.leave)
		must(t, <-done)
		list(t, "memories", w.active(), "User lives in Graz")
		list(t, "wishes", w.wishes(alice), "always answer in metres")
		equal(t, "episodes", len(w.episodes(w.talk)), 1)
		all, err := db.Candidates().InScope(t.Context(), alice)
		must(t, err)
		equal(t, "candidates", len(all), 1)

		w.model.teach("I play the oboe", "User plays the oboe")
		w.tells("I play the oboe", "And never use slang.")
		slow = &slowChat{Chat: first.Chat.(*slowChat).Chat, entered: make(chan struct{}), leave: make(chan struct{})}
		w.Chat = slow
		w.wait(11 * time.Minute)
		go func() { _, err := w.Work(t.Context()); done <- err }()
		<-slow.entered
		_, err = w.Forming.Digests.Forget(t.Context(), actor.OfSystem(), alice, func(s string) bool { return strings.Contains(s, "metres") })
		must(t, err)
		close(slow.leave)
		must(t, <-done)
		list(t, "what was found", w.active(), "User lives in Graz", "User plays the oboe")
		list(t, "wishes", w.wishes(alice))
		w.wait(2 * time.Minute)
		w.Chat = slow.Chat
		w.reads()
		list(t, "read again, for themselves", w.wishes(alice), "never use slang")
		equal(t, "candidates", len(w.active()), 2)
	})
}

// Three replicas, of which one is of the version before, which reads for both apart, share the work: each effect once. Where
// all are of this version, each conversation is one question. On both databases.
func TestReplicasReadBoth(t *testing.T) {
	for name, old := range map[string]int{"all new": 0, "one of the version before": 1} {
		t.Run(name, func(t *testing.T) {
			on(t, func(t *testing.T, db *store.DB) {
				w := newBoth(t, db)
				const people = 9
				var talks []session.Session
				owner := func(i int) scope.Scope {
					return scope.Scope{Store: alice.Store, Kind: scope.User, ID: fmt.Sprintf("telegram:%d", 100+i)}
				}
				for i := range people {
					w.person(owner(i).ID, "")
					talks = append(talks, w.begin(placeOf(int64(100+i)), owner(i).ID))
					w.talkTo(talks[i], owner(i), "I live in Graz")
					w.talkTo(talks[i], owner(i), "Please always answer in metres.")
				}
				w.wait(11 * time.Minute)
				var wg sync.WaitGroup
				errs := make([]error, 6)
				for i := range 3 {
					replica := *w.Service
					forming := w.both(&replica)
					if i < old {
						replica.Forming, forming.Along = nil, nil
					}
					wg.Go(func() { _, errs[2*i] = replica.Work(t.Context()) })
					wg.Go(func() { _, errs[2*i+1] = forming.Work(t.Context()) })
				}
				wg.Wait()
				must(t, errors.Join(errs...))
				w.wait(2 * time.Minute)
				w.reads()
				for i := range people {
					n, err := w.Memory.Count(t.Context(), memory.ActiveQuery(owner(i)))
					must(t, err)
					equal(t, owner(i).ID+": facts", n, 1)
					equal(t, owner(i).ID+": wishes", len(w.wishes(owner(i))), 1)
					equal(t, owner(i).ID+": episodes", len(w.episodes(talks[i])), 1)
				}
				facts, wishes, both := w.calls()
				equal(t, "read for facts", facts+both, people)
				equal(t, "read for wishes", wishes+both, people)
				if old == 0 {
					equal(t, "in one question", both, people)
				}
			})
		})
	}
}

// What is too long for one question is read in several, each with its part of the conversation as an episode.
func TestLongReadings(t *testing.T) {
	w := newBoth(t, sqlite(t))
	long := strings.Repeat("𒀀", 1000) // many tokens in few letters: what was said is compared letter by letter with each claim
	w.tells("I live in Graz. "+long, "Please always answer in metres. "+long, "And never use slang. "+long)
	w.reads() // it is due by its weight
	_, _, both := w.calls()
	if both < 2 {
		t.Fatalf("%d questions", both)
	}
	list(t, "memories", w.active(), "User lives in Graz")
	list(t, "wishes", w.wishes(alice), "always answer in metres", "never use slang")
	es := w.episodes(w.talk)
	equal(t, "episodes", len(es), both)
	if !strings.Contains(es[0], "(1 to ") || !strings.HasSuffix(es[len(es)-1], " to 6)") {
		t.Errorf("episodes: %q", es)
	}
	equal(t, "position", w.job().Position, 6)
}

// unheard commits transactions and says that it did not, while it is armed: as a connection does that breaks at that moment.
type unheard struct {
	*store.DB
	mu    sync.Mutex
	armed bool
}

func (u *unheard) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	err := u.DB.InTx(ctx, fn)
	u.mu.Lock()
	defer u.mu.Unlock()
	if err == nil && u.armed {
		return errKilled
	}
	return err
}

// F14: who does not hear that their transaction was committed stores nothing of it again, of neither. On both databases.
func TestBothWhoseCommitWasNotHeard(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newBoth(t, db)
		w.tells("I live in Graz", "Please always answer in metres.")
		deaf := &unheard{DB: db, armed: true}
		w.Tx, w.Forming.Tx = deaf, deaf
		w.wait(11 * time.Minute)
		w.reads() // what follows the commit finds its claims gone
		deaf.mu.Lock()
		deaf.armed = false
		deaf.mu.Unlock()
		w.wait(time.Hour)
		w.reads()
		w.called(0, 0, 1)
		list(t, "memories", w.active(), "User lives in Graz")
		list(t, "wishes", w.wishes(alice), "always answer in metres")
		list(t, "episodes", w.episodes(w.talk), "The writer spoke 2 times (1 to 4)")
	})
}
