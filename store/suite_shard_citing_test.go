package store_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/store"
)

// E46: a shard cites others that its chat sees, to read only; never itself, directly or by others, also when two cite each
// other at once; what a chat does not see of them it neither learns of nor removes.
func TestShardsCite(t *testing.T) { onEach(t, testShardsCite) }

func testShardsCite(t *testing.T, db *store.DB) {
	ctx := t.Context()
	s := shard.New(db.Shards(), time.Now)
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	other := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-200"}
	home := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	owner := actor.Actor{Kind: actor.Person, ID: "telegram:1", Standing: actor.Admin, Owner: true}
	member := actor.Actor{Kind: actor.Person, ID: "telegram:2", Standing: actor.Member}
	ids := map[string]string{}
	for _, name := range []string{"A", "B", "C", "D"} {
		made, err := s.Make(ctx, owner, group, name, "")
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = made.ID
	}
	cite := func(name string, cited ...string) error {
		_, err := s.Cite(ctx, owner, group, ids[name], cited)
		return err
	}
	is := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	is("A cites B and C", cite("A", "B", "c", "C"), nil)
	is("B cites D", cite("B", "D"), nil)
	is("D cites A", cite("D", "A"), shard.ErrCircle)
	is("D cites D", cite("D", "D"), shard.ErrCircle)
	is("it cites nothing there is", cite("A", "nothing"), shard.ErrNotFound)
	_, err := s.Cite(ctx, member, group, ids["A"], nil)
	is("a member changes what it cites", err, shard.ErrNotAllowed)
	_, err = s.Cite(ctx, owner, other, ids["A"], nil)
	is("it is changed from elsewhere", err, shard.ErrNotAllowed)
	_, err = s.Change(ctx, owner, group, ids["A"], func(s *shard.Shard) { s.Cites, s.Instructions = nil, "x" })
	is("changed", err, nil)
	cites := func(name string, want ...string) {
		t.Helper()
		seen, err := s.Seen(ctx, group)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(seen, func(o shard.Shard) bool { return o.ID == ids[name] })
		var got []string
		for _, c := range shard.CitedOf(seen[at], seen) {
			got = append(got, c.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s cites %q, want %q", name, got, want)
		}
	}
	cites("A", "B", "C")

	// An owner's shard that the group shares is cited while it does, and its place kept while it does not.
	club, err := s.Make(ctx, owner, home, "Club", "")
	is("made", err, nil)
	is("what the group does not see", cite("A", club.ID), shard.ErrNotFound)
	_, err = s.Attach(ctx, owner, group, club.ID)
	is("attached", err, nil)
	is("what it sees", cite("A", "B", "Club"), nil)
	cites("A", "B", "Club")
	is("detached", s.Detach(ctx, owner, group, club.ID), nil)
	cites("A", "B")
	is("cited without it", cite("A", "C"), nil)
	_, err = s.Attach(ctx, owner, group, club.ID)
	is("attached again", err, nil)
	cites("A", "C", "Club")
	none := shard.None
	_, err = s.Grant(ctx, owner, home, club.ID, shard.Everybody, &none)
	is("closed", err, nil)
	cites("A", "C")
	_, err = s.Delete(ctx, owner, home, club.ID)
	is("deleted", err, nil)
	for n := range 5 {
		_, err = s.Make(ctx, owner, group, fmt.Sprint("more ", n), "")
		is("made", err, nil)
	}
	if err = cite("A", "C", "more 0", "more 1", "more 2", "more 3", "more 4"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("six are cited: %v", err)
	}
	is("five are cited", cite("A", "C", "more 0", "more 1", "more 2", "more 3"), nil)

	// Four that cite each other round at once end in no circle.
	for range 5 {
		for _, name := range []string{"A", "B", "C", "D"} {
			is("cites nothing", cite(name), nil)
		}
		var all sync.WaitGroup
		done := make([]error, 4)
		for n, pair := range [][2]string{{"A", "B"}, {"B", "C"}, {"C", "D"}, {"D", "A"}} {
			all.Go(func() { done[n] = cite(pair[0], pair[1]) })
		}
		all.Wait()
		if !slices.ContainsFunc(done, func(err error) bool { return err != nil }) {
			t.Fatal("they cite each other round")
		}
		for n, err := range done {
			if err != nil && !errors.Is(err, shard.ErrCircle) && !errors.Is(err, shard.ErrChanged) && fault.KindOf(err) != fault.Unavailable {
				t.Errorf("citation %d: %v", n, err)
			}
		}
	}
}
