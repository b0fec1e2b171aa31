package forget_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/people"
	"keepsake/scope"
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

func (brokenMemories) Erase(context.Context, scope.Scope) (memory.Erased, error) {
	return memory.Erased{}, errBroken
}
func (brokenTopics) Topics(context.Context, scope.Scope) ([]scope.Scope, error) {
	return nil, errBroken
}
func (brokenSessions) Erase(context.Context, scope.Scope) (session.Erased, error) {
	return session.Erased{}, errBroken
}
func (brokenTasks) Erase(context.Context, string) (int, error)       { return 0, errBroken }
func (brokenFences) BumpFences(context.Context, string, int64) error { return errBroken }
func (brokenPeople) Erase(context.Context, string, time.Time) error  { return errBroken }
func (brokenSettings) SaveChat(context.Context, people.Chat) error   { return errBroken }
func (brokenDeliveries) Erase(context.Context, scope.Scope) (delivery.Erased, error) {
	return delivery.Erased{}, errBroken
}

// Whichever step fails, nothing is erased and no receipt is given; once it works, all is.
func TestErasureIsWhole(t *testing.T) {
	group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	room := session.Place{Bot: "keepsake", Chat: -100}
	both := map[string]func(h *house){
		"fences":     func(h *house) { h.Delivery = delivery.New(delivery.Config{Store: brokenFences{h.db.Deliveries()}}) },
		"memories":   func(h *house) { h.setMemory(memory.Config{Store: brokenMemories{h.db.Memories()}}) },
		"sessions":   func(h *house) { h.Sessions = session.New(session.Config{Store: brokenSessions{h.db.Sessions()}}) },
		"deliveries": func(h *house) { h.Delivery = delivery.New(delivery.Config{Store: brokenDeliveries{h.db.Deliveries()}}) },
	}
	persons, groups := maps.Clone(both), maps.Clone(both)
	persons["tasks"] = func(h *house) { h.Tasks = task.New(task.Config{Store: brokenTasks{h.db.Tasks()}}) }
	persons["people"] = func(h *house) { h.People = people.New(people.Config{Store: brokenPeople{h.db.People()}}) }
	groups["topics"] = func(h *house) { h.setMemory(memory.Config{Store: brokenTopics{h.db.Memories()}}) }
	groups["settings"] = func(h *house) { h.People = people.New(people.Config{Store: brokenSettings{h.db.People()}}) }

	h := open(t)
	h.fill(chat)
	_, _, err := h.Memory.Add(t.Context(), tap, memory.Draft{Scope: group, Content: "the group's fact"})
	must(t, err)
	erase := map[string]func() (forget.Receipt, error){
		"person": func() (forget.Receipt, error) { return h.Everything(t.Context(), tap, person, place, nil) },
		"group":  func() (forget.Receipt, error) { return h.Group(t.Context(), actor.OfSystem(), group, room, nil) },
	}
	owner := map[string]scope.Scope{"person": owner, "group": group}
	for who, steps := range map[string]map[string]func(h *house){"person": persons, "group": groups} {
		for _, step := range slices.Sorted(maps.Keys(steps)) {
			s, d, k, p := h.Sessions, h.Delivery, h.Tasks, h.People
			steps[step](h)
			r, err := erase[who]()
			h.setMemory(memory.Config{})
			h.Sessions, h.Delivery, h.Tasks, h.People = s, d, k, p
			if !errors.Is(err, errBroken) || r != (forget.Receipt{}) {
				t.Errorf("%s, %s breaks: %+v %v", who, step, r, err)
			}
			if _, n, err := h.Memory.List(t.Context(), memory.ActiveQuery(owner[who])); err != nil || n != 1 {
				t.Errorf("%s, %s breaks: %d memories left, %v", who, step, n, err)
			}
		}
		if _, err := erase[who](); err != nil {
			t.Errorf("%s: %v", who, err)
		}
		if _, n, err := h.Memory.List(t.Context(), memory.ActiveQuery(owner[who])); err != nil || n != 0 {
			t.Errorf("%s: %d memories left, %v", who, n, err)
		}
	}
}

// setMemory makes the Service of memories anew with other settings.
func (h *house) setMemory(c memory.Config) {
	if c.Store == nil {
		c.Store = h.db.Memories()
	}
	c.Now, c.Key = time.Now, []byte("key")
	*h.Memory = *memory.New(c)
}
