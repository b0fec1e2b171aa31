package feedback_test

import (
	"testing"
	"time"

	"keepsake/command/answer"
	"keepsake/command/feedback"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
	"keepsake/store/storetest"
)

// A database that does not answer is no "there is nothing": whoever asked is told that it failed.
func TestADatabaseThatIsAwayIsAnError(t *testing.T) {
	db := storetest.SQLite(t)
	now := func() time.Time { return time.Now() }
	d := &feedback.Desk{
		Store: "keepsake", Delivery: delivery.New(delivery.Config{Store: db.Deliveries(), Now: now}),
		Sessions: session.New(session.Config{Store: db.Sessions(), Now: now}),
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	a := &answer.Answer{Person: people.Person{ID: "telegram:7"}, Place: session.Place{Bot: "keepsake", Chat: 7}, Tap: &answer.Tap{Ref: "turn"}}
	if said, err := d.Dislike(t.Context(), a, 5); said || err == nil {
		t.Errorf("a thumb down: %v, %v", said, err)
	}
	if said, err := d.Offer(t.Context(), a, session.Message{TurnID: "turn"}); said || err == nil {
		t.Errorf("a changed message: %v, %v", said, err)
	}
	if _, ok, err := d.Again(t.Context(), a); ok || err == nil {
		t.Errorf("again: %v, %v", ok, err)
	}
	if len(a.Out) > 0 || a.Note != "" {
		t.Errorf("said %+v, %q", a.Out, a.Note)
	}
}
