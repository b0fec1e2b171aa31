package apikey_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

const (
	alice = "telegram:1001"
	bob   = "telegram:1002"
)

type world struct {
	*apikey.Service
	db  *store.DB
	now time.Time
}

func eachDatabase(t *testing.T, test func(t *testing.T, w *world)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &world{db: open(t), now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)}
			w.Service = &apikey.Service{Store: w.db.Keys(), Now: func() time.Time { return w.now }}
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

func refused(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// A key is 256 bits that are stored nowhere; it opens one scope until it is revoked.
func TestKey(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		k, secret, err := w.Create(ctx, actor.OfPerson(alice), apikey.Key{Store: "keepsake", Person: alice, Write: true})
		must(t, err)
		if len(secret) != len("ks_")+43 || !strings.HasPrefix(secret, "ks_") {
			t.Errorf("the secret has %d characters", len(secret))
		}
		got, err := w.Authenticate(ctx, secret)
		must(t, err)
		if got != k || got.Scope() != (scope.Scope{Store: "keepsake", Kind: scope.User, ID: alice}) || got.Actor() != (actor.Actor{Kind: actor.Person, ID: alice, Standing: actor.Admin, Key: k.ID}) {
			t.Errorf("got %+v, want %+v", got, k)
		}
		for _, wrong := range []string{"", "ks_", secret + "A", secret[:len(secret)-1], "ks_" + strings.Repeat("A", 43), strings.Replace(secret, "ks_", "sk_", 1)} {
			_, err := w.Authenticate(ctx, wrong)
			refused(t, "a wrong one", err, apikey.ErrUnknown)
		}
		w.now = w.now.Add(time.Second)
		agent, agents, err := w.Create(ctx, actor.OfSystem(), apikey.Key{Store: "keepsake", Agent: "keepsake"})
		must(t, err)
		if agent.Scope().Kind != scope.Global || !agent.Actor().Owner || agent.Write {
			t.Errorf("an agent's: %+v", agent)
		}
		w.now = w.now.Add(time.Hour)
		_, err = w.Authenticate(ctx, secret)
		must(t, err)
		all, err := w.List(ctx, actor.OfSystem(), "")
		must(t, err)
		if len(all) != 2 || all[0].LastUsedAt == nil || !all[0].LastUsedAt.Equal(k.CreatedAt) || all[1].LastUsedAt != nil {
			t.Errorf("used: %+v", all)
		}
		must(t, w.Revoke(ctx, actor.OfPerson(alice), k.ID))
		_, err = w.Authenticate(ctx, secret)
		refused(t, "a revoked one", err, apikey.ErrUnknown)
		_, err = w.Authenticate(ctx, agents)
		must(t, err)
		missing := w.Revoke(ctx, actor.OfSystem(), k.ID)
		refused(t, "revoked twice", missing, apikey.ErrNotFound)
	})
}

// Who may make, see and end which keys.
func TestWhoMay(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx, own := t.Context(), apikey.Key{Store: "keepsake", Person: alice}
		tool := actor.Actor{Kind: actor.Tool, ID: alice, Standing: actor.Admin}
		for _, a := range []actor.Actor{{}, actor.OfPerson(bob), tool, {Kind: actor.Person, Owner: true}} {
			_, _, err := w.Create(ctx, a, own)
			refused(t, "create", err, apikey.ErrDenied)
			_, err = w.List(ctx, a, alice)
			refused(t, "list", err, apikey.ErrDenied)
		}
		_, _, err := w.Create(ctx, actor.OfPerson(alice), apikey.Key{Store: "keepsake", Agent: "keepsake"})
		refused(t, "an agent's by a person", err, apikey.ErrDenied)
		_, err = w.List(ctx, actor.OfPerson(alice), "")
		refused(t, "list all", err, apikey.ErrDenied)
		for _, k := range []apikey.Key{{Store: "keepsake"}, {Person: alice}, {Store: "keepsake", Person: alice, Agent: "keepsake"}} {
			if _, _, err := w.Create(ctx, actor.OfSystem(), k); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%+v: %v", k, err)
			}
		}
		var first apikey.Key
		for i := range apikey.MaxKeys {
			k, _, err := w.Create(ctx, actor.OfPerson(alice), own)
			must(t, err)
			if i == 0 {
				first = k
			}
		}
		_, _, err = w.Create(ctx, actor.OfPerson(alice), own)
		refused(t, "one too many", err, apikey.ErrTooMany)
		refused(t, "another's", w.Revoke(ctx, actor.OfPerson(bob), first.ID), apikey.ErrNotFound)
		_, err = w.Erase(ctx, actor.OfPerson(bob), own.Scope())
		refused(t, "erase another's", err, apikey.ErrDenied)
		n, err := w.Erase(ctx, actor.OfSystem(), scope.Scope{Kind: scope.Group, ID: "telegram:-1"})
		if n != 0 || err != nil {
			t.Errorf("a group's: %d, %v", n, err)
		}
		n, err = w.Erase(ctx, actor.OfPerson(alice), own.Scope())
		if n != apikey.MaxKeys || err != nil {
			t.Errorf("erased %d, %v", n, err)
		}
		_, err = w.Purge(ctx, actor.OfPerson(alice))
		refused(t, "purge", err, apikey.ErrDenied)
	})
}

// A named request is done once in 24 hours; one that fails may be repeated; a name stands for one request.
func TestOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx, calls := t.Context(), 0
		k, _, err := w.Create(ctx, actor.OfPerson(alice), apikey.Key{Store: "keepsake", Person: alice, Write: true})
		must(t, err)
		broken := errors.New("broken")
		do := func(err error) func(context.Context) (string, int, error) {
			return func(context.Context) (string, int, error) { calls++; return "aaaaaaaa", 1, err }
		}
		_, _, err = w.Once(ctx, k.Actor(), k, "n", []byte("x"), do(broken))
		refused(t, "what failed", err, broken)
		r, repeated, err := w.Once(ctx, k.Actor(), k, "n", []byte("x"), do(nil))
		if err != nil || repeated || r.MadeID != "aaaaaaaa" || calls != 2 {
			t.Errorf("the first: %+v, %v, %v after %d calls", r, repeated, err, calls)
		}
		r, repeated, err = w.Once(ctx, k.Actor(), k, "n", []byte("x"), do(nil))
		if err != nil || !repeated || r.MadeID != "aaaaaaaa" || r.Version != 1 || calls != 2 {
			t.Errorf("the second: %+v, %v, %v after %d calls", r, repeated, err, calls)
		}
		_, _, err = w.Once(ctx, k.Actor(), k, "n", []byte("y"), do(nil))
		refused(t, "another request", err, apikey.ErrReused)
		_, _, err = w.Once(ctx, actor.OfPerson(bob), k, "n", []byte("x"), do(nil))
		refused(t, "another actor", err, apikey.ErrDenied)
		w.now = w.now.Add(apikey.KeepReplies)
		_, repeated, err = w.Once(ctx, k.Actor(), k, "n", []byte("y"), do(nil))
		if err != nil || repeated || calls != 3 {
			t.Errorf("a day later: %v, %v after %d calls", repeated, err, calls)
		}
		w.now = w.now.Add(apikey.KeepReplies)
		if n, err := w.Purge(ctx, actor.OfSystem()); n != 1 || err != nil {
			t.Errorf("purged %d, %v", n, err)
		}
	})
}
