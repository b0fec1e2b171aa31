package forget_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
)

// A61: what is forgotten in one account is masked in the conversation of a linked one that repeated it, one memory or
// all of them; the link itself goes with the account, and the other account keeps its own.
func TestForgettingReachesLinkedAccounts(t *testing.T) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, ctx := houseOf(t, open(t)), t.Context()
			const work = "telegram:77"
			for _, id := range []string{person, work} {
				_, err := h.People.See(ctx, actor.OfSystem(), people.Person{ID: id, Name: "Ann"})
				must(t, err)
			}
			code, err := h.People.NewLinkCode(ctx, actor.OfPerson(person))
			must(t, err)
			_, err = h.People.LinkAccounts(ctx, actor.OfPerson(work), code)
			must(t, err)
			own := scope.Scope{Store: "keepsake", Kind: scope.User, ID: person}
			add := func(owner scope.Scope, content string) memory.Memory {
				m, _, err := h.Memory.Add(ctx, actor.OfPerson(owner.ID), memory.Draft{Scope: owner, Content: content, Category: "context"})
				must(t, err)
				return m
			}
			ferrets := add(own, "User keeps seven ferrets in Oslo")
			add(own, "User plays the hurdy-gurdy on Tuesdays")
			works := add(scope.Scope{Store: "keepsake", Kind: scope.User, ID: work}, "User works at the harbour office")
			talk, err := h.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: "keepsake", Chat: 77}, work, "keepsake", false)
			must(t, err)
			h.append(talk, "t1", bot("You keep seven ferrets in Oslo, I know."))
			h.append(talk, "t2", bot("You play the hurdy-gurdy on Tuesdays."), bot("And you work at the harbour office."))
			window := func() (said string) {
				ms, err := h.Sessions.Messages(ctx, talk.ID, 0, 100)
				must(t, err)
				for _, m := range ms {
					if m.Masked == nil {
						said += m.Content + "\n"
					}
				}
				return said
			}
			_, _, err = h.One(ctx, actor.OfPerson(person), []scope.Scope{own}, ferrets.ID)
			must(t, err)
			if said := window(); strings.Contains(said, "ferrets") || !strings.Contains(said, "hurdy-gurdy") {
				t.Errorf("after one: %q", said)
			}
			_, err = h.Everything(ctx, actor.OfPerson(person), person, place, nil)
			must(t, err)
			if said := window(); strings.Contains(said, "hurdy-gurdy") || !strings.Contains(said, "harbour office") {
				t.Errorf("after all: %q", said)
			}
			p, err := h.People.Get(ctx, work)
			if err != nil || len(p.LinkedAccounts()) != 0 {
				t.Errorf("still linked: %v, %v", p.LinkedAccounts(), err)
			}
			_, err = h.Memory.Get(ctx, []scope.Scope{works.Scope}, works.ID)
			must(t, err)
		})
	}
}

// A61, U18: a link that was taken back stays so when an older backup is put back.
func TestUnlinkedStaysUnlinked_U18(t *testing.T) {
	for name, open := range worlds(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, ctx := open(t), t.Context()
			const work = "telegram:77"
			for _, id := range []string{person, work} {
				_, err := r.People.See(ctx, actor.OfSystem(), people.Person{ID: id, Name: "Ann"})
				must(t, err)
			}
			code, err := r.People.NewLinkCode(ctx, actor.OfPerson(person))
			must(t, err)
			_, err = r.People.LinkAccounts(ctx, actor.OfPerson(work), code)
			must(t, err)
			r.backUp()
			done, err := r.People.UnlinkAccounts(ctx, actor.OfPerson(work), person)
			if err != nil || !done {
				t.Fatalf("taken back: %v, %v", done, err)
			}
			old, _ := r.putBack()
			for _, id := range []string{person, work} {
				p, err := old.People.Get(ctx, id)
				if err != nil || len(p.LinkedAccounts()) != 0 {
					t.Errorf("%s is linked with %v again: %v", id, p.LinkedAccounts(), err)
				}
			}
		})
	}
}
