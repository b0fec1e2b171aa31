package store_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/store"
)

// E40, E47, issue 12.8: a role with a memory of its own shares another role's shard where its manager opened it and an admin
// attached it, and nowhere else; what is said to either comes into the one shard, and goes with who said it and with the chat.
func TestShardsOfRoles(t *testing.T) { onEach(t, testShardsOfRoles) }

func testShardsOfRoles(t *testing.T, db *store.DB) {
	ctx := t.Context()
	now := time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)
	all := shard.New(db.Shards(), func() time.Time { return now }).WithRoles(map[string]string{"cook": "cook", "poet": "poet", "bard": "poet", "guest": "cook"})
	cook, poet, bard, guest := all.ForRole("cook"), all.ForRole("poet"), all.ForRole("bard"), all.ForRole("guest")
	in := func(store string, kind scope.Kind, id string) scope.Scope {
		return scope.Scope{Store: store, Kind: kind, ID: "telegram:" + id}
	}
	kitchen, poets, elsewhere := in("cook", scope.Group, "-100"), in("poet", scope.Group, "-100"), in("poet", scope.Group, "-200")
	ann := actor.Actor{Kind: actor.Person, ID: "telegram:1", Standing: actor.Admin}
	bob := actor.Actor{Kind: actor.Person, ID: "telegram:2", Standing: actor.Member}
	part, system := actor.Actor{Kind: actor.Consolidation}, actor.Actor{Kind: actor.System}
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
	counts := func(what string, s *shard.Service, here scope.Scope, want ...int) {
		t.Helper()
		seen, err1 := s.Seen(ctx, here)
		active, err2 := s.Active(ctx, here)
		sharing, err3 := s.Sharing(ctx, here)
		offered, err4 := s.Offered(ctx, ann, here)
		if got := []int{len(seen), len(active), len(sharing), len(offered)}; errors.Join(err1, err2, err3, err4) != nil || !slices.Equal(got, want) {
			t.Errorf("%s: seen, active, sharing, offered are %v, want %v", what, got, want)
		}
	}
	trip, err := cook.Make(ctx, ann, kitchen, "Trip", "dates")
	must(err)
	grant := func(to string, right shard.Right) error {
		_, err := cook.Grant(ctx, ann, kitchen, trip.ID, shard.OfRole(to), &right)
		return err
	}

	// Nobody opened it: to the other role it is as if it were not there; a role of the same store has it anyway.
	counts("the other role", poet, poets, 0, 0, 0, 0)
	counts("a role of the same store", guest, kitchen, 1, 1, 1, 0)
	_, err = poet.Attach(ctx, ann, poets, trip.ID)
	is("attached without having been opened", err, shard.ErrNotFound)
	_, err = poet.Add(ctx, ann, poets, trip.ID, shard.Fact, "x")
	is("added without having been opened", err, shard.ErrNotFound)
	if cook.Roles(trip) != nil {
		t.Errorf("it is shared by %q", cook.Roles(trip))
	}

	// Opened: offered to an admin of the same group, and to no other role of that store.
	is("opened by a member", func() error {
		right := shard.Suggest
		_, err := cook.Grant(ctx, bob, kitchen, trip.ID, shard.OfRole("poet"), &right)
		return err
	}(), shard.ErrNotAllowed)
	must(grant("poet", shard.Suggest))
	counts("opened", poet, poets, 0, 0, 0, 1)
	counts("another role of that store", bard, poets, 0, 0, 0, 0)
	counts("another group", poet, elsewhere, 0, 0, 0, 0)
	counts("a private chat", poet, in("poet", scope.User, "1"), 0, 0, 0, 0)
	_, err = poet.Attach(ctx, bob, poets, trip.ID)
	is("attached by a member", err, shard.ErrNotFound)
	_, err = poet.Attach(ctx, ann, elsewhere, trip.ID)
	is("attached in another group", err, shard.ErrNotFound)
	now = now.Add(time.Hour)
	attached, err := poet.Attach(ctx, ann, poets, "trip")
	must(err)
	if got := poet.Roles(attached); !slices.Equal(got, []string{"cook", "guest", "poet"}) {
		t.Errorf("it is shared by %q", got)
	}
	counts("attached", poet, poets, 1, 1, 1, 0)
	counts("attached, another role of that store", bard, poets, 0, 0, 0, 0)
	counts("attached, another group", poet, elsewhere, 0, 0, 0, 0)

	// Both hear what belongs into it, and it is merged where it is at home.
	form := func(s *shard.Service, here scope.Scope, content string) int {
		t.Helper()
		kept, err := s.Form(ctx, part, here, []shard.Item{{ShardID: trip.ID, Kind: shard.Suggestion, Person: bob.ID, Speaker: "Bob", Content: content, SaidAt: now}}, nil)
		must(err)
		return len(kept)
	}
	if n := form(cook, kitchen, "a tent") + form(poet, poets, "two bikes") + form(poet, elsewhere, "a spy") + form(bard, poets, "a song"); n != 2 {
		t.Errorf("%d suggestions formed, want 2", n)
	}
	if _, err = poet.Add(ctx, bob, poets, trip.ID, shard.Fact, "the ferry sails at nine"); err != nil {
		t.Error(err)
	}
	for _, st := range []string{"cook", "poet"} {
		m, err := all.ToMerge(ctx, part, st, trip.ID)
		if err != nil || len(m.Waiting) != 2 || m.Shard.Scope().Store != "cook" {
			t.Errorf("to merge from %s: %d in %v, %v", st, len(m.Waiting), m.Shard.Scope(), err)
		}
	}
	if w, err := all.Waiting(ctx, part, "poet"); err != nil || len(w) != 0 {
		t.Errorf("the other store merges it as well: %v, %v", w, err)
	}

	// Through the other role nobody does more than was set, and nobody manages it.
	for what, do := range map[string]func() error{
		"changed": func() error {
			_, err := poet.Change(ctx, ann, poets, trip.ID, func(s *shard.Shard) { s.Name = "Ours" })
			return err
		},
		"granted": func() error {
			_, err := poet.Grant(ctx, ann, poets, trip.ID, shard.OfRole("bard"), new(shard.Right))
			return err
		},
		"deleted": func() error { _, err := poet.Delete(ctx, ann, poets, trip.ID); return err },
	} {
		is(what+" through the other role", do(), shard.ErrNotAllowed)
	}
	must(grant("poet", shard.Read))
	_, err = poet.Add(ctx, bob, poets, trip.ID, shard.Fact, "y")
	is("added through a role that reads", err, shard.ErrNotAllowed)
	if n := form(poet, poets, "unheard"); n != 0 {
		t.Errorf("through a role that reads %d formed", n)
	}

	// Closed, it leaves the other role at once; opened again it is shared from then on only.
	before, err := poet.Active(ctx, poets)
	must(err)
	must(grant("poet", shard.None))
	counts("closed", poet, poets, 0, 0, 0, 0)
	_, err = cook.Grant(ctx, ann, kitchen, trip.ID, shard.OfRole("poet"), nil)
	must(err)
	counts("back to the default", poet, poets, 0, 0, 0, 0)
	now = now.Add(time.Hour)
	must(grant("poet", shard.Suggest))
	sharing, err := poet.Sharing(ctx, poets)
	if err != nil || len(before) != 1 || len(sharing) != 1 || !sharing[0].Since.Equal(now) {
		t.Errorf("opened again it is shared since %v, %v; want %v", sharing, err, now)
	}

	testErasingThroughRoles(ctx, t, poet, cook, trip, poets, kitchen, system)
	testCitingAcrossRoles(ctx, t, poet, cook, trip, poets, kitchen, ann)
}

// testErasingThroughRoles: what was said to one role goes with its person and its chat, also when that chat shares the shard no more.
func testErasingThroughRoles(ctx context.Context, t *testing.T, poet, cook *shard.Service, trip shard.Shard, poets, kitchen scope.Scope, system actor.Actor) {
	t.Helper()
	contents := func() (said []string) {
		t.Helper()
		all, err := cook.Contents(ctx, []shard.Shard{trip}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range all[trip.ID] {
			said = append(said, i.Content)
		}
		slices.Sort(said)
		return said
	}
	chats, err := cook.SameChat(ctx, trip.ID, kitchen)
	if err != nil || !slices.Equal(chats, []scope.Scope{kitchen, poets}) {
		t.Errorf("the chat is %v, %v", chats, err)
	}
	ann := actor.Actor{Kind: actor.Person, ID: "telegram:1", Standing: actor.Admin}
	if err := poet.Detach(ctx, ann, poets, trip.ID); err != nil {
		t.Error(err)
	}
	n, err := poet.Forget(ctx, system, scope.Scope{Store: "poet", Kind: scope.User, ID: "telegram:2"}, func(s string) bool { return s == "the ferry sails at nine" })
	if got := contents(); err != nil || n != 1 || !slices.Equal(got, []string{"a tent", "two bikes"}) {
		t.Errorf("forgotten through the other role: %d, %q, %v", n, got, err)
	}
	if _, err = poet.Erase(ctx, actor.OfPerson("telegram:2"), scope.Scope{Store: "poet", Kind: scope.User, ID: "telegram:2"}); err != nil {
		t.Error(err)
	}
	if got := contents(); !slices.Equal(got, []string{"a tent"}) {
		t.Errorf("after its person was erased at the other role it holds %q", got)
	}
	if _, err = poet.Attach(ctx, ann, poets, trip.ID); err != nil {
		t.Error(err)
	}
	if _, err := poet.Add(ctx, ann, poets, trip.ID, shard.Fact, "of the poet's chat"); err != nil {
		t.Error(err)
	}
	if _, err := poet.Erase(ctx, ann, poets); err != nil {
		t.Error(err)
	}
	seen, err := poet.Seen(ctx, poets)
	if got := contents(); err != nil || len(seen) != 0 || !slices.Equal(got, []string{"a tent"}) {
		t.Errorf("after its chat was erased at the other role: %q, %d seen, %v", got, len(seen), err)
	}
}

// testCitingAcrossRoles: no shard reaches itself by citing, also over one that this role does not see.
func testCitingAcrossRoles(ctx context.Context, t *testing.T, poet, cook *shard.Service, trip shard.Shard, poets, kitchen scope.Scope, ann actor.Actor) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	edit := shard.Edit
	verse, err := poet.Make(ctx, ann, poets, "Verse", "")
	must(err)
	hidden, err := cook.Make(ctx, ann, kitchen, "Hidden", "")
	must(err)
	_, err = poet.Grant(ctx, ann, poets, verse.ID, shard.OfRole("cook"), &edit)
	must(err)
	_, err = cook.Attach(ctx, ann, kitchen, verse.ID)
	must(err)
	_, err = poet.Attach(ctx, ann, poets, trip.ID)
	must(err)
	_, err = cook.Cite(ctx, ann, kitchen, trip.ID, []string{hidden.ID})
	must(err)
	_, err = cook.Cite(ctx, ann, kitchen, hidden.ID, []string{verse.ID})
	must(err)
	if _, err = poet.Cite(ctx, ann, poets, verse.ID, []string{trip.ID}); !errors.Is(err, shard.ErrCircle) {
		t.Errorf("a circle over a shard of the other role: %v", err)
	}
}
