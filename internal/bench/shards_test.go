package bench_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/agent/digested"
	"keepsake/agent/prompt"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/usage"
)

// TestBenchShards measures what shards cost a turn of a group that shares 20 of 50 facts each, with notes: where the
// snapshot is taken (cold) and where it stands (cached); and what a consolidation of 16 suggestions into the notes of a
// shard costs apart from its model.
func TestBenchShards(t *testing.T) {
	shards, facts, runs := 3, 5, 3
	if os.Getenv("KEEPSAKE_BENCH") != "" {
		shards, facts, runs = shard.MostShards, shard.DefaultFacts, 100
	}
	for _, d := range databases {
		w := newShards(t, d.open(t), shards, facts)
		var merged, cold, cached []time.Duration
		for i := range runs {
			merged = append(merged, w.merge(i))
		}
		for range runs {
			snap := &session.Snapshot{}
			cold = append(cold, w.read(snap, true))
			cached = append(cached, w.read(snap, false))
		}
		report(t, fmt.Sprintf("%s: context of %d shards of %d facts, cold", d.name, shards, facts), cold)
		report(t, fmt.Sprintf("%s: context of %d shards of %d facts, cached", d.name, shards, facts), cached)
		report(t, fmt.Sprintf("%s: consolidation of %d suggestions, without the model", d.name, shard.DefaultThreshold), merged)
	}
}

type sharing struct {
	*consolidate.Service
	t     *testing.T
	here  scope.Scope
	talk  session.Session
	first shard.Shard
}

var bySystem = actor.Actor{Kind: actor.Consolidation}

func newShards(t *testing.T, db *store.DB, shards, facts int) *sharing {
	w := &sharing{t: t, here: scope.Scope{Store: "b", Kind: scope.Group, ID: people.ID(-100)}}
	w.Service = &consolidate.Service{
		Store: "b", Slow: merger{}, Tx: db, Now: time.Now, Zone: time.UTC,
		Digests: digest.New(db.Digests(), time.Now), Shards: shard.New(db.Shards(), time.Now), Memory: memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("k")}),
		Sessions: session.New(session.Config{Store: db.Sessions(), Now: time.Now}), People: people.New(people.Config{Store: db.People(), Now: time.Now}),
		Usage: usage.New(usage.Config{Store: db.Usage(), Now: time.Now}),
		Payer: func(people.Person, session.Place, bool) usage.Payer {
			return usage.Payer{Bot: "b", Subject: w.here.ID, Group: true}
		},
	}
	var err error
	w.talk, err = w.Sessions.Begin(t.Context(), actor.OfSystem(), session.Place{Bot: "b", Chat: -100}, "", "b", false)
	w.must(err)
	admin := actor.Actor{Kind: actor.Person, ID: people.ID(1), Standing: actor.Admin}
	for i := range shards {
		s, err := w.Shards.Make(t.Context(), admin, w.here, fmt.Sprint("Shard ", i), "dates, places and who does what")
		w.must(err)
		if i == 0 {
			w.first = s
		}
		var items []shard.Item
		for j := range facts {
			items = append(items, shard.Item{ShardID: s.ID, Kind: shard.Fact, Person: admin.ID, Speaker: "Ann", Content: fmt.Sprintf("ferry %d leaves the harbour at a quarter past nine", j), SaidAt: time.Now()})
		}
		_, err = w.Shards.Form(t.Context(), bySystem, w.here, items, nil)
		w.must(err)
		w.suggest(s, i)
		_, err = w.Work(t.Context())
		w.must(err)
	}
	return w
}

func (w *sharing) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// suggest lets suggestions wait in a shard, and makes their merging due.
func (w *sharing) suggest(s shard.Shard, round int) {
	w.t.Helper()
	var items []shard.Item
	for i := range shard.DefaultThreshold {
		items = append(items, shard.Item{ShardID: s.ID, Kind: shard.Suggestion, Person: people.ID(1), Speaker: "Ann", Content: fmt.Sprintf("take tent %d of round %d", i, round), SaidAt: time.Now()})
	}
	_, err := w.Shards.Form(w.t.Context(), bySystem, w.here, items, nil)
	w.must(err)
	w.must(w.Digests.Schedule(w.t.Context(), bySystem, s.Scope(), time.Now()))
}

// merge returns how long a consolidation takes whose model takes no time. The notes begin anew for each.
func (w *sharing) merge(round int) time.Duration {
	w.t.Helper()
	now, err := w.Shards.Newest(w.t.Context(), []shard.Shard{w.first})
	w.must(err)
	before := now[w.first.ID].Version
	w.suggest(w.first, round)
	began := time.Now()
	_, err = w.Work(w.t.Context())
	took := time.Since(began)
	w.must(err)
	now, err = w.Shards.Newest(w.t.Context(), []shard.Shard{w.first})
	w.must(err)
	if now[w.first.ID].Version != before+1 {
		w.t.Fatalf("version %d after %d", now[w.first.ID].Version, before)
	}
	for _, l := range now[w.first.ID].Lines {
		for _, id := range l.From {
			_, err := w.Shards.Remove(w.t.Context(), actor.Actor{Kind: actor.Person, ID: people.ID(1), Standing: actor.Admin}, w.here, w.first.ID, id)
			w.must(err)
		}
	}
	return took
}

// read returns how long a turn takes to read what it shows of the shards, with a snapshot taken before it or not.
func (w *sharing) read(snap *session.Snapshot, take bool) time.Duration {
	w.t.Helper()
	ctx, began := w.t.Context(), time.Now()
	b := digested.Blocks{Owner: w.here, Session: w.talk, Name: "Ann", Tokens: 100_000, Shards: w.Shards}
	_, err := b.Revisions(ctx)
	if err == nil && take {
		snap.Blocks, err = b.Take(ctx, time.Now())
	}
	w.must(err)
	text, whole, err := b.Read(ctx, snap, &prompt.Late{})
	took := time.Since(began)
	w.must(err)
	if !whole || !strings.Contains(text, "ferry 1 leaves") {
		w.t.Fatalf("whole %v, shown %q", whole, text)
	}
	return took
}

// merger is a model that takes no time and merges nothing.
type merger struct{}

var source = regexp.MustCompile(`(?m)^([kn]\d+): "([^"]*)"$`)

func (merger) Complete(_ context.Context, r llm.Request, _ func(string, bool)) (llm.Response, error) {
	lines := []any{}
	for _, m := range source.FindAllStringSubmatch(r.Messages[1].Content, -1) {
		lines = append(lines, map[string]any{"text": m[2], "from": []string{m[1]}})
	}
	b, err := json.Marshal(map[string]any{"lines": lines, "dropped": []any{}, "reasoning": ""})
	return llm.Response{Content: string(b), Model: "bench"}, err
}
