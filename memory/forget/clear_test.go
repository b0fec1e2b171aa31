package forget_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/scope"
	"keepsake/session"
)

// An operator destroys memories, conversations or both, of one person or of all; what is
// under way in those chats ends at its next write.
func TestClear(t *testing.T) {
	h := open(t)
	h.Bots = []string{place.Bot}
	ctx := t.Context()
	for _, s := range []scope.Scope{owner, {Store: "keepsake", Kind: scope.User, ID: "telegram:7"}, {Store: "keepsake", Kind: scope.Group, ID: "telegram:-100:5"}, {Store: "keepsake", Kind: scope.Project, ID: "house"}} {
		_, _, err := h.Memory.Add(ctx, actor.Actor{Kind: actor.Extraction}, memory.Draft{Scope: s, Content: "a fact of " + s.ID})
		must(t, err)
	}
	s := h.begin()
	h.append(s, "turn1", says("hello"), bot("Hello."))
	_, err := h.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: place.Bot, Chat: -100, Topic: 5}, "", "keepsake", true)
	must(t, err)
	claim, ok, err := h.Delivery.TakeLane(ctx, place.Bot, place.Chat, 0, "me", time.Now(), time.Minute)
	if err != nil || !ok {
		t.Fatalf("no lane: %v", err)
	}
	clear := func(w forget.Wipe, memories, sessions int) {
		t.Helper()
		w.Store = "keepsake"
		r, clean, err := h.Clear(ctx, actor.OfSystem(), w)
		if err != nil || !clean || r.Memory.Memories != memories || r.Sessions.Sessions != sessions {
			t.Errorf("%+v: %+v, %v, %v", w, r, clean, err)
		}
	}
	clear(forget.Wipe{Person: person, Memories: true}, 1, 0)
	if err := h.Delivery.Guard(ctx, claim); !errors.Is(err, delivery.ErrLeaseLost) {
		t.Errorf("the answer under way goes on: %v", err)
	}
	clear(forget.Wipe{Person: person, Memories: true, Sessions: true}, 0, 1)
	clear(forget.Wipe{Sessions: true}, 0, 1)
	clear(forget.Wipe{Memories: true, Sessions: true}, 3, 0)
}
