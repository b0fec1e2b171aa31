package app_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
)

// TestUpkeep: what has had its time goes when the clock has moved (issue point 12, P24).
func TestUpkeep(t *testing.T) {
	w := newWorld(t)
	a, err := app.New(t.Context(), w.config, app.Options{Now: w.now})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx := t.Context()
	owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(7)}
	who := actor.Actor{Kind: actor.Person, ID: people.ID(7)}
	m, _, err := a.Memory.Add(ctx, who, memory.Draft{Scope: owner, Content: "Ann likes tea", Category: "preference"})
	must(t, err)
	_, _, err = a.Memory.Delete(ctx, who, []scope.Scope{owner}, m.ID, "asked")
	must(t, err)
	_, err = a.Delivery.Receive(ctx, []delivery.Update{{Bot: "keepsake", UpdateID: 1, Lane: "keepsake:7:0", Chat: 7, ReceivedAt: w.now(), DueAt: w.now()}})
	must(t, err)
	us, err := a.Delivery.LaneUpdates(ctx, "keepsake:7:0")
	must(t, err)
	must(t, a.Delivery.Finish(ctx, []int64{us[0].ID}))
	code, err := a.People.NewOwnerLink(ctx, actor.OfSystem(), time.Hour)
	must(t, err)

	faded, _, err := a.Memory.Add(ctx, who, memory.Draft{Scope: owner, Content: "The weather was nice", Category: "context", Origin: memory.Extracted})
	must(t, err)
	lapsed, _, err := a.Memory.Add(ctx, who, memory.Draft{Scope: owner, Content: "The build is broken", Category: "project"})
	must(t, err)
	until := w.now().Add(time.Hour)
	must(t, a.DB.Memories().SetExpires(ctx, lapsed.ID, &until))

	a.Upkeep(ctx)
	if _, err := a.Memory.History(ctx, []scope.Scope{owner}, m.ID); err != nil {
		t.Errorf("a memory deleted just now is gone: %v", err)
	}
	w.later(40 * 24 * time.Hour)
	a.Upkeep(ctx)
	if _, err := a.Memory.History(ctx, []scope.Scope{owner}, m.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a memory deleted long ago is there: %v", err)
	}
	if _, err := a.Delivery.Update(ctx, us[0].ID); !errors.Is(err, delivery.ErrNotFound) {
		t.Errorf("an old handled row is there: %v", err)
	}
	w.later(400 * 24 * time.Hour)
	a.Upkeep(ctx)
	for _, x := range []struct {
		id     string
		status memory.Status
	}{{lapsed.ID, memory.Expired}, {faded.ID, memory.Active}} { // R11, P66
		if m, err := a.Memory.Get(ctx, []scope.Scope{owner}, x.id); err != nil || m.ArchivedAt == nil || m.Status != x.status {
			t.Errorf("%+v, %v: want it in the archive, %s", m, err, x.status)
		}
	}
	_, err = a.People.See(ctx, actor.OfSystem(), people.Person{ID: people.ID(7), Name: "Ann"})
	must(t, err)
	if err := a.People.ClaimOwner(ctx, actor.OfPerson(people.ID(7)), code); !errors.Is(err, people.ErrLink) {
		t.Errorf("an expired link works: %v", err)
	}
}
