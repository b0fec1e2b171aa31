package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/bot/simulator"
)

// remembersHome lets the model keep where somebody lives.
func (w *world) remembersHome() {
	w.rules.When("I live in Berlin").Call("add_to_memory", map[string]any{"content": "User lives in Berlin", "category": "person"})
	w.rules.WhenResult("add_to_memory", "").Say("I keep that.")
	w.rules.Otherwise().Say("Hm.")
}

const changedMessage = "You changed a message I kept something from"

// W14: a corrected message leads to the memory that was made from it: Update stores what is
// shown, byte for byte, with an Undo.
func TestW14ACorrectedMessageOffersTheUpdate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.remembersHome()
	ann := w.person(11, "Ann")
	said := ann.Say("remember: I live in Berlin, near the park")
	ann.hears(said.ID, "Kept: You live in Berlin")
	w.settled()
	ann.Edit(said.ID, "remember: I live in Munich, near the park")
	offer := ann.hears(said.ID, changedMessage)
	if !strings.Contains(offer.Text, "User lives in Berlin\n→ User lives in Munich") {
		t.Errorf("the offer reads %q", offer.Text)
	}
	if got := ann.remembered(); fmt.Sprint(got) != "[User lives in Berlin]" {
		t.Errorf("changed before the tap: %v", got)
	}
	w.restart() // all state is in the database and in the buttons
	ann.taps(offer, "Update")
	receipt := ann.hears(offer.ID, "Updated: “User lives in Munich”")
	if got := ann.remembered(); fmt.Sprint(got) != "[User lives in Munich]" {
		t.Errorf("after the tap: %v", got)
	}
	ann.shows(offer.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })

	// The memory rests on the new wording now: the next correction starts from it.
	w.later(time.Hour)
	ann.Edit(said.ID, "remember: I live in Rome, near the park")
	again := ann.hears(receipt.ID, changedMessage)
	if !strings.Contains(again.Text, "User lives in Munich\n→ User lives in Rome") {
		t.Errorf("the second offer reads %q", again.Text)
	}
	ann.taps(receipt, "Undo")
	ann.hears(receipt.ID, "User lives in Berlin")
}

// W14: the offer is for the newest wording, in its place; a tap on what was shown before stores nothing; a capital or a
// comma is no correction.
func TestW14TheOfferFollowsTheMessage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.remembersHome()
	ann := w.person(11, "Ann")
	said := ann.Say("remember: I live in Berlin")
	ann.hears(said.ID, "Kept: You live in Berlin")
	w.settled()
	for _, same := range []string{"Remember, I live in Berlin!", "Remembr, I live in Berlin!"} {
		ann.Edit(said.ID, same)
		w.idle()
		if n := answers(ann, changedMessage); n != 0 {
			t.Errorf("%d offers for %q", n, same)
		}
	}
	ann.Edit(said.ID, "Remember, I live in Munich!")
	offer := ann.hears(said.ID, changedMessage)
	if offer.ReplyTo != said.ID {
		t.Errorf("the offer answers %d", offer.ReplyTo)
	}
	stale, _ := offer.Button("✏️ Update")
	ann.Edit(said.ID, "Remember, I live in Hamburg!")
	ann.Edit(said.ID, "Remember, I live in Rome!")
	offer = ann.shows(offer.ID, "the newest wording", func(m simulator.Message) bool { return strings.Contains(m.Text, "→ User lives in Rome") })
	if n := answers(ann, changedMessage); n != 1 {
		t.Errorf("%d offers for one burst", n)
	}
	if now, _ := offer.Button("✏️ Update"); now == stale {
		t.Error("the button is that of the first wording")
	}
	ann.Edit(said.ID, "remember: I live in Berlin")
	ann.shows(offer.ID, "that nothing changes", func(m simulator.Message) bool {
		return strings.Contains(m.Text, "says again what I remember") && len(m.Buttons) == 0
	})
	if got := ann.remembered(); fmt.Sprint(got) != "[User lives in Berlin]" {
		t.Errorf("without a tap: %v", got)
	}
}

// W14: Leave is for this wording: another asks again, the same one does not.
func TestW14LeaveIsForOneWording(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.remembersHome()
	ann := w.person(11, "Ann")
	said := ann.Say("remember: I live in Berlin")
	ann.hears(said.ID, "Kept: You live in Berlin")
	w.settled()
	ann.Edit(said.ID, "remember: I live in Munich")
	offer := ann.hears(said.ID, changedMessage)
	if tap := ann.taps(offer, "Leave"); tap.Text != "It stays as it is." {
		t.Errorf("the tap says %q", tap.Text)
	}
	ann.shows(offer.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
	w.settled()
	ann.Edit(said.ID, "remember: I live in Berlin")
	ann.Edit(said.ID, "remember: I live in Munich")
	w.idle()
	if n := answers(ann, changedMessage); n != 1 {
		t.Errorf("%d offers for what was left", n)
	}
	ann.Edit(said.ID, "remember: I live in Rome")
	again := ann.hears(offer.ID, changedMessage)
	ann.taps(again, "Update")
	ann.hears(again.ID, "Updated: “User lives in Rome”")
	if got := ann.remembered(); fmt.Sprint(got) != "[User lives in Rome]" {
		t.Errorf("after Update: %v", got)
	}
}

// W14: a message that does not say it any more can be forgotten by a tap.
func TestW14WhatIsNotSaidAnyMoreCanBeForgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.remembersHome()
	ann := w.person(11, "Ann")
	said := ann.Say("remember: I live in Berlin")
	ann.hears(said.ID, "Kept: You live in Berlin")
	w.settled()
	ann.Edit(said.ID, "good evening everybody")
	offer := ann.hears(said.ID, changedMessage)
	w.restart()
	ann.taps(offer, "Forget")
	gone := ann.hears(offer.ID, "Deleted: 'User lives in Berlin'")
	if got := ann.remembered(); len(got) != 0 {
		t.Errorf("after Forget: %v", got)
	}
	ann.shows(offer.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
	ann.taps(gone, "Undo")
	ann.hears(gone.ID, "Restored")
}

// W14: an offer about a memory that was forgotten since is not touched: no edit of it shows again what was forgotten.
func TestW14AnOfferAboutWhatIsForgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.remembersHome()
	ann := w.person(11, "Ann")
	said := ann.Say("remember: I live in Berlin")
	saved := ann.hears(said.ID, "Kept: You live in Berlin")
	w.settled()
	ann.Edit(said.ID, "remember: I live in Munich")
	offer := ann.hears(saved.ID, changedMessage)
	ann.taps(saved, "Undo")
	w.settled()
	if got := ann.remembered(); len(got) != 0 {
		t.Fatalf("after Undo: %v", got)
	}
	for _, button := range []string{"Leave", "Update"} {
		if tap := ann.taps(offer, button); !strings.Contains(tap.Text, "no such memory") {
			t.Errorf("%s says %q", button, tap.Text)
		}
	}
	w.settled()
	ann.shows(offer.ID, "the offer as it was", func(m simulator.Message) bool { return len(m.Edits) == len(offer.Edits) && len(m.Buttons) > 0 })
}

// W14: where nobody but the person can say what the memory should be, Update asks for it.
func TestW14UpdateAsksWhereNothingCanBeFormed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.remembersHome()
	ann := w.person(11, "Ann")
	said := ann.Say("remember: I live in Berlin")
	ann.hears(said.ID, "Kept: You live in Berlin")
	w.settled()
	ann.Edit(said.ID, "forget it, my brother does, I never did")
	offer := ann.hears(said.ID, changedMessage)
	if strings.Contains(offer.Text, "→") {
		t.Errorf("the offer reads %q", offer.Text)
	}
	ann.taps(offer, "Update")
	question, err := ann.Await(w.ctx(), offer.ID, func(m simulator.Message) bool { return m.ForceReply })
	if err != nil {
		t.Fatal(err)
	}
	ann.hears(ann.Reply(question.ID, "User's brother lives in Berlin").ID, "Updated: “User's brother lives in Berlin”")
}

// W14: of two facts in one message only the one that changed is offered.
func TestW14OfTwoFactsTheOneThatChanged(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("I live in Berlin").Call("add_to_memory", map[string]any{"content": "User lives in Berlin", "category": "person"})
	w.rules.WhenResult("add_to_memory", "Berlin").Call("add_to_memory", map[string]any{"content": "User drinks green tea", "category": "preference"})
	w.rules.WhenResult("add_to_memory", "").Say("I keep both.")
	w.rules.Otherwise().Say("Hm.")
	ann := w.person(11, "Ann")
	said := ann.Say("remember: I live in Berlin and drink green tea")
	ann.hears(said.ID, "Kept: You drink green tea")
	w.settled()
	ann.Edit(said.ID, "remember: I live in Rome and drink green tea")
	offer := ann.hears(said.ID, changedMessage)
	if !strings.Contains(offer.Text, "→ User lives in Rome") || strings.Contains(offer.Text, "tea") {
		t.Errorf("the offer reads %q", offer.Text)
	}
}

// W14 in a group: the offer answers whose words changed, and its buttons are theirs.
func TestW14InAGroup(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.w.rules.When("bakes on Friday").Call("add_to_memory", map[string]any{"content": "Bob bakes on Friday", "category": "context", "subject": "Bob"})
	c.w.rules.WhenResult("add_to_memory", "").Say("I keep that.")
	c.w.rules.Otherwise().Say("Hm.")
	said := c.bob.Say("@Keepsake_bot remember that Bob bakes on Friday")
	first := c.bob.hears(said.ID, "Bob bakes on Friday")
	if _, waits := first.Button("💾 Save"); waits {
		c.bob.taps(first, "Save")
		c.bob.hears(first.ID, "Kept")
	}
	c.w.settled()
	c.bob.Edit(said.ID, "@Keepsake_bot remember that Bob bakes on Sunday")
	offer := c.bob.hears(said.ID, changedMessage)
	if offer.ReplyTo != said.ID || !strings.Contains(offer.Text, "→ Bob bakes on Sunday") {
		t.Errorf("the offer answers %d: %q", offer.ReplyTo, offer.Text)
	}
	carol := &chatter{Person: c.As(c.w.tele.Person(13, "Carol"), 0), w: c.w}
	c.Join(c.w.tele.Person(13, "Carol"))
	if tap := carol.taps(offer, "Update"); !strings.Contains(tap.Text, "not for you") && tap.Text == "" {
		t.Errorf("somebody else's tap says %q", tap.Text)
	}
	c.bob.taps(offer, "Update")
	c.bob.hears(offer.ID, "Updated: “Bob bakes on Sunday”")
}

// U16: the first time that an earlier question is changed after its answer, the person hears that it is
// not answered anew; never again, and never about a statement. The last one is in TestU16AChangedQuestionIsAnsweredAnew.
func TestU16AnEditedQuestionIsNotedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("Hm.")
	ann := w.person(11, "Ann")
	var asked []int64
	for i := range 4 {
		said := ann.Say(fmt.Sprint("question ", i))
		ann.hears(said.ID, "Hm.")
		asked = append(asked, said.ID)
	}
	w.settled()
	for i, edit := range []string{"good evening, all", "how old is Rome?", "how old is Paris?"} {
		ann.Edit(asked[i], edit)
		w.until("the edit is stored", func() bool { return ann.record(asked[i]).Edited != "" })
		w.idle()
		w.restart()
	}
	if n := answers(ann, "Your change is noted"); n != 1 {
		t.Errorf("%d hints", n)
	}
	if n := len(w.model.Requests()); n != 4 {
		t.Errorf("the model was asked %d times", n)
	}
}
