package consolidate_test

import (
	"context"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
	"keepsake/usage"
)

// answers is a model that gives these answers, one after another; "" is none.
type answers []string

func (a *answers) Complete(context.Context, llm.Request, func(string, bool)) (llm.Response, error) {
	next := (*a)[0]
	*a = (*a)[1:]
	if next == "" {
		return llm.Response{}, fault.New(fault.Unavailable, "the model is away")
	}
	return llm.Response{Content: next, Usage: llm.Usage{Prompt: 10}}, nil
}

// F14: what was claimed is not lost when the model is away or its answers cannot be used: the next attempt reads the same
// messages, of a person and of a group. On both databases.
func TestAFailedReadingIsReadAgain(t *testing.T) {
	for name, bad := range map[string][]string{"away": {""}, "unusable": {"no", "{}"}, "both": {"", "no", "no"}} {
		for database, open := range storetest.Databases {
			t.Run(name+" "+database, func(t *testing.T) {
				t.Parallel()
				readAgain(t, open(t), bad)
			})
		}
	}
}

func readAgain(t *testing.T, db *store.DB, bad []string) {
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	now := func() time.Time { at = at.Add(time.Millisecond); return at }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	s := &consolidate.Service{
		Store: "keepsake", Setting: policy.Free, Tx: db, Now: now, Zone: time.UTC,
		Digests: digest.New(db.Digests(), now), Shards: shard.New(db.Shards(), now),
		Memory:   memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("key")}),
		Sessions: session.New(session.Config{Store: db.Sessions(), Now: now}), People: people.New(people.Config{Store: db.People(), Now: now}),
		Usage: usage.New(usage.Config{Store: db.Usage(), Now: now}),
		Payer: func(p people.Person, _ session.Place, _ bool) usage.Payer {
			return usage.Payer{Bot: "keepsake", Subject: p.ID}
		},
	}
	_, err := s.People.See(t.Context(), actor.OfSystem(), people.Person{ID: "telegram:1", Name: "Ann", SeenAt: now()})
	must(err)
	ann, err := s.People.Get(t.Context(), "telegram:1")
	must(err)
	owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: ann.ID}
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(-100)}
	held, err := s.Shards.Make(t.Context(), actor.Actor{Kind: actor.Person, ID: ann.ID, Standing: actor.Admin}, group, "Trip", "what we take")
	must(err)
	at = at.Add(time.Minute)
	says := func(chat int64, person, words string) {
		talk, err := s.Sessions.Begin(t.Context(), actor.OfSystem(), session.Place{Bot: "keepsake", Chat: chat}, person, "keepsake", false)
		must(err)
		answer := session.Message{Role: session.Assistant, Content: "I see.", Trust: trust.Bot, TurnID: "1"}
		ms, err := s.Sessions.Append(t.Context(), actor.OfSystem(), talk.ID,
			session.Message{Role: session.User, Content: words, Trust: trust.Person, Author: ann.ID, Name: "Ann", TurnID: "1"}, answer, answer, answer)
		must(err)
		must(s.EndTurn(t.Context(), session.Turn{SessionID: talk.ID}, ms, ann, func(session.Session) []scope.Scope { return []scope.Scope{owner} }))
	}
	works := func(after time.Duration) {
		at = at.Add(after)
		_, err := s.Work(t.Context())
		must(err)
	}

	says(1, ann.ID, "Please always answer in metres.")
	fast := answers(append(bad, `{"directives":[{"quote":"always answer in metres","directive":"Always answer in metres"}],"episode":"They spoke of metres"}`))
	s.Fast = &fast
	for range 3 {
		works(11 * time.Minute)
	}
	if ds, err := s.Digests.Waiting(t.Context(), owner); err != nil || len(ds) != 1 {
		t.Errorf("after a failed attempt %d wishes, %v", len(ds), err)
	}

	says(-100, "", "we could take the tent")
	slow := answers(append(bad, `{"facts":[],"suggestions":[{"message":1,"quote":"we could take the tent","text":"we could take the tent"}]}`))
	s.Slow = &slow
	for range 3 {
		works(11 * time.Minute)
	}
	items, err := s.Shards.Contents(t.Context(), []shard.Shard{held}, nil)
	must(err)
	if len(items[held.ID]) != 1 {
		t.Errorf("after a failed attempt %d suggestions", len(items[held.ID]))
	}
}
