package forget_test

import (
	"context"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// Group erases a group in all its topics, and nothing of its members' own.
func TestGroup(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	topic := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100:5"}
	other := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-1001"}
	own := scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(42)}
	for _, sc := range []scope.Scope{group, topic, other, own} {
		_, _, err := h.Memory.Add(ctx, actor.OfPerson(people.ID(42)), memory.Draft{Scope: sc, Content: "a fact of " + strings.TrimPrefix(sc.ID, "telegram:")})
		must(t, err)
	}
	for i, p := range []session.Place{{Bot: "keepsake", Chat: -100}, {Bot: "keepsake", Chat: -100, Topic: 5}, {Bot: "keepsake", Chat: 42}} {
		person := ""
		if p.Chat > 0 {
			person = people.ID(42)
		}
		s, err := h.Sessions.Begin(ctx, actor.OfSystem(), p, person, "keepsake", i == 1)
		must(t, err)
		_, err = h.Sessions.Append(ctx, actor.OfSystem(), s.ID, session.Message{Role: session.User, Content: "hello", Author: people.ID(42)})
		must(t, err)
		_, err = h.Delivery.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: p.Chat, Kind: delivery.Send, Person: people.ID(42), Body: delivery.Body{Text: "hi"}})
		must(t, err)
	}
	c := people.NewChat("keepsake", -100)
	c.Access, c.Listening = people.Allowed, true
	must(t, h.People.SaveChat(ctx, actor.OfSystem(), c))
	_, err := h.People.Knock(ctx, actor.OfSystem(), "keepsake", people.ID(-100), "The Crew")
	must(t, err)
	_, err = h.People.Decide(ctx, actor.OfSystem(), "keepsake", people.ID(-100), people.Allowed)
	must(t, err)

	told := false
	r, err := h.Group(ctx, actor.OfSystem(), group, session.Place{Bot: "keepsake", Chat: -100}, func(context.Context, forget.Receipt) error { told = true; return nil })
	must(t, err)
	if !told || r.Memory.Memories != 2 || r.Sessions.Sessions != 2 || r.Delivery.Outgoing != 2 {
		t.Errorf("told %v, receipt %+v", told, r)
	}
	if c, err = h.People.Chat(ctx, "keepsake", -100); err != nil || c.Listening || c.Access != people.Allowed {
		t.Errorf("settings %+v %v", c, err)
	}
	if q, err := h.People.Request(ctx, "keepsake", people.ID(-100)); err != nil || q.Title != "" || !q.Decided {
		t.Errorf("what the group is called: %+v %v", q, err)
	}
	for sc, want := range map[scope.Scope]int{group: 0, topic: 0, other: 1, own: 1} {
		if _, n, err := h.Memory.List(ctx, memory.ActiveQuery(sc)); err != nil || n != want {
			t.Errorf("%s holds %d, %v", sc.ID, n, err)
		}
	}
	if _, err := h.Sessions.Current(ctx, session.Place{Bot: "keepsake", Chat: 42}, people.ID(42)); err != nil {
		t.Error(err)
	}
}

// What a person erases of their own leaves a group's turn under way able to end.
func TestEverythingLeavesAGroupsTurnItsRows(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	ann := people.ID(42)
	reply, err := h.Delivery.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: -100, Person: ann, Kind: delivery.Reply, State: delivery.Drafting, TurnID: "t"})
	must(t, err)
	done, err := h.Delivery.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: -100, Person: ann, Kind: delivery.Send, Body: delivery.Body{Text: "hi"}})
	must(t, err)
	_, err = h.Everything(ctx, actor.OfPerson(ann), ann, session.Place{Bot: "keepsake", Chat: 42}, nil)
	must(t, err)
	if _, err := h.Delivery.Out(ctx, reply); err != nil {
		t.Error("the reply of a group's turn is gone")
	}
	if _, err := h.Delivery.Out(ctx, done); err == nil {
		t.Error("what was sent to the person is still there")
	}
}
