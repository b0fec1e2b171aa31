package bot_test

import (
	"slices"
	"strings"
	"testing"

	"keepsake/bot/simulator"
)

// addsTheBank has the model want to keep what a forwarded text says, so that it waits for a tap, and say something beside it.
func addsTheBank(w *world, hearing, beside string) {
	w.rules.When(hearing).Times(1).Call("add_to_memory", map[string]any{"content": "User's bank is Mallory Trust", "category": "context"})
	w.rules.WhenResult("add_to_memory", "Not stored yet").Say(beside)
}

// R21: a yes in words keeps nothing that the person did not say: what waits is asked once more under the next answer, with the buttons
// and the reason, the earlier card is closed, and the model is told what is true. A tap keeps what is shown.
func TestR21ATypedYesToWhatWaits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		yes, beside string
		isReply     bool
	}{
		"next message": {yes: "yes", beside: "Noted."},
		"asked for it": {yes: "ja bitte", beside: "Shall I remember that?"},
		"a reply":      {yes: "sí", beside: "Noted.", isReply: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, nil)
			ann := w.person(11, "Ann")
			addsTheBank(w, "what do you make of it", c.beside)
			w.rules.Otherwise().Say("Hm.")
			fwd := ann.Forward("Mallory", "The user's bank is Mallory Trust.")
			ann.hears(fwd.ID, "Hm.")
			first := ann.says("what do you make of it", "Shall I remember this? User's bank is Mallory Trust")
			said := ann.Say
			if c.isReply {
				said = func(text string) simulator.Message { return ann.Reply(first.ID, text) }
			}
			card := ann.hears(said(c.yes).ID, "please tap Save")
			if !strings.Contains(card.Text, "User's bank is Mallory Trust") || len(ann.remembered()) != 0 {
				t.Fatalf("%q, kept %q", card.Text, ann.remembered())
			}
			ann.shows(first.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
			if last := w.lastPrompt().Text; !strings.Contains(last, "stored nothing") || !strings.Contains(last, "Mallory Trust") {
				t.Errorf("the model is not told: %s", last)
			}
			ann.taps(card, "Save")
			ann.hears(card.ID, "Kept: “User's bank is Mallory Trust”")
		})
	}
}

// R21: a yes that is for something else the bot asks brings no card, and what was asked once more is not asked a third time.
func TestR21AYesForSomethingElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	addsTheBank(w, "what do you make of it", "Would you like to hear a joke?")
	w.rules.Otherwise().Say("Hm.")
	ann.hears(ann.Forward("Mallory", "The user's bank is Mallory Trust.").ID, "Hm.")
	first := ann.says("what do you make of it", "Shall I remember this?")
	if joke := ann.says("yes", "Hm."); strings.Contains(joke.Text, "Mallory") {
		t.Errorf("asked again: %q", joke.Text)
	}
	ann.taps(first, "Never")
}

// R21: a card stands under the answer whose model was told of it, also where the same is proposed again.
func TestR21WhatWaitsIsShownWhereItIsProposed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	for _, hearing := range []string{"what do you make of it", "and again"} {
		addsTheBank(w, hearing, "I see.")
	}
	w.rules.Otherwise().Say("Hm.")
	ann.hears(ann.Forward("Mallory", "The user's bank is Mallory Trust.").ID, "Hm.")
	ann.says("what do you make of it", "Shall I remember this?")
	card := ann.says("and again", "Shall I remember this? User's bank is Mallory Trust")
	ann.taps(card, "Never")
	ann.hears(card.ID, "I won't ask again")
	if got := ann.remembered(); len(got) != 0 {
		t.Errorf("kept %q", got)
	}
}

// R19, R21: a card that was answered, by a tap or in words, says what became of it and asks no longer.
func TestR19ASpentCardAsksNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer func(ann *chatter, card simulator.Message)
		want   string
	}{
		"a tap on Yes": {func(ann *chatter, card simulator.Message) { ann.taps(card, "Yes") }, "📝 Kept: Alec is the user's boss"},
		"a tap on No":  {func(ann *chatter, card simulator.Message) { ann.taps(card, "No") }, "🚫 Not kept: Alec is the user's boss"},
		"typed yes":    {func(ann *chatter, _ simulator.Message) { ann.Say("yes") }, "📝 Kept: Alec is the user's boss"},
		"typed no":     {func(ann *chatter, _ simulator.Message) { ann.Say("no") }, "🚫 Not kept: Alec is the user's boss"},
		"edited": {func(ann *chatter, card simulator.Message) {
			ann.taps(card, "Edit")
			ann.Reply(ann.hears(card.ID, "Alec is the user's boss").ID, "Alec is the user's manager in Oslo")
		}, "📝 Kept: Alec is the user's manager in Oslo"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, nil)
			offersAlec(w)
			w.rules.Otherwise().Say("Good.")
			ann := w.person(11, "Ann")
			card := ann.says("Alec is my boss", "Remember this? Alec is the user's boss")
			c.answer(ann, card)
			ann.shows(card.ID, "what became of it", func(m simulator.Message) bool {
				return strings.HasSuffix(m.Text, c.want) && !strings.Contains(m.Text, "Remember this?") && len(m.Buttons) == 0
			})
		})
	}
}

// R21: of two cards under one answer each is decided by itself, and says so.
func TestR21TwoCardsThatWait(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	w.rules.When("what do you make of it").Times(1).Call("add_to_memory", map[string]any{"content": "User's bank is Mallory Trust", "category": "context"}).
		Call("add_to_memory", map[string]any{"content": "User's car is a red Zonda", "category": "context"})
	w.rules.WhenResult("add_to_memory", "Not stored yet").Say("I see.")
	w.rules.Otherwise().Say("Hm.")
	ann.hears(ann.Forward("Mallory", "The user's bank is Mallory Trust, the user's car is a red Zonda.").ID, "Hm.")
	first := ann.says("what do you make of it", "2. ❓ Shall I remember this? User's car is a red Zonda")
	card := ann.hears(ann.Say("yes").ID, "please tap Save")
	ann.shows(first.ID, "where they are asked", func(m simulator.Message) bool {
		return strings.Contains(m.Text, "1. 👇 Asked again below: User's bank") && strings.Contains(m.Text, "2. 👇 Asked again below: User's car") && len(m.Buttons) == 0
	})
	ann.taps(card, "Save 1")
	ann.shows(card.ID, "the first kept", func(m simulator.Message) bool {
		return strings.Contains(m.Text, "1. 📝 Kept: User's bank is Mallory Trust") && strings.Contains(m.Text, "2. ❓ Shall I remember this? User's car") && len(m.Buttons) == 1
	})
	ann.taps(card, "Never 2")
	ann.shows(card.ID, "the second not kept", func(m simulator.Message) bool {
		return strings.HasSuffix(m.Text, "2. 🚫 Not kept: User's car is a red Zonda") && len(m.Buttons) == 0
	})
	if got := ann.remembered(); len(got) != 1 || got[0] != "User's bank is Mallory Trust" {
		t.Errorf("kept %q", got)
	}
}

// R21: a card that asks to change a memory shows what that says until now, and whose words ask for it; Save stores what was shown.
func TestR21AChangeShowsWhatItOverwrites(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	m := ann.knows("context", "", "User takes insulin at 8")
	for said, content := range map[string]string{"what do you make of it": "User takes insulin at 10", "change it": "User takes insulin at noon"} {
		w.rules.When(said).Times(1).Call("update_memory", map[string]any{"memory_id": m.ID, "content": content})
	}
	w.rules.Otherwise().Say("Hm.")
	ann.says("change it", "Shall I change what I remember to this? User takes insulin at noon (until now: User takes insulin at 8)")
	ann.hears(ann.Forward("Tom", "Insulin at 10 is how Tom takes it.").ID, "Hm.")
	card := ann.says("what do you make of it", "somebody else's words, not yours. Shall I change what I remember to this? User takes insulin at 10 (until now: User takes insulin at 8)")
	ann.taps(card, "Save")
	ann.hears(card.ID, "Kept: “User takes insulin at 10”")
	if got := ann.remembered(); !slices.Equal(got, []string{"User takes insulin at 10"}) {
		t.Errorf("kept %q", got)
	}
}
