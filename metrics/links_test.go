package metrics_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/people"
)

// A61: links of accounts are counted once they are stored, made and undone apart; what was refused or rolled back is not.
func TestA61LinksAreCounted(t *testing.T) {
	w := newWorld(t)
	w.tells(`keepsake_account_links_total{change="made"} 0`, `keepsake_account_links_total{change="undone"} 0`)
	ps := people.New(people.Config{Store: w.db.People(), Now: func() time.Time { return w.now }, Events: w.m.People()})
	ann, work := actor.OfPerson("telegram:7"), actor.OfPerson("telegram:8")
	for _, a := range []actor.Actor{ann, work} {
		_, err := ps.See(t.Context(), a, people.Person{ID: a.ID, Name: "Ann"})
		must(t, err)
	}
	code, err := ps.NewLinkCode(t.Context(), work)
	must(t, err)
	if _, err := ps.LinkAccounts(t.Context(), work, code); !errors.Is(err, people.ErrLinkCode) {
		t.Errorf("linked with themselves: %v", err)
	}
	code, err = ps.NewLinkCode(t.Context(), work)
	must(t, err)
	link := func(ctx context.Context) error {
		_, err := ps.LinkAccounts(ctx, ann, code)
		return err
	}
	if err := w.db.InTx(t.Context(), func(ctx context.Context) error { return errors.Join(link(ctx), errNo) }); !errors.Is(err, errNo) {
		t.Fatal(err)
	}
	w.tells(`keepsake_account_links_total{change="made"} 0`)
	must(t, link(t.Context()))
	for range 2 { // the second time there is none
		_, err := ps.UnlinkAccounts(t.Context(), work, ann.ID)
		must(t, err)
	}
	w.tells(`keepsake_account_links_total{change="made"} 1`, `keepsake_account_links_total{change="undone"} 1`)
}

// An answer that was asked for once more is counted by why, and by whether that helped.
func TestAskedAgain(t *testing.T) {
	w := newWorld(t)
	w.m.AskedAgain("language", true)
	w.m.AskedAgain("unkept", false)
	page := w.scrape()
	for _, want := range []string{
		`keepsake_answers_asked_again_total{outcome="mended",reason="language"} 1`, `keepsake_answers_asked_again_total{outcome="not_mended",reason="unkept"} 1`,
		`keepsake_answers_asked_again_total{outcome="not_mended",reason="both"} 0`,
	} {
		if !strings.Contains(page, want+"\n") {
			t.Errorf("not counted: %s", want)
		}
	}
}
