package store_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory/digest"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/store"
)

// E31: whoever may edit a shard rewords what others said, and who said it their own; nobody else does. What is reworded keeps its
// id and age, loses its speaker where somebody else did it, and goes with the memories of either of them. A merge that began
// before it does not say what stood there.
func TestShardReword(t *testing.T) { onEach(t, testShardReword) }

func testShardReword(t *testing.T, db *store.DB) {
	ctx, now := t.Context(), time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	s := shard.New(db.Shards(), func() time.Time { now = now.Add(time.Second); return now })
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	admin := actor.Actor{Kind: actor.Person, ID: "telegram:1", Standing: actor.Admin}
	ann := actor.Actor{Kind: actor.Person, ID: "telegram:2", Standing: actor.Member}
	bob := actor.Actor{Kind: actor.Person, ID: "telegram:3", Standing: actor.Member}
	part := actor.Actor{Kind: actor.Consolidation}
	is := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	trip, err := s.Make(ctx, admin, group, "Trip", "")
	is("made", err, nil)
	say := func(content string) shard.Item {
		t.Helper()
		kept, err := s.Form(ctx, part, group, []shard.Item{{ShardID: trip.ID, Kind: shard.Suggestion, Person: ann.ID, Speaker: "Ann", Content: content, SaidAt: now}}, nil)
		if err != nil || len(kept) != 1 {
			t.Fatalf("%+v, %v", kept, err)
		}
		return kept[0]
	}
	reword := func(a actor.Actor, item, content string) (shard.Item, error) {
		return s.Reword(ctx, a, group, trip.ID, item, content)
	}
	tent := say("take the small tent")
	for name, a := range map[string]actor.Actor{"another member": bob, "a tool": {Kind: actor.Tool, ID: admin.ID, Standing: actor.Admin}} {
		_, err := reword(a, tent.ID, "take the red tent")
		is(name, err, shard.ErrNotAllowed)
	}
	_, err = s.Reword(ctx, admin, scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-200"}, trip.ID, tent.ID, "take the red tent")
	is("from elsewhere", err, shard.ErrNotAllowed)
	_, err = reword(admin, "nosuchitem00", "x")
	is("what is not there", err, shard.ErrNotFound)
	own, err := reword(ann, tent.ID, " take the\nbig tent")
	if err != nil || own.Content != "take the big tent" || own.Speaker != "Ann" || own.EditedBy != "" || own.ID != tent.ID || !own.SaidAt.Equal(tent.SaidAt) {
		t.Errorf("by who said it: %+v, %v", own, err)
	}

	m, err := s.ToMerge(ctx, part, group.Store, trip.ID)
	is("a merge begins", err, nil)
	others, err := reword(admin, tent.ID, "take both tents")
	if err != nil || others.Says() != "take both tents" || others.Person != ann.ID || others.EditedBy != admin.ID {
		t.Errorf("by an admin: %+v, %v", others, err)
	}
	next := shard.Digest{ShardID: trip.ID, Lines: []digest.Line{{Text: m.Waiting[0].Content, From: []string{tent.ID}}}}
	_, err = s.Absorb(ctx, part, group.Store, next, m.Waiting)
	is("it ends with the old wording", err, shard.ErrChanged)
	next.Lines[0].Text = others.Content
	_, err = s.Absorb(ctx, part, group.Store, next, []shard.Item{others})
	is("and with the new one", err, nil)
	_, err = reword(admin, tent.ID, "no tent")
	is("what the digest says", err, shard.ErrChanged)

	stove := say("take the stove")
	_, err = reword(admin, stove.ID, "take the gas stove")
	is("reworded", err, nil)
	_, err = s.Erase(ctx, actor.OfPerson(admin.ID), scope.Scope{Store: "keepsake", Kind: scope.User, ID: admin.ID})
	is("who reworded it erases", err, nil)
	_, err = reword(admin, stove.ID, "x")
	is("what they wrote is gone", err, shard.ErrNotFound)
}
