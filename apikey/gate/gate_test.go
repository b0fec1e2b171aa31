package gate_test

import (
	"errors"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/apikey/gate"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/store/storetest"
)

// A key is let in when it is known, served, its person is not blocked, it may do what is asked, and it does not ask too often.
func TestLetIn(t *testing.T) {
	ctx, db := t.Context(), storetest.SQLite(t)
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	keys := &apikey.Service{Store: db.Keys(), Now: clock}
	g := &gate.Gate{
		Keys: keys, People: people.New(people.Config{Store: db.People(), Now: clock}), Now: clock, Rate: rate.Every(time.Minute), Burst: 3,
		IsServed: func(k apikey.Key) bool { return k.Store == "keepsake" },
	}
	secretOf := func(k apikey.Key) string {
		t.Helper()
		_, secret, err := keys.Create(ctx, actor.OfSystem(), k)
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	const alice = "telegram:1001"
	reader := secretOf(apikey.Key{Store: "keepsake", Person: alice})
	writer := secretOf(apikey.Key{Store: "keepsake", Agent: "keepsake", Write: true})
	elsewhere := secretOf(apikey.Key{Store: "elsewhere", Person: alice})
	ask := func(what, secret string, write bool, want error) {
		t.Helper()
		if _, err := g.LetIn(ctx, secret, write); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	ask("reads", reader, false, nil)
	ask("a reader writes", reader, true, gate.ErrReadOnly)
	ask("writes", writer, true, nil)
	ask("unknown", "ks_wrong", false, apikey.ErrUnknown)
	ask("not served", elsewhere, false, gate.ErrNotServed)
	if _, err := people.New(people.Config{Store: db.People(), Now: clock}).See(ctx, actor.OfPerson(alice), people.Person{ID: alice, Name: "Alice"}); err != nil {
		t.Fatal(err)
	}
	if err := db.People().SetAccess(ctx, alice, people.Blocked); err != nil {
		t.Fatal(err)
	}
	ask("blocked", reader, false, gate.ErrBlocked)
	_, err := g.LetIn(ctx, reader, false)
	if fault.KindOf(err) != fault.Limited || fault.RetryAfter(err) != time.Minute {
		t.Errorf("too often: %v, wait %v", err, fault.RetryAfter(err))
	}
	ask("another key is not held up", writer, true, nil)
	now = now.Add(time.Minute)
	ask("a minute later", reader, false, gate.ErrBlocked)
}
