package outside_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/outside"
	"keepsake/scope"
	"keepsake/store/storetest"
)

const (
	alice = "telegram:1001"
	bob   = "telegram:1002"
)

type world struct {
	*outside.Service
	now time.Time
}

func eachDatabase(t *testing.T, test func(t *testing.T, w *world)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &world{now: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)}
			w.Service = &outside.Service{Store: open(t).Outside(), Now: func() time.Time { return w.now }}
			test(t, w)
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func defined(hashes ...string) (ds []outside.Definition) {
	for i := 0; i < len(hashes); i += 2 {
		ds = append(ds, outside.Definition{Server: "search", Name: hashes[i], Hash: hashOf(hashes[i+1]), About: "about " + hashes[i+1]})
	}
	return ds
}

// hashOf is as long as a real one.
func hashOf(s string) string {
	return (s + "0123456789012345678901234567890123456789012345678901234567890123")[:64]
}

// 13.4: definitions are pinned by hash; what a server lists first is taken, what it lists otherwise asks the owner, once, and is
// used when the owner has agreed to exactly that.
func TestAgree(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		var asked []string
		list := func(ds []outside.Definition) map[string]bool {
			t.Helper()
			asked = nil
			agreed, err := w.Agree(t.Context(), actor.OfSystem(), "search", ds, func(_ context.Context, pins []outside.Pin) error {
				for _, p := range pins {
					asked = append(asked, p.Name+": "+p.About+" → "+p.AskedAbout)
				}
				return nil
			})
			must(t, err)
			return agreed
		}
		if agreed := list(defined("find", "a", "fetch", "b")); len(agreed) != 2 || len(asked) != 0 {
			t.Fatalf("the first list: %v, asked %v", agreed, asked)
		}
		agreed := list(defined("find", "a2", "fetch", "b", "send", "c"))
		if len(agreed) != 1 || !agreed[hashOf("b")] || len(asked) != 2 || asked[0] != "find: about a → about a2" || asked[1] != "send:  → about c" {
			t.Fatalf("changed: %v, asked %q", agreed, asked)
		}
		if list(defined("find", "a2", "fetch", "b", "send", "c")); len(asked) != 0 {
			t.Errorf("asked again: %q", asked)
		}
		if agreed := list(defined("find", "a", "fetch", "b")); !agreed[hashOf("a")] {
			t.Error("what was agreed to is not used when it is listed again")
		}
		owner := actor.OfPerson(alice)
		if _, err := w.Approve(t.Context(), owner, hashOf("a2")); !errors.Is(err, outside.ErrDenied) {
			t.Errorf("who is no owner: %v", err)
		}
		owner.Owner = true
		for _, wrong := range []string{"", "a2", hashOf("other"), hashOf("a2")[:31]} {
			if _, err := w.Approve(t.Context(), owner, wrong); !errors.Is(err, outside.ErrNotFound) {
				t.Errorf("%q: %v", wrong, err)
			}
		}
		p, err := w.Approve(t.Context(), owner, hashOf("a2")[:40])
		must(t, err)
		if p.Name != "find" || p.About != "about a2" {
			t.Errorf("approved %+v", p)
		}
		if agreed := list(defined("find", "a2", "send", "c")); !agreed[hashOf("a2")] || agreed[hashOf("c")] || len(asked) != 0 {
			t.Errorf("after it: %v, asked %v", agreed, asked)
		}
		if _, err := w.Agree(t.Context(), owner, "search", nil, nil); !errors.Is(err, outside.ErrDenied) {
			t.Errorf("a person may not say what is listed: %v", err)
		}
		broken := errors.New("the owners cannot be told")
		if _, err := w.Agree(t.Context(), actor.OfSystem(), "search", defined("more", "d"), func(context.Context, []outside.Pin) error { return broken }); !errors.Is(err, broken) {
			t.Errorf("untold: %v", err)
		}
		if list(defined("more", "d")); len(asked) != 1 {
			t.Errorf("what could not be told is not told later: %v", asked)
		}
	})
}

func toolFor(person, call string) actor.Actor {
	return actor.Actor{Kind: actor.Tool, ID: person, SessionID: "s", TurnID: "t", CallID: call}
}

// 13.4: a call that changes something waits for its person, runs once, and can be allowed for good in this definition only.
func TestCalls(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		draft := outside.Call{Person: alice, Server: "calendar", Tool: "add", Hash: "h1"}
		if _, err := w.Ask(ctx, toolFor(bob, "1"), draft); !errors.Is(err, outside.ErrDenied) {
			t.Errorf("a tool of another person: %v", err)
		}
		c, err := w.Ask(ctx, toolFor(alice, "1"), draft)
		must(t, err)
		again, err := w.Ask(ctx, toolFor(alice, "1"), draft)
		must(t, err)
		if again.ID != c.ID || c.State != outside.Waiting {
			t.Errorf("asked twice: %+v, %+v", c, again)
		}
		if _, _, err := w.Allow(ctx, actor.OfPerson(bob), c.ID, true); !errors.Is(err, outside.ErrNotFound) {
			t.Errorf("another person: %v", err)
		}
		if _, _, err := w.Allow(ctx, toolFor(alice, "1"), c.ID, true); !errors.Is(err, outside.ErrNotFound) {
			t.Errorf("the tool itself: %v", err)
		}
		got, first, err := w.Allow(ctx, actor.OfPerson(alice), c.ID, true)
		must(t, err)
		if !first || got.State != outside.Running {
			t.Errorf("allowed: %+v %t", got, first)
		}
		if got, first, err = w.Allow(ctx, actor.OfPerson(alice), c.ID, false); err != nil || first || got.State != outside.Running {
			t.Errorf("allowed again: %+v %t %v", got, first, err)
		}
		if err := w.End(ctx, actor.OfPerson(alice), c.ID, outside.Done); !errors.Is(err, outside.ErrDenied) {
			t.Errorf("a person says what came of it: %v", err)
		}
		must(t, w.End(ctx, actor.OfSystem(), c.ID, outside.Done))
		for hash, want := range map[string]bool{"h1": true, "h2": false} {
			if ok, err := w.IsAllowed(ctx, alice, "calendar", "add", hash); err != nil || ok != want {
				t.Errorf("%s is allowed for good: %t %v", hash, ok, err)
			}
		}
		if ok, _ := w.IsAllowed(ctx, bob, "calendar", "add", "h1"); ok {
			t.Error("another person has allowed it")
		}
		if ok, _ := w.IsAllowed(ctx, "", "calendar", "add", "h1"); ok {
			t.Error("nobody has allowed it")
		}
		b, first, err := w.Begin(ctx, toolFor(alice, "2"), draft)
		if err != nil || !first || !b.Always {
			t.Errorf("begun: %+v %t %v", b, first, err)
		}
		if b, first, err = w.Begin(ctx, toolFor(alice, "2"), draft); err != nil || first || b.State != outside.Running {
			t.Errorf("begun again: %+v %t %v", b, first, err)
		}
		if _, err := w.AskAgain(ctx, actor.OfPerson(alice), b.ID); err != nil {
			t.Error(err)
		}
		if ok, _ := w.IsAllowed(ctx, alice, "calendar", "add", "h1"); ok {
			t.Error("what was taken back is allowed")
		}
		no, err := w.Ask(ctx, toolFor(alice, "3"), draft)
		must(t, err)
		_, err = w.Decline(ctx, actor.OfPerson(alice), no.ID)
		must(t, err)
		if got, first, _ := w.Allow(ctx, actor.OfPerson(alice), no.ID, false); first || got.State != outside.Declined {
			t.Errorf("declined, then allowed: %+v", got)
		}
		all, err := w.OfTurn(ctx, "t")
		if err != nil || len(all) != 3 {
			t.Errorf("of the turn: %d, %v", len(all), err)
		}
	})
}

// A tap counts for a day, the rows go, and an erasure takes calls and permits of the person alone.
func TestCallsGo(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		ask := func(person, call string) outside.Call {
			c, err := w.Ask(ctx, toolFor(person, call), outside.Call{Person: person, Server: "calendar", Tool: "add", Hash: "h"})
			must(t, err)
			return c
		}
		old, theirs := ask(alice, "1"), ask(bob, "2")
		_, _, err := w.Allow(ctx, actor.OfPerson(bob), theirs.ID, true)
		must(t, err)
		w.now = w.now.Add(outside.KeepCall + time.Second)
		if _, _, err := w.Allow(ctx, actor.OfPerson(alice), old.ID, false); !errors.Is(err, outside.ErrNotFound) {
			t.Errorf("after a day: %v", err)
		}
		fresh := ask(alice, "3")
		if n, err := w.Purge(ctx, actor.OfSystem()); err != nil || n != 2 {
			t.Errorf("purged %d, %v", n, err)
		}
		if _, err := w.Purge(ctx, actor.OfPerson(alice)); !errors.Is(err, outside.ErrDenied) {
			t.Errorf("a person purges: %v", err)
		}
		_, _, err = w.Allow(ctx, actor.OfPerson(alice), fresh.ID, true)
		must(t, err)
		if _, err := w.Erase(ctx, actor.OfPerson(bob), scope.Scope{Kind: scope.User, ID: alice}); !errors.Is(err, outside.ErrDenied) {
			t.Errorf("another person erases: %v", err)
		}
		if n, err := w.Erase(ctx, actor.OfPerson(alice), scope.Scope{Kind: scope.Group, ID: alice}); n != 0 || err != nil {
			t.Errorf("a group has none: %d %v", n, err)
		}
		if n, err := w.Erase(ctx, actor.OfPerson(alice), scope.Scope{Kind: scope.User, ID: alice}); err != nil || n != 2 {
			t.Errorf("erased %d, %v", n, err)
		}
		if ok, _ := w.IsAllowed(ctx, bob, "calendar", "add", "h"); !ok {
			t.Error("another person's permit went, too")
		}
	})
}
