package bot_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/delivery"
	"keepsake/people"
)

// wears waits until a message has these reactions of the bot.
func (c *chatter) wears(id int64, want ...string) {
	c.w.t.Helper()
	c.shows(id, "a reaction", func(m simulator.Message) bool { return slices.Equal(m.Reactions, want) })
}

// signs makes the bot react unless people want otherwise.
func signs(c *bot.Config) { c.Commands.Reactions, c.Agent.Config.Reactions = true, true }

// TestReaction (issue 3, point 8): a message that something was remembered of gets a ✍, no
// other does; who does not want it says so in /settings.
func TestReaction(t *testing.T) {
	t.Parallel()
	w := newWorld(t, signs)
	w.remembers("green tea", "User likes green tea", "")
	w.remembers("dogs", "User is fond of dogs", "")
	w.rules.Otherwise().Say("Hello.")
	ann := w.person(11, "Ann")

	plain := ann.Say("hi")
	ann.hears(plain.ID, "Hello.")
	said := ann.Say("remember that I like green tea")
	ann.hears(said.ID, "All right.")
	ann.wears(said.ID, "✍")
	ann.wears(plain.ID)

	page := ann.says("/settings", "React with ✍ when I keep something: on")
	ann.taps(page, "Turn ✍ off")
	ann.shows(page.ID, "off", func(m simulator.Message) bool { _, ok := m.Button("Turn ✍ on"); return ok })
	quiet := ann.Say("remember that I am fond of dogs")
	ann.hears(quiet.ID, "All right.")
	w.settled()
	ann.wears(quiet.ID)
	if n := len(w.tele.Calls("setMessageReaction")); n != 1 {
		t.Errorf("%d reactions", n)
	}
	if p, err := w.people.Get(context.Background(), people.ID(11)); err != nil || p.Reactions != people.Off {
		t.Errorf("%+v %v", p, err)
	}
}

// TestReactionInAGroup: there too; where the group forbids reactions, there is none, and
// nothing else suffers.
func TestReactionInAGroup(t *testing.T) {
	t.Parallel()
	w := newWorld(t, signs)
	w.remembers("green tea", "The group likes green tea", "")
	w.remembers("dogs", "The group is fond of dogs", "")
	ann := w.crowd(-100900).ann
	said := ann.Say("@keepsake_bot remember that we like green tea")
	ann.hears(said.ID, "All right.")
	ann.wears(said.ID, "✍")
	w.tele.Fail(simulator.Fault{Method: "setMessageReaction", Code: 400, Description: "Bad Request: REACTION_INVALID"})
	said = ann.Say("@keepsake_bot remember that we are fond of dogs")
	ann.hears(said.ID, "All right.")
	w.settled()
	ann.wears(said.ID)
}

// TestReactionSurvivesAStop: it is a row like any message, sent after the next start.
func TestReactionSurvivesAStop(t *testing.T) {
	t.Parallel()
	w := newWorld(t, signs)
	ann := w.person(11, "Ann")
	said := ann.Say("/help")
	ann.hears(said.ID, "Talk to me")
	w.settled()
	w.shutdown()
	out := w.reopen()
	if _, err := out.Put(context.Background(), delivery.Outgoing{
		Bot: botName, Chat: ann.Chat(), Kind: delivery.React, Target: said.ID, Body: delivery.Body{Text: "✍"},
	}); err != nil {
		t.Fatal(err)
	}
	w.shutdown()
	w.start()
	ann.wears(said.ID, "✍")
}

// TestTyping: the sign that we write is there at once, comes again while the model thinks,
// and not any more once the answer is there.
// TestTypingAtOnce (U17, issue 14.3): typing shows when a message has come in, not first when its burst has ended; not for a command.
func TestTypingAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Quiet, c.MaxBurst = time.Hour, time.Hour })
	ann := w.person(11, "Ann")
	ann.says("/help", "Talk to me")
	if n := len(w.tele.Calls("sendChatAction")); n != 0 {
		t.Errorf("%d times for a command", n)
	}
	ann.Say("hi")
	w.until("typing shows", func() bool { return len(w.tele.Calls("sendChatAction")) == 1 })
}

func TestTyping(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Typing = 20 * time.Millisecond })
	think := make(chan struct{})
	w.rules.When("hi").HoldUntil(think).Say("Hello.")
	ann := w.person(11, "Ann")
	said := ann.Say("hi")
	typed := func() int { return len(w.tele.Calls("sendChatAction")) }
	w.until("typing is shown again and again", func() bool { return typed() >= 4 })
	close(think)
	ann.hears(said.ID, "Hello.")
	w.settled()
	before := typed()
	ann.says("/help", "Talk to me")
	w.settled()
	if after := typed(); after != before {
		t.Errorf("typing goes on after the answer: %d, then %d", before, after)
	}
}
