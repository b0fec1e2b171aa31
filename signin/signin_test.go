package signin_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/scope"
	"keepsake/signin"
	"keepsake/store/storetest"
)

const (
	alice = "telegram:1001"
	bob   = "telegram:1002"
	bot   = "keepsake"
)

type world struct {
	*signin.Service
	now time.Time
}

func eachDatabase(t *testing.T, test func(t *testing.T, w *world)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &world{now: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)}
			w.Service = &signin.Service{Store: open(t).SignIns(), Now: func() time.Time { return w.now }}
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

// A59: a link works once, within five minutes, and signs in whom it was made for.
func TestLink(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		code, err := w.NewLink(ctx, actor.OfPerson(alice), alice, bot)
		must(t, err)
		if _, err := w.Authenticate(ctx, code); !errors.Is(err, signin.ErrUnknown) {
			t.Errorf("a link is taken for a cookie: %v", err)
		}
		w.now = w.now.Add(signin.KeepLink - time.Second)
		secret, in, err := w.UseLink(ctx, code)
		must(t, err)
		if in.Person != alice || in.Bot != bot || len(secret) != 43 || secret == code {
			t.Errorf("signed in %+v", in)
		}
		_, _, err = w.UseLink(ctx, code)
		refused(t, "twice", err, signin.ErrUnknown)
		_, _, err = w.UseLink(ctx, secret)
		refused(t, "a cookie as a link", err, signin.ErrUnknown)
		got, err := w.Authenticate(ctx, secret)
		must(t, err)
		if got.Person != alice || got.Actor(false).Owner || !got.Actor(true).Owner || !got.Actor(false).IsThePerson(alice) {
			t.Errorf("is %+v", got)
		}
		w.now = w.now.Add(signin.KeepSignIn)
		_, err = w.Authenticate(ctx, secret)
		refused(t, "too late", err, signin.ErrUnknown)

		late, err := w.NewLink(ctx, actor.OfSystem(), bob, bot)
		must(t, err)
		w.now = w.now.Add(signin.KeepLink)
		_, _, err = w.UseLink(ctx, late)
		refused(t, "a link of five minutes ago", err, signin.ErrUnknown)
		_, err = w.NewLink(ctx, actor.OfPerson(bob), alice, bot)
		refused(t, "for another", err, signin.ErrDenied)
		if _, err = w.NewLink(ctx, actor.OfSystem(), "", bot); err == nil {
			t.Error("a link for nobody")
		}
		_, err = w.Purge(ctx, actor.OfPerson(alice))
		refused(t, "purge by a person", err, signin.ErrDenied)
		if n, err := w.Purge(ctx, actor.OfSystem()); err != nil || n != 2 {
			t.Errorf("purged %d, %v", n, err)
		}
	})
}

// Of many browsers that use one link at the same time, one is let in.
func TestLinkIsUsedOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		code, err := w.NewLink(t.Context(), actor.OfPerson(alice), alice, bot)
		must(t, err)
		var mu sync.Mutex
		var all sync.WaitGroup
		in := 0
		for range 8 {
			all.Go(func() {
				if _, _, err := w.UseLink(t.Context(), code); err == nil {
					mu.Lock()
					in++
					mu.Unlock()
				}
			})
		}
		all.Wait()
		if in != 1 {
			t.Errorf("%d were let in", in)
		}
	})
}

// A59: what Telegram signed is used once; signing out and forgetting end sign-ins at once.
func TestProofAndEnd(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		until := w.now.Add(time.Hour)
		_, err := w.UseProof(ctx, actor.OfPerson(alice), "proof", alice, bot, until)
		refused(t, "by the person", err, signin.ErrDenied)
		secret, err := w.UseProof(ctx, actor.OfSystem(), "proof", alice, bot, until)
		must(t, err)
		_, err = w.UseProof(ctx, actor.OfSystem(), "proof", alice, bot, until)
		refused(t, "replayed", err, signin.ErrUsed)
		second, err := w.UseProof(ctx, actor.OfSystem(), "another", alice, bot, until)
		must(t, err)
		refused(t, "signed out by another", w.End(ctx, actor.OfPerson(bob), secret), signin.ErrDenied)
		must(t, w.End(ctx, actor.OfPerson(alice), secret))
		_, err = w.Authenticate(ctx, secret)
		refused(t, "signed out", err, signin.ErrUnknown)
		refused(t, "signed out again", w.End(ctx, actor.OfPerson(alice), secret), signin.ErrUnknown)

		owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: alice}
		_, err = w.Erase(ctx, actor.OfPerson(bob), owner)
		refused(t, "erased by another", err, signin.ErrDenied)
		if n, err := w.Erase(ctx, actor.OfPerson(alice), scope.Scope{Kind: scope.Group, ID: "telegram:-1"}); err != nil || n != 0 {
			t.Errorf("of a group: %d, %v", n, err)
		}
		if n, err := w.Erase(ctx, actor.OfPerson(alice), owner); err != nil || n != 3 { // two proofs and a cookie
			t.Errorf("erased %d, %v", n, err)
		}
		_, err = w.Authenticate(ctx, second)
		refused(t, "after forgetting", err, signin.ErrUnknown)
	})
}

// A form belongs to one cookie.
func TestFormToken(t *testing.T) {
	if token := signin.FormToken("a"); !signin.IsFormToken("a", token) || signin.IsFormToken("b", token) || signin.IsFormToken("a", "") || token == "a" {
		t.Error("a form's token is not its cookie's")
	}
}
