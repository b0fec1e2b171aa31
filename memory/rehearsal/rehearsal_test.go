package rehearsal_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/calibration"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/memory/rehearsal"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
	"keepsake/usage"
)

var alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}

const better, broken = "Note homes only.", "Sing."

// reader lists homes and kettles; with the better prompt homes alone, and with the broken one it sings.
func reader(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	instructions, question := p.Messages[0].Content, p.Messages[1].Content
	if instructions == broken {
		return scripted.Answer{Text: "La la la."}, nil
	}
	var facts []string
	for _, f := range []struct{ said, fact string }{{"I live in Bonn", "User lives in Bonn"}, {"I saw a kettle", "User saw a kettle"}} {
		if strings.Contains(question, f.said) && (instructions != better || f.said == "I live in Bonn") {
			facts = append(facts, fmt.Sprintf(`{"quote":%q,"fact":%q,"type":"profile","fact_key":"","subject":"","confidence":0.9,"importance":0.5}`, f.said, f.fact))
		}
	}
	return scripted.Answer{Text: `{"facts":[` + strings.Join(facts, ",") + `],"reasoning":""}`}, nil
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// newWorld has three held-out conversations of a person who wanted what was found of their home and not what they saw.
func newWorld(t *testing.T, db *store.DB, limits usage.Limits) (*rehearsal.Service, policy.Policy) {
	now := func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
	server := scripted.New(scripted.Options{Brain: scripted.BrainFunc(reader)})
	t.Cleanup(server.Close)
	p := policy.Default()
	p.Enable, p.Mode, p.Precision = true, policy.Auto, 0
	finds, persons := candidate.New(db.Candidates(), now), people.New(people.Config{Store: db.People(), Now: now})
	sessions := session.New(session.Config{Store: db.Sessions(), Now: now})
	s := &rehearsal.Service{
		Candidates: finds, People: persons, Calibrator: &calibration.Calibrator{Candidates: finds, Store: alice.Store, Now: now}, Store: alice.Store, Now: now,
		Ingest: &ingest.Service{
			Store: alice.Store, Bot: "keepsake", Policy: p, Setting: policy.Free, Tx: db, Now: now, Candidates: finds, Sessions: sessions, People: persons,
			Memory: memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("key")}),
			Usage:  usage.New(usage.Config{Store: db.Usage(), Now: now, Limits: limits}),
			Chat: openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: server.URL(), Model: scripted.DefaultModel, Retries: -1,
				Prices: map[string]openai.Price{scripted.DefaultModel: {Prompt: 1, Answer: 1}}}}),
			Payer: func(people.Person, session.Place, bool) usage.Payer { return usage.Payer{Bot: "keepsake"} },
		},
	}
	_, err := persons.See(t.Context(), actor.OfSystem(), people.Person{ID: alice.ID, Name: "Alice", SeenAt: now()})
	must(t, err)
	who := actor.Actor{Kind: actor.Extraction}
	for topic, made := 1, 0; made < 3; topic++ {
		talk, err := sessions.Begin(t.Context(), actor.OfSystem(), session.Place{Bot: "keepsake", Chat: 1, Topic: topic}, alice.ID, alice.Store, false)
		must(t, err)
		if !candidate.IsHeldOut(talk.ID) {
			continue
		}
		made++
		ms, err := sessions.Append(t.Context(), actor.OfSystem(), talk.ID,
			session.Message{Role: session.User, Content: "I live in Bonn", Trust: trust.Person, Author: alice.ID, TurnID: "a"},
			session.Message{Role: session.User, Content: "I saw a kettle", Trust: trust.Person, Author: alice.ID, TurnID: "a"})
		must(t, err)
		run, err := finds.Begin(t.Context(), who, candidate.Run{Scope: alice, SessionID: talk.ID, FromSeq: ms[0].Seq, ToSeq: ms[1].Seq})
		must(t, err)
		for i, content := range []string{"User lives in Bonn", "User has seen a kettle"} {
			c, err := finds.Found(t.Context(), who, candidate.Candidate{
				RunID: run.ID, Scope: alice, Kind: memory.Item, Type: memory.Profile, Content: content,
				Evidence: []memory.Evidence{{MessageID: ms[i].ID, Quote: ms[i].Content, Meta: memory.Meta{Method: memory.MethodModel, Base: 0.9}}},
			})
			must(t, err)
			v := candidate.Verdict{CandidateID: c.ID, Relation: candidate.IsNew, Action: candidate.Applied, Reason: candidate.ReasonConfirmed, Confidence: 0.72, MemoryID: "m"}
			if i == 1 {
				v.Action, v.Reason, v.MemoryID = candidate.Refused, candidate.ReasonDeclined, ""
			}
			must(t, finds.Decide(t.Context(), who, v))
		}
		run.State = candidate.Done
		must(t, finds.Save(t.Context(), who, run))
	}
	return s, p
}

func agree(t *testing.T, s *rehearsal.Service, agrees bool) {
	t.Helper()
	p, err := s.People.Get(t.Context(), alice.ID)
	must(t, err)
	p.Replays = agrees
	must(t, s.People.SaveSettings(t.Context(), actor.OfPerson(alice.ID), p))
}

// A40–A42: a prompt is tried on held-out conversations of people who agreed: what it would have kept is compared with what they
// wanted, with tokens and time; a bad one shows; the bounds hold; and nothing of it is stored but the cost, which is the operator's.
func TestAPromptIsRehearsed(t *testing.T) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			s, p := newWorld(t, db, usage.Limits{})
			plan := rehearsal.Plan{Present: p, Other: p, Instructions: better}
			o, err := s.Run(t.Context(), plan)
			if must(t, err); o.Stretches != 0 || o.Present.Spent.Tokens() != 0 {
				t.Errorf("without consent: %+v", o)
			}
			agree(t, s, true)
			before, err := db.RowCounts(t.Context())
			must(t, err)
			o, err = s.Run(t.Context(), plan)
			must(t, err)
			now, other := o.Present, o.Other
			if o.Stretches != 3 || o.Left != 0 || now.Finds != 6 || now.Kept != 6 || now.Unwanted != 3 || now.Agreement() != 0.5 || now.New != 0 {
				t.Errorf("the present prompt: %+v", o)
			}
			if other.Finds != 3 || other.Kept != 3 || other.Unwanted != 0 || other.Agreement() != 1 || other.IsWorse(now.Trial) || !now.IsWorse(other.Trial) {
				t.Errorf("the better prompt: %+v", other)
			}
			if now.Spent.Tokens() == 0 || other.Spent.Tokens() == 0 || now.Read <= 0 || now.Spent.Cost <= 0 {
				t.Errorf("what it took: %+v %+v", now, other)
			}
			after, err := db.RowCounts(t.Context())
			must(t, err)
			for _, counts := range []map[string]int64{before, after} {
				maps.DeleteFunc(counts, func(table string, _ int64) bool { return strings.HasPrefix(table, "usage_") })
			}
			if !maps.Equal(before, after) {
				t.Errorf("stored: %v, before %v", after, before)
			}
			day, _, err := s.Ingest.Usage.Today(t.Context(), usage.Payer{Bot: "keepsake"})
			if must(t, err); day.Tokens() != now.Spent.Tokens()+other.Spent.Tokens() {
				t.Errorf("on the operator's account: %+v", day)
			}

			plan.Instructions = broken
			o, err = s.Run(t.Context(), plan)
			if must(t, err); o.Other.Failed != 3 || o.Other.Missed != 3 || o.Other.Agreement() >= 0.6 {
				t.Errorf("a broken prompt: %+v", o.Other)
			}
			strict := p
			strict.MinConfidence = 0.95
			o, err = s.Run(t.Context(), rehearsal.Plan{Present: p, Other: strict, Stretches: 1})
			if must(t, err); o.Stretches != 1 || o.Left != 2 || o.Present.Kept != 2 || o.Other.Background != 2 || o.Other.Spent != o.Present.Spent {
				t.Errorf("another policy, one stretch: %+v", o)
			}
			if o, err = s.Run(t.Context(), rehearsal.Plan{Present: p, Other: p, Tokens: 1}); err != nil || o.Stretches != 1 || o.Left != 2 {
				t.Errorf("one token: %+v %v", o, err)
			}
			agree(t, s, false)
			if o, err = s.Run(t.Context(), plan); err != nil || o.Stretches != 0 {
				t.Errorf("taken back: %+v %v", o, err)
			}
		})
	}
}

// The operator's limit of cost stops a rehearsal, with what was measured until then.
func TestARehearsalKeepsTheLimit(t *testing.T) {
	s, p := newWorld(t, storetest.SQLite(t), usage.Limits{Cap: 0.000001})
	agree(t, s, true)
	o, err := s.Run(t.Context(), rehearsal.Plan{Present: p, Other: p})
	var limit *usage.Exceeded
	if !errors.As(err, &limit) || o.Stretches != 1 || o.Present.Finds != 2 {
		t.Errorf("%+v %v", o, err)
	}
}
