package command_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/task"
)

// greets lets the schedule look at a time, and returns what it put into the outbox since.
func (w *world) greets(at time.Time) (put []delivery.Outgoing) {
	w.t.Helper()
	ctx := w.t.Context()
	first := int64(1)
	for ; ; first++ {
		if _, err := w.delivery.Out(ctx, first); err != nil {
			break
		}
	}
	w.at = at
	n, err := w.commands.Greet(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	for id := first; id < first+int64(n); id++ {
		o, err := w.delivery.Out(ctx, id)
		if err != nil {
			w.t.Fatal(err)
		}
		put = append(put, o)
	}
	return put
}

// says checks what the schedule sends at a time: nothing for no words.
func (w *world) says(at time.Time, words ...string) delivery.Outgoing {
	w.t.Helper()
	put := w.greets(at)
	if len(words) == 0 {
		if len(put) != 0 {
			w.t.Fatalf("at %v it says %q", at, put[0].Body.Text)
		}
		return delivery.Outgoing{}
	}
	if len(put) != 1 {
		w.t.Fatalf("at %v it sends %d messages, want %q", at, len(put), words)
	}
	for _, want := range words {
		if !strings.Contains(put[0].Body.Text, want) {
			w.t.Errorf("at %v it says %q, want %q", at, put[0].Body.Text, want)
		}
	}
	return put[0]
}

// Issue 14.4: a good morning and a word on birthdays come to those who switched them on, on their clock, outside of quiet
// hours, once a day, also after a restart; one tap stops each.
func TestGoodMorningAndBirthdays(t *testing.T) { onBoth(t, goodMorningAndBirthdays) }

func goodMorningAndBirthdays(t *testing.T, w *world) {
	ann, bob := w.private(11, "Ann Lee"), w.private(12, "Bob")
	bob.keeps("person", "User's birthday is 23 November")
	bob.types("/start", "Hello, Bob")
	ann.types("/start", "Hello, Ann!")
	_, message := ann.types("/settings", "Settings")
	p := ann.settings()
	p.TimeZone = "Europe/Vienna"
	if err := w.people.SaveSettings(t.Context(), ann.actor(), p); err != nil {
		t.Fatal(err)
	}
	ann.keeps("person", "User's sister Anna's birthday is 23 November")
	ann.keeps("person", "Ben's birthday is tomorrow") // said on the 22nd
	gone := ann.keeps("person", "Carl's birthday is 23 November")
	ann.keeps("person", "Dora's birthday is 24 November")
	if _, err := w.tasks.Create(t.Context(), ann.actor(), task.Draft{Person: ann.person.ID, Store: botName, Title: "Call *Mia*", Due: "2026-11-23T14:30", Zone: mustZone(t, "Europe/Vienna"), Bot: botName, Chat: 11}); err != nil {
		t.Fatal(err)
	}
	vienna := func(day, hour, minute int) time.Time {
		return time.Date(2026, 11, day, hour, minute, 0, 0, mustZone(t, "Europe/Vienna")).UTC()
	}
	w.says(vienna(23, 9, 0)) // nobody asked for anything

	w.at = vienna(22, 13, 0)
	ann.taps(message, "greet", "", "Good morning, with the day's tasks: off")
	ann.taps(message, "greet", "m.on", "Good morning, with the day's tasks: on")
	ann.taps(message, "greet", "b.on", "Birthdays you told me about: on")
	ann.types("/memory delete "+gone.ID, "Carl")
	w.says(vienna(22, 13, 1)) // today's hour has passed
	w.says(vienna(23, 7, 59))
	said := w.says(vienna(23, 8, 1), "Good morning, Ann!", "Your sister Anna's birthday is 23 November", "told me on Sun 22 Nov 2026): Ben's birthday is tomorrow", `14\:30 Call \*Mia\*`)
	if strings.Contains(said.Body.Text, "Carl") || strings.Contains(said.Body.Text, "Dora") || said.Chat != 11 || len(said.Body.Buttons) != 2 {
		t.Errorf("said %+v", said)
	}
	w.says(vienna(23, 8, 1))
	w.says(vienna(23, 20, 0))

	// One tap stops each.
	ann.taps(1, "greet", "stop.m", "Stopped")
	bob.taps(1, "greet", "stop.b", "Stopped") // his own, of which there is none
	said = w.says(vienna(24, 8, 30), "A birthday today: Dora's birthday is 24 November")
	if strings.Contains(said.Body.Text, "morning") {
		t.Errorf("still said: %q", said.Body.Text)
	}
	ann.taps(1, "greet", "stop.b", "Stopped")
	w.says(time.Date(2027, 11, 24, 9, 0, 0, 0, time.UTC))
}

// What is late, quiet, temporary or of somebody who may not talk any more: a good morning is not said in the afternoon, nothing
// comes in quiet hours or while a chat is private, and nothing to whom is blocked or has had everything erased.
func TestGreetingsKeepQuiet(t *testing.T) { onBoth(t, greetingsKeepQuiet) }

func greetingsKeepQuiet(t *testing.T, w *world) {
	w.commands.Quiet = people.Hours{From: 22 * time.Hour, To: 9 * time.Hour}
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC) }
	ann := w.private(11, "Ann")
	_, message := ann.types("/settings", "Settings")
	ann.keeps("person", "User's birthday is 25 November")
	ann.keeps("person", "The user was born on 1990-11-25")
	ann.keeps("person", "Dora's birthday is 24 November")
	ann.taps(message, "greet", "m.on", "on")
	ann.taps(message, "greet", "b.on", "on")
	ann.taps(message, "greet", "h.7", `Time: 07\:00`)
	w.says(at(23, 8)) // quiet until nine
	w.says(at(23, 9), "Good morning")
	late := w.says(at(24, 21), "Dora") // the bot was away all day
	if strings.Contains(late.Body.Text, "morning") {
		t.Errorf("a good morning at nine in the evening: %q", late.Body.Text)
	}
	own := w.says(at(25, 10), "Good morning", "Happy birthday, Ann!")
	if n := strings.Count(own.Body.Text, "irthday"); n != 1 {
		t.Errorf("congratulated %d times: %q", n, own.Body.Text)
	}
	w.at = at(25, 11)
	ann.types("/private", "private")
	w.says(at(26, 10))
	ann.types("/private off", "over")
	w.says(at(27, 10), "Good morning")

	w.at = at(27, 11)
	if err := w.people.SaveGreeting(t.Context(), actor.OfPerson(people.ID(12)), people.Greeting{Bot: botName, Person: ann.person.ID}); err == nil {
		t.Error("another person switched it off")
	}
	if err := w.db.People().SetAccess(t.Context(), ann.person.ID, people.Blocked); err != nil {
		t.Fatal(err)
	}
	w.says(at(28, 10))
	if err := w.people.Erase(t.Context(), actor.OfSystem(), ann.scope()); err != nil {
		t.Fatal(err)
	}
	if g, err := w.people.Greeting(t.Context(), botName, ann.person.ID); err != nil || g.IsOn() || g.NextAt != nil {
		t.Errorf("after erasure: %+v, %v", g, err)
	}
}

// Processes that look at the same moment send one message.
func TestGreetingsComeOnceFromReplicas(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.private(11, "Ann")
		_, message := ann.types("/settings", "Settings")
		ann.taps(message, "greet", "m.on", "on")
		w.at = w.at.Add(24 * time.Hour)
		var all sync.WaitGroup
		var mu sync.Mutex
		sent := 0
		for range 4 {
			all.Go(func() {
				n, err := w.commands.Greet(t.Context())
				mu.Lock()
				defer mu.Unlock()
				if sent += n; err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if sent != 1 {
			t.Errorf("%d good mornings", sent)
		}
	})
}

// The question about birthdays comes once, when the first one is kept by a tap, and to nobody who switched memory off or is in a
// group.
func TestBirthdaysAreAskedAboutOnce(t *testing.T) { onBoth(t, birthdaysAreAskedAboutOnce) }

func birthdaysAreAskedAboutOnce(t *testing.T, w *world) {
	const question = "Shall I tell you in the morning"
	ann, bob := w.private(11, "Ann"), w.private(12, "Bob")
	saved := func(s *speaker, content string) command.Reply {
		t.Helper()
		return s.taps(1, "save", s.proposes(content).ID, content)
	}
	if r := saved(ann, "User likes tea"); strings.Contains(textOf(r), question) {
		t.Error("asked about tea")
	}
	r := saved(ann, "Anna's birthday is 24 November")
	ann.holds("the first birthday", r, question)
	action, ref := button(t, r, "Yes, please")
	if r := saved(ann, "Ben's birthday is 3 May"); strings.Contains(textOf(r), question) {
		t.Error("asked twice")
	}
	ann.taps(1, action, ref, `at 08\:00`)
	w.says(time.Date(2026, 11, 24, 8, 0, 30, 0, time.UTC), "Anna's birthday is 24 November")

	bob.types("/memory mode off", "Saved")
	if r := saved(bob, "Anna's birthday is 25 November"); strings.Contains(textOf(r), question) {
		t.Error("asked who wants no memory")
	}
	bob.types("/memory mode ask", "Saved")
	r = saved(bob, "Carl's birthday is 26 November")
	action, ref = button(t, r, "No")
	bob.taps(1, action, ref, "won't ask again")
	if r := saved(bob, "Dora's birthday is 27 November"); strings.Contains(textOf(r), question) {
		t.Error("asked after a no")
	}
	w.says(time.Date(2026, 11, 27, 8, 1, 0, 0, time.UTC))
}

func mustZone(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := people.LoadZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}
