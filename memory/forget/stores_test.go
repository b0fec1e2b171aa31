package forget_test

import (
	"context"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/trust"
)

// Several roles in one process: what is forgotten in one store is not told on by what
// another agent answered in a conversation of another; everything is everything, in all
// stores (R9).
func TestStores(t *testing.T) {
	h := open(t)
	h.Stores, h.Bots = []string{"keepsake", "poet"}, []string{"keepsake", "poet"}
	ctx := t.Context()
	m, _, err := h.Memory.Add(ctx, actor.Actor{Kind: actor.Person, ID: person}, memory.Draft{
		Scope: scope.Scope{Store: "poet", Kind: scope.User, ID: person}, Content: "The user's dog is called Rex",
		Reason: "test",
	})
	must(t, err)
	s := h.begin()
	h.append(s, "turn1", says("a verse on my dog"),
		session.Message{Role: session.Assistant, Trust: trust.Bot, ToolCalls: []session.ToolCall{{ID: "d1", Name: "delegate", Arguments: "{}"}}},
		session.Message{Role: session.Tool, Trust: trust.Tool, Name: "delegate", ToolCallID: "d1", Content: "The user's dog is called Rex."},
		bot("What a fine day."))
	_, _, err = h.One(ctx, actor.Actor{Kind: actor.Person, ID: person}, []scope.Scope{m.Scope}, m.ID)
	must(t, err)
	if got := h.shown(s.ID); strings.Contains(got, "Rex") || !strings.Contains(got, "fine day") {
		t.Errorf("shown: %s", got)
	}
	_, err = h.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: "poet", Chat: chat}, person, "poet", false)
	must(t, err)
	r, err := h.Everything(ctx, tap, person, place, func(context.Context, forget.Receipt) error { return nil })
	must(t, err)
	if r.Sessions.Sessions != 2 || r.Memory.Memories != 1 {
		t.Errorf("%+v", r)
	}
}
