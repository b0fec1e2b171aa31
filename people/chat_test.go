package people_test

import (
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/people"
)

func TestAChatHasTheUsualSettingsUntilSomebodyChangesThem(t *testing.T) {
	w := newWorld(t)
	c, err := w.Chat(t.Context(), "keepsake", -100)
	if err != nil || c != people.NewChat("keepsake", -100) || !c.IsGroup() || !c.ByName || c.Listening {
		t.Fatalf("nobody set anything: %+v, %v", c, err)
	}
	if people.NewChat("keepsake", 7).IsGroup() {
		t.Error("a private chat is a group")
	}
	c.Access, c.Listening, c.ByName, c.TopicMemory = people.Allowed, true, false, true
	if err := w.SaveChat(t.Context(), actor.OfSystem(), c); err != nil {
		t.Fatal(err)
	}
	c.UpdatedAt = noon
	if got, err := w.Chat(t.Context(), "keepsake", -100); err != nil || got != c {
		t.Errorf("saved %+v, got %+v, %v", c, got, err)
	}
	if got, err := w.Chat(t.Context(), "other", -100); err != nil || got != people.NewChat("other", -100) {
		t.Errorf("another bot's: %+v, %v", got, err)
	}
}

// A group that became a supergroup takes its settings along (issue 3, point 1); hearing of
// it twice changes nothing.
func TestAChatThatMovesTakesItsSettingsAlong(t *testing.T) {
	w := newWorld(t)
	old := people.NewChat("keepsake", -100)
	old.Access, old.Listening, old.Closed = people.Allowed, true, true
	if err := w.SaveChat(t.Context(), actor.OfSystem(), old); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		w.at = noon.Add(time.Duration(i+1) * time.Hour)
		if err := w.MoveChat(t.Context(), actor.OfSystem(), "keepsake", -100, -1002000); err != nil {
			t.Fatal(err)
		}
		gone, err := w.Chat(t.Context(), "keepsake", -100)
		if err != nil || !gone.Closed || gone.MovedTo != -1002000 || gone.Listening || gone.Access != people.None {
			t.Errorf("left behind: %+v, %v", gone, err)
		}
		now, err := w.Chat(t.Context(), "keepsake", -1002000)
		if err != nil || now.Closed || now.MovedTo != 0 || !now.Listening || now.Access != people.Allowed {
			t.Errorf("moved: %+v, %v", now, err)
		}
		if !now.UpdatedAt.Equal(noon.Add(time.Hour)) {
			t.Errorf("move %d wrote at %v", i+1, now.UpdatedAt)
		}
	}
}
