package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/erasure"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/store"
)

// A group's admins keep a shard of their own, its members add to it and take back what they said, facts leave in
// the order in which they came, and no other chat sees it (E4, E16, E32, E34, issue 12.3).
func TestShards(t *testing.T) { onEach(t, testShards) }

func testShards(t *testing.T, db *store.DB) {
	ctx, now := t.Context(), time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	s := shard.New(db.Shards(), func() time.Time { now = now.Add(time.Second); return now })
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	other := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-200"}
	admin := actor.Actor{Kind: actor.Person, ID: "telegram:1", Standing: actor.Admin}
	ann := actor.Actor{Kind: actor.Person, ID: "telegram:2", Standing: actor.Member}
	bob := actor.Actor{Kind: actor.Person, ID: "telegram:3", Standing: actor.Member}
	model := actor.Actor{Kind: actor.Tool, ID: "telegram:1", Standing: actor.Admin}
	is := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	_, err := s.Make(ctx, ann, group, "Trip", "")
	is("a member makes one", err, shard.ErrNotAllowed)
	_, err = s.Make(ctx, model, group, "Trip", "")
	is("a tool makes one", err, shard.ErrNotAllowed)
	_, err = s.Make(ctx, admin, group, "Trip", "the password is hunter2hunter2, key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD")
	is("a secret", err, memory.ErrSecret)
	for _, bad := range []string{" ", strings.Repeat("n", 61)} {
		if _, err = s.Make(ctx, admin, group, bad, ""); fault.KindOf(err) != fault.Invalid {
			t.Errorf("the name %q: %v", bad, err)
		}
	}
	trip, err := s.Make(ctx, admin, group, " Summer  trip\n", "Dates and places")
	is("made", err, nil)
	if trip.Name != "Summer trip" || trip.MaxFacts != 50 {
		t.Errorf("made %+v", trip)
	}
	_, err = s.Make(ctx, admin, group, "SUMMER TRIP", "")
	is("the same name", err, shard.ErrNameTaken)
	if found, err := s.Find(ctx, group, "summer Trip"); err != nil || found.ID != trip.ID || found.Instructions != "Dates and places" || found.Home != group {
		t.Errorf("found %+v, %v", found, err)
	}
	_, err = s.Find(ctx, other, trip.ID)
	is("another group looks", err, shard.ErrNotFound)
	_, err = s.Items(ctx, other, trip.ID, shard.Fact, false)
	is("another group reads", err, shard.ErrNotFound)

	_, err = s.Change(ctx, ann, group, trip.ID, func(s *shard.Shard) { s.MaxFacts = 2 })
	is("a member changes it", err, shard.ErrNotAllowed)
	_, err = s.Change(ctx, admin, other, trip.ID, func(s *shard.Shard) { s.Paused = true })
	is("it is changed from elsewhere", err, shard.ErrNotAllowed)
	_, err = s.Change(ctx, admin, group, trip.ID, func(s *shard.Shard) { s.Open = true })
	is("a group's is opened to all", err, shard.ErrNotAllowed)
	changed, err := s.Change(ctx, admin, group, trip.ID, func(s *shard.Shard) { s.ID, s.Maker, s.MaxFacts, s.Paused = "x", "", 2, true })
	if err != nil || changed.ID != trip.ID || changed.Maker != admin.ID || changed.Revision <= trip.Revision {
		t.Errorf("changed %+v, %v", changed, err)
	}
	_, err = s.Add(ctx, ann, group, trip.ID, shard.Fact, "we leave on Friday")
	is("added while paused", err, shard.ErrPaused)
	_, err = s.Change(ctx, admin, group, trip.ID, func(s *shard.Shard) { s.Paused = false })
	is("resumed", err, nil)

	add := func(a actor.Actor, kind shard.Kind, content string) shard.Item {
		t.Helper()
		i, err := s.Add(ctx, a, group, trip.ID, kind, content)
		is(content, err, nil)
		return i
	}
	holds := func(when string, kind shard.Kind, archived bool, want ...string) {
		t.Helper()
		items, err := s.Items(ctx, group, trip.ID, kind, archived)
		got := make([]string, len(items))
		for n, i := range items {
			got[n] = i.Content
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", when, got, err, want)
		}
	}
	friday, cabin := add(ann, shard.Fact, "we leave on Friday"), add(bob, shard.Fact, "the cabin has no heating")
	add(ann, shard.Suggestion, "bring the big pot")
	add(admin, shard.Fact, "the ferry goes at nine")
	holds("facts", shard.Fact, false, "the cabin has no heating", "the ferry goes at nine")
	holds("archived", shard.Fact, true, "we leave on Friday")
	holds("suggestions", shard.Suggestion, false, "bring the big pot")
	_, err = s.Add(ctx, ann, other, trip.ID, shard.Fact, "from elsewhere")
	is("added from a group that does not share it", err, shard.ErrNotAllowed)
	for _, bad := range []string{"", strings.Repeat("c", 501)} {
		if _, err = s.Add(ctx, ann, group, trip.ID, shard.Fact, bad); fault.KindOf(err) != fault.Invalid {
			t.Errorf("the content %.9q: %v", bad, err)
		}
	}
	_, err = s.Remove(ctx, ann, group, trip.ID, cabin.ID)
	is("somebody else's fact", err, shard.ErrNotAllowed)
	said, err := s.Remove(ctx, ann, group, trip.ID, friday.ID)
	if err != nil || said.Content != "we leave on Friday" {
		t.Errorf("taken back %q, %v", said.Content, err)
	}
	_, err = s.Remove(ctx, ann, group, trip.ID, friday.ID)
	is("taken back twice", err, shard.ErrNotFound)
	_, err = s.Change(ctx, admin, group, trip.ID, func(s *shard.Shard) { s.MaxFacts = 1 })
	is("a smaller limit", err, nil)
	holds("after it", shard.Fact, false, "the ferry goes at nine")

	is("a member detaches", s.Detach(ctx, ann, group, trip.ID), shard.ErrNotAllowed)
	is("a stranger's chat detaches", s.Detach(ctx, admin, other, trip.ID), shard.ErrNotFound)
	is("an admin detaches", s.Detach(ctx, admin, group, trip.ID), nil)
	_, err = s.Add(ctx, bob, group, trip.ID, shard.Fact, "not shared any more")
	is("a member adds to what is not shared", err, shard.ErrNotAllowed)
	_, err = s.Delete(ctx, ann, group, trip.ID)
	is("a member deletes it", err, shard.ErrNotAllowed)
	_, err = s.Delete(ctx, admin, group, trip.ID)
	is("an admin deletes it", err, nil)
	_, err = s.Find(ctx, group, trip.ID)
	is("it is gone", err, shard.ErrNotFound)
	for n := range shard.MostShards {
		_, err = s.Make(ctx, admin, group, strings.Repeat("i", n+1), "")
		is("one more", err, nil)
	}
	_, err = s.Make(ctx, admin, group, "too many", "")
	is("one too many", err, shard.ErrTooMany)
}

// What somebody said leaves every shard with them, and what a group said with the group; a shard that an owner
// opened is seen everywhere and stays (issue 12.5, R16).
func TestShardsErased(t *testing.T) { onEach(t, testShardsErased) }

func testShardsErased(t *testing.T, db *store.DB) {
	ctx, now := t.Context(), time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	s := shard.New(db.Shards(), func() time.Time { now = now.Add(time.Second); return now })
	private := func(id string) scope.Scope { return scope.Scope{Store: "keepsake", Kind: scope.User, ID: id} }
	group := func(id string) scope.Scope { return scope.Scope{Store: "keepsake", Kind: scope.Group, ID: id} }
	one, two := group("telegram:-100"), group("telegram:-200")
	owner := actor.Actor{Kind: actor.Person, ID: "telegram:1", Standing: actor.Admin, Owner: true}
	ann := actor.Actor{Kind: actor.Person, ID: "telegram:2", Standing: actor.Member}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	denied := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, shard.ErrNotAllowed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err := s.Make(ctx, actor.OfPerson("telegram:2"), private("telegram:2"), "Mine", "")
	denied("who is no owner makes one", err)
	club, err := s.Make(ctx, owner, private(owner.ID), "Club", "")
	must(err)
	_, err = s.Attach(ctx, ann, one, club.ID)
	denied("a member attaches", err)
	member := owner
	member.Standing = actor.Member
	_, err = s.Attach(ctx, member, one, club.ID)
	denied("an owner who is no admin there attaches", err)
	_, err = s.Attach(ctx, owner, private(owner.ID), club.ID)
	denied("a private chat attaches", err)
	for _, g := range []scope.Scope{one, two, two} {
		_, err = s.Attach(ctx, owner, g, club.ID)
		must(err)
	}
	seen := func(from scope.Scope, want int) {
		t.Helper()
		if all, err := s.Seen(ctx, from); err != nil || len(all) != want {
			t.Errorf("%s sees %d shards, %v; want %d", from.ID, len(all), err, want)
		}
	}
	seen(one, 1)
	seen(group("telegram:-300"), 0)
	_, err = s.Change(ctx, owner, private(owner.ID), club.ID, func(s *shard.Shard) { s.Open = true })
	must(err)
	seen(group("telegram:-300"), 1)
	seen(scope.Scope{Store: "another", Kind: scope.Group, ID: one.ID}, 0)
	_, err = s.Add(ctx, ann, group("telegram:-300"), club.ID, shard.Fact, "from where it is only read")
	denied("a chat adds that it is only open to", err)

	left := func(when string, want ...string) {
		t.Helper()
		items, err := s.Items(ctx, one, club.ID, shard.Fact, false)
		var got []string
		for _, i := range items {
			got = append(got, i.Content)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", when, got, err, want)
		}
	}
	for _, f := range []struct {
		who     actor.Actor
		where   scope.Scope
		content string
	}{{ann, one, "ann in one"}, {ann, two, "ann in two"}, {owner, two, "owner in two"}, {owner, one, "owner in one"}, {owner, one, "owner's plum cake"}} {
		_, err := s.Add(ctx, f.who, f.where, club.ID, shard.Fact, f.content)
		must(err)
	}
	says := func(part string) func(string) bool {
		return func(text string) bool { return strings.Contains(text, part) }
	}
	if _, err := s.Forget(ctx, owner, one, says("plum")); !errors.Is(err, shard.ErrNotAllowed) {
		t.Errorf("a person forgets: %v", err)
	}
	if n, err := s.Forget(ctx, actor.OfSystem(), private(ann.ID), says("plum")); err != nil || n != 0 {
		t.Errorf("what another person said was forgotten: %d, %v", n, err)
	}
	if n, err := s.Forget(ctx, actor.OfSystem(), one, says("plum")); err != nil || n != 1 {
		t.Errorf("forgot %d, %v", n, err)
	}
	left("after a fact was forgotten", "ann in one", "ann in two", "owner in two", "owner in one")
	_, err = s.Erase(ctx, ann, one)
	denied("a member erases", err)
	if n, err := s.Erase(ctx, actor.OfPerson(ann.ID), private(ann.ID)); err != nil || n != 2 {
		t.Errorf("erased %d of a person, %v", n, err)
	}
	left("after a person left", "owner in two", "owner in one")
	before, err := s.Find(ctx, one, "club")
	must(err)
	if n, err := s.Erase(ctx, owner, two); err != nil || n != 1 {
		t.Errorf("erased %d of a group, %v", n, err)
	}
	left("after a group was erased", "owner in one")
	if after, err := s.Find(ctx, one, "club"); err != nil || after.Revision <= before.Revision {
		t.Errorf("prompts do not see that it changed: %+v, %v", after, err)
	}

	// A group that gets another number keeps its shards, also when one was made under the new number before.
	moved := group("telegram:-1001")
	for _, g := range []scope.Scope{two, moved} {
		plan, err := s.Make(ctx, owner, g, "Plan", "")
		must(err)
		_, err = s.Add(ctx, owner, g, plan.ID, shard.Fact, "from "+g.ID)
		must(err)
	}
	must(db.Memories().Move(ctx, two, moved))
	all, err := s.Seen(ctx, moved)
	must(err)
	if len(all) != 3 || all[1].Name == all[2].Name || all[1].Home != moved || all[2].Home != moved {
		t.Errorf("after a move: %+v", all)
	}
	for _, p := range all[1:] {
		if facts, err := s.Items(ctx, moved, p.ID, shard.Fact, false); err != nil || len(facts) != 1 || facts[0].Scope != moved {
			t.Errorf("the facts of %s after a move: %+v, %v", p.Name, facts, err)
		}
	}

	ones, err := s.Make(ctx, owner, one, "Ours", "")
	must(err)
	last, err := s.Items(ctx, one, club.ID, shard.Fact, false)
	must(err)
	must(db.Erasures().Destroy(ctx, erasure.Item{Part: erasure.ShardItems, IDs: []string{last[0].ID}}, now, now))
	left("after a restored backup was cleaned")
	if _, err = s.Erase(ctx, actor.OfPerson(owner.ID), private(owner.ID)); err != nil {
		t.Fatal(err)
	}
	seen(one, 1)
	if kept, err := s.Find(ctx, one, ones.ID); err != nil || kept.Maker != "" {
		t.Errorf("a group's shard after its maker was erased: %+v, %v", kept, err)
	}
	must(db.Erasures().Destroy(ctx, erasure.Item{Part: erasure.Shards, IDs: []string{ones.ID}}, now, now))
	seen(one, 0)
}
