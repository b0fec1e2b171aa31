package store_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"keepsake/actor"
	"keepsake/memory/digest"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/store"
)

// Issue 12, Proof: however arrivals, consolidations, what is taken back and what is reverted interleave, every suggestion
// waits, is absorbed, or is gone, and no line of a digest rests on what is gone (F15).
func TestShardSuggestionsAreAbsorbedOnce(t *testing.T) { onEach(t, testShardSuggestions) }

func testShardSuggestions(t *testing.T, db *store.DB) {
	ctx, now := t.Context(), time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	s := shard.New(db.Shards(), func() time.Time { now = now.Add(time.Second); return now })
	here := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	admin := actor.Actor{Kind: actor.Person, ID: "telegram:1", Standing: actor.Admin}
	part := actor.Actor{Kind: actor.Consolidation}
	must := func(err error, allowed ...error) {
		t.Helper()
		if err != nil && !slices.ContainsFunc(allowed, func(a error) bool { return errors.Is(err, a) }) {
			t.Fatal(err)
		}
	}
	round := 0
	rapid.Check(t, func(r *rapid.T) {
		round++
		held, err := s.Make(ctx, admin, here, fmt.Sprint("Trip ", round), "")
		must(err)
		alive, gone := map[string]bool{}, map[string]bool{}
		var open []shard.Merging // consolidations whose model has not answered yet
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			switch rapid.SampledFrom([]string{"arrive", "arrive", "begin", "commit", "commit", "remove", "revert"}).Draw(r, "step") {
			case "arrive":
				kept, err := s.Form(ctx, part, here, []shard.Item{{ShardID: held.ID, Kind: shard.Suggestion, Person: admin.ID, Content: fmt.Sprint("idea ", len(alive)+len(gone)), SaidAt: now}}, nil)
				must(err)
				alive[kept[0].ID] = true
			case "begin":
				m, err := s.ToMerge(ctx, part, here.Store, held.ID)
				must(err)
				open = append(open, m)
			case "commit":
				if len(open) == 0 {
					continue
				}
				m := open[0]
				open = open[1:]
				next := shard.Digest{ShardID: held.ID, Version: m.Current.Version, Lines: m.Current.Lines}
				overridden := len(m.Waiting) > 1 && rapid.Bool().Draw(r, "override")
				for n, w := range m.Waiting {
					if n == 0 && overridden {
						continue
					}
					next.Lines = append(slices.Clip(next.Lines), digest.Line{Text: w.Content, From: []string{w.ID}})
				}
				_, err := s.Absorb(ctx, part, here.Store, next, m.Waiting)
				must(err, shard.ErrChanged)
			case "remove":
				for id := range alive {
					_, err := s.Remove(ctx, admin, here, held.ID, id)
					must(err)
					delete(alive, id)
					gone[id] = true
					break
				}
			case "revert":
				d, err := s.Newest(ctx, []shard.Shard{held})
				must(err)
				_, err = s.Revert(ctx, admin, here, held.ID, max(1, d[held.ID].Version), 1)
				must(err, shard.ErrChanged, shard.ErrNotFound)
			}
			checkShard(r, db, s, held, alive, gone)
		}
		_, err = s.Delete(ctx, admin, here, held.ID)
		must(err)
	})
}

// Issue 12.6: a suggestion that a newer one overrode before any version said it is one of a version's changes, can be taken
// back alone, and waits again with the others when something of the digest is forgotten.
func TestShardOverriddenSuggestionsComeBack(t *testing.T) { onEach(t, testOverriddenSuggestions) }

func testOverriddenSuggestions(t *testing.T, db *store.DB) {
	ctx, now := t.Context(), time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	s := shard.New(db.Shards(), func() time.Time { now = now.Add(time.Second); return now })
	here := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	admin, part := actor.Actor{Kind: actor.Person, ID: "telegram:1", Standing: actor.Admin}, actor.Actor{Kind: actor.Consolidation}
	held, err := s.Make(ctx, admin, here, "Trip", "")
	must(t, err)
	add := func(content string) shard.Item {
		t.Helper()
		i, err := s.Add(ctx, admin, here, held.ID, shard.Suggestion, content)
		must(t, err)
		return i
	}
	friday, tent, saturday := add("we go on Friday"), add("a tent"), add("better on Saturday")
	_, err = s.Absorb(ctx, part, here.Store, shard.Digest{ShardID: held.ID, Lines: []digest.Line{
		{Text: "a tent", From: []string{tent.ID}}, {Text: "better on Saturday", From: []string{saturday.ID}},
	}}, []shard.Item{friday, tent, saturday})
	must(t, err)
	for _, number := range []int{4, 3} {
		d, err := s.Revert(ctx, admin, here, held.ID, 1, number)
		if number == 4 {
			wantErr(t, err, shard.ErrNotFound)
			continue
		}
		must(t, err)
		if want := (digest.Line{Text: "we go on Friday", From: []string{friday.ID}}); d.Version != 2 || len(d.Lines) != 3 || !reflect.DeepEqual(d.Lines[2], want) {
			t.Errorf("after taking it back: %+v", d)
		}
	}
	_, err = s.Remove(ctx, admin, here, held.ID, saturday.ID)
	must(t, err)
	m, err := s.ToMerge(ctx, part, here.Store, held.ID)
	must(t, err)
	if len(m.Current.Lines) != 0 || len(m.Waiting) != 2 || m.Waiting[0].ID != friday.ID || m.Waiting[1].ID != tent.ID {
		t.Errorf("after forgetting: %+v", m)
	}
}

func checkShard(r *rapid.T, db *store.DB, s *shard.Service, held shard.Shard, alive, gone map[string]bool) {
	ctx := r.Context()
	m, err := s.ToMerge(ctx, actor.Actor{Kind: actor.Consolidation}, held.Home.Store, held.ID)
	if err != nil {
		r.Fatal(err)
	}
	waiting := map[string]bool{}
	for _, w := range m.Waiting {
		waiting[w.ID] = true
		if !alive[w.ID] {
			r.Fatalf("%s waits and is gone", w.ID)
		}
	}
	for id := range alive {
		i, err := db.Shards().Item(ctx, held, id)
		if err != nil || waiting[id] != (i.Absorbed == 0) {
			r.Fatalf("%s waits %v, absorbed in %d, %v", id, waiting[id], i.Absorbed, err)
		}
	}
	seen := map[string]bool{}
	for _, l := range m.Current.Lines {
		for _, id := range l.From {
			if gone[id] || waiting[id] || seen[id] {
				r.Fatalf("a line rests on %s: gone %v, waiting %v, twice %v", id, gone[id], waiting[id], seen[id])
			}
			seen[id] = true
		}
	}
}

// Issue 12, Proof, F15: what is taken back while a consolidation runs is not in what it stores, also where only the
// notes of before said it.
func TestShardNotesForgetWhatIsTakenBackMeanwhile(t *testing.T) { onEach(t, testTakenBackMeanwhile) }

func testTakenBackMeanwhile(t *testing.T, db *store.DB) {
	ctx := t.Context()
	s := shard.New(db.Shards(), time.Now)
	here := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	admin := actor.Actor{Kind: actor.Person, ID: "telegram:1", Standing: actor.Admin}
	part := actor.Actor{Kind: actor.Consolidation}
	held, err := s.Make(ctx, admin, here, "Trip", "")
	if err != nil {
		t.Fatal(err)
	}
	say := func(what string) shard.Item {
		kept, err := s.Form(ctx, part, here, []shard.Item{{ShardID: held.ID, Kind: shard.Suggestion, Person: admin.ID, Content: what, SaidAt: time.Now()}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return kept[0]
	}
	merge := func(meanwhile func()) error {
		m, err := s.ToMerge(ctx, part, here.Store, held.ID)
		if err != nil {
			t.Fatal(err)
		}
		next := shard.Digest{ShardID: held.ID, Version: m.Current.Version, Lines: slices.Clone(m.Current.Lines)}
		for _, w := range m.Waiting {
			next.Lines = append(next.Lines, digest.Line{Text: w.Content, From: []string{w.ID}})
		}
		meanwhile()
		_, err = s.Absorb(ctx, part, here.Store, next, m.Waiting)
		return err
	}
	tent := say("take the tent")
	if err := merge(func() {}); err != nil {
		t.Fatal(err)
	}
	say("take the kayak")
	if err := merge(func() {
		if _, err := s.Remove(ctx, admin, here, held.ID, tent.ID); err != nil {
			t.Fatal(err)
		}
	}); !errors.Is(err, shard.ErrChanged) {
		t.Errorf("notes of what was taken back are stored: %v", err)
	}
	if err := merge(func() {}); err != nil {
		t.Fatal(err)
	}
	now, err := s.Newest(ctx, []shard.Shard{held})
	if got := now[held.ID].Lines; err != nil || len(got) != 1 || got[0].Text != "take the kayak" {
		t.Errorf("the notes are %+v, %v", got, err)
	}
}
