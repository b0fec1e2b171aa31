package bot_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/bot/simulator"
	"keepsake/people"
)

// U5: the first task with a time asks once what the person's clock is; by a tap on the present time, then on a city, and the reminder
// comes at their nine o'clock without being asked for again.
func TestU5TheClockIsAskedOnceAndTheReminderGoesOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	scope := ann.scopes()[0]
	tomorrow := w.now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	w.rules.When("tomorrow at 9").Call("create_task", map[string]any{"title": "Call Sarah", "due": tomorrow + "T09:00"})
	w.rules.WhenResult("create_task", "do not ask yourself").Say("I will.")
	made := ann.says("Remind me tomorrow at 9 to call Sarah", "I will.")
	asked := ann.shows(made.ID, "the question", func(m simulator.Message) bool { return strings.Contains(m.Text, "I went by UTC") })
	ann.taps(asked, "No, another time")
	times := ann.hears(made.ID, "What time is it where you are?")
	there := times.Buttons[5][0].Text // nine hours ahead of UTC: four in a row from eleven behind
	ann.taps(times, there)
	ann.shows(times.ID, "the time", func(m simulator.Message) bool {
		return strings.Contains(m.Text, "for you (UTC+9)") && strings.Contains(m.Text, "Call Sarah") && strings.Contains(m.Text, "09:00")
	})
	ann.taps(times, "Tokyo")
	ann.shows(times.ID, "the city", func(m simulator.Message) bool { return strings.Contains(m.Text, "Asia/Tokyo") })
	tokyo, err := people.LoadZone("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	ts, _, err := w.tasks.List(w.ctx(), scope.Store, scope.ID, false, 0, 0)
	if err != nil || len(ts) != 1 || ts[0].DueAt.In(tokyo).Format("15:04") != "09:00" || !ts[0].RemindAt.Equal(*ts[0].DueAt) {
		t.Fatalf("tasks %+v, %v", ts, err)
	}
	w.rules.When("tomorrow at 10").Call("create_task", map[string]any{"title": "Water the plants", "due": w.now().In(tokyo).AddDate(0, 0, 1).Format(time.DateOnly) + "T10:00"})
	w.rules.WhenResult("create_task", "Created task").Say("Gladly.")
	second := ann.says("Remind me tomorrow at 10 to water the plants", "Gladly.")
	w.idle()
	if m := ann.shows(second.ID, "the receipt", func(m simulator.Message) bool { return strings.Contains(m.Text, "Task: Water") }); strings.Contains(m.Text, "🕒") {
		t.Errorf("asked again: %s", m.Text)
	}
}

// U5: the guessed clock is confirmed by one tap, and a city or an offset may be typed; a person who leaves the question alone is not asked again.
func TestU5TheClockIsConfirmedOrTyped(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann, bob := w.person(11, "Ann"), w.person(12, "Bob")
	tomorrow := w.now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	w.rules.When("tomorrow at 9").Call("create_task", map[string]any{"title": "Call Sarah", "due": tomorrow + "T09:00"})
	w.rules.WhenResult("create_task", "Created task").Say("I will.")
	asks := func(m simulator.Message) bool { return strings.Contains(m.Text, "Is it the same for you?") }
	made := ann.says("Remind me tomorrow at 9 to call Sarah", "I will.")
	ann.taps(ann.shows(made.ID, "the question", asks), "Yes, ")
	ann.hears(made.ID, "for you (UTC)")
	made = bob.says("Remind me tomorrow at 9 to call Sarah", "I will.")
	bob.taps(bob.shows(made.ID, "the question", asks), "No, another time")
	times := bob.hears(made.ID, "What time is it")
	bob.taps(times, "City or offset")
	question := bob.hears(times.ID, "Reply to this message")
	bob.hears(bob.Reply(question.ID, "Atlantis").ID, "I don't know that time zone")
	bob.hears(bob.Reply(question.ID, "+5:30").ID, "for you (UTC+5:30)")
	for _, c := range []*chatter{ann, bob} {
		p, err := w.people.Get(w.ctx(), c.scopes()[0].ID)
		if err != nil || p.TimeZone == "" || p.ZoneAsked == "" {
			t.Errorf("%+v, %v", p, err)
		}
	}
}

// U5 (issue 14.2): a location says the time there and offers that clock; a tap sets it, with the tasks whose clock was a guess. The
// position is used once, and no model is asked.
func TestU5TheClockByLocation(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	tomorrow := w.now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	w.rules.When("tomorrow at 9").Call("create_task", map[string]any{"title": "Call Sarah", "due": tomorrow + "T09:00"})
	w.rules.WhenResult("create_task", "Created task").Say("I will.")
	ann.says("Remind me tomorrow at 9 to call Sarah", "I will.")
	asked := len(w.model.Requests())
	receipt, err := ann.Await(w.ctx(), 0, func(m simulator.Message) bool { return strings.Contains(m.Text, "I went by UTC") })
	if err != nil {
		t.Fatal(err)
	}
	ann.taps(receipt, "No, another time")
	times := ann.hears(receipt.ID, "What time is it where you are?")
	ann.taps(times, "Where I am")
	ann.hears(times.ID, "under the input field")
	there := ann.hears(ann.Location(47.07, 15.44).ID, "(Europe/Vienna). Is that your clock?")
	ann.taps(there, "Yes")
	ann.shows(there.ID, "the clock", func(m simulator.Message) bool {
		return strings.Contains(m.Text, "for you (Europe/Vienna)") && strings.Contains(m.Text, "Call Sarah") && strings.Contains(m.Text, "09:00")
	})
	ann.hears(ann.Location(48.2, 16.37).ID, "that is the clock I go by")
	ann.hears(ann.Location(-45, -120).ID, "what time it is there")
	if p, err := w.people.Get(w.ctx(), ann.scopes()[0].ID); err != nil || p.TimeZone != "Europe/Vienna" {
		t.Errorf("%+v, %v", p, err)
	}
	if n := len(w.model.Requests()); n != asked {
		t.Errorf("the model was asked %d times more", n-asked)
	}
}
