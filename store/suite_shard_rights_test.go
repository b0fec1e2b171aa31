package store_test

import (
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/store"
)

// E47: a shard says who may read it, add, edit and manage; each call asks anew, by who acts, where, and through which role.
// Rights reach no further than the shard, nobody but who made it opens it, and a person's go with them.
func TestShardRights(t *testing.T) { onEach(t, testShardRights) }

func testShardRights(t *testing.T, db *store.DB) {
	ctx, now := t.Context(), time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	s := shard.New(db.Shards(), func() time.Time { now = now.Add(time.Second); return now })
	private := func(id string) scope.Scope { return scope.Scope{Store: "keepsake", Kind: scope.User, ID: id} }
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	other := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-200"}
	owner := actor.Actor{Kind: actor.Person, ID: "telegram:1", Standing: actor.Admin, Owner: true}
	member := func(id string) actor.Actor {
		return actor.Actor{Kind: actor.Person, ID: id, Standing: actor.Member}
	}
	admin := func(id string) actor.Actor {
		return actor.Actor{Kind: actor.Person, ID: id, Standing: actor.Admin}
	}
	ann, bob, eve := "telegram:2", "telegram:3", "telegram:4"
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	is := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	club, err := s.Make(ctx, owner, private(owner.ID), "Club", "Who comes")
	must(err)
	_, err = s.Attach(ctx, owner, group, club.ID)
	must(err)
	set := func(to shard.Subject, right shard.Right) {
		t.Helper()
		_, err := s.Grant(ctx, owner, private(owner.ID), club.ID, to, &right)
		must(err)
	}
	add := func(a actor.Actor, here scope.Scope) error {
		_, err := s.Add(ctx, a, here, club.ID, shard.Fact, "said by "+a.ID)
		return err
	}
	rename := func(name string) func(*shard.Shard) { return func(s *shard.Shard) { s.Name = name } }
	instruct := func(text string) func(*shard.Shard) { return func(s *shard.Shard) { s.Instructions = text } }
	change := func(a actor.Actor, here scope.Scope, what func(*shard.Shard)) error {
		_, err := s.Change(ctx, a, here, club.ID, what)
		return err
	}

	is("by default a member adds", add(member(ann), group), nil)
	is("by default an admin elsewhere edits", change(admin(ann), group, instruct("x")), shard.ErrNotAllowed)
	set(shard.Everybody, shard.Read)
	is("a member adds to what they only read", add(member(ann), group), shard.ErrNotAllowed)
	set(shard.OfPerson(bob), shard.Edit)
	is("who may edit adds", add(member(bob), group), nil)
	is("who may edit changes the instructions", change(member(bob), group, instruct("Who comes, and when")), nil)
	is("who may edit renames it", change(member(bob), group, rename("Bob's")), shard.ErrNotAllowed)
	is("who may edit acts where it does not reach", change(member(bob), other, instruct("x")), shard.ErrNotAllowed)
	is("who may edit acts in their private chat, which it does not reach", add(admin(bob), private(bob)), shard.ErrNotAllowed)
	is("who left the group edits", change(actor.Actor{Kind: actor.Person, ID: bob}, group, instruct("x")), shard.ErrNotAllowed)
	is("the model edits for them", change(actor.Actor{Kind: actor.Tool, ID: bob, Standing: actor.Member}, group, instruct("x")), shard.ErrNotAllowed)
	facts, err := s.Items(ctx, group, club.ID, shard.Fact, false)
	must(err)
	_, err = s.Remove(ctx, member(eve), group, club.ID, facts[0].ID)
	is("who reads takes back another's", err, shard.ErrNotAllowed)
	_, err = s.Remove(ctx, member(bob), group, club.ID, facts[0].ID)
	is("who may edit takes back another's", err, nil)
	_, err = s.Remove(ctx, member(bob), group, club.ID, facts[1].ID)
	is("who may edit takes back theirs", err, nil)

	set(shard.Admins, shard.Manage)
	is("an admin renames it", change(admin(eve), group, rename("The club")), nil)
	is("an admin opens it to all", change(admin(eve), group, func(s *shard.Shard) { s.Open = true }), shard.ErrNotAllowed)
	_, err = s.Attach(ctx, admin(eve), other, club.ID)
	is("an admin attaches it elsewhere", err, shard.ErrNotAllowed)
	_, err = s.Delete(ctx, admin(eve), group, club.ID)
	is("an admin deletes it", err, shard.ErrNotAllowed)
	low := shard.Read
	_, err = s.Grant(ctx, member(bob), group, club.ID, shard.Everybody, &low)
	is("who may edit sets rights", err, shard.ErrNotAllowed)
	_, err = s.Grant(ctx, admin(eve), group, club.ID, shard.OfPerson(ann), &low)
	is("an admin sets a right", err, nil)
	_, err = s.Change(ctx, owner, private(owner.ID), club.ID, func(s *shard.Shard) { s.Rights = nil })
	must(err)
	held, err := s.Find(ctx, private(owner.ID), club.ID)
	want := shard.Rights{shard.Everybody: shard.Read, shard.Admins: shard.Manage, shard.OfPerson(bob): shard.Edit, shard.OfPerson(ann): shard.Read}
	if err != nil || !maps.Equal(held.Rights, want) {
		t.Errorf("rights are %v, %v; want %v", held.Rights, err, want)
	}
	for _, bad := range []shard.Subject{"", "nobody", "person:", "role:", "role:two\nlines"} {
		if _, err = s.Grant(ctx, owner, private(owner.ID), club.ID, bad, &low); fault.KindOf(err) != fault.Invalid {
			t.Errorf("the subject %q: %v", bad, err)
		}
	}

	// What forms by itself forms of the words of who may add.
	part := actor.Actor{Kind: actor.Consolidation}
	forms := func(s *shard.Service) []string {
		t.Helper()
		found := []shard.Item{{ShardID: club.ID, Kind: shard.Fact, Person: ann, Content: "of ann"}, {ShardID: club.ID, Kind: shard.Fact, Person: bob, Content: "of bob"}}
		kept, err := s.Form(ctx, part, group, found, nil)
		must(err)
		var said []string
		for _, i := range kept {
			said = append(said, i.Content)
		}
		return said
	}
	if got := forms(s); !slices.Equal(got, []string{"of bob"}) {
		t.Errorf("formed %q", got)
	}
	before, err := s.Sharing(ctx, group)
	must(err)
	set(shard.OfPerson(ann), shard.Suggest)
	if after, err := s.Sharing(ctx, group); err != nil || !after[0].Since.After(before[0].Since) {
		t.Errorf("what Ann said before she could add is read: since %v, then %v, %v", before[0].Since, after[0].Since, err)
	}
	set(shard.OfPerson(ann), shard.Read)
	set(shard.OfRole("reader"), shard.Read)
	set(shard.OfRole("stranger"), shard.None)
	reader, stranger := s.ForRole("reader"), s.ForRole("stranger")
	if got := forms(reader); got != nil {
		t.Errorf("through a role that reads formed %q", got)
	}
	counts := func(what string, s *shard.Service, here scope.Scope, want ...int) {
		t.Helper()
		seen, err1 := s.Seen(ctx, here)
		active, err2 := s.Active(ctx, here)
		sharing, err3 := s.Sharing(ctx, here)
		if got := []int{len(seen), len(active), len(sharing)}; errors.Join(err1, err2, err3) != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	counts("without a role", s, group, 1, 1, 1)
	counts("a role that reads", reader, group, 1, 1, 0)
	counts("a role that is shut out", stranger, group, 0, 0, 0)
	counts("a role that is shut out, at home", stranger, private(owner.ID), 0, 0, 0)
	_, err = reader.Grant(ctx, owner, private(owner.ID), club.ID, shard.OfRole("reader"), new(shard.Right))
	if fault.KindOf(err) != fault.Invalid {
		t.Errorf("a role shuts itself out: %v", err)
	}
	_, err = reader.Add(ctx, member(bob), group, club.ID, shard.Fact, "through a role that reads")
	is("added through a role that reads", err, shard.ErrNotAllowed)

	// Of an open one a person reads what they alone may; in a group only what all may.
	_, err = s.Change(ctx, owner, private(owner.ID), club.ID, func(s *shard.Shard) { s.Open = true })
	must(err)
	set(shard.Everybody, shard.None)
	counts("a group", s, group, 0, 0, 0)
	counts("a person who was named", s, private(bob), 1, 1, 0)
	counts("another person", s, private(eve), 0, 0, 0)
	counts("who made it", s, private(owner.ID), 1, 1, 1)
	is("who was named adds in private", add(admin(bob), private(bob)), nil)
	is("another adds in private", add(admin(eve), private(eve)), shard.ErrNotAllowed)
	is("who was named is shut out with their group", add(member(bob), group), shard.ErrNotAllowed)
	if _, err = s.Grant(ctx, owner, private(owner.ID), club.ID, shard.Everybody, nil); err != nil {
		t.Fatal(err)
	}
	counts("after it was taken back", s, private(eve), 1, 1, 0)

	if _, err = s.Erase(ctx, actor.OfPerson(bob), private(bob)); err != nil {
		t.Fatal(err)
	}
	if held, err = s.Find(ctx, private(owner.ID), club.ID); err != nil || held.Rights.Of(shard.OfPerson(bob)) != shard.Suggest || held.Rights.Of(shard.OfPerson(ann)) != shard.Read {
		t.Errorf("after a person was erased: %v, %v", held.Rights, err)
	}
}
