package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"keepsake/bot/simulator"
)

// offersOlives has the model offer a fact that the person mentioned.
func (w *world) offersOlives() {
	w.rules.When("I like olives").Times(1).Call("offer_memory", map[string]any{"content": "User likes olives", "category": "preference"})
	w.rules.WhenResult("offer_memory", "").Say("Noted.")
	w.rules.When("yes").Say("All right.")
	w.rules.Otherwise().Say("Hm.")
}

// pressed taps a button that a message had, as a phone does that has not seen its edit.
func (c *chatter) pressed(m simulator.Message, b simulator.Button) simulator.Tap {
	c.w.t.Helper()
	tap, err := c.PressData(m.ID, b.Data)
	if err == nil {
		tap, err = c.AwaitAnswer(c.w.ctx(), tap)
	}
	if err != nil {
		c.w.t.Fatal(err)
	}
	return tap
}

const changedAsked = "You changed the message I asked you about"

// W14: an offer does not outlive the wording that it came from: the message is told so, its Yes stores nothing, and neither
// does a yes in words. What the message says now is offered instead.
func TestW14AnOfferFollowsItsMessage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.offersOlives()
	ann := w.person(11, "Ann")
	said := ann.Say("I like olives")
	asked := ann.hears(said.ID, "Remember this? User likes olives")
	w.settled()
	ann.Edit(said.ID, "I don't like olives")
	told := ann.hears(asked.ID, changedAsked)
	if !strings.Contains(told.Text, "User likes olives\n→ User said: “I don't like olives”") || told.ReplyTo != said.ID {
		t.Errorf("%d is answered with %q", told.ReplyTo, told.Text)
	}
	ann.shows(asked.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
	old, _ := asked.Button("✅ Yes")
	if tap := ann.pressed(asked, old); !strings.Contains(tap.Text, "You changed that message") {
		t.Errorf("the old Yes says %q", tap.Text)
	}
	if got := ann.remembered(); len(got) != 0 {
		t.Fatalf("stored %q", got)
	}
	ann.taps(told, "Yes")
	ann.hears(told.ID, "Kept: “User said: “I don't like olives””")
}

// W14: a yes in words takes what the changed message says, never what it said.
func TestW14AYesInWordsAfterAChange(t *testing.T) {
	for name, c := range map[string]struct {
		edit string
		want []string
	}{
		"another statement": {"I like capers", []string{"User likes capers"}},
		"nothing":           {"good evening!", nil},
		"a question":        {"do I like olives?", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, nil)
			w.offersOlives()
			ann := w.person(11, "Ann")
			said := ann.Say("I like olives")
			asked := ann.hears(said.ID, "Remember this? User likes olives")
			w.settled()
			ann.Edit(said.ID, c.edit)
			told := ann.hears(asked.ID, changedAsked)
			if isAsked := strings.Contains(told.Text, "Remember the new wording?"); isAsked != (c.want != nil) || isAsked != (len(told.Buttons) > 0) {
				t.Errorf("%q %v", told.Text, told.Buttons)
			}
			w.settled()
			ann.hears(ann.Say("yes").ID, "All right.")
			if last := w.lastPrompt().Text; !strings.Contains(last, "It is not stored, also not by their yes:\n- User likes olives") {
				t.Errorf("the model is not told that its question no longer holds: %s", last)
			}
			if got := ann.remembered(); !slices.Equal(got, c.want) {
				t.Errorf("stored %q", got)
			}
		})
	}
}

// W14: of several changes the last counts, where the first was told of; a change that is taken back is offered as it was.
func TestW14AnOfferFollowsEveryChange(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.offersOlives()
	ann := w.person(11, "Ann")
	said := ann.Say("I like olives")
	ann.hears(said.ID, "Remember this? User likes olives")
	w.settled()
	var shown simulator.Message
	for _, c := range []struct{ edit, want string }{
		{"I like capers", "User likes olives\n→ User likes capers"},
		{"I like figs", "User likes capers\n→ User likes figs"},
		{"never mind", "User likes figs"},
		{"I like olives", "→ User likes olives"},
	} {
		ann.Edit(said.ID, c.edit)
		w.until("it is told: "+c.want, func() bool {
			for _, m := range ann.Messages() {
				if strings.Contains(m.Text, changedAsked) {
					shown = m
				}
			}
			return strings.Contains(shown.Text, c.want)
		})
		w.settled()
	}
	ann.taps(shown, "Yes")
	ann.hears(shown.ID, "Kept: “User likes olives”")
	if got := ann.remembered(); fmt.Sprint(got) != "[User likes olives]" {
		t.Errorf("stored %q", got)
	}
}

// W14: a write that waits for a tap does not outlive the wording that it came from either.
func TestW14AWaitingWriteFollowsItsMessage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("my dentist").Times(1).Call("offer_memory", map[string]any{"content": "User's dentist is called Tom Brown", "category": "person"})
	w.rules.WhenResult("offer_memory", "").Say("Shall I?")
	w.rules.Otherwise().Say("Hm.")
	ann := w.person(11, "Ann")
	said := ann.Say("Tom is my dentist")
	asked := ann.hears(said.ID, "Shall I remember this? User's dentist is called Tom Brown")
	w.settled()
	ann.Edit(said.ID, "Tim is my dentist")
	told := ann.hears(asked.ID, changedAsked)
	if !strings.Contains(told.Text, "→ User's dentist is called Tim Brown") {
		t.Errorf("%q", told.Text)
	}
	save, _ := asked.Button("💾 Save")
	if tap := ann.pressed(asked, save); !strings.Contains(tap.Text, "You changed that message") {
		t.Errorf("the old Save says %q", tap.Text)
	}
	ann.taps(told, "Save")
	ann.hears(told.ID, "Kept: “User's dentist is called Tim Brown”")
	if got := ann.remembered(); len(got) != 1 {
		t.Errorf("stored %q", got)
	}
}

// W14: a change during the turn is told of after its answer.
func TestW14AChangeDuringTheTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("I like olives").Times(1).Call("offer_memory", map[string]any{"content": "User likes olives", "category": "preference"})
	held := make(chan struct{})
	w.rules.WhenResult("offer_memory", "").HoldUntil(held).Say("Noted.")
	ann := w.person(11, "Ann")
	said := ann.Say("I like olives")
	w.until("the model is asked", func() bool { return len(w.model.Requests()) == 2 })
	ann.Edit(said.ID, "I like capers")
	close(held)
	told := ann.hears(said.ID, changedAsked)
	ann.taps(told, "Yes")
	ann.hears(told.ID, "Kept: “User likes capers”")
	if got := ann.remembered(); fmt.Sprint(got) != "[User likes capers]" {
		t.Errorf("stored %q", got)
	}
}

// W14: a comma leaves an offer as it is; an answer to its Edit that comes after a real change stores nothing, and says why.
func TestW14AnOfferThatIsBeingEdited(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.offersOlives()
	ann := w.person(11, "Ann")
	said := ann.Say("I like olives")
	asked := ann.hears(said.ID, "Remember this? User likes olives")
	w.settled()
	ann.Edit(said.ID, "I like olives!")
	w.idle()
	if n := answers(ann, changedAsked); n != 0 {
		t.Errorf("%d messages about a comma", n)
	}
	ann.taps(asked, "Edit")
	question := ann.hears(asked.ID, "How shall I remember it?")
	ann.Edit(said.ID, "what time is it?")
	ann.hears(question.ID, changedAsked)
	ann.hears(ann.Reply(question.ID, "User likes black olives").ID, "You changed that message")
	if got := ann.remembered(); len(got) != 0 {
		t.Errorf("stored %q", got)
	}
}

// W14 in a group: who was asked is told, and decides about the new wording.
func TestW14AnOfferInAGroup(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.w.rules.When("lunch").Times(1).Call("offer_memory", map[string]any{"content": "Bob (u12) has lunch at noon", "category": "context"})
	c.w.rules.WhenResult("offer_memory", "Offered").Say("Shall I?")
	c.w.rules.Otherwise().Say("Hm.")
	said := c.bob.Say("@Keepsake_bot I have lunch at noon")
	asked := c.bob.hears(said.ID, "Remember this? Bob (u12) has lunch at noon")
	c.w.settled()
	c.bob.Edit(said.ID, "@Keepsake_bot I have lunch at one")
	told := c.bob.hears(asked.ID, changedAsked)
	if !strings.Contains(told.Text, "→ Bob (u12) has lunch at one") || told.ReplyTo != said.ID {
		t.Errorf("%d is answered with %q", told.ReplyTo, told.Text)
	}
	c.bob.shows(asked.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
	carl := c.w.in(c.Group, 13, "Carl", 0)
	c.Join(carl.Person)
	if tap := carl.taps(told, "Yes"); !strings.Contains(tap.Text, "for somebody else") {
		t.Errorf("Carl's tap: %q", tap.Text)
	}
	c.w.settled()
	c.bob.Edit(said.ID, "@Keepsake_bot I never have lunch")
	told = c.bob.shows(told.ID, "the newest wording", func(m simulator.Message) bool {
		return strings.Contains(m.Text, "→ Bob (u12): “I never have lunch”")
	})
	c.bob.taps(told, "Yes")
	c.bob.hears(told.ID, "Kept")
	if got := c.kept(0); !slices.Equal(got, []string{"Bob (u12): “I never have lunch”"}) {
		t.Errorf("kept %q", got)
	}
}
