package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/command"
	"keepsake/people"
)

// owned is a world in owner mode that Olga owns.
func owned(t *testing.T, tune func(*bot.Config)) (*world, *chatter) {
	t.Helper()
	w := newWorld(t, func(c *bot.Config) {
		c.Commands.Access = command.AccessOwner
		if tune != nil {
			tune(c)
		}
	})
	w.rules.Otherwise().Say("At your service.")
	olga := w.person(11, "Olga")
	code, err := w.people.NewOwnerLink(context.Background(), actor.OfSystem(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	olga.hears(olga.StartLink(code).ID, "You are now my owner")
	return w, olga
}

func (w *world) asksOwners() int {
	w.t.Helper()
	n, err := w.parts.Commands.AskOwners(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// Issue 3, point 4: the owner gets one message with buttons for each stranger; the tap lets
// them in or keeps them out, as often as it is made.
func TestAnOwnersTapLetsAStrangerIn(t *testing.T) {
	t.Parallel()
	w, olga := owned(t, nil)
	bob := w.person(12, "Bob *the* [builder](https://evil.example)")
	bob.says("hello", "I've told my owner that you'd like to talk to me")
	asked := olga.hears(0, "wants to chat with me")
	if !strings.Contains(asked.Text, "Bob *the* [builder](https://evil.example)") || !strings.Contains(asked.Text, "id 12)") {
		t.Errorf("who it is: %q", asked.Text)
	}
	bob.Say("please?")
	bob.says("/start", "I only talk with my owner")
	w.idle()
	if n := answers(olga, "wants to chat with me"); n != 1 {
		t.Fatalf("asked %d times about one stranger", n)
	}
	// Nobody else's finger counts.
	tap, err := bob.PressData(bob.Last().ID, "allow:12")
	if err == nil {
		tap, err = bob.AwaitAnswer(w.ctx(), tap)
	}
	if err != nil || !strings.Contains(tap.Text, "only talk with my owner") {
		t.Errorf("a stranger let themselves in: %q %v", tap.Text, err)
	}
	olga.taps(asked, "Allow")
	bob.hears(0, "my owner lets you in")
	olga.shows(asked.ID, "the decision", func(m simulator.Message) bool { return strings.Contains(m.Text, "may talk to me now") })
	bob.says("hello again", "At your service.")
	tap, err = bob.PressData(bob.Last().ID, "block:11")
	if err == nil {
		tap, err = bob.AwaitAnswer(w.ctx(), tap)
	}
	if err != nil || !strings.Contains(tap.Text, "Only my owner") {
		t.Errorf("somebody who was let in decides: %q %v", tap.Text, err)
	}
	for range 2 { // again changes nothing
		if tap, err = olga.PressData(asked.ID, "allow:12"); err == nil {
			_, err = olga.AwaitAnswer(w.ctx(), tap)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	w.idle()
	if n := answers(bob, "lets you in"); n != 1 {
		t.Errorf("welcomed %d times", n)
	}
	olga.taps(asked, "Block")
	olga.shows(asked.ID, "the change of mind", func(m simulator.Message) bool { return strings.Contains(m.Text, "hears nothing") })
	before := len(bob.Messages())
	bob.Say("are you there?")
	bob.Say("/help")
	w.idle()
	if len(bob.Messages()) != before+2 {
		t.Error("a blocked person was answered")
	}
	for data, want := range map[string]string{"allow:99": "no longer open", "block:11": "Owners can't be blocked", "allow:x": "no longer open"} {
		if data == "block:11" {
			if _, err := w.people.Knock(context.Background(), actor.OfSystem(), botName, people.ID(11), ""); err != nil {
				t.Fatal(err)
			}
		}
		if tap, err = olga.PressData(asked.ID, data); err == nil {
			tap, err = olga.AwaitAnswer(w.ctx(), tap)
		}
		if err != nil || !strings.Contains(tap.Text, want) {
			t.Errorf("%s: %q %v", data, tap.Text, err)
		}
	}
}

// A crowd cannot flood the owner: five by themselves, the rest in one message with a list.
func TestACrowdIsOneMessage(t *testing.T) {
	t.Parallel()
	w, olga := owned(t, nil)
	const crowd = 12
	for i := range crowd {
		p := w.person(int64(100+i), fmt.Sprintf("Stranger %c", 'A'+i))
		p.says("hello", "I only talk with my owner")
	}
	w.idle()
	if n := answers(olga, "wants to chat with me"); n != 5 {
		t.Fatalf("%d messages to the owner", n)
	}
	if n := w.asksOwners(); n != 0 {
		t.Errorf("asked about %d more at once", n)
	}
	w.later(11 * time.Minute)
	if n := w.asksOwners(); n != crowd-5 {
		t.Errorf("asked about %d", n)
	}
	many := olga.hears(0, "7 more are waiting")
	if n := w.asksOwners(); n != 0 {
		t.Errorf("asked again about %d", n)
	}
	olga.taps(many, "Show them")
	olga.shows(many.ID, "the list", func(m simulator.Message) bool {
		return strings.Contains(m.Text, "12 are waiting") && strings.Contains(m.Text, "1. 👤 Stranger A")
	})
	olga.taps(many, "Allow 1")
	olga.shows(many.ID, "one fewer", func(m simulator.Message) bool {
		return strings.Contains(m.Text, "11 are waiting") && strings.Contains(m.Text, "1. 👤 Stranger B")
	})
	olga.taps(many, "Block 1")
	olga.shows(many.ID, "two fewer", func(m simulator.Message) bool { return strings.Contains(m.Text, "10 are waiting") })
	olga.says("/access", "10 are waiting")
	first := w.person(100, "Stranger A")
	first.hears(0, "lets you in")
	first.says("/access", "I don't know the command")
}

// A group in owner mode needs an owner's word; it follows from nobody's private access.
func TestAnOwnersTapLetsAGroupIn(t *testing.T) {
	t.Parallel()
	w, olga := owned(t, nil)
	olga.says("/access", "Nobody is waiting")
	w.tele.SetPrivacy(false)
	w.restart()
	g := w.tele.Group(-100500, "The _Crew_")
	bob := w.in(g, 12, "Bob", 0)
	private := w.person(12, "Bob")
	private.says("hello", "I only talk with my owner")
	asked := olga.hears(0, "Bob")
	olga.taps(asked, "Allow")
	private.says("hello", "At your service.")

	g.Join(bob.Person).Promote(bob.Person).AddBot(bob.Person)
	bob.hears(0, "I only work in groups that my owner lets me into")
	ask := olga.hears(0, "in the group")
	if !strings.Contains(ask.Text, "The _Crew_") {
		t.Errorf("asked %q", ask.Text)
	}
	bob.Say("@keepsake_bot hello?")
	bob.says("/help", "I only work in groups")
	w.idle()
	if n := answers(olga, "in the group"); n != 1 {
		t.Errorf("asked %d times about one group", n)
	}
	olga.taps(ask, "Allow")
	bob.hears(0, "a companion that remembers")
	bob.says("@keepsake_bot hello?", "At your service.")
	olga.taps(ask, "Block")
	olga.shows(ask.ID, "blocked", func(m simulator.Message) bool {
		return strings.Contains(m.Text, "The _Crew_") && strings.Contains(m.Text, "hears nothing")
	})
	before := len(bob.Messages())
	bob.Say("/help")
	w.idle()
	if len(bob.Messages()) != before+1 {
		t.Error("a blocked group was answered")
	}
	private.says("still there?", "At your service.")
}

// A group that was asked about may get another number before the owner's tap: the tap means
// the group, and so does another one on the same message.
func TestAnOwnersTapFindsAGroupThatMoved(t *testing.T) {
	t.Parallel()
	w, olga := owned(t, nil)
	g := w.tele.Group(-500, "The Crew")
	bob := w.in(g, 12, "Bob", 0)
	g.Join(bob.Person).AddBot(bob.Person)
	ask := olga.hears(0, "in the group The Crew")
	g.Migrate(-100777)
	w.idle()
	olga.taps(ask, "Allow")
	bob.hears(0, "a companion that remembers")
	bob.says("@keepsake_bot hello?", "At your service.")
	olga.says("/access", "Nobody is waiting")
	olga.taps(ask, "Block")
	olga.shows(ask.ID, "blocked", func(m simulator.Message) bool { return strings.Contains(m.Text, "hears nothing") })
	if c, err := w.people.Chat(context.Background(), botName, -100777); err != nil || c.Access != people.Blocked {
		t.Errorf("the group that it became: %+v %v", c, err)
	}
	if c, err := w.people.Chat(context.Background(), botName, -500); err != nil || c.MovedTo != -100777 || c.Access != people.None {
		t.Errorf("the group that it was: %+v %v", c, err)
	}
}

// The allowlist: these people, these groups, owners, and nobody else; others are told once.
func TestTheAllowlist(t *testing.T) {
	t.Parallel()
	w, olga := owned(t, func(c *bot.Config) { c.Commands.Access, c.Commands.Allow = command.AccessList, []int64{12, -500} })
	w.tele.SetPrivacy(false)
	w.restart()
	bob, eve := w.person(12, "Bob"), w.person(13, "Eve")
	bob.says("hello", "At your service.")
	olga.says("hello", "At your service.")
	eve.says("hello", "I only talk with my owner")
	eve.Say("hello?")
	eve.Say("/start")
	w.idle()
	if n := answers(eve, "I only talk"); n != 1 {
		t.Errorf("told %d times", n)
	}
	if n := answers(olga, "would like"); n != 0 || w.asksOwners() != 0 {
		t.Error("an owner was asked about what the list says")
	}
	listed, other := w.tele.Group(-500, "Listed"), w.tele.Group(-600, "Other")
	evesPhone := w.in(listed, 13, "Eve", 0)
	listed.Join(evesPhone.Person).AddBot(evesPhone.Person)
	evesPhone.says("@keepsake_bot hello", "At your service.") // the group may, though she may not
	bobsPhone := w.in(other, 12, "Bob", 0)
	other.Join(bobsPhone.Person).AddBot(bobsPhone.Person)
	bobsPhone.hears(0, "I only work in groups")
	bobsPhone.Say("@keepsake_bot hello")
	bobsPhone.Say("/help")
	w.idle()
	if n := len(bobsPhone.Messages()); answers(bobsPhone, "I only work in groups") != 1 || answers(bobsPhone, "At your service.") != 0 {
		t.Errorf("a group that is not listed: %d messages", n)
	}
	eve.Say("and me?")
	listed.Migrate(-100777)
	w.idle()
	evesPhone.says("@keepsake_bot hello again", "At your service.")
	if n := answers(eve, "At your service."); n != 0 {
		t.Error("a group's permission let a member in")
	}
}
