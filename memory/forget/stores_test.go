package forget_test

import (
	"context"
	"strings"
	"testing"

	"keepsake/memory"
	"keepsake/memory/forget"
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
	m, _, err := h.Memory.Add(ctx, memory.New{
		Scope: memory.Scope{Store: "poet", Kind: memory.User, ID: person}, Content: "The user's dog is called Rex",
		Actor: memory.Actor{Kind: memory.ActorPerson, ID: person}, Reason: "test",
	})
	must(t, err)
	s := h.begin()
	h.append(s, "turn1", says("a verse on my dog"),
		session.Message{Role: session.Assistant, Trust: trust.Bot, ToolCalls: []session.ToolCall{{ID: "d1", Name: "delegate", Arguments: "{}"}}},
		session.Message{Role: session.Tool, Trust: trust.Tool, Name: "delegate", ToolCallID: "d1", Content: "The user's dog is called Rex."},
		bot("What a fine day."))
	_, _, err = h.One(ctx, []memory.Scope{m.Scope}, m.ID, memory.Actor{Kind: memory.ActorPerson, ID: person})
	must(t, err)
	if got := h.shown(s.ID); strings.Contains(got, "Rex") || !strings.Contains(got, "fine day") {
		t.Errorf("shown: %s", got)
	}
	_, err = h.Sessions.Begin(ctx, session.Place{Bot: "poet", Chat: chat}, person, "poet", false)
	must(t, err)
	r, err := h.Everything(ctx, person, place, func(context.Context, forget.Receipt) error { return nil })
	must(t, err)
	if r.Sessions.Sessions != 2 || r.Memory.Memories != 1 {
		t.Errorf("%+v", r)
	}
}
