package forget_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/memory/graph"
	"keepsake/memory/policy"
	"keepsake/memory/recall"
	"keepsake/memory/shard"
	"keepsake/outside"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
	"keepsake/task"
)

// staying lists the tables that an erasure does not empty, each with the reason why what
// stays tells nothing of what was said or kept.
var staying = map[string]string{
	"memory_scopes":    "of a group: its number and a revision; a person's row goes, see TestEverything",
	"people":           "access of an owner, and of who was allowed or blocked; the rest is blank",
	"chats":            "that a group is served; its settings are as at the start",
	"access_requests":  "that it was decided; the name is blank",
	"session_cursors":  "nothing writes it any more; rows of it go with their conversations (ON DELETE CASCADE)",
	"owner_links":      "a hash of a code that the house made",
	"store_meta":       "which model made the vectors of a store",
	"erasures":         "random ids of erasures: package erasure",
	"leases":           "which process does the upkeep",
	"lanes":            "a chat's number and a fence, which stops the work under way",
	"memory_switches":  "that the operator has switched writes off, for all or for an id: no texts",
	"memory_snapshots": "of all memories together: counts and hashes; their mean vector is blank",
	"memory_taps":      "how sure a forgotten find was, and whether it was wanted: nobody's, no words",
	"memory_policies":  "settings of the operator; who made them is blank, see TestErasedOwnerSignsNoPolicy",
	"paces":            "when a chat may be written to again",
	"storage_probe":    "written to find out whether the disk is full: no texts",
	"tool_pins":        "what tools of other programs say of themselves: nobody's texts",
	"usage_days":       "of today: numbers beside an id, until the day ends",
	"usage_parts":      "of today: numbers beside an id, until the day ends",
	"usage_notices":    "that somebody was told of a limit today",
	"wire":             "what processes tell each other: no texts",
}

// ofPeople lists the tables that hold nothing of groups.
var ofPeople = []string{"tasks", "api_keys", "api_replies", "sign_ins", "tool_calls", "tool_permits", "account_links", "link_codes", "greetings"}

// Every table there is, on both databases, is emptied by the erasure of a person and of a
// group, or listed above. A new table without an eraser fails here.
func TestEveryTableIsErased(t *testing.T) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for kind, chat := range map[scope.Kind]int64{scope.User: 42, scope.Group: -100} {
				db := open(t)
				h := houseOf(t, db)
				owner := scope.Scope{Store: "keepsake", Kind: kind, ID: people.ID(chat)}
				h.fillAll(owner, chat)
				before, err := db.RowCounts(t.Context())
				must(t, err)
				at := session.Place{Bot: "keepsake", Chat: chat}
				who := actor.Actor{Kind: actor.Person, ID: people.ID(42), Standing: actor.Admin}
				if kind == scope.User {
					_, err = h.Everything(t.Context(), who, owner.ID, at, nil)
				} else {
					_, err = h.Group(t.Context(), who, owner, at, nil)
				}
				must(t, err)
				after, err := db.RowCounts(t.Context())
				must(t, err)
				for table, n := range after {
					_, listed := staying[table]
					switch {
					case n > 0 && !listed:
						t.Errorf("%s: %s still has %d rows", kind, table, n)
					case before[table] == 0 && !listed && !(kind == scope.Group && slices.Contains(ofPeople, table)):
						t.Errorf("%s: nothing was in %s, so nothing is proved", kind, table)
					}
				}
			}
		})
	}
}

// fillAll puts something into every table that may hold what somebody said or kept.
func (h *house) fillAll(owner scope.Scope, chat int64) {
	h.t.Helper()
	ctx, id, own := h.t.Context(), people.ID(42), []scope.Scope{owner}
	a := actor.Actor{Kind: actor.Person, ID: id, Standing: actor.Admin, TurnID: "t"}
	part := actor.Actor{Kind: actor.Extraction}
	m, _, err := h.Memory.Add(ctx, a, memory.Draft{Scope: owner, Content: "one fact that is kept"})
	must(h.t, err)
	vector := []float32{1, 0, 0}
	_, err = h.db.Vectors().PutVectors(ctx, "m", []recall.Vector{{MemoryID: m.ID, Version: 1, Embedding: vector}})
	must(h.t, err)
	must(h.t, graph.New(h.db.Triples()).Keep(ctx, a, m, []graph.Fact{{Subject: "fact", Predicate: "is", Object: "kept"}}, nil))
	gone, _, err := h.Memory.Add(ctx, a, memory.Draft{Scope: owner, Content: "another fact, which waits for its vector"})
	must(h.t, err)
	_, _, err = h.Memory.Delete(ctx, a, own, gone.ID, "asked")
	must(h.t, err)
	_, err = h.Memory.Propose(ctx, a, own, memory.Decision{Op: memory.OpAdd, Scope: owner, Content: "a third, asked about"}, memory.Limits{})
	must(h.t, err)

	person := ""
	if chat > 0 {
		person = id
		must(h.t, h.db.People().SaveGreeting(ctx, people.Greeting{Bot: "keepsake", Person: id, Chat: chat, Mornings: true}))
	}
	s, err := h.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: "keepsake", Chat: chat}, person, "keepsake", false)
	must(h.t, err)
	_, err = h.Sessions.Append(ctx, actor.OfSystem(), s.ID, session.Message{Role: session.User, Author: id, Content: "words"})
	must(h.t, err)
	must(h.t, h.db.Sessions().OpenTurn(ctx, session.Turn{ID: "turn", SessionID: s.ID, Lane: "lane", State: session.TurnOpen, OpenedAt: time.Now()}))
	run, err := h.Candidates.Begin(ctx, part, candidate.Run{Scope: owner, SessionID: s.ID, FromSeq: 1, ToSeq: 1})
	must(h.t, err)
	c, err := h.Candidates.Found(ctx, part, candidate.Candidate{RunID: run.ID, Scope: owner, Kind: memory.Item, Type: memory.Profile, Content: "found"})
	must(h.t, err)
	must(h.t, h.Candidates.Decide(ctx, part, candidate.Verdict{CandidateID: c.ID, Relation: candidate.IsNew, Action: candidate.Refused, Reason: "unsure"}))
	_, err = h.Digests.Form(ctx, part, owner, []digest.Directive{{SessionID: s.ID, Content: "answer in verse"}}, digest.Episode{SessionID: s.ID, Content: "talked of verse"})
	must(h.t, err)
	must(h.t, h.Digests.Absorb(ctx, part, digest.Digest{Scope: owner, Lines: []digest.Line{{Text: "answer in verse"}}}, nil, nil))
	must(h.t, h.Digests.Schedule(ctx, part, owner, time.Now()))
	maker := a
	maker.Owner = true
	made, err := h.Shards.Make(ctx, maker, owner, "Summer party", "Dates and places")
	must(h.t, err)
	_, err = h.Shards.Add(ctx, maker, owner, made.ID, shard.Fact, "It is on 3 July")
	must(h.t, err)
	idea, err := h.Shards.Add(ctx, maker, owner, made.ID, shard.Suggestion, "Ask for a band")
	must(h.t, err)
	_, err = h.Shards.Absorb(ctx, part, owner.Store, shard.Digest{ShardID: made.ID, Lines: []digest.Line{{Text: "Ask for a band", From: []string{idea.ID}}}}, []shard.Item{idea})
	must(h.t, err)

	_, err = h.Delivery.Receive(ctx, []delivery.Update{{
		Bot: "keepsake", UpdateID: 1, Lane: delivery.Lane("keepsake", chat, 0), Chat: chat, Person: id,
		ReceivedAt: time.Now(), DueAt: time.Now(), State: delivery.Waiting, Payload: []byte("{}"),
	}})
	must(h.t, err)
	_, err = h.Delivery.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: chat, Person: id, Kind: delivery.Send,
		Body: delivery.Body{Text: "hi"}, Messages: []int64{17}})
	must(h.t, err)
	if owner.Kind == scope.User {
		must(h.t, h.db.People().PutAccountLink(ctx, "link", id, "telegram:77", time.Now()))
		must(h.t, h.db.People().PutLinkCode(ctx, id, "hash of a code", time.Now()))
		key, _, err := h.Keys.Create(ctx, a, apikey.Key{Store: "keepsake", Person: id, Write: true})
		must(h.t, err)
		_, _, err = h.Keys.Once(ctx, key.Actor(), key, "name", nil, func(context.Context) (string, int, error) { return m.ID, 1, nil })
		must(h.t, err)
		_, err = h.SignIns.NewLink(ctx, a, id, "keepsake")
		must(h.t, err)
		call, err := h.Outside.Ask(ctx, actor.Actor{Kind: actor.Tool, ID: id, TurnID: "t", CallID: "c"}, outside.Call{Person: id, Server: "calendar", Tool: "add"})
		must(h.t, err)
		_, _, err = h.Outside.Allow(ctx, a, call.ID, true)
		must(h.t, err)
		_, err = h.Tasks.Create(ctx, a, task.Draft{Store: "keepsake", Person: id, Title: "a task", Due: "2999-01-01", Zone: time.UTC, Bot: "keepsake", Chat: chat})
		must(h.t, err)
	}
}

// A policy stays when the owner who set it is erased; who that was, and why, does not.
func TestErasedOwnerSignsNoPolicy(t *testing.T) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			h := houseOf(t, db)
			s, base := &policy.Service{Store: db.Policies(), Now: time.Now}, policy.Default()
			bold := base
			bold.MinConfidence = 0.9
			for _, id := range []int64{42, 43} {
				bold.PerHour++
				_, err := s.Set(t.Context(), actor.Actor{Kind: actor.Person, ID: people.ID(id), Owner: true}, "keepsake", base, policy.Change{Policy: bold, Reason: "mine"})
				must(t, err)
			}
			owner := actor.Actor{Kind: actor.Person, ID: people.ID(42), Standing: actor.Admin}
			_, err := h.Everything(t.Context(), owner, owner.ID, session.Place{Bot: "keepsake", Chat: 42}, nil)
			must(t, err)
			all, err := s.History(t.Context(), "keepsake", base, 0)
			must(t, err)
			if len(all) != 3 || all[1].By != "" || all[1].Reason != "" || all[0].By != people.ID(43) || all[0].Reason != "mine" || all[1].Policy.MinConfidence != 0.9 {
				t.Errorf("the policies: %+v", all)
			}
		})
	}
}
