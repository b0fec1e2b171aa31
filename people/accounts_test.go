package people_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store/storetest"
)

// A61: a link needs a code of the one account and the act of the other, on both databases. A code is of one use, one
// a person, and of fifteen minutes; either account takes the link back.
func TestLinkNeedsProofOfBothAccounts_A61(t *testing.T) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &world{at: noon, store: open(t).People()}
			w.Service = people.New(people.Config{Store: w.store, Now: func() time.Time { return w.at }})
			ctx := t.Context()
			ann, work, eve := see(t, w, 7, "Ann"), see(t, w, 8, "Ann at work"), see(t, w, 9, "Eve")
			codeOf := func(p people.Person) string {
				t.Helper()
				code, err := w.NewLinkCode(ctx, actor.OfPerson(p.ID))
				if err != nil || len(code) < 16 {
					t.Fatalf("a code %q: %v", code, err)
				}
				return code
			}
			refused := func(what string, p people.Person, code string, want error) {
				t.Helper()
				if _, err := w.LinkAccounts(ctx, actor.OfPerson(p.ID), code); !errors.Is(err, want) {
					t.Errorf("%s: %v", what, err)
				}
			}
			old := codeOf(work)
			code := codeOf(work)
			refused("a code that has a newer one", ann, old, people.ErrLinkCode)
			refused("a code that nobody was shown", ann, "ABCDEFGHIJKLMNOP", people.ErrLinkCode)
			if p, err := w.FindLinkCode(ctx, ann.ID, strings.ToLower(code[:4]+" "+code[4:])); err != nil || p.ID != work.ID {
				t.Errorf("the code is of %q, %v", p.ID, err)
			}
			if _, err := w.FindLinkCode(ctx, work.ID, code); !errors.Is(err, people.ErrLinkCode) {
				t.Errorf("one's own code: %v", err)
			}
			other, err := w.LinkAccounts(ctx, actor.OfPerson(ann.ID), code)
			if err != nil || other.ID != work.ID {
				t.Fatalf("linked with %q, %v", other.ID, err)
			}
			refused("a code that was used", eve, code, people.ErrLinkCode)
			late := codeOf(work)
			w.at = w.at.Add(16 * time.Minute)
			refused("a code after its time", eve, late, people.ErrLinkCode)
			linked := func(p people.Person, want ...string) {
				t.Helper()
				got, err := w.Get(ctx, p.ID)
				if err != nil || !slices.Equal(got.LinkedAccounts(), want) {
					t.Errorf("%s is linked with %v, %v", p.Name, got.LinkedAccounts(), err)
				}
			}
			linked(ann, work.ID)
			linked(work, ann.ID)
			linked(eve)
			apart := people.New(people.Config{Store: w.store, Now: func() time.Time { return w.at }, KeepApart: true})
			mine := []scope.Scope{{Store: "keepsake", Kind: scope.User, ID: ann.ID}}
			for what, s := range map[string]*people.Service{"read together": w.Service, "kept apart": apart} {
				got, err := s.Get(ctx, ann.ID)
				if err != nil || !slices.Equal(got.LinkedAccounts(), []string{work.ID}) || len(people.ReadScopes(got, mine)) != map[string]int{"read together": 2, "kept apart": 1}[what] {
					t.Errorf("A61, include_legacy_umo_on_read: %s: %v, %v", what, people.ReadScopes(got, mine), err)
				}
			}
			done, err := w.UnlinkAccounts(ctx, actor.OfPerson(eve.ID), ann.ID)
			if err != nil || done {
				t.Errorf("somebody else took it back: %v, %v", done, err)
			}
			done, err = w.UnlinkAccounts(ctx, actor.OfPerson(work.ID), ann.ID)
			if err != nil || !done {
				t.Errorf("taken back: %v, %v", done, err)
			}
			linked(ann)
			linked(work)
		})
	}
}

// A61: an account has three links; nobody but the person links it.
func TestLinksAreThreeAndOnesOwn_A61(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	ann := see(t, w, 7, "Ann")
	for i := range 4 {
		code, err := w.NewLinkCode(ctx, actor.OfPerson(see(t, w, int64(20+i), "Other").ID))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = w.LinkAccounts(ctx, actor.OfPerson(ann.ID), code); i < 3 && err != nil || i == 3 && !errors.Is(err, people.ErrLinks) {
			t.Errorf("link %d: %v", i+1, err)
		}
	}
	for _, a := range []actor.Actor{actor.OfSystem(), {}} {
		_, codeErr := w.NewLinkCode(ctx, a)
		_, linkErr := w.LinkAccounts(ctx, a, "ABCDEFGHIJKLMNOP")
		_, unlinkErr := w.UnlinkAccounts(ctx, a, ann.ID)
		for _, err := range []error{codeErr, linkErr, unlinkErr} {
			if fault.KindOf(err) != fault.Denied {
				t.Errorf("%+v: %v", a, err)
			}
		}
	}
}

// A61: a link opens the scopes of the person's own accounts, after the one that is theirs to write; in the scope of a
// group, a project or everybody it opens nothing.
func TestLinkOpensNothingElse_A61(t *testing.T) {
	linked := people.Person{ID: "telegram:7", Linked: "telegram:9\ntelegram:8"}
	of := func(kind scope.Kind, id string) scope.Scope {
		return scope.Scope{Store: "keepsake", Kind: kind, ID: id}
	}
	own := of(scope.User, "telegram:7")
	for _, c := range []struct {
		name   string
		person people.Person
		own    []scope.Scope
		want   []scope.Scope
	}{
		{"one's own", linked, []scope.Scope{own}, []scope.Scope{own, of(scope.User, "telegram:8"), of(scope.User, "telegram:9")}},
		{"kept apart by the operator", people.Person{ID: "telegram:7", Linked: linked.Linked, KeptApart: true}, []scope.Scope{own}, []scope.Scope{own}},
		{"without a link", people.Person{ID: "telegram:7"}, []scope.Scope{own}, []scope.Scope{own}},
		{"a group", linked, []scope.Scope{of(scope.Group, "telegram:-5")}, []scope.Scope{of(scope.Group, "telegram:-5")}},
		{"everybody", linked, []scope.Scope{of(scope.Global, "global")}, []scope.Scope{of(scope.Global, "global")}},
		{"another person's", linked, []scope.Scope{of(scope.User, "telegram:6")}, []scope.Scope{of(scope.User, "telegram:6")}},
		{"nobody's", linked, nil, nil},
	} {
		if got := people.ReadScopes(c.person, c.own); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
