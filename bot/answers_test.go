package bot_test

import (
	"slices"
	"strings"
	"testing"

	"keepsake/bot/simulator"
)

// offersTwo has the model offer a fact about Alec, then one about Eva.
func offersTwo(w *world) {
	offersAlec(w)
	w.rules.When("Eva is my sister").Times(1).Call("offer_memory", map[string]any{"content": "Eva is the user's sister", "category": "person"})
	w.rules.WhenResult("offer_memory", "").Say("Shall I?")
}

// R19: a yes or no that replies to a card is for that card, however many are open and whatever was said since.
func TestR19AReplyToACard(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	offersTwo(w)
	w.rules.When("how are you").Say("Fine.")
	w.rules.Otherwise().Say("Good.")
	ann := w.person(11, "Ann")
	alec := ann.says("Alec is my boss", "Remember this?")
	eva := ann.says("Eva is my sister", "Remember this? Eva")
	ann.says("how are you", "Fine.")
	sent := ann.Reply(alec.ID, "yes")
	ann.hears(sent.ID, "Kept: Alec is your boss")
	ann.shows(alec.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
	if got := ann.remembered(); !slices.Equal(got, []string{"Alec is the user's boss"}) {
		t.Fatalf("stored %q", got)
	}
	ann.Reply(eva.ID, "no")
	ann.shows(eva.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
	if got := ann.remembered(); len(got) != 1 {
		t.Errorf("stored %q", got)
	}
}

// R19: a yes that replies to what is no card settles none.
func TestR19AReplyToSomethingElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	offersAlec(w)
	w.rules.Otherwise().Say("Hm.")
	ann := w.person(11, "Ann")
	said := ann.Say("I like tea")
	ann.hears(said.ID, "Hm.")
	ann.says("Alec is my boss", "Remember this?")
	sent := ann.Reply(said.ID, "yes")
	ann.hears(sent.ID, "Hm.")
	if got := ann.remembered(); len(got) != 0 {
		t.Errorf("stored %q", got)
	}
}

// R19 in a group: a reply to one's own card counts when others have spoken since.
func TestR19AReplyToACardInAGroup(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.w.rules.When("my boss").Times(1).Call("offer_memory", map[string]any{"content": "Alec is the boss of Bob (u12)", "category": "person"})
	c.w.rules.WhenResult("offer_memory", "Offered").Say("Shall I?")
	c.w.rules.Otherwise().Say("Hm.")
	card := c.bob.says("@keepsake_bot Alec is my boss", "Remember this?")
	c.ann.says("@keepsake_bot how are you", "Hm.")
	sent := c.bob.Reply(card.ID, "yes")
	c.bob.hears(sent.ID, "Kept: Alec is the boss of Bob")
	if got := c.kept(0); !slices.Equal(got, []string{"Alec is the boss of Bob (u12)"}) {
		t.Errorf("kept %q", got)
	}
}

// R19: a yes beside which something else stands is one; what the model then keeps of that is kept, too.
func TestR19AYesBesideSomethingElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	offersTwo(w)
	w.rules.When("I like tea").Times(1).Call("add_to_memory", map[string]any{"content": "User likes tea", "category": "preference"})
	w.rules.WhenResult("add_to_memory", "Remembered").Say("Done.")
	w.rules.When("weather").Say("Sunny.")
	ann := w.person(11, "Ann")
	ann.says("Alec is my boss", "Remember this?")
	ann.says("Yes! And I like tea", "Alec is your boss")
	ann.says("Eva is my sister", "Remember this? Eva")
	ann.says("Yes please! What is the weather?", "Kept: Eva is your sister")
	if got := ann.remembered(); len(got) != 3 {
		t.Errorf("stored %q", got)
	}
}

// R18: a wish not to keep it declines an open offer, whatever it begins with, and a model that adds it all the same is told so.
func TestR18AWishNotToKeepDeclines(t *testing.T) {
	for _, said := range []string{"do not remember that", "yes, but don't remember it", "sure he is lovely, but please don't keep that", "ja, aber merk dir das bitte nicht", "да нет, не надо", "yeah, no", "🚫"} {
		t.Run(said, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, nil)
			offersAlec(w)
			addsAlec(w, said, "Alec is the user's boss")
			w.rules.WhenResult("add_to_memory", "did not want this kept").Say("All right.")
			ann := w.person(11, "Ann")
			card := ann.says("Alec is my boss", "Remember this?")
			ann.says(said, "All right.")
			ann.shows(card.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
			if got := ann.remembered(); len(got) != 0 {
				t.Errorf("stored %q", got)
			}
		})
	}
}

// R18: a wish not to keep what was said just before leaves a tombstone of that, also where nothing was asked.
func TestR18AWishNotToKeepWhatWasSaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("divorced").Times(1).Say("I am sorry to hear that.")
	w.rules.When("do not save that").Say("All right.")
	ann := w.person(11, "Ann")
	ann.says("I am getting divorced", "I am sorry")
	ann.says("please do not save that", "All right.")
	deleted := ann.says("/memory restore", "nothing")
	ann.taps(deleted, "Not kept")
	ann.shows(deleted.ID, "the refusal", func(m simulator.Message) bool { return strings.Contains(m.Text, "I am getting divorced") })
}

// R18, R19: a yes that says another thing of the same settles nothing, nor does "forget it" where nothing was asked leave a tombstone.
func TestR19AYesThatSaysAnotherThing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("My boss is Alec").Times(1).Call("offer_memory", map[string]any{"content": "Alec is the user's boss", "category": "person"})
	w.rules.WhenResult("offer_memory", "").Say("Shall I?")
	w.rules.Otherwise().Say("Hm.")
	ann := w.person(11, "Ann")
	card := ann.says("My boss is Alec", "Remember this?")
	ann.says("Yes. My boss is Tom now", "Hm.")
	if got := ann.remembered(); len(got) != 0 {
		t.Errorf("stored %q", got)
	}
	ann.taps(card, "Yes")
	ann.hears(card.ID, "Kept: “Alec is the user's boss”")
	ann.says("I like tea, book me a table", "Hm.")
	ann.says("forget it", "Hm.")
	deleted := ann.says("/memory restore", "nothing")
	for _, row := range deleted.Buttons {
		for _, b := range row {
			if strings.Contains(b.Text, "Not kept") {
				t.Error("a tombstone is there")
			}
		}
	}
}
