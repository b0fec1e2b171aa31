package writeswitch_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/writeswitch"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

var (
	alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	bob   = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:2"}
)

// replica is one process's services on a database.
type replica struct {
	*memory.Service
	writes *writeswitch.Service
	db     *store.DB
}

func newReplica(db *store.DB) replica {
	return replica{
		Service: memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("k")}),
		writes:  &writeswitch.Service{Store: db.Switches(), Now: time.Now}, db: db,
	}
}

func (r replica) add(ctx context.Context, owner scope.Scope, content string) (memory.Memory, error) {
	m, _, err := r.Add(ctx, actor.OfPerson(owner.ID), memory.Draft{Scope: owner, Content: content})
	return m, err
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("%s: %v", what, err)
	}
}

// A64, R12: one row stops every kind of write on every process at once, without a restart, and never
// forgetting; switched back, all is as before.
func TestA64StopsEveryWrite(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) (one, other *store.DB){
		"sqlite": func(t *testing.T) (*store.DB, *store.DB) { db := storetest.SQLite(t); return db, db },
		"postgres": func(t *testing.T) (*store.DB, *store.DB) {
			url := storetest.PostgresURL(t)
			return openAt(t, url), openAt(t, url)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one, other := open(t)
			here, there := newReplica(one), newReplica(other)
			ctx, she, own := t.Context(), actor.OfPerson(alice.ID), []scope.Scope{alice}
			first, err := here.add(ctx, alice, "User likes tea")
			must(t, err)
			second, err := here.add(ctx, alice, "User lives in Oslo")
			must(t, err)
			asked, err := here.Propose(ctx, she, own, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "User plays chess"}, memory.Limits{})
			must(t, err)

			must(t, there.writes.Set(ctx, actor.OfSystem(), writeswitch.Everybody, true))
			_, err = here.add(ctx, alice, "User has a dog")
			refused(t, "add", err)
			_, err = here.add(ctx, bob, "User has a cat")
			refused(t, "add by another", err)
			_, _, _, err = here.Update(ctx, she, own, first.ID, memory.Edit{Content: "User likes coffee"})
			refused(t, "update", err)
			_, _, err = here.Pin(ctx, she, own, first.ID, true)
			refused(t, "pin", err)
			_, _, err = here.Save(ctx, she, own, asked.ID, "")
			refused(t, "save", err)
			_, err = here.Propose(ctx, she, own, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "User sings"}, memory.Limits{})
			refused(t, "propose", err)
			refused(t, "confirm", here.Confirm(ctx, actor.Actor{Kind: actor.Extraction}, own, first.ID, memory.Confirmation{Confidence: 1}))
			_, gone, err := here.Delete(ctx, she, own, second.ID, "")
			must(t, err)
			_, _, err = here.Undo(ctx, she, own, gone.ID)
			refused(t, "undo of a deletion", err)
			if n, err := here.Count(ctx, memory.ActiveQuery(alice, bob)); err != nil || n != 1 {
				t.Errorf("%d memories, %v", n, err)
			}
			st, err := here.writes.Get(ctx, writeswitch.Everybody)
			if err != nil || !st.Off || st.Since.IsZero() {
				t.Errorf("the switch: %+v, %v", st, err)
			}

			must(t, here.writes.Set(ctx, actor.Actor{Kind: actor.Person, ID: "telegram:9", Owner: true}, writeswitch.Everybody, false))
			_, err = there.add(ctx, bob, "User has a cat")
			must(t, err)
			_, _, err = there.Save(ctx, she, own, asked.ID, "")
			must(t, err)
		})
	}
}

// A65: the switch of one scope leaves the others alone.
func TestA65OneScope(t *testing.T) {
	t.Parallel()
	r, ctx := newReplica(storetest.SQLite(t)), t.Context()
	must(t, r.writes.Set(ctx, actor.OfSystem(), alice, true))
	_, err := r.add(ctx, alice, "User likes tea")
	refused(t, "hers", err)
	_, err = r.add(ctx, bob, "User likes tea")
	must(t, err)
	if st, err := r.writes.Get(ctx, writeswitch.Everybody); err != nil || st.Off {
		t.Errorf("everybody's: %+v, %v", st, err)
	}
	must(t, r.writes.Set(ctx, actor.OfSystem(), alice, false))
	_, err = r.add(ctx, alice, "User likes tea")
	must(t, err)
}

// Only owners and the system may.
func TestWhoMaySwitch(t *testing.T) {
	t.Parallel()
	r := newReplica(storetest.SQLite(t))
	for name, a := range map[string]actor.Actor{
		"a person": actor.OfPerson(alice.ID), "an admin": {Kind: actor.Person, ID: "telegram:3", Standing: actor.Admin},
		"an owner's tool": {Kind: actor.Tool, ID: "telegram:4", Owner: true}, "extraction": {Kind: actor.Extraction}, "nobody": {},
	} {
		for _, owner := range []scope.Scope{writeswitch.Everybody, alice} {
			if err := r.writes.Set(t.Context(), a, owner, true); !errors.Is(err, memory.ErrNotAllowed) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// A64: Set waits for the writes under way, so that nothing is committed after it has returned.
func TestA64NothingIsCommittedAfterwards(t *testing.T) {
	t.Parallel()
	url := storetest.PostgresURL(t)
	here, there, ctx := newReplica(openAt(t, url)), newReplica(openAt(t, url)), t.Context()
	for name, owner := range map[string]scope.Scope{"everybody": writeswitch.Everybody, "one scope": alice} {
		written, leave, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
		go func() {
			done <- here.db.InTx(ctx, func(ctx context.Context) error {
				_, err := here.add(ctx, alice, "User knows "+name)
				close(written)
				<-leave
				return err
			})
		}()
		<-written
		switched := make(chan error, 1)
		go func() { switched <- there.writes.Set(ctx, actor.OfSystem(), owner, true) }()
		select {
		case err := <-switched:
			t.Fatalf("%s: switched beside a write under way: %v", name, err)
		case <-time.After(300 * time.Millisecond):
		}
		close(leave)
		must(t, <-done)
		must(t, <-switched)
		_, err := here.add(ctx, alice, "User learnt "+name)
		refused(t, name, err)
		must(t, there.writes.Set(ctx, actor.OfSystem(), owner, false))
	}
}

func openAt(t *testing.T, url string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{URL: url})
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}
