package forget_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/people"
	"keepsake/session"
	"keepsake/task"
)

// The stores as they are, but for one step that breaks.
type (
	brokenMemories   struct{ memory.Store }
	brokenTopics     struct{ memory.Store }
	brokenSessions   struct{ session.Store }
	brokenTasks      struct{ task.Store }
	brokenFences     struct{ delivery.Store }
	brokenDeliveries struct{ delivery.Store }
	brokenPeople     struct{ people.Store }
	brokenSettings   struct{ people.Store }
)

var errBroken = errors.New("broken")

func (brokenMemories) Erase(context.Context, memory.Scope) (memory.Erased, error) {
	return memory.Erased{}, errBroken
}
func (brokenTopics) Topics(context.Context, memory.Scope) ([]memory.Scope, error) {
	return nil, errBroken
}
func (brokenSessions) Erase(context.Context, memory.Scope) (session.Erased, error) {
	return session.Erased{}, errBroken
}
func (brokenTasks) Erase(context.Context, string) (int, error)       { return 0, errBroken }
func (brokenFences) BumpFences(context.Context, string, int64) error { return errBroken }
func (brokenPeople) Erase(context.Context, string) error             { return errBroken }
func (brokenSettings) SaveChat(context.Context, people.Chat) error   { return errBroken }
func (brokenDeliveries) Erase(context.Context, memory.Scope) (delivery.Erased, error) {
	return delivery.Erased{}, errBroken
}

// Whichever step fails, nothing is erased and no receipt is given; once it works, all is.
func TestErasureIsWhole(t *testing.T) {
	group := memory.Scope{Store: "keepsake", Kind: memory.Group, ID: "telegram:-100"}
	room := session.Place{Bot: "keepsake", Chat: -100}
	both := map[string]func(h *house){
		"fences":     func(h *house) { h.Delivery.Store = brokenFences{h.Delivery.Store} },
		"memories":   func(h *house) { h.Memory.Store = brokenMemories{h.Memory.Store} },
		"sessions":   func(h *house) { h.Sessions.Store = brokenSessions{h.Sessions.Store} },
		"deliveries": func(h *house) { h.Delivery.Store = brokenDeliveries{h.Delivery.Store} },
	}
	persons, groups := maps.Clone(both), maps.Clone(both)
	persons["tasks"] = func(h *house) { h.Tasks.Store = brokenTasks{h.Tasks.Store} }
	persons["people"] = func(h *house) { h.People.Store = brokenPeople{h.People.Store} }
	groups["topics"] = func(h *house) { h.Memory.Store = brokenTopics{h.Memory.Store} }
	groups["settings"] = func(h *house) { h.People.Store = brokenSettings{h.People.Store} }

	h := open(t)
	h.fill(chat)
	_, _, err := h.Memory.Add(t.Context(), memory.New{Scope: group, Content: "the group's fact", Actor: tap})
	must(t, err)
	erase := map[string]func() (forget.Receipt, error){
		"person": func() (forget.Receipt, error) { return h.Everything(t.Context(), person, place, nil) },
		"group":  func() (forget.Receipt, error) { return h.Group(t.Context(), group, room, nil) },
	}
	scope := map[string]memory.Scope{"person": scope, "group": group}
	for who, steps := range map[string]map[string]func(h *house){"person": persons, "group": groups} {
		for _, step := range slices.Sorted(maps.Keys(steps)) {
			m, s, d, k, p := h.Memory.Store, h.Sessions.Store, h.Delivery.Store, h.Tasks.Store, h.People.Store
			steps[step](h)
			r, err := erase[who]()
			h.Memory.Store, h.Sessions.Store, h.Delivery.Store, h.Tasks.Store, h.People.Store = m, s, d, k, p
			if !errors.Is(err, errBroken) || r != (forget.Receipt{}) {
				t.Errorf("%s, %s breaks: %+v %v", who, step, r, err)
			}
			if _, n, err := h.Memory.List(t.Context(), memory.Known(scope[who])); err != nil || n != 1 {
				t.Errorf("%s, %s breaks: %d memories left, %v", who, step, n, err)
			}
		}
		if _, err := erase[who](); err != nil {
			t.Errorf("%s: %v", who, err)
		}
		if _, n, err := h.Memory.List(t.Context(), memory.Known(scope[who])); err != nil || n != 0 {
			t.Errorf("%s: %d memories left, %v", who, n, err)
		}
	}
}
